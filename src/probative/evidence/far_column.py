"""A column of rungs that lie elsewhere: its length and its ends are known, single entries are asked for."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from probative.evidence.arrays import Array, Floats

FEW = 10_000
"""Up to so many scores are asked for by their rungs; for more of them, and for counts, all rungs are fetched."""


class Owner(Protocol):
    """The ladder that a column is of."""

    @property
    def length(self) -> int:
        """The number of rungs."""

    @property
    def weighted(self) -> bool:
        """Whether counts are sums of weights."""

    @property
    def columns_here(self) -> tuple[Array, ...]:
        """All columns, fetched."""

    def scores_at(self, rungs: Array) -> Floats:
        """The scores of some rungs."""


class FarColumn(NDArrayOperatorsMixin):
    """The scores of stretches, or one of their counts; wherever NumPy needs all of it, all rungs are fetched."""

    def __init__(self, owner: Owner, place: int) -> None:
        self._owner, self._place = owner, place

    def __len__(self) -> int:
        return self._owner.length

    @property
    def size(self) -> int:
        """The number of rungs."""
        return len(self)

    @property
    def shape(self) -> tuple[int]:
        """One row of them."""
        return (len(self),)

    @property
    def ndim(self) -> int:
        """One row."""
        return 1

    @property
    def dtype(self) -> np.dtype[Any]:
        """Whole numbers where rows are counted."""
        return np.dtype(np.float64 if self._place == 0 or self._owner.weighted else np.int64)

    def __getitem__(self, asked: Any) -> Any:
        if self._place == 0:
            rungs = np.arange(len(self))[asked] if isinstance(asked, slice) and _few(asked, len(self)) else asked
            if isinstance(rungs, int | np.integer):
                return self._owner.scores_at(np.array([rungs]) % len(self))[0]
            if isinstance(rungs, np.ndarray) and rungs.dtype.kind in "iu" and rungs.size <= FEW:
                flat = np.where(rungs < 0, rungs + len(self), rungs).ravel()
                return self._owner.scores_at(flat).reshape(rungs.shape)
        return self._all[asked]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self._all, dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        near = [np.asarray(one) if isinstance(one, FarColumn) else one for one in inputs]
        return getattr(ufunc, method)(*near, **options)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._all, name)

    @property
    def _all(self) -> Array:
        return self._owner.columns_here[self._place]


def _few(asked: slice, length: int) -> bool:
    return len(range(*asked.indices(length))) <= FEW
