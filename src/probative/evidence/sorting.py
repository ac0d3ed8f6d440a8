"""Sorting scores into rungs: the one expensive step, done once.

NumPy's vectorised sort carries no payload, and an argsort costs several times as much. But a float64 between
-2 and 2 leaves one of its 64 bits unused, and the label fits in there: so score and label are sorted as one integer.
"""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats

_CHUNK = 1 << 15
"""Rows converted at a time, so that intermediate results stay in the processor's cache."""
_SHORT = 2000
"""Up to this many rows an argsort is faster than packing."""
_MAGNITUDE = np.int64(0x7FFFFFFFFFFFFFFF)


def rungs_of_rows(scores: Floats, positive: Array) -> tuple[Floats, Array, Array]:
    """Distinct scores, descending, with the number of positives and negatives at each."""
    scale = _scale_below_two(scores) if len(scores) > _SHORT else None
    keys = None if scale is None else _packed(scores, positive, scale)
    if keys is None or scale is None:
        order = np.argsort(-scores)
        return _counted(scores[order] + 0.0, 1 - positive[order].astype(np.int64))
    keys.sort()
    values, negatives = _unpacked(keys, scale)
    del keys
    return _counted(values, negatives)


def _scale_below_two(scores: Floats) -> float | None:
    """The power of two that brings all scores between -2 and 2; None if one is infinite."""
    top = max(-float(scores.min()), float(scores.max()))
    if not np.isfinite(top):
        return None
    return 1.0 if top < 2 else 2.0 ** (1 - int(np.frexp(top)[1]))


def _packed(scores: Floats, positive: Array, scale: float) -> Array | None:
    """Integers that sort as the scores do, highest first, the label in the last bit; None if digits would be lost."""
    keys = np.empty(len(scores), np.int64)
    spare = np.empty(min(_CHUNK, len(scores)), np.int64)
    for start in range(0, len(scores), _CHUNK):
        part = scores[start : start + _CHUNK]
        key = keys[start : start + _CHUNK]
        number = key.view(np.float64)
        # Adding zero makes -0.0 and 0.0 the same number.
        np.add(part, 0.0, out=number)
        if scale != 1.0:
            number *= scale
            if not np.array_equal(number / scale, part):
                return None
        _reorder(key, spare)
        np.invert(key, out=key)
        key <<= 1
        key += ~positive[start : start + _CHUNK]
    return keys


def _reorder(bits: Array, spare: Array) -> None:
    """Bits of floats to integers of the same order, in place; the same step leads back."""
    sign = spare[: len(bits)]
    np.right_shift(bits, 63, out=sign)
    sign &= _MAGNITUDE
    bits ^= sign


def _unpacked(keys: Array, scale: float) -> tuple[Floats, Array]:
    """Scores and labels (1 for a negative) of sorted keys."""
    values = np.empty(len(keys))
    negatives = np.empty(len(keys), np.int64)
    spare = np.empty(min(_CHUNK, len(keys)), np.int64)
    for start in range(0, len(keys), _CHUNK):
        key = keys[start : start + _CHUNK]
        np.bitwise_and(key, 1, out=negatives[start : start + _CHUNK])
        bits = values[start : start + _CHUNK].view(np.int64)
        np.right_shift(key, 1, out=bits)
        np.invert(bits, out=bits)
        _reorder(bits, spare)
        if scale != 1.0:
            values[start : start + _CHUNK] /= scale
    return values, negatives


def _counted(values: Floats, negatives: Array) -> tuple[Floats, Array, Array]:
    """Counts per distinct value of a descending array."""
    last = np.empty(len(values), bool)
    last[-1:] = True
    np.not_equal(values[1:], values[:-1], out=last[:-1])
    if last.all():
        return values, 1 - negatives, negatives
    ends = np.flatnonzero(last)
    negatives = np.diff(np.cumsum(negatives)[ends], prepend=0)
    return values[ends], np.diff(ends, prepend=-1) - negatives, negatives


def sums_at_distinct(values: Floats, *columns: Array) -> tuple[Floats, list[Array]]:
    """Distinct values, descending, and the sum of each column at each of them."""
    order = np.argsort(values, kind="stable")[::-1]
    ranked = values[order]
    first = np.empty(len(ranked), bool)
    first[:1] = True
    np.not_equal(ranked[1:], ranked[:-1], out=first[1:])
    starts = np.flatnonzero(first)
    return ranked[starts], [np.add.reduceat(column[order], starts) for column in columns]
