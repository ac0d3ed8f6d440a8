"""Ranges of rungs that follow each other, however many, make the ladder of one sort: to the last count."""

from __future__ import annotations

import numpy as np

from probative.evidence import Ladder
from probative.evidence.rung_files import Rungs, ladder_on_disk


def test_a_thousand_ranges_make_the_ladder_of_one_sort() -> None:
    rng = np.random.default_rng(0)
    # Ties reach across the ends of ranges, and some ranges hold one score only.
    scores = np.sort(rng.integers(0, 700, 10_000))[::-1] / 1024
    truth = (rng.random(len(scores)) < 0.2 + 0.5 * scores).astype(np.int64)
    ranges = (slice(first, first + 10) for first in range(0, len(scores), 10))
    found = ladder_on_disk(Rungs.of_rows(scores[part], truth[part]).joined() for part in ranges)
    for a, b in zip(Ladder.from_scores(truth, scores).columns, found.columns, strict=True):
        assert a.dtype == b.dtype
        assert np.array_equal(a, b)
