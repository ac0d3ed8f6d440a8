"""Measures of how well scores rank: functions of the ladder that need no probabilities."""

from __future__ import annotations

from functools import partial

import numpy as np

from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats, Number
from probative.evidence.evidence import remembered
from probative.evidence.mapped import let_go
from probative.evidence.steps import CHUNK, steps, steps_where
from probative.evidence.threads import in_stretches
from probative.measurement.declaring import measure
from probative.measurement.mean_precision import mean_precision, precision_slopes, precision_spread
from probative.measurement.registry import Parameter, Slopes

_measure = partial(measure, needs=Ladder)


def one_class(ladder: Ladder, **_: Parameter) -> str:
    """The reason why nothing that compares classes exists, if so."""
    positives, negatives = ladder.totals
    if not positives:
        return "no actual positives"
    return "" if negatives else "no actual negatives"


@remembered
def pairs_won(ladder: Ladder) -> float:
    """Weight of the (positive, negative) pairs that the scores order rightly, ties counted half (Mann-Whitney's U)."""
    return sum(ladder.walked(won_within))


def won_within(stretch: Ladder) -> float:
    """Pairs won of a positive on a stretch or above it, and a negative on the stretch."""
    before, won = stretch.beginning.positives, 0.0
    # In their order, whatever number of threads walked them: sums of weights have the same last digits everywhere.
    for parts in in_stretches(len(stretch.scores), partial(_won_within, stretch), CHUNK):
        for positives, negatives, within in parts:
            won += before * negatives + within
            before += positives
    return won


def _won_within(ladder: Ladder, first: int, last: int) -> list[tuple[float, float, float]]:
    """Positives, negatives and pairs won inside each chunk of a stretch."""
    found = []
    for start in range(first, last, CHUNK):
        part = slice(start, min(start + CHUNK, last))
        # Floats hold counts of 10^10 rows and their products. Only positives are cumulated here: half a step's work.
        p, n = ladder.positives[part].astype(np.float64), ladder.negatives[part]
        above = np.cumsum(ladder.positives[part]).astype(np.float64, copy=False)
        positives = float(above[-1])
        p *= 0.5
        above -= p
        above *= n
        found.append((positives, float(n.sum()), float(above.sum())))
        let_go(ladder.positives[part], n)
    return found


def auc_slopes(ladder: Ladder) -> Slopes:
    """What a row of each class on each rung changes of the AUC."""
    area = auc(ladder)
    for step, below, above in placements(ladder):
        positives, negatives = ladder.totals
        yield step, (below - area) / positives, (above - area) / negatives


def placements(ladder: Ladder) -> Slopes:
    """For each rung: the share of negatives below it, and of positives above it, ties counted half."""
    positives, negatives = ladder.totals
    for step in steps(ladder):
        yield step, (negatives - step.fp + step.n / 2) / negatives, (step.tp - step.p / 2) / positives


@_measure(
    formula="P(score+ > score-) + P(score+ = score-) / 2",
    method="area-score",
    reason=one_class,
    slopes=auc_slopes,
    bound=lambda ladder: ladder.auc_error,
    aka=("roc_auc", "auroc", "c_statistic", "roc_auc_score"),
    title="AUC",
    places=("summary", "default", "headline", "slices", "folds", "classes"),
    order_only=True,
    one_model=True,
    readings=(
        "1: some threshold separates the classes perfectly",
        "0.5: no better than chance, on average over thresholds",
        "below 0.5: worse than chance; the scores turned round (-score) have 1 - AUC",
        "0: perfectly reversed, every negative above every positive",
        "between models: an average over all thresholds; a larger AUC need not be better at the one in use",
    ),
)
def auc(ladder: Ladder) -> Number:
    """Probability that a positive scores above a negative, ties counted half."""
    positives, negatives = ladder.totals
    return pairs_won(ladder) / positives / negatives if positives and negatives else np.nan


@_measure(
    formula="sum over rungs of (recall step) * precision",
    method="wilson-effective",
    scale="logit",
    reason=lambda ladder, **_: "" if ladder.totals[0] else "no actual positives",
    slopes=precision_slopes,
    spread=precision_spread,
    aka=("ap", "pr_auc"),
    places=(
        "summary",
        "classes",
    ),
    order_only=True,
    one_model=True,
)
def average_precision(ladder: Ladder) -> Number:
    """Precision averaged over the positives, at the threshold of each of them."""
    return mean_precision(ladder) if ladder.totals[0] else np.nan


ROOM = 1e-9
"""More than rounding can make of rates."""


@remembered
def widest_gap(ladder: Ladder) -> tuple[int, float, float]:
    """The rung at which the two score distributions differ most, with TPR and FPR there."""
    rung, widest = 0, (0.0, 0.0)
    for found, tpr, fpr in ladder.walked(widest_within):
        if abs(tpr - fpr) > abs(widest[0] - widest[1]) + 1e-12:
            rung, widest = found, (tpr, fpr)
    return rung, *widest


def widest_within(stretch: Ladder) -> tuple[int, float, float]:
    """The same of the rungs of a stretch."""
    positives, negatives = stretch.totals
    rung, widest = 0, (0.0, 0.0)

    def here(tp: Floats, fp: Floats) -> Array:
        # Neither rate falls: within a chunk the gap is at most that of one's end and the other's beginning.
        tpr, fpr = tp / positives, fp / negatives
        most = np.maximum(tpr[1:] - fpr[:-1], fpr[1:] - tpr[:-1])
        return np.flatnonzero(most >= np.abs(tpr - fpr).max() - ROOM)

    for step in steps_where(stretch, here):
        tpr, fpr = step.tp, step.fp
        tpr /= positives
        fpr /= negatives
        # Equal gaps must not be told apart by rounding.
        gap = tpr - fpr
        i = int(np.argmax(np.abs(gap, out=gap).round(12, out=gap)))
        if abs(tpr[i] - fpr[i]) > abs(widest[0] - widest[1]) + 1e-12:
            rung, widest = step.first + i, (float(tpr[i]), float(fpr[i]))
    stretch.note(np.array([rung]))
    return rung, *widest


def _ks_slopes(ladder: Ladder) -> Slopes:
    widest, tpr, fpr = widest_gap(ladder)
    positives, negatives = ladder.totals
    sign = 1.0 if tpr >= fpr else -1.0
    for step in steps(ladder):
        above = (np.arange(step.first, step.first + len(step.p)) <= widest).astype(np.float64)
        yield step, sign * (above - tpr) / positives, -sign * (above - fpr) / negatives


@_measure(
    formula="max |TPR(t) - FPR(t)|",
    method="widened",
    reason=one_class,
    slopes=_ks_slopes,
    aka=("ks_statistic", "kolmogorov_smirnov"),
    caution="the largest of many differences is too large on average; its interval allows for that",
    title="KS",
    order_only=True,
    one_model=True,
)
def ks(ladder: Ladder) -> Number:
    """Largest distance between the score distributions of positives and negatives."""
    if one_class(ladder):
        return np.nan
    _, tpr, fpr = widest_gap(ladder)
    return abs(tpr - fpr)
