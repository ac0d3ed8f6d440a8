"""Numbers and estimates as text: as many digits as an interval is worth, and no more. Nothing else decides digits."""

from __future__ import annotations

from math import floor, isfinite, isinf, isnan, log10

from probative.decisions.choice import ThresholdChoice
from probative.decisions.costs import thousand
from probative.findings.decisions import Decisions
from probative.inference import Estimate
from probative.inference.estimate import MOST, decimals, written

UNDEFINED = "undefined"
NO_INTERVAL = "[no interval]"


def number(value: float, digits: int) -> str:
    """A number with a fixed number of decimals; large ones in short, and no sign where nothing is left but zeros.

    >>> number(1234.5, 2), number(-0.25, 1), number(-0.0001, 2), number(2.5e9, 2), number(-2.31e-12, 13)
    ('1,234.50', '−0.2', '0.00', '2.5e+09', '−2.3e−12')
    """
    if isnan(value):
        return "?"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    if digits > MOST and abs(value) < 1e7:
        return plain if (plain := written(value, digits).replace("-", "−")) != "−0" else "0"
    text = f"{abs(value):,.{digits}f}" if abs(value) < 1e7 else f"{abs(value):.4g}"
    return f"−{text}" if value < 0 and text.strip("0.") else text


def significant(value: float, digits: int = 3) -> str:
    """A number with so many significant digits.

    >>> significant(-0.000123456), significant(float("inf")), significant(1234.5), significant(float("nan"))
    ('−0.000123', '∞', '1,234', 'undefined')
    >>> significant(5930.4, 4), significant(0.5, 4)
    ('5,930', '0.5')
    """
    if isnan(value):
        return UNDEFINED
    if isinf(value) or abs(value) >= 10**digits:
        return number(value, 0)
    return f"{value + 0.0:,.{digits}g}".replace("-", "−")


def two_digits(value: float) -> str:
    """Two significant digits, written out.

    >>> two_digits(0.01234), two_digits(1234.0), two_digits(0.0)
    ('0.012', '1,200', '0')
    """
    if not value or not isfinite(value):
        return number(value, 0)
    digits = 1 - floor(log10(abs(value)))
    return number(round(value, digits), max(digits, 0))


def count(n: float) -> str:
    """A number of rows in full, with two decimals where rows are weighted.

    >>> count(1234567.0), count(12.25), count(49.999999999)
    ('1,234,567', '12.25', '50')
    """
    # Rows that were tested m times count 1/m each; their sums are whole but for rounding.
    whole = round(n)
    # Nor must the order in which weights were added up decide the last digit.
    return f"{whole:,}" if abs(n - whole) < 1e-6 else f"{round(n, 9):,.2f}"


class AtMost(float):
    """A p-value that is only known not to be larger: so small that resampling cannot see how small.

    >>> p_value(AtMost(0.0002)), AtMost(0.0002) < 0.001
    ('≤ 0.0002', True)
    """


def p_value(p: float, digits: int = 3) -> str:
    """A p-value; very small ones only as small, and bounds as bounds.

    >>> p_value(0.04567), p_value(2e-9)
    ('0.0457', '< 0.0001')
    """
    if p < 1e-4:
        return "< 0.0001"
    shown = significant(p, digits)
    return f"≤ {shown}" if isinstance(p, AtMost) else shown


def p_words(p: float, digits: int = 3) -> str:
    """A p-value with its letter and its sign.

    >>> p_words(0.0123), p_words(2e-9), p_words(AtMost(0.0002)), p_words(float("nan"))
    ('p = 0.0123', 'p < 0.0001', 'p ≤ 0.0002', 'p undefined')
    """
    words = p_value(p, digits)
    return f"p {words}" if words.startswith(("<", "≤", "u")) else f"p = {words}"


def percent(share: float) -> str:
    """A level or a share as a percentage.

    >>> percent(0.95)
    '95 %'
    """
    return f"{share * 100:g} %"


def plus(text: str) -> str:
    """A number's text with its sign, as differences have it; zero has none.

    >>> plus("0.012"), plus("−0.012"), plus("0.000")
    ('+0.012', '−0.012', '0.000')
    """
    return f"+{text}" if text[:1] not in ("−", "?", "u", "") and text.strip("0.") else text


def limits(estimate: Estimate, *, signed: bool = False) -> tuple[str, str, str]:
    """Value, lower and upper end of a defined estimate with the digits that its interval is worth.

    >>> limits(Estimate(0.85, 0.767, 0.907)), limits(Estimate(0.05, -0.02, 0.12), signed=True)
    (('0.850', '0.767', '0.907'), ('+0.050', '−0.020', '+0.120'))
    """
    digits = estimate.digits()
    texts = (number(x, digits) for x in (estimate.value, estimate.low, estimate.high))
    value, low, high = map(plus, texts) if signed else texts
    return value, low, high


