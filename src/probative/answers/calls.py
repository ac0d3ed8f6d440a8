"""Calls: a model's decisions beside those of calling every row, or no row, positive."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.decisions.costs import COST, Costs
from probative.findings import ModelFindings
from probative.stats import TestResult, paired_square_and_add


def against_calls(model: ModelFindings, costs: Costs) -> TestResult | None:
    """The paired test of a model's expected cost and that of the cheaper trivial rule, from the counts of its calls.

    None where rows are weighted, or count as parts because they were tested several times.
    """
    confusion, priced = model.confusion, model.decisions.costs
    if confusion is None or priced is None or confusion.squares is not None or len(confusion.labels) != 2:
        return None
    # The positive class stands first.
    (tp, fn), (fp, tn) = confusion.counts
    if not all(float(cell).is_integer() for cell in (tp, fn, fp, tn)):
        return None
    cells = [int(cell) for cell in (tp, fn, fp, tn)]
    truth, calls = np.repeat([1, 1, 0, 0], cells), np.repeat([1, 0, 1, 0], cells)
    cheaper = min(priced.trivial, key=priced.trivial.__getitem__)
    rule = np.full(len(truth), int(cheaper == "all positive"))
    words: dict[str, Any] = costs.parameters
    return paired_square_and_add(COST, truth, calls, rule, pos_label=1, labels=[0, 1], **words)
