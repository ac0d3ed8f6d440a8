"""Design: which rows, how they were split, what was called positive, what errors cost."""

from __future__ import annotations

from math import isfinite, isnan

from probative.answers.words import listed
from probative.findings import Findings
from probative.findings.text import count
from probative.papers.reference import cite
from probative.predictions.provenance import FILLED, INCOMPLETE

SCHEMES = {
    "k-fold": ("stone1974", "kohavi1995"),
    "leave-one-out": ("stone1974",),
    "bootstrap": ("efron1979", "efron1997"),
}
"""By the family of a plan: where it is from."""
OUTSIDE = "preprocessed-outside"
"""The code of the guard that knows what was done to all rows before."""


def counted(n: float, noun: str) -> str:
    """A number and its noun, in the singular where it is one.

    >>> counted(1, "row"), counted(1500, "row"), counted(2, "class")
    ('1 row', '1,500 rows', '2 classes')
    """
    return f"{count(n)} {noun}{('es' if noun.endswith('s') else 's') * (n != 1)}"


def design(found: Findings) -> list[str]:
    """What was done before anything was measured, sentence by sentence."""
    return [*_split(found), *_rows(found), *_cut(found), *_costs(found)]


def _models(found: Findings) -> str:
    said = counted(len(found.rivals), "model")
    return f"{said} and a baseline that looks at no input" if len(found.rivals) < len(found.models) else said


def _split(found: Findings) -> list[str]:
    """How models were trained and tested; or that it is not known."""
    about, scheme = found.about, found.about.scheme
    if scheme is None:
        of = "graded answers" if found.task == "graded" else "predictions"
        return [
            f"The {of} of {_models(found)} for {counted(found.n, 'row')} were evaluated as they were given; "
            "how the models were made is not recorded in these findings."
        ]
    plan = f"the plan “{about.plan}”" if about.plan else "folds that came with the predictions"
    seed = f", seed {about.plan_seed}" if about.plan_seed is not None else ""
    trained = f" ({counted(scheme.splits, 'training')} of each{seed})" if scheme.splits else ""
    works = cite(*SCHEMES.get(scheme.kind, ()))
    were = "was" if len(found.models) == 1 else "were"
    told = [f"{_models(found)} {were} trained and tested on {counted(found.n, 'row')} under {plan}{trained}{works}."]
    told.append(f"{'The model was' if len(found.rivals) == 1 else 'The models were'} {listed(found.rivals, most=20)}.")
    told += [f"{line[:1].upper()}{line[1:]}." for line in inputs_of(found)]
    if about.plan and not about.forced:
        told.append("No row was tested by a model that had been trained on it.")
    return [*told, *_besides(found)]


def inputs_of(found: Findings) -> tuple[str, ...]:
    """What a run did about inputs that were missing, in its own words."""
    return tuple(line for line in found.about.guesses if line.startswith(FILLED) or line.endswith(INCOMPLETE))


def _besides(found: Findings) -> list[str]:
    """What was done inside and around the trainings: tuning, permutations, failures, force."""
    about = found.about
    told = [f"Before the rows were split: {note.message.rstrip('.')}." for note in found.notes if note.code == OUTSIDE]
    if about.chosen:
        names = ", ".join(about.chosen)
        told.append(f"Parameters of {names} were chosen inside the training parts{cite('varma2006')}.")
    if about.selection:
        works = cite("tibshirani2009")
        told.append(f"The scores that won those choices are also given corrected for the choice{works}.")
    for model, test in about.permutation.items():
        times = counted(test["permutations"], "permutation")
        told.append(f"{model} was tested against permuted targets{cite('ojala2010')} ({times}).")
    if about.failed:
        told.append(f"{counted(len(about.failed), 'training')} failed and gave no predictions.")
    if about.forced:
        told.append(f"What would have been refused was forced: {', '.join(about.forced)}.")
    return told


def _rows(found: Findings) -> list[str]:
    """Classes, gaps, weights and clusters."""
    told, about = [], found.about
    # Theory and audits have no models.
    first = next(iter(found.models.values()), None)
    share = None if first is None else first.measures.get("prevalence")
    if found.positive is not None and share is not None and not isnan(share.value):
        weighed = " by weight" if about.weight else ""
        told.append(f"{100 * share.value:.3g} % of the rows{weighed} were of the positive class “{found.positive}”.")
    elif first is not None and first.classes:
        told.append(f"There were {counted(len(first.classes), 'class')}.")
    if about.dropped:
        told.append(
            f"{counted(about.dropped, 'row')} with missing values {'was' if about.dropped == 1 else 'were'} left out."
        )
    if about.weight:
        told.append(f"Rows were weighed by {about.weight}; effective numbers of rows are Kish's{cite('kish1965')}.")
    if about.groups:
        many = f", of which there were {about.clusters:,}" if about.clusters else ""
        told.append(f"Rows with the same {about.groups} were taken as one cluster{many}.")
    return told


def _cut(found: Findings) -> list[str]:
    """Where scores became labels."""
    cuts = {name: model.threshold for name, model in found.models.items() if model.threshold is not None}
    known = {name: cut for name, cut in cuts.items() if isfinite(cut)}
    chosen = {name: found.models[name].decisions.operating for name in known}
    by = {choice.by for choice in chosen.values() if choice is not None}
    if not known:
        return _uncut(found)
    if by:
        where = ", ".join(f"{name} from {cut:.6g} on" for name, cut in known.items())
        return [
            f"Cuts were chosen on the evaluated rows by {', '.join(sorted(by))} ({where}); what that flatters was "
            "estimated on resamples and allowed for."
        ]
    same = set(known.values())
    where = (
        f"{next(iter(same)):.6g}" if len(same) == 1 else ", ".join(f"{cut:.6g} ({name})" for name, cut in known.items())
    )
    return [f"Scores of at least {where} were called positive."]


def _uncut(found: Findings) -> list[str]:
    """Where classes come from that no threshold made."""
    known = [model for model in found.models.values() if model.confusion is not None]
    if not known or found.about.class_costs is not None:
        return []
    if all(model.outlines for model in known) and found.positive is None:
        return ["The class with the highest score was taken as predicted."]
    return [] if any(model.outlines for model in known) else ["The classes are those that the models themselves named."]


def _costs(found: Findings) -> list[str]:
    costs, several = found.about.costs, found.about.class_costs
    if several is not None:
        return [f"Errors were priced by a table of costs{cite('elkan2001')}."]
    if costs is None:
        return []
    where = "the sample's share of positives" if costs.prior is None else f"a share of positives of {costs.prior:g}"
    return [f"A false alarm was taken to cost {costs.fp:g} and a miss {costs.fn:g}, at {where}{cite('elkan2001')}."]
