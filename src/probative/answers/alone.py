"""How good? A model by itself beside the rule that looks at no input, where a test tells them apart."""

from __future__ import annotations

from math import isnan

from probative.answers.calls import against_calls
from probative.answers.commonest import against_commonest
from probative.answers.proof import computed_from, plain, trivial_rule
from probative.answers.standing import Standing
from probative.answers.words import joined, valued
from probative.decisions.costs import COST
from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.text import count, p_words
from probative.inference import Estimate
from probative.measurement import measures


def how_good(found: Findings, at: Standing) -> Answer:
    """Whether a model beats the rule without inputs, by a test that knows that both were seen on the same rows.

    >>> import probative as pv
    >>> print(pv.evaluate(truth=[1, 0] * 20, predicted=[1, 0, 1, 1] * 10).answers[0].stress)
    model is better than always saying the commonest class:
    """
    question, value, model = "How good?", at.values[at.leader], found.models[at.leader]
    said = valued(at.measure, value, interval=True)
    rule, trivial = trivial_rule(found, at)
    if trivial is None:
        return Answer(question, f"{at.leader}: {said}.", "", f"{at.leader}:")
    if trivial == 1 and model.confusion is not None:
        stress, evidence = f"{at.leader} cannot be judged on one class:", computed_from(found, at)
        return Answer(question, f"{stress} {said}; whoever always says it is always right.", joined(evidence), stress)
    side, proof = _side(found, at, trivial)
    shown = plain(at.measure, trivial, value)
    words = {1: "is better than", -1: "is worse than", 0: "cannot be told from"}
    stress = f"{at.leader} has no interval:" if isnan(value.low) else f"{at.leader} {words[side]} {rule}:"
    evidence = joined(computed_from(found, at), proof)
    return Answer(question, f"{stress} {said}; {shown} without any input.", evidence, stress)


def _side(found: Findings, at: Standing, trivial: float) -> tuple[int, str]:
    """On which side of the rule the model is (0: cannot tell), and by what where that is no interval of the measure.

    The rule's own share or mean is of these rows too: an interval of the model alone takes it for known.
    """
    model = found.models[at.leader]
    skill = next((measure.skill for measure in measures() if measure.name == at.measure), "")
    if skill in model.measures and isinstance(bar := model.baseline.get(skill), int | float):
        return _beyond(model.measures[skill], float(bar), "higher"), ""
    apart = _beyond(at.values[at.leader], trivial, at.better)
    level = at.values[at.leader].level
    tested = against_commonest(model, level) if at.measure == "accuracy" else None
    if at.measure == COST and found.about.costs is not None and not found.about.groups:
        tested = against_calls(model, found.about.costs)
    if tested is None:
        return apart, ""
    rows = f"{count(tested.n or 0)} rows" if found.about.weight is None else "rows"
    proof = f"{tested.method} against the rule on the same {rows}, {p_words(tested.p, 2)}"
    # Groups widen the interval, which the test does not know: both must say so.
    return (apart if tested.rejects(1 - level) else 0), proof


def _beyond(value: Estimate, bar: float, better: str) -> int:
    if value.low > bar:
        return 1 if better == "higher" else -1
    if value.high < bar:
        return -1 if better == "higher" else 1
    return 0
