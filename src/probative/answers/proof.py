"""Proof: what the answer about the leader rests on, in short sentences."""

from __future__ import annotations

from math import isfinite, isnan

from probative.answers.standing import Standing, deciding
from probative.answers.words import alike, in_percent, joined, titled, valued
from probative.decisions.costs import COST, thousand
from probative.findings import Findings
from probative.findings.contest import in_units, unpaired
from probative.findings.text import count, limits, p_words, significant, two_digits
from probative.guards.compared import NOT_COMPARED
from probative.inference import Estimate
from probative.measurement import find

CALLS = {"all positive": "calling all rows positive", "all negative": "calling none positive"}
"""By trivial rule of decisions between two classes: what it is called as a rival of a model."""
RARE = 0.05
"""A share of positives below which average precision stands beside AUC."""


def tested(at: Standing) -> list[str]:
    """The test, the rows or folds that it saw, p of a single pair, and which pairs the intervals hold for."""
    first = next(iter(at.contests.values()))
    n = first.result.n
    noun = at.noun if n != 1 else at.noun.removesuffix("s")
    same = "the same " if at.same and not unpaired(first.result.method) else ""
    seen = "" if n is None else f" of {count(n)} folds" if first.over else f" on {same}{count(n)} {noun}"
    parts = [f"{first.result.method}{seen}"]
    if len(at.contests) == 1 and not isnan(first.result.p):
        parts[0] += f", {p_words(first.p_told[1], 2)}"
    if first.together:
        parts.append("intervals that hold for all pairs at once")
    elif first.together is False:
        parts.append("intervals of each pair by itself, while the tests allow for all pairs")
    return ["; ".join(parts)]


def visible(at: Standing, level: list[str]) -> str:
    """How large a difference this much data would show."""
    shown = [at.contests[name].detectable for name in level if name in at.contests]
    known = [size for size in shown if isfinite(size) and size > 0]
    if not known:
        return ""
    scale, unit = in_units(at.measure)
    return f"A true difference of {two_digits(max(known) * scale)}{unit} would be found 4 times in 5"


def without_inputs(found: Findings, measure: str) -> str:
    """The rule that looks at no input, as it is for this measure.

    Guessing for what ranks, the commonest class for what counts labels, the mean for numbers.
    """
    if found.task == "regression":
        return "always saying the mean"
    if measure == COST:
        return "always saying the cheapest class"
    return "guessing" if find(measure).order_only or find(measure).one_model else "always saying the commonest class"


def trivial_rule(found: Findings, at: Standing) -> tuple[str, float | None]:
    """The rule that looks at no input and what it reaches; where costs decide, the cheaper of calling all and none."""
    model = found.models[at.leader]
    if at.measure == COST and model.decisions.costs is not None:
        trivial = model.decisions.costs.trivial
        cheaper = min(trivial, key=trivial.__getitem__)
        return CALLS[cheaper], trivial[cheaper]
    reached = model.baseline.get(at.measure)
    known = isinstance(reached, int | float) and not isnan(reached)
    return without_inputs(found, at.measure), float(reached) if known else None  # type: ignore[arg-type]


def plain(measure: str, value: float, near: Estimate) -> str:
    """What the rule without inputs reaches, with the digits of what stands beside it."""
    if measure == "expected_cost":
        return f"{thousand(value)} per 1,000 rows"
    if measure == "accuracy":
        return f"{in_percent(value, near.value)} %"
    return alike(value, near)


def computed_from(found: Findings, at: Standing) -> str:
    """What the value was computed from, and the level of its interval."""
    value, resampled = at.values[at.leader], found.models[at.leader].resampling.get(at.measure)
    folds, n = len(resampled.folds) if resampled is not None and value is resampled.fold_mean else 0, value.n
    # Folds without a value are no part of the mean, and are counted where it is first read.
    known = f"{n:g} of {folds}" if folds and n is not None and n < folds else str(folds)
    rows = "" if n is None else f"{count(n)} row{'s' * (n != 1)}"
    if n is not None and found.about.weight is not None:
        rows = f"weighted rows, worth {count(round(n))} equal ones"
    of = f"mean of {known} folds" if folds else rows
    return f"{of}, {found.level * 100:g} % interval".lstrip(", ")


