"""The perceptron twice: weights of features, or weights of examples and a kernel. Both say the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.errors import BadInput, BadParameter, LengthMismatch
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import several
from probative.records import Record
from probative.theory.kernels import element_bits, intersection_kernel, subset_bits, subset_kernel

Item = Collection[Hashable]
Space = Literal["elements", "subsets"]
SPACES: dict[Space, tuple[Callable[[Item, Sequence[Hashable]], Array], Callable[[Item, Item], int]]] = {
    "elements": (element_bits, intersection_kernel),
    "subsets": (subset_bits, subset_kernel),
}
"""The map phi to bit vectors, and the kernel that is their inner product."""
LARGEST = 12
"""Elements of the whole whose subsets are still listed."""


@dataclass(frozen=True, slots=True)
class PrimalDual(Record):
    """A perceptron trained in the primal, f(x) = w phi(x), and in the dual, f(x) = sum of alpha_n y_n k(x_n, x).

    `weights` are w, one for each bit of phi; `alphas` count how often each example was mistaken. The scores of the
    examples are the same numbers both ways, and w is the sum of alpha_n y_n phi(x_n).
    """

    space: str
    features: Floats
    """phi of every example, a row of bits each."""
    labels: Floats
    kernel: Floats
    weights: Floats
    alphas: Floats
    primal: Floats
    dual: Floats
    passes: int
    converged: bool

    @property
    def same(self) -> bool:
        """Whether both ways give the same scores, and the same weights."""
        recovered = self.features.T @ (self.alphas * self.labels)
        return bool(np.array_equal(self.primal, self.dual) and np.array_equal(recovered, self.weights))

    def __str__(self) -> str:
        width = self.features.shape[1]
        ended = f"no mistake is left after {self.passes} passes" if self.converged else f"{self.passes} passes"
        scores = ", ".join(f"{score:g}" for score in self.primal)
        other = ", ".join(f"{score:g}" for score in self.dual)
        return (
            f"perceptron over {self.space}, {len(self.labels)} examples, phi with {width} bits; {ended}\n"
            f"primal w phi(x): {scores}\ndual sum of alpha y k(x_n, x): {other}\n"
            f"{'the same' if self.same else 'not the same'}: w has {width} weights, the dual {len(self.alphas)}"
        )


def primal_and_dual(
    items: Sequence[Item], labels: Sequence[int], *, space: Space = "elements", passes: int = 100
) -> PrimalDual:
    """Train a perceptron on sets in the primal and, apart from that, in the dual; labels are 1 and -1.

    phi maps a set to a bit for every element of the whole, or for every subset of it; the kernel is the number of
    elements, or of subsets, that two sets share. The dual never makes a bit.

    >>> found = primal_and_dual([{"a", "b"}, {"a"}, {"c"}, {"b", "c"}], [1, 1, -1, -1])
    >>> found.same, found.converged, found.weights.tolist(), found.alphas.tolist()
    (True, True, [1.0, 0.0, -2.0], [1.0, 0.0, 1.0, 1.0])
    """
    whole = _checked(items, labels, space, passes)
    bits, kernel = SPACES[space]
    features = np.array([bits(item, whole) for item in items], np.float64)
    gram = np.array([[kernel(x, z) for z in items] for x in items], np.float64)
    y = np.asarray(labels, np.float64)
    weights, alphas = np.zeros(features.shape[1]), np.zeros(len(y))
    made, mistakes = 0, 1
    while mistakes and made < passes:
        made += 1
        mistakes = 0
        for n in range(len(y)):
            if y[n] * (features[n] @ weights) <= 0:
                weights = weights + y[n] * features[n]
                mistakes += 1
    for _ in range(made):
        for n in range(len(y)):
            alphas[n] += y[n] * (gram[n] @ (alphas * y)) <= 0
    scores = features @ weights, gram @ (alphas * y)
    return PrimalDual(space, features, y, gram, weights, alphas, *scores, made, not mistakes)


def _checked(items: Sequence[Item], labels: Sequence[int], space: str, passes: int) -> list[Hashable]:
    """All elements there are, in the order of their first use."""
    if space not in SPACES:
        raise BadParameter("space must be 'elements' or 'subsets'.", found=repr(space))
    if passes < 1:
        raise BadParameter("a perceptron passes over its examples at least once.", found=passes)
    items, labels = several(items, "sets"), several(labels, "labels")
    if len(items) != len(labels):
        raise LengthMismatch("every set needs a label.", found=f"{len(items)} sets, {len(labels)} labels")
    if not items or set(labels) - {1, -1}:
        raise BadInput("labels are 1 and -1, of one set or more.", found=", ".join(map(str, sorted(set(labels)))))
    whole = list(dict.fromkeys(element for item in items for element in sorted(item, key=str)))
    if space == "subsets" and len(whole) > LARGEST:
        raise BadParameter(
            f"phi would have 2 to the {len(whole)} bits.", remedy="fewer elements; the dual alone (subset_kernel) can"
        )
    return whole
