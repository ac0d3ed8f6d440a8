"""Confusion matrices as dataframes with named rows, such as `pandas.crosstab` makes."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.sources.matrix_files import MatrixFile, aligned


def matrix_of_frame(given: Any) -> MatrixFile | None:
    """The counts of a frame and the names of its classes, by name whatever their order; None for anything else.

    >>> import pandas as pd
    >>> found = matrix_of_frame(pd.DataFrame([[10, 40], [45, 5]], index=["yes", "no"], columns=["no", "yes"]))
    >>> found.labels, found.counts.tolist()
    (('yes', 'no'), [[40, 10], [5, 45]])
    """
    sides: list[Any] = [getattr(given, side, None) for side in ("index", "columns")]
    if any(not hasattr(side, "tolist") for side in sides):
        return None
    if all(type(side).__name__ == "RangeIndex" for side in sides):
        # Rows and columns that were only numbered are not named.
        return MatrixFile(np.asarray(given), None)
    rows, columns = (side.tolist() for side in sides)
    return MatrixFile(np.asarray(given)[:, aligned(rows, columns, "the frame")], tuple(rows))
