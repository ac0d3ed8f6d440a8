"""Pools of neighbouring rungs, beside a stack of exact fractions; where steps would be many, SciPy takes over."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import probative as pv
from probative.measurement.isotonic import isotonic_pools


def stacked(p: np.ndarray, n: np.ndarray) -> list[tuple[int, Fraction, Fraction]]:
    """Rung by rung, a pool that is not above the one before it is joined with it."""
    stack: list[tuple[int, Fraction, Fraction]] = []
    for i, (up, across) in enumerate(zip(p.tolist(), n.tolist(), strict=True)):
        if not up + across:
            continue
        new = (i, Fraction(up), Fraction(across))
        while stack and stack[-1][1] * new[2] <= new[1] * stack[-1][2]:
            _, more, wider = stack.pop()
            new = (i, new[1] + more, new[2] + wider)
        stack.append(new)
    return [*stack[:-1], (len(p) - 1, *stack[-1][1:])]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("top", [1, 3, 1000])
def test_pools_are_those_of_a_stack_of_fractions(seed: int, top: int) -> None:
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 900))
    p, n = rng.integers(0, top + 1, k), rng.integers(0, top + 1, k)
    p[0], n[0] = 1, 1
    assert_agrees(p, n)


@pytest.mark.parametrize("rungs", [40, 150, 3000])
def test_a_cascade_is_pooled_to_its_end(rungs: int) -> None:
    """Shares fall rung by rung, until one takes them all back, a rung at a time."""
    p, n = 3 * np.arange(rungs, 0, -1), np.arange(rungs) + 1
    p[-1] = 10**9
    assert_agrees(p, n)


def assert_agrees(p: np.ndarray, n: np.ndarray) -> None:
    found = isotonic_pools(pv.Ladder.from_counts(-np.arange(len(p), dtype=float), p, n))
    known = stacked(p, n)
    assert found.ends.tolist() == [end for end, _, _ in known]
    assert [found.p.tolist(), found.n.tolist()] == [[float(x[i]) for x in known] for i in (1, 2)]
