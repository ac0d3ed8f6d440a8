"""Sorting scores into rungs: the one expensive step, done once, on all processors.

NumPy's vectorised sort carries no payload, and an argsort costs several times as much. But a float64 between
-2 and 2 leaves one of its 64 bits unused, and the label fits in there: so score and label are sorted as one integer.
The integers are parted into stretches of equal length, each of which a thread packs, sorts and unpacks by itself.
"""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.threads import in_stretches

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
    _sort(keys)
    values, positives, negatives = _unpacked(keys, scale)
    del keys
    return _joined(values, positives, negatives)


def _sort(keys: Array) -> None:
    """In place: parted so that each stretch holds what belongs there, then every stretch by itself."""
    cuts = in_stretches(len(keys), lambda first, last: first)[1:]
    if cuts:
        keys.partition(cuts)
    in_stretches(len(keys), lambda first, last: keys[first:last].sort())


def _scale_below_two(scores: Floats) -> float | None:
    """The power of two that brings all scores between -2 and 2; None if one is infinite."""
    ends = in_stretches(len(scores), lambda first, last: (scores[first:last].min(), scores[first:last].max()))
    top = max(-float(min(low for low, _ in ends)), float(max(high for _, high in ends)))
    if not np.isfinite(top):
        return None
    return 1.0 if top < 2 else 2.0 ** (1 - int(np.frexp(top)[1]))


def _packed(scores: Floats, positive: Array, scale: float) -> Array | None:
    """Integers that sort as the scores do, highest first, the label in the last bit; None if digits would be lost."""
    keys = np.empty(len(scores), np.int64)

    def pack(first: int, last: int) -> bool:
        spare = np.empty(min(_CHUNK, len(scores)), np.int64)
        for start in range(first, last, _CHUNK):
            part = slice(start, min(start + _CHUNK, last))
            key = keys[part]
            number = key.view(np.float64)
            # Adding zero makes -0.0 and 0.0 the same number.
            np.add(scores[part], 0.0, out=number)
            if scale != 1.0:
                number *= scale
                if not np.array_equal(number / scale, scores[part]):
                    return False
            _reorder(key, spare)
            np.invert(key, out=key)
            key <<= 1
            key += ~positive[part]
        return True

    return keys if all(in_stretches(len(scores), pack)) else None


def _reorder(bits: Array, spare: Array) -> None:
    """Bits of floats to integers of the same order, in place; the same step leads back."""
    sign = spare[: len(bits)]
    np.right_shift(bits, 63, out=sign)
    sign &= _MAGNITUDE
    bits ^= sign


def _unpacked(keys: Array, scale: float) -> tuple[Floats, Array, Array]:
    """Scores and labels of sorted keys; the scores take the place of the keys."""
    positives, negatives = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)

    def unpack(first: int, last: int) -> None:
        spare = np.empty(min(_CHUNK, len(keys)), np.int64)
        for start in range(first, last, _CHUNK):
            part = slice(start, min(start + _CHUNK, last))
            bits = keys[part]
            np.bitwise_and(bits, 1, out=negatives[part])
            np.bitwise_xor(negatives[part], 1, out=positives[part])
            bits >>= 1
            np.invert(bits, out=bits)
            _reorder(bits, spare)
            if scale != 1.0:
                values = bits.view(np.float64)
                values /= scale

    in_stretches(len(keys), unpack)
    return keys.view(np.float64), positives, negatives


def _joined(values: Floats, positives: Array, negatives: Array) -> tuple[Floats, Array, Array]:
    """The same with equal values as one."""

    def apart(first: int, last: int) -> bool:
        starts = range(max(first, 1), last, _CHUNK)
        ends = [min(start + _CHUNK, last) for start in starts]
        pairs = zip(starts, ends, strict=True)
        return all(bool((values[i:j] != values[i - 1 : j - 1]).all()) for i, j in pairs)

    if all(in_stretches(len(values), apart)):
        return values, positives, negatives
    return _counted(values, negatives)


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
