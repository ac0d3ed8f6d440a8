"""What every curve can do: give its points as columns, a dataframe, JSON or a picture."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from probative.errors import MissingExtra
from probative.evidence.arrays import Array
from probative.records import plain


class Curve:
    """Points with named columns; subclasses say which, and how they are drawn."""

    __slots__ = ()

    def columns(self) -> dict[str, Array]:
        """The points, column by column."""
        raise AssertionError("a curve names its columns")

    def to_frame(self, backend: str | None = None) -> Any:
        """The points as a dataframe: pandas, Polars or PyArrow, whichever is installed first, or the one named."""
        return as_frame(self.columns(), backend)

    def to_dict(self) -> dict[str, list[Any]]:
        """The points as plain lists for JSON: missing numbers are None, infinite ones "inf"."""
        return {name: plain(column) for name, column in self.columns().items()}

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draw the curve with matplotlib (extra `plots`) and return the axes."""
        from probative.curves import plotting

        return plotting.draw(self, ax, **style)


def as_frame(columns: dict[str, Array], backend: str | None = None) -> Any:
    """Columns as a dataframe of the library named, or of the first one installed."""
    makers = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
    for name in makers if backend is None else [backend]:
        try:
            return getattr(importlib.import_module(name), makers[name])(columns)
        except (ImportError, KeyError):
            continue
    raise MissingExtra(
        "no dataframe library is installed." if backend is None else f"{backend} is not a dataframe library here.",
        remedy="pip install pandas (or polars, or pyarrow), or use .columns()",
    )


def interpolated(x: Array, y: Array, at: Any) -> Any:
    """Y at given x along a line whose x never falls; where the line is vertical, its upper end."""
    # np.interp takes the last of equal x, which on a rising curve is the upper end.
    return np.interp(at, x, y)
