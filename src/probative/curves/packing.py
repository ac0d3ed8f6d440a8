"""Columns of numbers as short text: counts as varints of their steps, anything else as doubles, both in base64."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode, b64encode
from math import isfinite

import numpy as np

from probative.errors import BadFormat
from probative.evidence.arrays import Array, Floats

SCALES = (*range(1, 101), *(k * k for k in range(11, 101)))
"""Rows that were tested k times count 1/k each, and their squares 1/k^2: then k or k^2 times the sums are whole."""


def pack(column: Array) -> str:
    """A column as text: a few bytes per count however many rows there were.

    "v:" is followed by base-128 steps, lowest digits first, of whole numbers that never fall; "v3:" by those of three
    times the numbers; "d:" by little-endian doubles.

    >>> pack(np.array([0, 1, 1, 300])), pack(np.array([0.5, 1.5])), pack(np.array([2**0.5]))
    ('v:AAEAqwI=', 'v2:AQI=', 'd:zTt/Zp6g9j8=')
    """
    values = np.asarray(column, np.float64)
    scale = _whole(values)
    if scale is None:
        return "d:" + b64encode(values.astype("<f8").tobytes()).decode("ascii")
    steps = np.diff(np.rint(values * scale), prepend=0).astype(np.int64)
    return f"v{'' if scale == 1 else scale}:" + b64encode(_varints(steps).tobytes()).decode("ascii")


def lighter(packed: str, whole: float, bits: int) -> str:
    """A packed column of sums that never fall, rounded to so many bits of the whole where it would take doubles.

    >>> column = pack(np.array([0.1, 0.25, 2**0.5]))
    >>> unpack(lighter(column, 2**0.5, 20)).round(5).tolist(), lighter("v:AAEAqwI=", 300, 20)
    ([0.1, 0.25, 1.41421], 'v:AAEAqwI=')
    """
    scale = int(2**bits / whole) if 0 < whole < np.inf else 0
    if not packed.startswith("d:") or not scale:
        return packed
    values = unpack(packed)
    if not (np.isfinite(values).all() and values.min(initial=0) >= 0 and (np.diff(values) >= 0).all()):
        return packed
    steps = np.diff(np.rint(values * scale), prepend=0).astype(np.int64)
    return f"v{scale}:" + b64encode(_varints(steps).tobytes()).decode("ascii")


def falling(column: Array, most: int = 20) -> list[float | str]:
    """A column that never rises, as short decimals: its ends, and between them stretches packed low to high.

    Each stretch is as whole as its own digits need: where scores crowd they have many, and lie close together. The ends
    are scores, which have all their digits. What cannot be packed stays numbers.

    >>> falling(np.array([np.inf, 0.75, -1.0])), falling(np.array([0.77, 0.5, 0.25, 0.125, 0.01]))
    (['inf', 0.75, -1.0], [0.77, 'v1000:fX36AQ==', 0.01])
    """
    made: list[float | str] = []
    for at in (0, *range(1, len(column) - 1, most), max(len(column) - 1, 1)):
        part = column[at : min(at + most, len(column) - 1) if 0 < at < len(column) - 1 else at + 1]
        numbers: list[float | str] = [float(v) if isfinite(v) else "inf" if v > 0 else "-inf" for v in part]
        steps = _decimal(part[::-1]) if len(part) > 1 and np.isfinite(part).all() else None
        made += numbers if steps is None or len(steps) > len(json.dumps(numbers)) else [steps]
    return made


def _decimal(rising: Floats) -> str | None:
    """The steps of numbers that are whole once multiplied by a power of ten; None if there is no such power."""
    for digits in range(16):
        scale = 10**digits
        whole = np.rint(rising * scale)
        if not (whole[0] >= 0 and whole[-1] < 2**53):
            return None
        if (whole / scale == rising).all():
            steps = np.diff(whole, prepend=0).astype(np.int64)
            return f"v{scale}:" + b64encode(_varints(steps).tobytes()).decode("ascii")
    return None


def _whole(values: Floats) -> int | None:
    """The smallest scale on which a column that never falls is whole, but for rounding; None where there is none."""
    if not len(values):
        return 1
    if not (np.isfinite(values).all() and values[0] >= 0 and (np.diff(values) >= 0).all() and values[-1] < 2**53):
        return None
    for scale in SCALES:
        scaled = values * float(scale)
        whole = np.rint(scaled)
        near = np.abs(scaled - whole).max() <= 1e-9 * (scale > 1)
        # Tiny weights are near 0 without being nothing.
        if near and scaled[-1] < 2**53 and ((whole > 0) == (values > 0)).all():
            return int(scale)
    return None


def unpack(text: str) -> Floats:
    """The column that `pack` wrote.

    >>> unpack("v:AAEAqwI=").tolist(), unpack("v2:AQI=").tolist()
    ([0.0, 1.0, 1.0, 300.0], [0.5, 1.5])
    """
    kind, _, body = text.partition(":")
    try:
        data = b64decode(body, validate=True)
        if kind == "d":
            return np.frombuffer(data, "<f8").astype(np.float64)
        if kind[:1] == "v":
            if data and (data[-1] > 127 or kind[1:] == "0"):
                raise ValueError("it ends inside a number" if data[-1] > 127 else "parts of size 0")
            steps = np.cumsum(_from_varints(np.frombuffer(data, np.uint8)))
            return np.asarray(steps / int(kind[1:] or 1), np.float64)
    except (binascii.Error, ValueError, TypeError) as error:
        raise BadFormat("a packed column is damaged.", found=error, remedy="save the findings again") from error
    raise BadFormat("a packed column is of an unknown kind.", found=kind[:10], remedy="upgrade probative")


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
