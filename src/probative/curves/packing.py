"""Columns of numbers as short text: counts as varints of their steps, anything else as doubles, both in base64."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode

import numpy as np

from probative.errors import BadFormat
from probative.evidence.arrays import Array, Floats

STEPS, DOUBLES = "v:", "d:"
"""What follows: base-128 steps, lowest first, of whole numbers that never fall; or little-endian doubles."""


def pack(column: Array) -> str:
    """A column as text: a few bytes per count however many rows there were.

    >>> pack(np.array([0, 1, 1, 300])), pack(np.array([0.5]))
    ('v:AAEAqwI=', 'd:AAAAAAAA4D8=')
    """
    values = np.asarray(column)
    whole = values.dtype.kind in "iu" or bool(np.isfinite(values).all() and (values == np.floor(values)).all())
    if whole and (not len(values) or (values[0] >= 0 and values[-1] < 2**53 and (np.diff(values) >= 0).all())):
        steps = np.diff(values, prepend=0).astype(np.int64)
        return STEPS + b64encode(_varints(steps).tobytes()).decode("ascii")
    return DOUBLES + b64encode(values.astype("<f8").tobytes()).decode("ascii")


def unpack(text: str) -> Floats:
    """The column that `pack` wrote.

    >>> unpack("v:AAEAqwI=").tolist()
    [0.0, 1.0, 1.0, 300.0]
    """
    try:
        data = b64decode(text[2:], validate=True)
        if text[:2] == DOUBLES:
            return np.frombuffer(data, "<f8").astype(np.float64)
        if text[:2] == STEPS:
            return np.cumsum(_from_varints(np.frombuffer(data, np.uint8))).astype(np.float64)
    except (binascii.Error, ValueError, TypeError) as error:
        raise BadFormat("a packed column is damaged.", found=error, remedy="save the findings again") from error
    raise BadFormat("a packed column is of an unknown kind.", found=text[:2], remedy="upgrade probative")


def _varints(steps: Array) -> Array:
    """Seven bits a byte, the lowest first; the eighth bit says that more follow."""
    widths = np.maximum(np.ceil(np.log2(steps.astype(np.float64) + 1) / 7), 1).astype(np.intp)
    # The logarithm may round either way next to a power of 128.
    widths += (steps >> np.minimum(7 * widths, 62)) > 0
    starts = np.cumsum(widths) - widths
    found = np.zeros(int(widths.sum()), np.uint8)
    for place in range(int(widths.max(initial=0))):
        longer = widths > place
        more = np.where(widths[longer] > place + 1, 128, 0)
        found[starts[longer] + place] = ((steps[longer] >> (7 * place)) & 127) | more
    return found


def _from_varints(data: Array) -> Array:
    if not len(data):
        return np.zeros(0, np.int64)
    starts = np.flatnonzero(np.concatenate([[True], data[:-1] < 128]))
    place = np.arange(len(data)) - np.repeat(starts, np.diff(np.append(starts, len(data))))
    parts = (data & 127).astype(np.int64) << (7 * place)
    return np.asarray(np.add.reduceat(parts, starts))
