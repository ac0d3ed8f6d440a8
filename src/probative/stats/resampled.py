"""Any measure of two models on the same rows: paired bootstrap and paired permutation."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import numpy as np

from probative.errors import InvalidMethod
from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, encode
from probative.inference.bootstrap import percentile_limits
from probative.inference.doubting import CLOSE
from probative.inference.replicates import checked_replicates
from probative.measurement.registry import Parameter
from probative.stats.facts import Facts
from probative.stats.inputs import checked
from probative.stats.joint import Joint
from probative.stats.meaning import Alternative
from probative.stats.means import EQUAL
from probative.stats.registry import Function, Test
from probative.stats.result import Details, Remarks, TestResult
from probative.stats.taken import Two
from probative.stats.two_models import TwoModels

BINS = 41
"""Bins of the differences that swaps give; an odd number, so that 0 has one of its own."""
COUNTED, ROWWISE = 10_000, 2_000
"""Replicates where none are asked for: of tables, and of rows."""
FEWEST = 20
"""Rows of a class below which percentiles are too narrow: balanced accuracy with 15 positives gave 9 % false alarms."""
FEW_APART = 10
"""The same of rows on which two models differ: these alone decide."""
FEW_NUMBERS = 30
"""The same where numbers are predicted: mean squared errors of 12 and 20 rows gave 16 % and 11 % false alarms."""
MAXIMUM = "the bootstrap of a maximum is not valid"
NO_SPREAD = "every resample gives the same difference: the bootstrap sees no spread"


def of_rows(test: Function, two: Two, **more: Array | None) -> TestResult:
    """A resampling test of the rows that two models predicted."""
    columns = (two.joint if isinstance(two.joint, Joint) else two.truth, two.a, two.b)
    return test(two.measure, *columns, labels=two.labels, **two.asked, random_state=two.seed, **more, **two.parameters)


def _why_resampled(facts: Facts) -> str:
    counted = " from counts alone" if facts.counted else ""
    what = f"no closed form is offered for differences of {facts.measure} here"
    return f"{what}: rows are resampled{counted}, both models together"


@Test(
    "paired-bootstrap",
    title="Paired bootstrap",
    takes="rows",
    prefer=3,
    null="the measure has one value for both models",
    assumes=(f"every class has {FEWEST} rows and more, and there are {FEW_NUMBERS} where numbers are predicted",),
    effect="difference of {measure}",
    about=lambda facts: MAXIMUM if facts.form == "maximum" else None,
    because=_why_resampled,
    run=of_rows,
)
def paired_bootstrap(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    pos_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    replicates: int | None = None,
    alternative: str = "two-sided",
    level: float = 0.95,
    random_state: int | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Bootstrap of the difference of any measure between two models on the same rows.

    `a` and `b` are predicted labels, scores, columns of class probabilities (with `labels`), numbers, or losses
    (measure "mean", y_true None), as the measure needs. The interval is that of the percentiles; p is the smallest
    significance at which it leaves out 0. "greater" claims a larger value for a, be that better or worse.

    >>> truth = [1] * 50 + [0] * 50
    >>> a, b = [1] * 40 + [0] * 55 + [1] * 5, [1] * 30 + [0] * 60 + [1] * 10
    >>> result = paired_bootstrap("mcc", truth, a, b)
    >>> round(result.effect, 4), result.rejects()
    (0.2953, True)
    """
    side = checked(alternative, level)
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=False)
    refuse_maximum(task)
    seed = random_state or 0
    values = task.bootstrap(usual(replicates, ROWWISE if task.joint is None else COUNTED), seed)
    usable = values[~np.isnan(values)]
    notes = left_out(values) + few_of_a_class(task, y_true)
    words: Remarks = task.words(side, level) | {"details": task.details(len(values), seed)}
    if task.same:
        return TestResult(0.0, None, 1.0, 0.0, nan, nan, "paired bootstrap", (EQUAL, *notes), **words)
    if np.isnan(task.effect) or not len(usable) or not np.ptp(usable):
        why = task.why() or NO_SPREAD
        return TestResult(nan, None, nan, task.effect, nan, nan, "paired bootstrap", (why, *notes), **words)
    low, high = percentile_limits(values, level if side == "two-sided" else 2 * level - 1)
    low, high = -np.inf if side == "less" else low, np.inf if side == "greater" else high
    p, at_most = bootstrap_p(usable, side)
    return TestResult(task.effect, None, p, task.effect, low, high, "paired bootstrap", notes, **words, at_most=at_most)


