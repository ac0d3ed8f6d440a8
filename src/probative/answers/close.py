"""How close? The error that half of the rows stay within."""

from __future__ import annotations

from math import isfinite

from probative.answers.words import alike, joined
from probative.findings import Findings
from probative.findings.answer import Answer
from probative.findings.text import limits, significant

HALF = "median_absolute_error"


def how_close(found: Findings, leader: str) -> Answer | None:
    """The tolerance that half of the leader's predictions keep, beside that of the others; None without numbers."""
    model = found.models[leader]
    half = model.measures.get(HALF)
    if half is None or not half.defined:
        return None
    value, low, high = limits(half)
    spread = f" ({low} to {high})" if isfinite(half.low) and isfinite(half.high) else ""
    others = [
        f"{limits(other.measures[HALF])[0]} with {name}"
        for name, other in found.models.items()
        if name != leader and name in found.rivals and HALF in other.measures
    ][:3]
    stress = f"Half are within ±{value}{spread}"
    trivial = model.baseline.get(HALF)
    if isinstance(trivial, int | float):
        others.append(f"{alike(float(trivial), half)} if the mean is said to all")
    rest = f" with {leader}" + (f"; {', '.join(others)}" if others else "") + "."
    largest, bias = model.measures.get("max_error"), model.measures.get("mean_error")
    told = []
    if largest is not None and largest.defined:
        told.append(f"the largest error is {significant(largest.value, 3)}")
    if bias is not None and bias.defined and isfinite(bias.low) and not bias.low <= 0 <= bias.high:
        told.append(f"on average it says {limits(bias)[0].lstrip('−')} too {'little' if bias.value > 0 else 'much'}")
    return Answer("How close?", f"{stress}{rest}", joined(*told), stress)
