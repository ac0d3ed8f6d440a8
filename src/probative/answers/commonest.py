"""A model beside the rule that always says the commonest class, on the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose, sqrt

from probative.findings import ModelFindings
from probative.stats import TestResult, mcnemar

Rows = Sequence[Sequence[float]]


def against_commonest(model: ModelFindings, level: float) -> TestResult | None:
    """McNemar's test; of rows that weigh differently, a t-test of the weighted mean. None if both say the same."""
    confusion = model.confusion
    if confusion is None:
        return None
    counts: Rows = confusion.counts
    if confusion.squares is not None:
        each = _equal_weight(counts, confusion.squares)
        if each is None:
            return _weighted(counts, confusion.squares, level)
        counts = [[cell / each for cell in row] for row in counts]
    only_model, only_rule = _apart(counts, _commonest(counts))
    wholes = [round(number) for number in (only_model, only_rule)]
    if not any(wholes) or any(abs(a - b) > 1e-9 * b for a, b in zip((only_model, only_rule), wholes, strict=True)):
        return None
    return mcnemar(wholes[1], wholes[0], n=round(sum(map(sum, counts))))


def _commonest(counts: Rows) -> int:
    rows = [sum(row) for row in counts]
    return rows.index(max(rows))


def _apart(counts: Rows, common: int) -> tuple[float, float]:
    """What only the model has right, and what only the rule has."""
    right = [row[i] for i, row in enumerate(counts)]
    return sum(right) - right[common], sum(counts[common]) - right[common]


def _equal_weight(counts: Rows, squares: Rows) -> float | None:
    """The weight of every row, where all have the same."""
    each = [s / c for row, other in zip(counts, squares, strict=True) for c, s in zip(row, other, strict=True) if c]
    return each[0] if each and all(isclose(one, each[0], rel_tol=1e-9) for one in each) else None


def _weighted(counts: Rows, squares: Rows, level: float) -> TestResult | None:
    """Rows are 1 (only the model is right), -1 (only the rule) or 0; the error of their weighted mean is linearised."""
    from scipy.special import stdtr, stdtrit

    total, common = sum(map(sum, counts)), _commonest(counts)
    up, down = _apart(counts, common)
    up2, down2 = _apart(squares, common)
    if not up + down:
        return None
    gap, whole = (up - down) / total, sum(map(sum, squares))
    error = sqrt(up2 * (1 - gap) ** 2 + down2 * (1 + gap) ** 2 + (whole - up2 - down2) * gap**2) / total
    df = total**2 / whole - 1
    if not error > 0 or df <= 0:
        return None
    t = gap / error
    p, half = 2 * float(stdtr(df, -abs(t))), float(stdtrit(df, (1 + level) / 2)) * error
    return TestResult(
        t, df, p, gap, max(gap - half, -1.0), min(gap + half, 1.0), "weighted t-test", n=df + 1, level=level
    )
