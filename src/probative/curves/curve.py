"""What every curve can do: give its points as columns, a dataframe, JSON or a picture."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from typing import Any

from probative.errors import MissingExtra
from probative.evidence.arrays import Array
from probative.pictures import Chart, draw
from probative.records import plain


class Curve:
    """Points with named columns; subclasses say which, and what picture they make."""

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__repr__" not in cls.__dict__:
            own: Any = _summary if cls.__str__ is object.__str__ else cls.__str__
            cls.__repr__ = own  # type: ignore[method-assign]

    def columns(self) -> dict[str, Array]:
        """The points, column by column."""
        raise AssertionError("a curve names its columns")

    def to_frame(self, backend: str | None = None) -> Any:
        """The points as a dataframe: pandas, Polars or PyArrow, the one in use, or the one named."""
        return as_frame(self.columns(), backend)

    def to_dict(self) -> dict[str, list[Any]]:
        """The points as plain lists for JSON: missing numbers are None, infinite ones "inf"."""
        return {name: plain(column) for name, column in self.columns().items()}

    def picture(self, name: str = "") -> Chart:
        """The curve as a chart, under that name."""
        raise AssertionError("a curve describes itself")

    def plot(self, ax: Any = None, *, label: str = "", **style: Any) -> Any:
        """Draw the curve with matplotlib (extra `plots`), under that label, and return the axes."""
        return draw(self.picture(str(label)), ax, **style)


def _summary(curve: Curve) -> str:
    """What a curve is, in a line: its points are in `columns()`."""
    columns = curve.columns()
    n = max((len(column) for column in columns.values()), default=0)
    area = getattr(curve, "auc", None)
    told = f", auc {area:.4g}" if isinstance(area, float) else ""
    return f"<{type(curve).__name__}: {n:,} points of {', '.join(columns)}{told}>"


def as_frame(columns: Mapping[str, Array | list[Any]], backend: str | None = None) -> Any:
    """Columns as a dataframe of the library named, of the first one that is in use here, or of the first installed."""
    makers = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
    in_use = sorted(makers, key=lambda name: name not in sys.modules)
    # The format is called Arrow, its library PyArrow.
    for name in in_use if backend is None else ["pyarrow" if backend == "arrow" else backend]:
        try:
            return getattr(importlib.import_module(name), makers[name])(columns)
        except (ImportError, KeyError):
            continue
    raise MissingExtra(
        "no dataframe library is installed." if backend is None else f"{backend} is not a dataframe library here.",
        remedy="pip install pandas (or polars, or pyarrow), or use .columns()",
    )
