"""Are the probabilities true? The joint test of intercept 0 and slope 1, and the direction in words."""

from __future__ import annotations

from math import isinf, isnan

from probative.answers.words import joined
from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.text import limits, p_words


def are_probabilities_true(found: Findings, leader: str) -> Answer | None:
    """What the leader's probabilities say beside what happened; None where its scores are none."""
    test = found.models[leader].calibrated
    if test is None:
        return None
    question = "Are the probabilities true?"
    if isnan(test.p):
        return Answer(question, "Cannot tell.", joined(test.why or "the test is undefined"), "Cannot tell.")
    if isinf(test.statistic):
        return Answer(question, f"No: {leader} {test.words}.", "True probabilities of 0 and 1 are never wrong.", "No:")
    evidence = joined(f"joint test of intercept 0 and slope 1, {p_words(test.p, 2)}", ", ".join(_line(found, leader)))
    if test.p > 1 - found.level:
        stress = "No sign that they are not:"
        return Answer(question, f"{stress} what {leader} says fits what happened.", evidence, stress)
    return Answer(question, f"No: {leader} {test.words}.", evidence, "No:")


def _line(found: Findings, leader: str) -> list[str]:
    """Slope and calibration in the large, with their intervals."""
    words = {"calibration_slope": "slope", "calibration_in_the_large": "observed less predicted"}
    known = {words[name]: value for name, value in found.models[leader].measures.items() if name in words}
    told = {name: limits(value) for name, value in known.items() if value.defined}
    return [f"{name} {value} ({low} to {high})" for name, (value, low, high) in told.items()]
