"""Estimates as text: as many digits as the interval is worth, and no more."""

from __future__ import annotations

from math import isinf, isnan
from typing import Any

from probative.inference import Estimate

UNDEFINED = "undefined"
NO_INTERVAL = "[no interval]"


def number(value: float, digits: int) -> str:
    """A number with a fixed number of decimals; large ones in short."""
    if isnan(value):
        return "?"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:,.{digits}f}" if abs(value) < 1e7 else f"{value:.4g}"
    return text.replace("-", "−")


def count(value: float) -> str:
    """A number of rows: whole where it is whole, else with one decimal.

    >>> count(1234.0), count(12.25)
    ('1,234', '12.2')
    """
    return f"{int(value):,}" if float(value).is_integer() else number(float(value), 1)


def measure_cells(estimate: Estimate | None) -> tuple[str, str]:
    """Value and interval as text: ("0.850", "[0.767, 0.907]")."""
    if estimate is None:
        return "", ""
    if not estimate.defined:
        return UNDEFINED, ""
    digits = estimate.digits()
    if isnan(estimate.low) and isnan(estimate.high):
        return number(estimate.value, digits), NO_INTERVAL
    if isnan(estimate.low) or isnan(estimate.high):
        return number(estimate.value, digits), "[unbounded]"
    low, high = (number(end, digits) for end in (estimate.low, estimate.high))
    return number(estimate.value, digits), f"[{low}, {high}]"


def decision_lines(decisions: dict[str, Any]) -> list[str]:
    """What was decided, in sentences: the operating point, its cost, the first false positives."""
    lines = []
    if chosen := decisions.get("operating"):
        cells = chosen["outcomes"]
        counts = ", ".join(f"{cells[c]:g} {c.upper()}" for c in ("tp", "fn", "fp", "tn"))
        ties = f" ({len(chosen['ties'])} thresholds tie)" if len(chosen["ties"]) > 1 else ""
        lines.append(f"threshold {_shown(chosen['threshold'])} by {chosen['by']}{ties}: {counts}")
        for word, label in (("apparent", "on these rows"), ("achieved", "allowing for the choice")):
            value, interval = measure_cells(Estimate.from_dict(chosen[word]))
            lines.append(f"{chosen['by']} {label}: {value} {interval}".rstrip())
    if costs := decisions.get("costs"):
        value, interval = measure_cells(Estimate.from_dict(costs["operating"]))
        trivial = ", ".join(f"{rule} {cost:.4g}" for rule, cost in costs["trivial"].items())
        prior = "the sample's share of positives" if costs["prior"] is None else f"prior {costs['prior']:g}"
        lines.append(f"expected cost at {prior}: {value} {interval}; trivial rules: {trivial}")
    if part := decisions.get("roc_n"):
        known = [how for how in ("all", "found") if part[how]["area"] is not None]
        areas = ", ".join(f"{part[how]['area']:.4f} of {how} (chance {part[how]['chance']:.4f})" for how in known)
        lines.append(f"ROC up to {part['n']} false positives: {areas}")
    return lines


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"
