"""Do two areas under the ROC curve differ? DeLong's test, on the same rows or on different ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import nan, sqrt
from typing import TypeVar

import numpy as np

from probative.errors import BadInput
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, inner, numbers, same_length
from probative.evidence.labels import Label, positives
from probative.evidence.part_sums import STRETCH
from probative.evidence.placed import Placed, beaten
from probative.inference.areas import delong_variance
from probative.inference.doubting import TOO_NORMAL
from probative.inference.proportion import normal_quantile
from probative.measurement.ladder import auc, one_class
from probative.stats.facts import Facts
from probative.stats.inputs import checked
from probative.stats.meaning import Alternative
from probative.stats.means import EQUAL
from probative.stats.registry import Aside, Test
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.tails import around, z_tail

STEADY = "the areas differ, and the sample shows no spread of their difference"
FEW = "fewer than two positives or negatives: no variance can be estimated"
ROUGH = f"fewer than 20 rows of a class: a normal distribution is too narrow, so {TOO_NORMAL}"
FEW_BEHIND = 1.0
"""Rows of a class, times the distance of an area from 1, below which hardly a row lies on the wrong side of others."""
NEAR_ONE = f"an area so near 1 is decided by single rows: a normal distribution is too narrow, so {TOO_NORMAL}"
PARALLEL_FROM = 50_000
Result = TypeVar("Result")


def not_an_area(facts: Facts) -> str | None:
    """Why a test of areas has nothing to say."""
    return None if facts.form == "area" else f"it is about areas under ROC curves, not {facts.measure}"


@Test(
    "delong",
    title="DeLong's test",
    takes="rows",
    column="scores",
    prefer=2,
    null="both areas under the ROC curve are equal",
    assumes=("there are so many positives and negatives that areas are normal, which near 1 takes hundreds",),
    effect="difference of areas",
    about=not_an_area,
    because=lambda _: "areas under ROC curves on the same rows are correlated, and DeLong's test allows for it",
    run=lambda test, two: test(two.truth, *two.placed, **two.asked),
)
def delong(
    y_true: object,
    a: object,
    b: object,
    *,
    pos_label: Label | None = None,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """DeLong's test of two areas on the same rows (DeLong, DeLong, Clarke-Pearson 1988).

    The placement of a positive is the share of negatives below it; the area is the mean placement, and the
    spread of the rows' differences in placement is the spread of the difference.

    >>> result = delong([0, 0, 1, 1, 0, 1], a=[0.1, 0.4, 0.35, 0.8, 0.2, 0.9], b=[0.3, 0.1, 0.2, 0.6, 0.4, 0.5])
    >>> round(result.effect, 4), round(result.statistic, 4), round(result.p, 4)
    (0.1111, 0.4472, 0.6547)
    """
    side = checked(alternative, level)
    truth, first, second = positives(y_true, pos_label), scored(a, "a"), scored(b, "b")
    n = same_length(y_true=truth, a=first, b=second)
    p = int(np.count_nonzero(truth))
    if not 0 < p < n:
        return _answer("DeLong's test", nan, nan, n, side, level, f"no actual {'negatives' if p else 'positives'}", {})
    of_a, of_b = _for_both(lambda scores: _beaten(truth, scores), first, second)
    rows, gaps = np.flatnonzero(truth), of_a - of_b
    effect, of_positives = _mean_and_variance(gaps.take(rows))
    _, of_negatives = _mean_and_variance(gaps.take(np.flatnonzero(~truth)))
    variance = of_positives / (n - p) ** 2 + of_negatives / p**2
    areas = [float(of.take(rows).sum(dtype=np.float64)) / (2.0 * p * (n - p)) for of in (of_a, of_b)]
    why = "" if gaps.any() else EQUAL
    if not why and not 1 < p < n - 1:
        why = FEW
    details = {"auc_a": areas[0], "auc_b": areas[1]}
    found = _answer("DeLong's test", effect / (2 * (n - p)), variance / 4, n, side, level, why, details)
    return _doubted(found, min(p, n - p), areas)


def scored(values: object, name: str) -> Floats | Placed:
    """A model's scores; or where they place its rows, which is as good and dearer to find out."""
    return values if isinstance(values, Placed) else numbers(values, name)


def both_placed(truth: Array, a: Floats | Placed, b: Floats | Placed) -> list[Placed]:
    """Both models' rows on their ladders."""
    return _for_both(lambda scores: _placed(truth, scores), a, b)


