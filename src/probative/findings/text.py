"""Estimates as text: as many digits as the interval is worth, and no more."""

from __future__ import annotations

from math import isinf, isnan

from probative.inference import Estimate

UNDEFINED = "undefined"


def number(value: float, digits: int) -> str:
    """A number with a fixed number of decimals; large ones in short."""
    if isnan(value):
        return "?"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:,.{digits}f}" if abs(value) < 1e7 else f"{value:.4g}"
    return text.replace("-", "−")


def measure_cells(estimate: Estimate | None) -> tuple[str, str]:
    """Value and interval as text: ("0.850", "[0.767, 0.907]")."""
    if estimate is None:
        return "", ""
    if not estimate.defined:
        return UNDEFINED, ""
    digits = estimate.digits()
    if isnan(estimate.low) and isnan(estimate.high):
        return number(estimate.value, digits), "[no interval]"
    low, high = (number(end, digits) for end in (estimate.low, estimate.high))
    return number(estimate.value, digits), f"[{low}, {high}]"
