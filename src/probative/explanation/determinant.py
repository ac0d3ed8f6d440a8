"""Matthews' correlation as the determinant of the 2 x 2 matrix, normalised by its margins."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats
from probative.explanation.convention import Convention, Rule
from probative.explanation.rows import Labelled

DETERMINANT = Rule(
    "normalised determinant",
    "determinant of the matrix (TP TN - FP FN) over the root of the product of its two row sums and two column sums",
)


def by_determinant(rows: Labelled, why: str, cause: str) -> list[Convention]:
    """The normalised determinant, of two classes only."""
    if len(rows.matrix.labels) != 2:
        return []
    counts = np.asarray(rows.matrix.counts, np.float64)
    # Roots before products: counts of 10^10 would lose digits.
    scale = float(np.prod(np.sqrt(_margins(counts))))
    return [DETERMINANT.gives(float(np.linalg.det(counts)) / scale if scale else np.nan, why=why, cause=cause)]


def determinant_in_words(rows: Labelled) -> str:
    """The determinant and the margins of the matrix, worked out.

    >>> from probative.explanation.by_counts import four_counts
    >>> determinant_in_words(four_counts(None, {"tp": 40, "fn": 10, "fp": 5, "tn": 45}))
    'the determinant is 40 * 45 - 10 * 5 = 1750, the margins are 50, 50, 45, 55, and the root of their product 2487.47'
    """
    counts = np.asarray(rows.matrix.counts, np.float64)
    (a, b), (c, d) = counts.tolist()
    margins = _margins(counts)
    listed = ", ".join(f"{margin:g}" for margin in margins)
    root = float(np.prod(np.sqrt(margins)))
    return (
        f"the determinant is {a:g} * {d:g} - {b:g} * {c:g} = {a * d - b * c:g}, the margins are {listed}, and the root "
        f"of their product {root:.6g}"
    )


def _margins(counts: Floats) -> Floats:
    """Sums of rows, then of columns."""
    return np.concatenate([counts.sum(axis=1), counts.sum(axis=0)])
