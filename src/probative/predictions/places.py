"""Where evidence of folds belongs: repeat and fold as numbers."""

from __future__ import annotations

import numpy as np

from probative.evidence import Ledger
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode


def places_of(ledger: Ledger) -> tuple[Array, Array]:
    """Repeat and fold of every entry, as numbers; folds without repeats are of the first."""
    keys = [key if len(key) == 2 else (0, *key) for key in ledger]
    repeat, fold = ([key[i] for key in keys] for i in (0, 1))
    return _numbered(repeat), _numbered(fold)


def _numbered(parts: list[Label]) -> Array:
    """Numbers as they are; any other names in their order."""
    if all(isinstance(part, int) for part in parts):
        return np.array(parts, np.intp)
    return encode(np.array(parts, object), "folds")[1]
