"""The worked example about kernels of sets, against counting subsets one by one."""

from itertools import chain, combinations

import pytest

from probative.theory import intersection_kernel, subset_kernel

COVERED = {"001-set-kernels"}


def subsets(universe):
    return chain.from_iterable(combinations(universe, size) for size in range(len(universe) + 1))


@pytest.mark.parametrize("case", sorted(COVERED), indirect=True)
def test_set_kernels(case):
    x, z = (set(case["inputs"][name]) for name in ("X", "Z"))
    shared = [s for s in subsets(case["inputs"]["universe"]) if set(s) <= x and set(s) <= z]
    assert intersection_kernel(x, z) == case["expected"]["intersection_kernel"] == max(map(len, shared))
    assert subset_kernel(x, z) == case["expected"]["subset_kernel"] == len(shared)
