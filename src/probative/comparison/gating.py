"""The gate: may the candidate replace the baseline? Passed, failed, or not enough data to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from probative._version import __version__
from probative.comparison.asked import Asked
from probative.comparison.cautions import averaged, cautions_of
from probative.comparison.checking import FarSides, FoldSides, How, RowSides, Sides, check
from probative.comparison.comparing import by_fold
from probative.comparison.entering import entered_gate
from probative.comparison.far import FarPair
from probative.comparison.gate_result import Gate
from probative.comparison.guessing import guessed
from probative.comparison.how_made import require_graded_scores, require_same_splits
from probative.comparison.runs import judged_models
from probative.decisions.class_costs import CostsLike
from probative.errors import BadInput, BadParameter
from probative.evidence import Ladder
from probative.evidence.labels import encode
from probative.findings.usage_files import Place
from probative.guards import Note, by_severity
from probative.guards.accepting import Codes, accepted_codes, silenced
from probative.guards.copies import of_copies
from probative.guards.forced import of_forced
from probative.inference.levels import checked_level
from probative.measurement.named import named
from probative.predictions import Predictions, read
from probative.predictions.by_position import side_by_side
from probative.predictions.joining import joined
from probative.predictions.same_rows import SameRows
from probative.predictions.words import Words, in_our_words, takes_words
from probative.sources import TableLike

Compared = Callable[[str, Mapping[str, Any]], Sides]
"""What compares baseline and candidate by a measure and its parameters."""
Told = tuple[Mapping[str, Compared], tuple[str, ...], tuple[Note, ...]]
"""Sides by part of the rows, cautions, and what guards say."""


@takes_words
def gate(
    baseline: TableLike | Predictions | ArrayLike,
    candidate: TableLike | Predictions | ArrayLike | None = None,
    *,
    measure: str | Sequence[str] | None = None,
    costs: CostsLike | None = None,
    baseline_model: str | None = None,
    candidate_model: str | None = None,
    margin: float | Sequence[float] = 0.0,
    equivalent: bool = False,
    level: float = 0.95,
    threshold: float | None = None,
    random_state: int = 0,
    accept: Codes = (),
    ledger: Place | None = None,
    **words: Unpack[Words],
) -> Gate:
    """Whether a candidate is worse than the baseline by no more than a margin, on the same rows.

    `baseline` and `candidate` are two tables (paths, dataframes, dicts) of the same rows, paired by `row` or by their
    order; or one table with two columns of scores, labels or values, the baseline's first; or arrays of what the two
    say, beside an array of `truth`. Of tables with more models, `baseline_model` and `candidate_model` name one.

    A check passes when the one-sided `level` limit of the change lies above -margin, fails when even the limit on the
    other side lies below it, and is inconclusive in between. All checks must pass, which needs no correction; failing
    is corrected for their number. With `equivalent` the question is whether the two differ by less than the margin in
    either direction: a check passes when both one-sided limits lie inside (-margin, margin), which is two one-sided
    tests by the same intervals, and fails when the change lies outside for certain. A measure may be written with
    parameters, "f_beta(beta=2)"; with `costs` (`Costs`, or a table of more classes, as in `compare`) the expected
    cost decides, and the margin is in its units. `accept` silences guards by their codes, and the gate says so.
    `ledger` is a file (or the folder of one) that counts what test rows were used for: candidates that are gated by
    the same rows again and again are chosen by them, and from the second choice on a warning says so.

    >>> import probative as pv
    >>> y = [1] * 100 + [0] * 100
    >>> old, new = [1] * 90 + [0] * 110, [1] * 89 + [0] * 111
    >>> print(pv.gate({"y": y, "pred": old}, {"y": y, "pred": new}, truth="y", measure="accuracy", margin=0.05).status)
    passed
    """
    wanted: list[str | None] = [*named(measure)] or [None]
    margins = _margins(margin, len(wanted))
    if equivalent and not min(margins) > 0:
        raise BadParameter(
            "no two models are equal to the last digit: equivalence needs a margin above 0.",
            found=min(margins),
            remedy="margin= (--margin) with the largest change that does not matter",
        )
    checked_level(level, 0.5)
    codes = accepted_codes(accept)
    words = cast("Words", in_our_words(words))
    if beside := side_by_side(baseline, candidate, words.get("truth"), ("baseline", "candidate")):
        baseline, candidate, words = read(cast("ArrayLike", words.pop("truth")), beside, **words), None, {}
    if candidate is None:
        baseline = read(baseline, **words)
        require_same_splits(baseline)
        words = {}
    said, marked, who = _two(baseline, candidate, words, (baseline_model, candidate_model))
    said, forced = said.unweighted().cut_at(threshold), said.about.forced
    asked = [Asked.by(name, said, costs) for name in wanted]
    names = [one.name(said) for one in asked]
    for name in names:
        require_graded_scores(said, name, force=None)
    make, cautions, warnings = _sides(said, names, random_state, plain=not any(one.parameters for one in asked))
    count = len(make) * len(names)
    how = How(level, count, "equivalent" if equivalent else "not worse")
    checks = tuple(
        check(side(name, one.parameters), label, name, limit, how)
        for name, one, limit in zip(names, asked, margins, strict=True)
        for label, side in make.items()
    )
    notes = f"{count} checks: all must pass; failing is judged at a level corrected for their number"
    why = dict.fromkeys(one.why for one in asked if one.why is not None)
    doubts = dict.fromkeys(f"{one.name}: {one.doubt}" if count > 1 else one.doubt for one in checks if one.doubt)
    told = (*who, *why, *cautions, *doubts, *((notes,) if count > 1 else ()))
    notes_of = tuple(by_severity((*marked, *of_copies(said), *warnings)))
    found = Gate(checks, level, told, random_state, notes_of, forced=forced, guesses=guessed(said, *names))
    if ledger is not None:
        found = entered_gate(found, said, ledger)
    left, times = silenced(found.warnings, codes, forced)
    return replace(found, warnings=left, accepted=times, version=__version__)


def _sides(said: Predictions, names: Sequence[str], seed: int, *, plain: bool) -> Told:
    """By part of the rows (the whole first), what compares baseline and candidate; cautions; and what guards say.

    Measures are plain that have no parameters.
    """
    if by_fold(said):
        if said.by:
            raise BadParameter("results of folds cannot be sliced.", found=", ".join(said.by), remedy="leave by= out")
        return {"": partial(FoldSides.of, said)}, said.about.cautions, ()
    far = [FarPair.of(said, name, ("baseline", "candidate")) for name in names]
    if plain and (pairs := [one for one in far if one is not None]) and len(pairs) == len(far):
        by_measure = {pair.measure: pair for pair in pairs}
        return (
            {"": lambda name, _: FarSides.of(by_measure[name])},
            _told_of(pairs, names),
            pairs[0].warnings if len(pairs) == 1 else (),
        )
    held = said.paired("baseline", "candidate")
    # An area among other measures is not the only thing looked at.
    alone = names[0] if len(names) == 1 else None
    about = averaged(alone) if alone and held.kind(alone) is Ladder else ()
    parts = {label: partial(RowSides.of, part, seed) for label, part in _parts(held)}
    return parts, (*held.cautions, *about), cautions_of(held, alone) if alone else ()


def _told_of(pairs: Sequence[FarPair], names: Sequence[str]) -> tuple[str, ...]:
    """What a reader must know about rows that stay where they are."""
    return (*pairs[0].cautions, *(averaged(names[0]) if len(names) == 1 else ()))


def _two(
    baseline: TableLike | Predictions | ArrayLike,
    candidate: TableLike | Predictions | ArrayLike | None,
    words: Words,
    wanted: tuple[str | None, str | None],
) -> tuple[Predictions, tuple[Note, ...], tuple[str, ...]]:
    """Baseline and candidate as one table of the same rows, what was forced in training, and of one table who is who.

    The columns to slice and to cluster by are the baseline's.
    """
    if candidate is None:
        both = read(baseline, **words)
        first, second = _picked(judged_models(both.spoke, both.about.baseline), wanted)
        says_it = (first, second) == ("baseline", "candidate")
        who = () if says_it else (f"baseline: {first}; candidate: {second}",)
        if both.roles.model is not None:
            return joined(both, both, ({first: "baseline"}, {second: "candidate"})), of_forced(both), who
        named = {"baseline": both.by_model[first], "candidate": both.by_model[second]}
        titled = {title: replace(columns, name=title) for title, columns in named.items()}
        return replace(both, by_model=titled), of_forced(both), who
    parts = []
    for i, data in enumerate((baseline, candidate)):
        part = read(data, **_side(words, i))
        models = _named(judged_models(part.spoke, part.about.baseline), wanted[i : i + 1])
        if len(models) != 1:
            raise BadInput(
                "each table must hold one model, or it must be said which one is meant.",
                found=", ".join(models),
                remedy="baseline_model= and candidate_model= (--baseline-model, --candidate-model), or its column",
            )
        parts.append((part, models[0]))
    (before, old), (after, new) = parts
    return joined(before, after, ({old: "baseline"}, {new: "candidate"})), of_forced(before, after), ()


def _named(models: list[str], wanted: Sequence[str | None]) -> list[str]:
    """The models of a table that were named, or all of them where none was."""
    named = [name for name in wanted if name is not None]
    for name in named:
        if name not in models:
            raise BadInput("there is no such model.", found=name, remedy=f"one of {', '.join(models)}")
    return named or models


def _picked(models: list[str], wanted: tuple[str | None, str | None]) -> tuple[str, str]:
    """Baseline and candidate of one table: those that were named; of two models the other one, or both in order."""
    _named(models, wanted)
    first, second = wanted
    if first is not None and first == second:
        raise BadInput("a model is its own candidate.", found=first, remedy="name two models")
    others = [name for name in models if name not in wanted]
    missing = wanted.count(None)
    if missing and len(others) != missing:
        raise BadInput(
            "one table must hold exactly two models, the baseline first, or it must be said which two are meant.",
            found=", ".join(models),
            remedy="baseline_model= and candidate_model= (--baseline-model, --candidate-model), or name two columns "
            "with scores=, predicted= or values= (--score, --predicted, --value)",
        )
    return first or others[0], second or others[-1]


def _side(words: Words, side: int) -> Words:
    """The words for one of two tables: two columns of scores or labels are one for each, slices are the baseline's."""
    mine: Words = {**words}
    if isinstance(given := words.get("scores"), list | tuple) and len(given) > 1:
        mine["scores"] = given[side]
    if isinstance(given := words.get("predicted"), list | tuple) and len(given) > 1:
        mine["predicted"] = given[side]
    if isinstance(given := words.get("values"), list | tuple) and len(given) > 1:
        mine["values"] = given[side]
    if side:
        mine.pop("by", None)
        mine.pop("groups", None)
    return mine


def _margins(margin: float | Sequence[float], count: int) -> list[float]:
    several = isinstance(margin, Iterable) and not isinstance(margin, str)
    try:
        given = [float(m) for m in (margin if several else [margin])]  # type: ignore[union-attr,arg-type]
    except (TypeError, ValueError):
        given = []
    given = given * count if len(given) == 1 else given
    if len(given) != count or any(not 0 <= m < np.inf for m in given):
        raise BadParameter("a margin is a number of at least 0, one for all measures or one for each.", found=margin)
    return given


def _parts(held: SameRows) -> Iterable[tuple[str, SameRows]]:
    """The whole, then every slice."""
    yield "", held
    for column, values in held.slices.items():
        labels, codes = encode(values, column)
        for code, label in enumerate(labels):
            yield f"{column} = {label}", held.only(np.flatnonzero(codes == code))
