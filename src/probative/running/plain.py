"""Hyper-parameters as plain values."""

from __future__ import annotations

import numpy as np


def plain(value: object) -> str | int | float | bool | None:
    """A hyper-parameter as a plain value; what is none is told by its text.

    >>> plain(np.float64(0.5)), plain(print)
    (0.5, '<built-in function print>')
    """
    if isinstance(value, np.generic):
        value = value.item()
    return value if isinstance(value, str | int | float | bool | type(None)) else repr(value)