def at_the_cut(found: Findings, at: Standing) -> str:
    """The cut that costs are compared at, where it is one for all: not the cheapest, which another answer names."""
    cuts = {model.threshold for model in found.models.values() if model.threshold is not None}
    return f" at the cut of {significant(cuts.pop(), 3)}" if at.measure == COST and len(cuts) == 1 else ""


def decided_by(found: Findings, at: Standing) -> str:
    """The measure that decides, why that one, and at which cut."""
    about, name = found.about, titled(at.measure)
    if at.measure == "expected_cost":
        return f"by {name}, as costs were given{'' if at.contests else at_the_cut(found, at)}"
    if at.measure != deciding(found) or at.measure in about.called:
        called = about.called.get(at.measure)
        return f"by {name}{f', {called}' if called else ''}, as asked for"
    if about.costs is not None and any(model.threshold is None for model in found.models.values()):
        return f"by {name}, as scores without a cut have no costs yet"
    named = (
        "neither a measure nor costs were" if found.positive is not None and about.costs is None else "no measure was"
    )
    # What was named may be what could not be compared by.
    unasked = found.task != "graded" and all(note.code != NOT_COMPARED.code for note in found.notes)
    return f"by {name}, as {named} named" if unasked else f"by {name}" if found.task != "graded" else ""


def otherwise(found: Findings, at: Standing) -> str:
    """Where costs were given: that the ranking, or each model's own cheapest cut, would put another model first."""
    if found.about.costs is None:
        return ""
    models = {name: found.models[name] for name in at.values}
    ranks = _first({name: -model.led("auc").value for name, model in models.items() if "auc" in model.measures}, at)
    cheap = _first(
        {name: model.led("expected_cost").value for name, model in models.items() if "expected_cost" in model.measures},
        at,
    )
    cuts = {name: cut.cost.value for name, model in models.items() if (cut := model.decisions.cheapest) is not None}
    own = _first(cuts, at)
    turns = own is not None and cheap is not None and own != cheap
    said = ""
    if ranks and cheap and ranks != cheap:
        said = f" {ranks} has the higher AUC, {cheap} is cheaper at your costs{' as now cut' * turns}."
    if own and cheap and turns:
        pair = f"{thousand(cuts[own])} with {own}, {thousand(cuts[cheap])} with {cheap}"
        said += f" Cut where each is cheapest, the order turns: {pair} per 1,000 rows (untested, for cuts were chosen)."
    return said


def _first(known: dict[str, float], at: Standing) -> str | None:
    """The name with the least number; None unless all of the models have one."""
    defined = {name: value for name, value in known.items() if not isnan(value)}
    return min(defined, key=defined.__getitem__) if len(defined) == len(at.values) else None


def beside(found: Findings, at: Standing) -> str:
    """What the best is worth, the rule without inputs, and average precision where positives are rare."""
    model = found.models[at.leader]
    rule, trivial = trivial_rule(found, at)
    words = []
    best = found.leader
    if best is not None and (best.model, best.measure) == (at.leader, at.measure) and best.corrected.defined:
        worth = valued(at.measure, best.corrected, interval=True)
        words.append(f"allowing for its having been chosen as the best of {best.models}: {worth}")
    if trivial is not None:
        words.append(f"{rule}: {plain(at.measure, float(trivial), at.values[at.leader])}")
    share = model.measures.get("prevalence")
    if at.measure == "auc" and share is not None and share.value < RARE and "average_precision" in model.measures:
        precision = (f"{name} {limits(found.models[name].led('average_precision'))[0]}" for name in list(at.values)[:4])
        words.append("average precision, as positives are rare: " + ", ".join(precision))
    return joined(*words)
