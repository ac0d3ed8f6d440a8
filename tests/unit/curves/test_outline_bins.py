"""The bins of an outline hold the rows whose scores lie in them, whatever the scores are."""

import numpy as np
import pytest

import probative as pv
from probative.curves.outline import BINS, Outline

RNG = np.random.default_rng(6)
SCORES = {
    "probabilities": RNG.random(300),
    "raw": RNG.normal(size=300),
    "ties": np.round(RNG.random(300), 2),
    "crowded": RNG.random(300) * 1e-3,
    "one score": np.full(4, 5.0),
    "infinite": np.array([np.inf, 1.0, 2.0, -np.inf]),
    "on the borders": np.arange(BINS + 1) / BINS,
}


@pytest.mark.parametrize("name", SCORES)
def test_each_bin_and_those_below_it(name):
    scores = SCORES[name]
    positive = np.arange(len(scores)) % 2 == 1
    outline = Outline.of(pv.Ladder.from_scores(positive, scores))
    low, high = outline.span
    width = (high - low) / BINS
    place = np.clip((scores - low) / width, 0, BINS - 1).astype(int) if width else np.zeros(len(scores), int)
    for column, rows in ((outline.bins_positive, positive), (outline.bins_negative, ~positive)):
        assert column.tolist() == np.cumsum(np.bincount(place[rows], minlength=BINS)).tolist()
