"""Rows that are alike stay together inside a training, and rows that nobody drew are looked at all the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.resampling.base import Plan
from probative.resampling.given import Given
from probative.resampling.rows import Rows
from probative.running.brought import Inputs
from probative.running.problem import take
from probative.running.twins import by_chance, twin_keys


def folds_of_kinds(
    scheme: Plan, columns: Mapping[str, Array], codes: Array, own: Floats | None
) -> Iterator[tuple[Array, Array]]:
    """Training and test rows under a plan, in which rows of one kind are one: a row that weighs three is three rows.

    The folds come from the kinds and the seed, in whatever order rows come; rows without weight have no place. Where
    rows are alike by chance, as over few columns of few values, or kinds are fewer than folds, each row has a place of
    its own, and where the order of rows is the plan's, or the splits were given, they are taken as they are.

    >>> from probative.resampling import plan
    >>> x = np.repeat(np.arange(10.0), 2)
    >>> parts = folds_of_kinds(plan("2-fold"), {"x": x, "square": x**2}, np.zeros(20, int), None)
    >>> [len(set(x[train]) & set(x[test])) for train, test in parts]
    [0, 0]
    """
    keys = None if isinstance(scheme, Given) or not scheme.shuffled or scheme.ordered else twin_keys(columns, codes)
    here = np.arange(len(codes)) if own is None or isinstance(scheme, Given) else np.flatnonzero(own > 0)
    if keys is not None:
        here = here[np.argsort(keys[here], kind="stable")]
    begins = np.ones(len(here), bool)
    if keys is not None:
        begins[1:] = keys[here][1:] != keys[here][:-1]
        if begins.sum() < (scheme.k or 1) or _alike_by_chance(columns, codes, here, begins):
            begins[:] = True
    first = np.flatnonzero(begins)
    size = np.diff(first, append=len(here))

    def rows(units: Array) -> Array:
        """The rows of these kinds, in the order in which they came."""
        inside = np.arange(size[units].sum()) - np.repeat(np.cumsum(size[units]) - size[units], size[units])
        return np.sort(here[np.repeat(first[units], size[units]) + inside])

    for part in scheme.parts_of(Rows.of(None, codes[here[first]])):
        yield rows(part.train), rows(part.test)


def _alike_by_chance(columns: Mapping[str, Array], codes: Array, here: Array, begins: Array) -> bool:
    """Whether rows are alike as often as columns of few values make them."""
    return not begins.all() and by_chance({name: column[here] for name, column in columns.items()}, codes[here])


def require_readable(model: Any, X: Inputs, columns: Mapping[str, Array], left: Array) -> None:  # noqa: N803
    """Let a trained learner say what it does not take, of rows that it was not given: gaps, infinities, odd objects.

    Whether a table is refused should not hang on which of its rows were drawn.
    """
    odd = np.zeros(len(left), bool)
    for column in columns.values():
        odd |= _odd(column[left])
    if odd.any():
        model.predict(take(X, left[odd]))


def _odd(values: Array) -> Array:
    """Which values are no plain numbers, words or dates."""
    if values.dtype.kind in "fc":
        return ~np.isfinite(values)
    if values.dtype.kind != "O":
        return np.zeros(len(values), bool)
    plain = (isinstance(value, str | int | float | np.generic) and value == value for value in values.tolist())
    return ~np.fromiter(plain, bool, len(values))
