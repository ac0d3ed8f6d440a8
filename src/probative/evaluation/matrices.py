"""Confusion matrices as users hold them: four counts, a square, evidence, a file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from probative.errors import BadCounts, BadLabels
from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.arrays import rectangular
from probative.evidence.labels import Label
from probative.sources.matrix_files import read_matrix
from probative.sources.matrix_frames import matrix_of_frame

TWO = ("positive", "negative")
"""What the classes of a matrix of two are called that nobody named: the positive one stands first."""
ALONE = "model"


def matrices_of(given: Any, labels: Sequence[Label] | None = None, *, transposed: bool = False) -> dict[str, Any]:
    """The matrices by name: one that has none is called "model", a file as it is called without its ending.

    >>> {name: matrix.counts.tolist() for name, matrix in matrices_of([40, 10, 5, 45]).items()}
    {'model': [[40, 10], [5, 45]]}
    """
    if isinstance(given, Mapping):
        named = {str(name): part for name, part in given.items()}
    elif isinstance(given, list | tuple) and given and all(isinstance(part, str | os.PathLike) for part in given):
        named = {Path(part).stem: part for part in given}
        if len(named) < len(given):
            raise BadCounts("two files of matrices have the same name.", remedy="name them: {'A': path, 'B': path}")
    else:
        named = {Path(given).stem if isinstance(given, str | os.PathLike) else ALONE: given}
    if not named:
        raise BadCounts("there are no counts.", remedy="tp, fn, fp, tn; or a matrix")
    return {name: matrix_of(part, labels, transposed=transposed) for name, part in named.items()}


def matrix_of(given: Any, labels: Sequence[Label] | None = None, *, transposed: bool = False) -> ConfusionMatrix:
    """One matrix, actual classes in rows, from four counts (tp, fn, fp, tn), a square, a file or evidence.

    With `transposed` the rows of a square or a file are predicted classes.

    >>> matrix_of([[40, 5], [10, 45]], ["yes", "no"], transposed=True).outcomes("yes").fn
    10
    """
    if isinstance(given, ConfusionMatrix):
        return given if labels is None else given.reordered(labels)
    if isinstance(given, Outcomes):
        given = [given.tp, given.fn, given.fp, given.tn]
    found = read_matrix(given) if isinstance(given, str | os.PathLike) else matrix_of_frame(given)
    if found is not None:
        given, own = found.counts, found.labels
        if labels is not None and own is not None and set(labels) != set(own):
            raise BadLabels("the matrix names other classes.", found=f"{own}, not {tuple(labels)}")
        labels = own if own is not None else labels
    table = rectangular(given, "the matrix")
    if table.ndim == 1 and len(table) == 4:
        # Four counts have an order of their own, whatever the layout of matrices is.
        table, transposed = table.reshape(2, 2), False
    if table.ndim != 2:
        raise BadCounts(
            "a matrix is a square of counts, or the four numbers TP, FN, FP and TN.",
            found=f"{table.size} numbers",
            remedy="[[40, 10], [5, 45]] with actual classes in rows, or [40, 10, 5, 45]",
        )
    names = TWO if labels is None and len(table) == 2 else labels
    return ConfusionMatrix.from_counts(table, names, transposed=transposed)
