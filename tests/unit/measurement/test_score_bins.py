"""Bins of scores are stretches of the ladder, chunk after chunk."""

import numpy as np
import pytest

import probative as pv
from probative.evidence.steps import steps
from probative.measurement.score_bins import score_bins

RNG = np.random.default_rng(8)


@pytest.mark.parametrize("strategy", ["mass", "width"])
@pytest.mark.parametrize("digits", [2, 9])
def test_sums_of_bins_are_those_of_their_rows(strategy, digits):
    scores = np.round(RNG.random(70_000) ** 2, digits)
    ladder = pv.Ladder.from_scores(RNG.random(70_000) < scores, scores)
    found = score_bins(ladder, 7, strategy)
    rows, summed = np.zeros(7), np.zeros(7)
    for step in steps(ladder):
        found.add(rows, step.p + step.n, step)
        found.add(summed, found.spread(np.arange(7.0), step) * (step.p + step.n), step)
    if strategy == "width":
        assert rows.tolist() == np.bincount(np.minimum((scores * 7 + 1e-9).astype(int), 6), minlength=7).tolist()
    else:
        ties = np.unique(scores, return_counts=True)[1].max()
        assert np.abs(rows - 10_000).max() <= ties
    assert summed.tolist() == (rows * np.arange(7)).tolist()
