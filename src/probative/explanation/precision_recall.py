"""The area under the precision-recall curve: how precision runs between the points, and from where."""

from __future__ import annotations

import numpy as np

from probative.curves.precision_recall import precision_recall
from probative.evidence.arrays import Array, Floats
from probative.explanation.convention import Convention, Rule, agree
from probative.explanation.ranking import duels, in_row_order
from probative.explanation.rows import Scored
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement.ladder import average_precision

STEPS = Rule(
    "average precision",
    "precision at every distinct score, weighted by the step in recall",
    ("scikit-learn (average_precision_score)", "Weka (PRC Area)", "yardstick (average_precision)"),
)
STRAIGHT = Rule(
    "straight lines from (0, 1)",
    "trapezoids between the points, starting at recall 0 and precision 1; too large between distant points",
    ("scikit-learn (auc of precision_recall_curve)",),
)
LEVEL = Rule("lower trapezoids", "trapezoids between the points, level up to the first one")
CURVED = Rule(
    "right interpolation",
    "between two points false positives grow evenly with true ones; the integral of that curve",
    ("PRROC (auc.integral)",),
)
WHOLE = Rule(
    "Davis and Goadrich",
    "the same curve at every whole number of true positives, with trapezoids between them",
    ("PRROC (auc.davis.goadrich)", "Davis and Goadrich (2006)"),
)
ELEVEN = Rule(
    "11 points",
    "the highest precision at recall 0, 0.1, ..., 1 or beyond, averaged",
    ("PASCAL VOC 2007", "trec_eval (11pt_avg)"),
)
BEYOND = Rule(
    "highest precision beyond",
    "as average precision, but with the highest precision at this recall or beyond",
    ("PASCAL VOC 2010",),
)
DRAWN = Rule("row order", "precision at the row of every positive, averaged; equal scores in the order of the rows")


@topic("scores", "average_precision", "auprc", "aucpr", "pr_area", "area_under_pr")
def explain_average_precision(rows: Scored) -> Found:
    """A mean of precisions, or an area: under straight lines, under the right curve, or at 11 recalls.

    >>> from probative.explanation import explain
    >>> explain("average_precision", truth=[1, 0, 1], scores=[0.9, 0.5, 0.5])["straight lines from (0, 1)"].value
    0.9166666666666666
    """
    tp, fp = np.cumsum(rows.ladder.positives), np.cumsum(rows.ladder.negatives)
    if not tp[-1]:
        return [STEPS.gives(np.nan, why="no actual positives")], ["no actual positives"]
    found = duels(rows.positive, rows.score)
    ranked = in_row_order(rows.positive, rows.score)
    drawn = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
    steps = f"recall rises in {count(int((np.diff(tp, prepend=0) > 0).sum()), 'step')}"
    conventions = [
        STEPS.gives(average_precision(rows.ladder)),
        *_between(rows, tp, fp, f"{steps}, and between them precision is filled in differently"),
        *_envelopes(tp, fp),
        DRAWN.gives(drawn[ranked].mean(), cause=found.cause),
    ]
    return conventions, [steps, found.cause]


def _between(rows: Scored, tp: Array, fp: Array, cause: str) -> list[Convention]:
    recall, precision = tp / tp[-1], tp / (tp + fp)
    first = f"the first point has precision {precision[0]:.6g} at recall {recall[0]:.6g}, where the rules start apart"
    straight = _trapezoids(recall, precision, 1.0)
    level = _trapezoids(recall, precision, float(precision[0]))
    start = "" if agree(straight, level) else f"; {first}"
    return [
        STRAIGHT.gives(straight, cause=cause),
        LEVEL.gives(level, cause=cause + start),
        CURVED.gives(precision_recall(rows.ladder).area, cause=cause),
        WHOLE.gives(davis_goadrich(tp, fp), cause=cause),
    ]


def _trapezoids(recall: Floats, precision: Floats, first: float) -> float:
    """The curve falls at equal recalls and rises between them, so that in order it is the lower trapezoid."""
    return float(np.trapezoid(np.concatenate([[first], precision]), np.concatenate([[0.0], recall])))


def davis_goadrich(tp: Array, fp: Array) -> float:
    """Area under the curve interpolated at every single true positive.

    >>> davis_goadrich(np.array([1, 3]), np.array([0, 2])).__round__(6)
    0.822222
    """
    t = np.arange(1, tp[-1] + 1)
    k = np.searchsorted(tp, t)
    before = np.concatenate([[0], tp])[k]
    start = np.concatenate([[0], fp])[k]
    rate = (fp[k] - start) / (tp[k] - before)
    right = t / (t + start + rate * (t - before))
    false = start + rate * (t - 1 - before)
    # At the very start there is no precision yet: the line runs level to the first one.
    left = np.where(t - 1 + false > 0, (t - 1) / np.where(t - 1 + false > 0, t - 1 + false, 1.0), right)
    return float((left + right).sum() / 2 / tp[-1])


def _envelopes(tp: Array, fp: Array) -> list[Convention]:
    """Rules that use the highest precision at this recall or any higher one."""
    best = np.maximum.accumulate((tp / (tp + fp))[::-1])[::-1]
    # Whole numbers: 0.3 * 10 must be a recall of 3/10, whatever its last bit.
    reached = np.searchsorted(10 * tp, np.arange(11) * tp[-1])
    rises = int((np.diff(tp / (tp + fp)) > 0).sum())
    cause = f"precision rises again {count(rises, 'time')} as recall grows, and the best one further on counts"
    return [
        ELEVEN.gives(
            best[reached].mean(), cause=f"only 11 recalls count, and {cause}" if rises else "only 11 recalls count"
        ),
        BEYOND.gives((np.diff(tp, prepend=0) * best).sum() / tp[-1], cause=cause),
    ]