def measure_cells(estimate: Estimate | None, *, signed: bool = False) -> tuple[str, str]:
    """Value and interval as text, the second empty where nothing is to be said of an interval.

    >>> measure_cells(Estimate(0.85, 0.767, 0.907)), measure_cells(Estimate(float("nan"), why="no positives"))
    (('0.850', '[0.767, 0.907]'), ('undefined', ''))
    """
    if estimate is None:
        return "", ""
    if not estimate.defined:
        return UNDEFINED, ""
    value, low, high = limits(estimate, signed=signed)
    if estimate.at_most and not isnan(estimate.high):
        return value, f"at most {high}"
    unknown = isnan(estimate.low) + isnan(estimate.high)
    return value, (f"[{low}, {high}]", "[unbounded]", NO_INTERVAL)[unknown]


def at_level(level: float) -> str:
    """What a title says of the intervals below it.

    >>> at_level(0.95)
    '; intervals at 95 %'
    """
    return f"; intervals at {percent(level)}"


def in_digits(value: float, low: float, high: float, *, points: bool = False) -> tuple[str, str]:
    """A value and its interval with as many digits as the interval is worth; points have one decimal, if that tells.

    >>> in_digits(1.234, 0.1, 2.3), in_digits(0.53, -0.22, 1.53, points=True), in_digits(0.53, 0.02, 1.1, points=True)
    (('1.2', '0.1 to 2.3'), ('0.5', '−0.2 to 1.5'), ('0.53', '0.02 to 1.10'))
    """
    if isfinite(value) and isfinite(low) != isfinite(high):
        return _one_ended(value, low, high)
    half = (high - low) / 2
    if not isfinite(half) or half <= 0:
        return two_digits(value), ""
    d = decimals(half)
    if points and half >= 0.1 and all(x == 0 or round(x, 1) for x in (value, low, high)):
        d = min(d, 1)
    # Adding 0 turns a rounded -0.0 into 0.0.
    value, low, high = (round(x, d) + 0.0 for x in (value, low, high))
    return number(value, d), f"{number(low, d)} to {number(high, d)}"


def _one_ended(value: float, low: float, high: float) -> tuple[str, str]:
    """A value and the one end of an interval that is open on the other side."""
    end, word = (low, "at least") if isfinite(low) else (high, "at most")
    if isnan(low) or isnan(high) or end == value:
        return two_digits(value), ""
    d = decimals(abs(value - end))
    return number(round(value, d) + 0.0, d), f"{word} {number(round(end, d) + 0.0, d)}"


def _about_choice(chosen: ThresholdChoice) -> list[str]:
    """How far the threshold moves on resamples, and how its constraints are kept."""
    lines = []
    if chosen.chosen is not None:
        cells = measure_cells(chosen.chosen)
        lines.append(f"threshold that resamples choose: {' '.join(cells)}".rstrip())
    surely = "" if chosen.confidence is None else f", kept on other rows with {percent(chosen.confidence)} confidence"
    for kept in chosen.constraints:
        rate = " ".join(measure_cells(kept.rate))
        lines.append(f"{kept.measure} {kept.sign} {kept.bound:g}: {rate}{surely}".rstrip())
    return lines


def _per_thousand(cost: Estimate) -> str:
    """A cost and its interval for a thousand rows."""
    if not cost.defined:
        return UNDEFINED
    known = isfinite(cost.low) and isfinite(cost.high)
    return thousand(cost.value) + (f" [{thousand(cost.low)}, {thousand(cost.high)}]" if known else "")


def decision_lines(decisions: Decisions) -> list[str]:
    """What was decided, in sentences: the operating point, its cost, the first false positives."""
    lines = []
    if chosen := decisions.operating:
        counts = ", ".join(f"{getattr(chosen.outcomes, c):g} {c.upper()}" for c in ("tp", "fn", "fp", "tn"))
        ties = f" ({len(chosen.ties)} thresholds tie)" if len(chosen.ties) > 1 else ""
        how = "from the costs alone, for calibrated probabilities" if chosen.analytic else f"by {chosen.by}{ties}"
        lines.append(f"threshold {chosen.threshold:.6g} {how}: {counts}")
        lines += _about_choice(chosen)
        found_here = ((chosen.apparent, "on these rows"), (chosen.achieved, "allowing for the choice"))
        for found, label in () if chosen.analytic else found_here:
            if chosen.by == "cost":
                lines.append(f"cost per 1,000 rows {label}: {_per_thousand(found)}")
            else:
                lines.append(f"{chosen.by} {label}: {' '.join(measure_cells(found))}".rstrip())
    if costs := decisions.costs:
        trivial = ", ".join(f"{rule} {thousand(cost)}" for rule, cost in costs.trivial.items())
        sample = f"expected cost per 1,000 rows at the sample's share of positives: {_per_thousand(costs.sample)}"
        if costs.prior is None:
            lines.append(f"{sample}; trivial rules: {trivial}")
        else:
            cost = _per_thousand(costs.operating)
            lines.append(f"expected cost per 1,000 rows at prior {costs.prior:g}: {cost}; trivial rules: {trivial}")
            lines.append(sample)
    if part := decisions.roc_n:
        known = {how: area for how, area in (("all", part.all), ("found", part.found)) if not isnan(area.area)}
        areas = ", ".join(f"{area.area:.4f} of {how} (chance {area.chance:.4f})" for how, area in known.items())
        fewer = f"; {part.all.why}" if part.all.why else ""
        lines.append(f"ROC{part.n} (the ROC curve up to {part.n} false positives{fewer}): {areas}")
    return lines
