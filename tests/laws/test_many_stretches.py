"""Very many stretches: every count of the whole ladder, to the last one, from what each of them found alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import probative as pv
from probative.curves.hull import ladder_hull
from probative.curves.outline import Outline
from probative.evidence.ladder import Ladder
from probative.evidence.stretches import Cut, Stretches


def taken_apart(rows: int, stretches: int) -> tuple[Ladder, Stretches]:
    """Rows with many ties, and their ladder cut in so many places."""
    rng = np.random.default_rng(5)
    y = rng.random(rows) < 0.2
    whole = Ladder.from_scores(y, np.round(1 / (1 + np.exp(1.6 - 1.3 * y - rng.normal(size=rows))), 7))
    ends = np.linspace(0, len(whole.scores), stretches + 1).astype(int).tolist()
    return whole, Stretches(Cut([Ladder.from_columns(c[a:b] for c in whole.columns) for a, b in pairwise(ends)]))


@pytest.mark.parametrize(
    ("rows", "stretches"), [(60_000, 600), pytest.param(10_000_000, 100_000, marks=pytest.mark.slow)]
)
def test_exact_to_the_last_count(rows: int, stretches: int) -> None:
    whole, found = taken_apart(rows, stretches)
    assert found.totals == whole.totals
    # Sums of whole numbers and halves below 2^53: not a digit may differ.
    assert pv.value("auc", found) == pv.value("auc", whole)
    assert pv.estimate("auc", found).low == pytest.approx(pv.estimate("auc", whole).low, rel=1e-12)
    assert pv.value("ks", found) == pv.value("ks", whole)
    a, b = ladder_hull(found), ladder_hull(whole)
    assert all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("fpr", "tpr", "thresholds"))
    levels = np.linspace(0, 1, 1001)
    assert all(
        np.array_equal(*pair)
        for pair in zip(*(ladder.down_to(ladder.rungs_above(levels)) for ladder in (found, whole)), strict=True)
    )
    if rows > 10**6:
        return
    ours, theirs = Outline.of(found), Outline.of(whole)
    for name in ("tp", "fp", "hull_tp", "hull_fp", "bins_positive", "bins_negative"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