def _for_both(found: Callable[[Floats | Placed], Result], a: Floats | Placed, b: Floats | Placed) -> list[Result]:
    """What is found of either model, in a thread for each where rows are many."""
    with ThreadPoolExecutor(2 if len(a) > PARALLEL_FROM else 1) as pool:
        return list(pool.map(found, (a, b)))


def _beaten(truth: Array, scores: Floats | Placed) -> Array:
    return scores.beaten() if isinstance(scores, Placed) else beaten(truth, scores)


def _placed(truth: Array, scores: Floats | Placed) -> Placed:
    return scores if isinstance(scores, Placed) else Placed.of(truth, scores)


@Aside(
    "delong-unpaired",
    title="Unpaired DeLong's test",
    question="do two areas on different rows differ?",
    null="both areas under the ROC curve are equal",
    assumes=("all rows are independent of each other", "no row is in both samples"),
)
def delong_unpaired(
    a: Ladder | tuple[object, object],
    b: Ladder | tuple[object, object],
    *,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """DeLong's test of two areas on different rows: each a ladder, or a pair (y_true, y_score).

    With few rows of a class a normal distribution is too narrow, and a note says so: with 3 positives of 10 rows the
    interval covers 85 %, with 17 of 50 it covers 95 %.

    >>> first = ([0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.2, 0.9])
    >>> second = ([0, 0, 1, 1, 0, 1], [0.3, 0.1, 0.2, 0.6, 0.4, 0.5])
    >>> round(delong_unpaired(first, second).statistic, 4)
    0.378
    """
    side = checked(alternative, level)
    ladders = [_ladder(given, name) for given, name in ((a, "a"), (b, "b"))]
    n = int(sum(ladder.n for ladder in ladders))
    why = next((one_class(ladder) for ladder in ladders if one_class(ladder)), "")
    if why:
        return _answer("unpaired DeLong's test", nan, nan, n, side, level, why, {})
    areas = [float(auc(ladder)) for ladder in ladders]
    variance = sum(delong_variance(ladder) for ladder in ladders)
    details = {"auc_a": areas[0], "auc_b": areas[1]}
    effect = areas[0] - areas[1]
    found = _answer(
        "unpaired DeLong's test", effect, variance, n, side, level, FEW if np.isnan(variance) else "", details
    )
    return _doubted(found, min(min(ladder.totals) for ladder in ladders), areas)


def _doubted(found: TestResult, rarest: float, areas: Sequence[float]) -> TestResult:
    """The same with what must be said where areas are not normal: with few rows of a class, or near 1."""
    if not found.defined or found.p == 1:
        return found
    said = ROUGH if rarest < 20 else NEAR_ONE if rarest * (1 - max(areas)) < FEW_BEHIND else ""
    return replace(found, notes=(*found.notes, said)) if said else found


def _ladder(given: Ladder | tuple[object, object], name: str) -> Ladder:
    if isinstance(given, Ladder):
        return given
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise BadInput(f"{name} must be a Ladder or a pair (y_true, y_score).", found=type(given).__name__)
    return Ladder.from_scores(*given)


def _mean_and_variance(counts: Array) -> tuple[float, float]:
    """The mean of whole numbers and its variance, summed up in parts that stay in the processor's cache."""
    n, mean, squares = len(counts), float(counts.sum(dtype=np.float64)) / len(counts), 0.0
    for first in range(0, n, STRETCH):
        apart = counts[first : first + STRETCH] - mean
        squares += inner(apart, apart)
    return mean, squares / (n * (n - 1)) if n > 1 else nan


def _answer(
    method: str, effect: float, variance: float, n: int, side: Alternative, level: float, why: str, details: Details
) -> TestResult:
    if not why and variance <= 1e-20:
        why = EQUAL if abs(effect) <= 1e-15 else STEADY
    z, p, low, high = nan, nan, nan, nan
    if why == EQUAL:
        effect, z, p = 0.0, 0.0, 1.0
    elif not why:
        error = sqrt(variance)
        z = effect / error
        p = z_tail(z, side)
        low, high = around(effect, normal_quantile(level if side == "two-sided" else 2 * level - 1) * error, side)
        low, high = max(low, -1.0), min(high, 1.0)
        details = details | {"standard_error": error}
    words: Remarks = {
        "n": n,
        "level": level,
        "alternative": side,
        "symbol": "z",
        "effect_name": "difference of areas",
        "details": details,
    }
    return TestResult(z, None, p, effect, low, high, method, (why,) if why else (), **words)
