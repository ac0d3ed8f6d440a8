"""Thresholds laid out: what each of a grid would do, and what one does to every row."""

from __future__ import annotations

import numpy as np

from probative.decisions.costs import Costs
from probative.errors import BadParameter
from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, numbers, same_length
from probative.evidence.labels import Label, positives
from probative.evidence.needed import a_number, need
from probative.measurement.registry import find, placed


def threshold_table(ladder: Ladder, thresholds: object = None, *, costs: Costs | None = None) -> dict[str, Array]:
    """Outcomes, rates, accuracy and cost at every threshold given (default: all distinct scores and +inf).

    >>> import probative as pv
    >>> table = pv.threshold_table(pv.Ladder.from_scores([1, 0, 1], [0.9, 0.5, 0.2]), [0.95, 0.5, 0.1])
    >>> table["tp"].tolist(), table["fp"].tolist()
    ([0.0, 1.0, 2.0], [0.0, 1.0, 1.0])
    """
    need(ladder, Ladder)
    cells = ladder.outcomes()
    if thresholds is None:
        levels = np.concatenate([[np.inf], ladder.scores])
    else:
        levels = numbers(thresholds, "thresholds")
        above = ladder.rungs_above(levels)
        tp, fn, fp, tn = (np.asarray(cell)[above] for cell in (cells.tp, cells.fn, cells.fp, cells.tn))
        cells = Outcomes.trusted(tp, fn, fp, tn)
    table: dict[str, Array] = {"threshold": levels} | {c: getattr(cells, c) for c in ("tp", "fn", "fp", "tn")}
    table |= {name: np.asarray(find(name, cells)(cells)) for name in placed("thresholds")}
    if costs is not None:
        table["expected_cost"] = np.asarray(costs.cost(cells))
    return table


def instances(y_true: object, y_score: object, threshold: float, *, pos_label: Label | None = None) -> dict[str, Array]:
    """Every row with its score, its class and its cell (TP, FP, FN or TN), highest score first.

    >>> instances([1, 0, 1], [0.9, 0.6, 0.3], 0.5)["cell"].tolist()
    ['TP', 'FP', 'FN']
    """
    threshold = a_number(threshold, "a threshold")
    if np.isnan(threshold):
        raise BadParameter("a threshold must be a number.", found=threshold)
    scores, positive = numbers(y_score, "y_score"), positives(y_true, pos_label)
    same_length(y_true=positive, y_score=scores)
    called = scores >= threshold
    cells = np.where(called, np.where(positive, "TP", "FP"), np.where(positive, "FN", "TN"))
    order = np.argsort(-scores, kind="stable")
    return {
        "row": order,
        "score": scores[order],
        "positive": positive[order],
        "cell": cells[order],
    }
