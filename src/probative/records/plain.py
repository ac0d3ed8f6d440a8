"""Any value as JSON can hold it, and numbers back from there."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""What JSON can say."""
Document = dict[str, Any]
"""A record as JSON holds it: what stands under a key, the fields of the record know."""
_PLAIN, _FLOATS = (str, bool, int), (float, np.floating)


def plain(value: object) -> Any:
    """A value that JSON can hold: a missing number is None, an infinite one "inf" or "-inf", a stranger its text.

    >>> plain({"auc": float("nan"), "limits": (0.5, float("inf")), "n": np.int64(7)})
    {'auc': None, 'limits': [0.5, 'inf'], 'n': 7}
    """
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, _FLOATS):
        return _number(float(value))
    if isinstance(value, np.ndarray):
        return column(value) if value.ndim else plain(value.item())
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.to_dict() if dataclasses.is_dataclass(value) and hasattr(value, "to_dict") else repr(value)


def column(values: np.ndarray[Any, Any]) -> list[Json]:
    """An array as lists, of which only those with gaps or infinities are walked through."""
    if values.dtype.kind in "iub" or (values.dtype.kind == "f" and np.isfinite(values).all()):
        return list(values.tolist())
    return [plain(item) for item in values.tolist()]


def _number(value: float) -> float | str | None:
    if math.isfinite(value):
        return value
    return None if math.isnan(value) else "inf" if value > 0 else "-inf"


def json_count(n: float) -> float | int:
    """A number of rows: whole where it is whole."""
    return int(n) if float(n).is_integer() else float(n)


def number_from_json(value: float | str | None) -> float:
    """The number that `plain` wrote.

    >>> number_from_json("-inf"), number_from_json(None)
    (-inf, nan)
    """
    return math.nan if value is None else float(value)
