"""Tables of costs, rows actual and columns predicted: checked, or made of the costs of two kinds of error."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike

from probative.decisions.costs import Costs
from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, conventional_positive, match_label


def positive_place(costs: Costs | ArrayLike | None, labels: tuple[Label, ...], positive: Label | None) -> int:
    """The place of the positive label; where it matters and is not clear, the later of both, with a warning.

    That, in sorted order, is what scikit-learn takes for the positive class.

    >>> positive_place(Costs(fp=1, fn=5), (0, 1), None), positive_place(Costs(fp=1, fn=5), ("no", "yes"), "no")
    (1, 0)
    """
    if positive is not None:
        return labels.index(match_label(positive, labels))
    known = conventional_positive(labels)
    uneven = isinstance(costs, Costs) and (costs.unequal or costs.prior is not None)
    if uneven and known is None and len(labels) == 2:
        first, last = labels
        warnings.warn(
            f"which label is positive is not clear: {last!r} is taken, the later of {first!r} and {last!r}, so that to "
            f"miss it costs fn; if that is wrong, CostSensitiveClassifier(..., positive={first!r}).",
            UserWarning,
            stacklevel=3,
        )
    return 1 if known is None else labels.index(known)


def table_of(costs: Costs | ArrayLike | None, counts: Floats, there: int) -> Floats:
    """The table that costs mean for classes of so many rows, its least cost being 1; `there` is the positive class.

    A prior makes the rows of a class stand for its share where the model will work.

    >>> table_of(Costs(fp=2, fn=10), np.array([65.0, 55.0]), 1).tolist()
    [[0.0, 1.0], [5.0, 0.0]]
    """
    k = len(counts)
    if costs is None:
        return 1 - np.eye(k)
    if k != 2 and only_two_classes(costs):
        raise BadParameter(
            "Only binary classification is supported. The type of the target is multiclass: "
            "these costs are for two classes.",
            found=f"{k} classes",
            remedy=f"a {k} x {k} table, rows actual",
        )
    if not isinstance(costs, Costs):
        table = _checked(costs, k)
        return np.asarray(table / table[table > 0].min())
    found = costs.weighting(float(counts[there]), float(counts[1 - there]))
    table = np.zeros((2, 2))
    table[there, 1 - there], table[1 - there, there] = found.weight_positive, found.weight_negative
    return table


def only_two_classes(costs: Costs | ArrayLike | None) -> bool:
    """Whether costs speak of two classes and no more.

    >>> only_two_classes(Costs(fp=1, fn=5)), only_two_classes(None), only_two_classes([[0, 1], [5, 0]])
    (True, False, True)
    """
    return isinstance(costs, Costs) or (costs is not None and len(np.asarray(costs)) == 2)


def _checked(costs: ArrayLike, k: int) -> Floats:
    table = np.asarray(costs, np.float64)
    fits = table.shape == (k, k) and np.isfinite(table).all() and (table >= 0).all() and not np.diag(table).any()
    if not (fits and (table + np.eye(k) > 0).all()):
        raise BadParameter(
            f"costs must be a {k} x {k} table (rows actual), 0 for right predictions and above 0 for wrong ones.",
            found=f"shape {table.shape}" if table.shape != (k, k) else table.tolist(),
        )
    return table


def costs_of_rows(costs: ArrayLike, codes: Array, k: int, counted: Floats) -> Floats:
    """Costs of every prediction for every row, as given or from what being wrong about the row costs.

    Their scale is that of a table: the least mean cost of taking one class for another is 1. Rows that cost what their
    classes do are then weighed as by the table itself, and one cheap row does not make all others count more.

    >>> costs_of_rows([2, 10, 4], np.array([0, 1, 0]), 2, np.ones(3)).round(2).tolist()
    [[0.0, 0.67], [3.33, 0.0], [0.0, 1.33]]
    """
    given, n = np.asarray(costs, np.float64), len(codes)
    if given.shape not in ((n,), (n, k)) or not (np.isfinite(given).all() and (given >= 0).all()):
        raise BadParameter(
            f"costs of rows are {n} finite numbers of at least 0, or {n} x {k} of them (a column per predicted class).",
            found=f"shape {given.shape}",
        )
    table = given if given.ndim == 2 else given[:, None] * (np.arange(k) != codes[:, None])
    shares = (codes == np.arange(k)[:, None]) * counted
    means = shares @ table / np.maximum(shares.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    return np.asarray(table / means[means > 0].min(initial=np.inf)) if means.any() else table
