"""Guards about pairing: what is compared as pairs, or as independent, must be so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from statistics import NormalDist

import numpy as np

from probative.evidence.arrays import Floats
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.stats.rank_distributions import midranks

SPLITS_DIFFER = Guard(
    "splits-differ",
    "error",
    "R186",
    "models of one table, or of two runs, were tested on the same rows in different folds; refused as pairs unless "
    "forced",
    "the models learned from different rows, so that a difference between them is partly one between training sets, "
    "which a paired test takes for a difference between learners",
    "train both under one plan with one seed (probative run), or test both on one set of rows that neither was trained "
    "on",
    "003",
)
INDEPENDENT = Guard(
    "independent-of-paired",
    "warning",
    "R186",
    "a test for independent samples was forced on paired results; or results that are said to be independent go up and "
    "down together, row by row (rank correlation of at least 0.5, p below 0.0005 over all pairs)",
    "what pairs have in common is taken for noise: differences go unseen that the pairs would show",
    "if each row is one fold, data set or case of all models: of='paired' (--of paired)",
    "003",
)
ALIKE, BY_CHANCE = 0.5, 0.0005
"""The rank correlation from which samples look like pairs, and how often independent ones may."""


def of_forced_independence(pairs: int) -> Iterator[Note]:
    """A test for independent samples that was forced on results that are pairs."""
    yield INDEPENDENT(f"a test for independent samples of {pairs} paired results: what pairs have in common is lost.")


def of_independence(samples: Mapping[str, Floats]) -> Iterator[Note]:
    """Results that are said to be independent, and go up and down together as pairs do.

    Columns that are sorted do so by their order alone, and are not looked at.

    >>> days = np.array([3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4])
    >>> [note.code for note in of_independence({"a": days, "b": days + np.resize([0.1, -0.2, 0.3], 20)})]
    ['independent-of-paired']
    >>> in_order = {"a": np.sort(days), "b": np.sort(days) + 1}
    >>> list(of_independence(in_order)), list(of_independence({"a": days[::-1], "b": days}))
    ([], [])
    """
    loose = {name: midranks(values) for name, values in samples.items() if not _sorted(values)}
    couples = [(a, b) for a, b in combinations(loose, 2) if len(loose[a]) == len(loose[b])]
    if not couples:
        return
    limit = NormalDist().inv_cdf(1 - BY_CHANCE / len(couples))
    for a, b in couples:
        n, alike = len(loose[a]), float(np.corrcoef(loose[a], loose[b])[0, 1])
        if alike >= ALIKE and alike * np.sqrt(n - 1) > limit:
            yield INDEPENDENT(
                f"results go up and down together, row by row (rank correlation {alike:.2g} of {n} rows): are they "
                "pairs?",
                models=(a, b),
                correlation=alike,
                n=n,
            )


def _sorted(values: Floats) -> bool:
    steps = np.diff(values)
    return bool((steps >= 0).all() or (steps <= 0).all())
