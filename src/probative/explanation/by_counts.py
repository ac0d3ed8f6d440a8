"""Four counts in the place of rows, where a measure needs no more."""

from __future__ import annotations

from probative.errors import BadParameter
from probative.evidence import ConfusionMatrix
from probative.explanation.rows import Labelled
from probative.stats.inputs import count


def four_counts(rows: Labelled | None, counts: dict[str, int | None]) -> Labelled:
    """The rows, or a matrix made of tp, fn, fp and tn.

    >>> four_counts(None, {"tp": 40, "fn": 10, "fp": 5, "tn": 45}).matrix.counts.tolist()
    [[40, 10], [5, 45]]
    """
    given = {name: value for name, value in counts.items() if value is not None}
    if rows is not None and not given:
        return rows
    if rows is not None:
        raise BadParameter("the counts are taken from the predictions.", remedy="leave tp, fn, fp and tn out")
    if len(given) < len(counts):
        raise BadParameter("all of tp, fn, fp and tn are needed.", found=", ".join(given))
    tp, fn, fp, tn = (count(value, name) for name, value in given.items())
    matrix = ConfusionMatrix.from_counts([[tp, fn], [fp, tn]], labels=("positive", "negative"))
    return Labelled(matrix, "positive")
