"""The perceptron in the primal and in the dual, and the bit vectors behind set kernels."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import pytest

import probative as pv
from probative.theory.kernels import element_bits, intersection_kernel, subset_bits, subset_kernel

WHOLE = ["a", "b", "c", "d", "e"]
SETS = [set(part) for part in chain.from_iterable(combinations(WHOLE, size) for size in range(6))]


@pytest.mark.parametrize("x", SETS, ids=lambda x: "".join(sorted(x)) or "none")
def test_kernels_are_inner_products_of_bit_vectors(x: set[str]) -> None:
    for z in SETS:
        assert element_bits(x, WHOLE) @ element_bits(z, WHOLE) == intersection_kernel(x, z) == len(x & z)
        assert subset_bits(x, WHOLE) @ subset_bits(z, WHOLE) == subset_kernel(x, z) == 2 ** len(x & z)


@pytest.mark.parametrize("space", ["elements", "subsets"])
@pytest.mark.parametrize("seed", range(5))
def test_primal_and_dual_are_one(space: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    items = [{e for e in WHOLE if rng.random() < 0.5} for _ in range(12)]
    labels = rng.choice([-1, 1], 12).tolist()
    found = pv.primal_and_dual(items, labels, space=space, passes=20)  # type: ignore[arg-type]
    assert found.same
    assert found.primal.tolist() == found.dual.tolist()


def test_subsets_tell_apart_what_elements_cannot() -> None:
    """Either of two elements, but not both and not none: no weights of elements do that."""
    items, labels = [{"a"}, {"b"}, set[str](), {"a", "b"}], [1, 1, -1, -1]
    assert not pv.primal_and_dual(items, labels, space="elements").converged
    found = pv.primal_and_dual(items, labels, space="subsets")
    assert found.converged
    assert (np.sign(found.dual) == labels).all()
    assert "the same: w has 4 weights, the dual 4" in str(found)


@pytest.mark.parametrize(
    ("items", "labels", "more"),
    [
        ([{"a"}], [1, -1], {}),
        ([{"a"}], [0], {}),
        ([], [], {}),
        ([{"a"}], [1], {"space": "pairs"}),
        ([{"a"}], [1], {"passes": 0}),
        ([set(range(20))], [1], {"space": "subsets"}),
    ],
)
def test_senseless_input_is_refused(items: list[set[str]], labels: list[int], more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        pv.primal_and_dual(items, labels, **more)  # type: ignore[arg-type]
