"""Estimates as text: as many digits as the interval is worth, and no more."""

from __future__ import annotations

from math import floor, isfinite, isinf, isnan, log10

from probative.findings.decisions import Decisions
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


def in_digits(value: float, low: float, high: float) -> tuple[str, str]:
    """A value and its interval with as many digits as the interval is worth.

    >>> in_digits(1.234, 0.1, 2.3)
    ('1.2', '0.1 to 2.3')
    """
    half = (high - low) / 2
    if not isfinite(half) or half <= 0:
        return two_digits(value), ""
    d = min(max(1 - floor(log10(half)), 0), 8)
    # Adding 0 turns a rounded -0.0 into 0.0.
    value, low, high = (round(x, d) + 0.0 for x in (value, low, high))
    return number(value, d), f"{number(low, d)} to {number(high, d)}"


def two_digits(value: float) -> str:
    """Two significant digits, written out.

    >>> two_digits(0.01234), two_digits(0.0)
    ('0.012', '0')
    """
    if not value or not isfinite(value):
        return number(value, 0)
    d = 1 - floor(log10(abs(value)))
    return number(round(value, d), min(max(d, 0), 8))


def decision_lines(decisions: Decisions) -> list[str]:
    """What was decided, in sentences: the operating point, its cost, the first false positives."""
    lines = []
    if chosen := decisions.operating:
        counts = ", ".join(f"{getattr(chosen.outcomes, c):g} {c.upper()}" for c in ("tp", "fn", "fp", "tn"))
        ties = f" ({len(chosen.ties)} thresholds tie)" if len(chosen.ties) > 1 else ""
        lines.append(f"threshold {chosen.threshold:.6g} by {chosen.by}{ties}: {counts}")
        for found, label in ((chosen.apparent, "on these rows"), (chosen.achieved, "allowing for the choice")):
            lines.append(f"{chosen.by} {label}: {' '.join(measure_cells(found))}".rstrip())
    if costs := decisions.costs:
        trivial = ", ".join(f"{rule} {cost:.4g}" for rule, cost in costs.trivial.items())
        prior = "the sample's share of positives" if costs.prior is None else f"prior {costs.prior:g}"
        cost = " ".join(measure_cells(costs.operating))
        lines.append(f"expected cost at {prior}: {cost}; trivial rules: {trivial}")
    if part := decisions.roc_n:
        known = {how: area for how, area in (("all", part.all), ("found", part.found)) if not isnan(area.area)}
        areas = ", ".join(f"{area.area:.4f} of {how} (chance {area.chance:.4f})" for how, area in known.items())
        lines.append(f"ROC up to {part.n} false positives: {areas}")
    return lines