@Test(
    "paired-permutation",
    title="Paired permutation",
    takes="rows",
    prefer=4,
    null="which model made which prediction does not matter",
    effect="difference of {measure}",
    interval=False,
    because=lambda _: "a maximum cannot be bootstrapped: predictions are swapped between the models",
    run=of_rows,
)
def paired_permutation(
    measure: str,
    y_true: object,
    a: object,
    b: object,
    *,
    alternative: str = "two-sided",
    level: float = 0.95,
    replicates: int | None = None,
    random_state: int | None = None,
    pos_label: Label | None = None,
    labels: Sequence[Label] | None = None,
    **parameters: Parameter,
) -> TestResult:
    """Permutation test of any measure: which model made which prediction is tossed anew for every row.

    Two-sided p is the share of swaps with |difference| at least as large: exact where all swaps can be listed,
    else (hits + 1) / (swaps + 1). Scores are exchanged as they are and must be on one scale, except for measures
    of their order (auc, average_precision, ks), for which ranks are exchanged. Arguments as in `paired_bootstrap`.

    >>> truth = [1] * 50 + [0] * 50
    >>> a, b = [1] * 40 + [0] * 55 + [1] * 5, [1] * 30 + [0] * 60 + [1] * 10
    >>> result = paired_permutation("accuracy", truth, a, b)
    >>> result.method, round(result.effect, 4), round(result.p, 6)
    ('paired permutation (exact)', 0.15, 6.1e-05)
    """
    side = checked(alternative, level)
    task = TwoModels(measure, y_true, a, b, pos_label, labels, parameters, swap=True)
    seed = random_state or 0
    words: Remarks = task.words(side, level)
    if task.same:
        return TestResult(0.0, None, 1.0, 0.0, nan, nan, "paired permutation (exact)", (EQUAL,), **words)
    if np.isnan(task.effect):
        return TestResult(nan, None, nan, nan, nan, nan, "paired permutation", (task.why(),), **words)
    values, chances = task.permutation(usual(replicates, ROWWISE if task.joint is None else COUNTED), seed)
    p, at_most = _permutation_p(values, chances, task.effect, task.size, side)
    name = f"paired permutation ({'sampled' if chances is None else 'exact'})"
    notes = (*left_out(values), "a permutation test gives no interval: paired_bootstrap does")
    words["details"] = task.details(len(values), seed) | _swapped(values, chances, task.size, side)
    return TestResult(task.effect, None, p, task.effect, nan, nan, name, notes, **words, at_most=at_most)


def _swapped(values: Floats, chances: Floats | None, size: float, side: Alternative) -> Details:
    """What swaps give, in bins: the middle of each, its share of them, and the p that the middle would have.

    Nothing where some swaps give an infinite difference, which has no place among the others.
    """
    usable = ~np.isnan(values)
    if np.isinf(values).any() or not usable.any():
        return {}
    kept, weights = values[usable], None if chances is None else chances[usable]
    shares, edges = np.histogram(kept, bins=BINS, weights=weights)
    places = (edges[1:] + edges[:-1]) / 2
    p = [_permutation_p(kept, weights, float(place), size, side)[0] for place in places]
    return {"null": {"places": places.tolist(), "chances": (shares / shares.sum()).tolist(), "p": p}}


def usual(wanted: int | None, otherwise: int) -> int:
    """The replicates asked for, if any are."""
    return otherwise if wanted is None else checked_replicates(wanted)


def refuse_maximum(task: TwoModels) -> None:
    """The largest of resampled rows is never larger than that of the rows: its bootstrap says nothing."""
    if task.measure.name == "max_error":
        raise InvalidMethod(f"{MAXIMUM}.", remedy="paired_permutation")


def left_out(values: Floats) -> tuple[str, ...]:
    """How many replicates had no difference, if any."""
    undefined = int(np.isnan(values).sum())
    return (f"undefined in {undefined} of {len(values)} replicates, which were left out",) if undefined else ()


def few_of_a_class(task: TwoModels, y_true: object) -> tuple[str, ...]:
    """What is to be known where a class has few rows, if one has: resamples of them vary less than new ones would."""
    if task.measure.needs not in (Outcomes, ConfusionMatrix, Ladder):
        return (f"{task.n} rows are fewer than {FEW_NUMBERS}: {CLOSE}",) if task.n < FEW_NUMBERS else ()
    least = int(np.bincount(encode(y_true, "y_true")[1]).min())
    if few := few_rows_of_a_class(least):
        return few
    apart = FEW_APART if task.joint is None else task.joint.apart
    return (f"the models differ on {apart} rows, fewer than {FEW_APART}: {CLOSE}",) if 0 < apart < FEW_APART else ()


def few_rows_of_a_class(least: int) -> tuple[str, ...]:
    """What is to be known where the rarest class has so many rows; nothing where they are enough."""
    return (f"a class has {least} rows, fewer than {FEWEST}: {CLOSE}",) if least < FEWEST else ()


def bootstrap_p(values: Floats, side: Alternative) -> tuple[float, bool]:
    """Twice the share of replicates on the far side of 0 (once for one side), and whether none was there.

    Then p is only known not to be larger.

    >>> bootstrap_p(np.arange(1.0, 200.0), "two-sided")
    (0.01, True)
    """
    below, above = int((values <= 0).sum()), int((values >= 0).sum())
    hits = {"two-sided": min(below, above), "greater": below, "less": above}[side]
    tails = 2 if side == "two-sided" else 1
    return min(1.0, tails * (hits + 1) / (len(values) + 1)), not hits


def _permutation_p(
    values: Floats, chances: Floats | None, effect: float, size: float, side: Alternative
) -> tuple[float, bool]:
    """The share of swaps as far from 0, and whether none of those drawn was: then p is not larger than this."""
    usable = ~np.isnan(values)
    # Equal differences may come out unequal by rounding, and must count as equal.
    slack = 1e-12 * max(size, abs(effect))
    gaps = {"two-sided": np.abs(values), "greater": values, "less": -values}[side]
    seen = {"two-sided": abs(effect), "greater": effect, "less": -effect}[side]
    hits = gaps[usable] >= seen - slack
    if chances is None:
        return float(hits.sum() + 1) / (int(usable.sum()) + 1), not hits.any()
    return min(1.0, float(chances[usable][hits].sum() / chances[usable].sum())), False
