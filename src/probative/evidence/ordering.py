"""The order of many scores, several times faster than an argsort: score and row number are sorted as one integer."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats


def ascending(scores: Floats) -> tuple[Array, Array]:
    """Row numbers by rising score, and where in that order a new score begins.

    NumPy's vectorised sort carries no payload. So the leading bits of each score are packed with its row number;
    the few scores that differ only in bits that were cut off are put right afterwards.

    >>> order, new = ascending(np.array([0.3, 0.1, 0.3]))
    >>> order.tolist(), new.tolist()
    ([1, 0, 2], [True, True, False])
    """
    n = len(scores)
    width = np.int64(max(n - 1, 1).bit_length())
    keys = _sortable(scores)
    keys >>= width
    keys <<= width
    keys |= np.arange(n)
    keys.sort()
    order = keys & ((np.int64(1) << width) - np.int64(1))
    keys >>= width
    new = np.empty(n, bool)
    new[0] = True
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    if not new.all():
        _settle(scores, order, keys, new)
    return order, new


def _sortable(scores: Floats) -> Array:
    """Whole numbers in the same order: the bits of a float, with those of negative ones turned round."""
    # Adding zero makes -0.0 and 0.0 the same number.
    bits = (scores + 0.0).view(np.int64)
    # All ones where the sign is set, less the sign itself; in place, and without asking row by row.
    turned = bits >> 63
    turned &= np.int64(0x7FFFFFFFFFFFFFFF)
    bits ^= turned
    return bits


def _settle(scores: Floats, order: Array, keys: Array, new: Array) -> None:
    """Put runs of equal leading bits in their true order, and mark the new scores in them."""
    tied = ~new
    tied[:-1] |= ~new[1:]
    run = np.flatnonzero(tied)
    rows = order[run]
    values = scores[rows]
    starts = new[run]
    falls = values[1:] < values[:-1]
    falls &= ~starts[1:]
    if falls.any():
        by_value = np.lexsort((values, keys[run]))
        order[run] = rows[by_value]
        values = values[by_value]
    starts[1:] |= values[1:] != values[:-1]
    new[run] = starts
