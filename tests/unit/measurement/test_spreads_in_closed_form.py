"""Variances that are not walked for are those of the slopes."""

import numpy as np
import pytest

import probative as pv
from probative.inference.delta import sum_of_squares
from probative.measurement import find

RNG = np.random.default_rng(4)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("digits", [1, 9])
def test_equal_error_rate(weighted, digits):
    scores = np.round(RNG.random(500), digits)
    weight = RNG.random(500) + 0.5 if weighted else None
    ladder = pv.Ladder.from_scores(RNG.random(500) < scores, scores, sample_weight=weight)
    measure = find("equal_error_rate", ladder)
    cubes = squares = 0.0
    for step, of_p, of_n in measure.slopes(ladder):
        squares += float((step.p * of_p**2).sum() + (step.n * of_n**2).sum())
        cubes += float((step.p * of_p**3).sum() + (step.n * of_n**3).sum())
    variance, lean = measure.spread(ladder)
    assert variance == pytest.approx(sum_of_squares(measure.slopes(ladder)), rel=1e-12)
    doubled = ladder.n / ladder.effective_n
    assert lean == pytest.approx(cubes * doubled**0.5 / (6 * squares**1.5), rel=1e-9)


def test_miscalibration_moves_as_its_two_losses_do():
    scores = RNG.random(400)
    ladder = pv.Ladder.from_scores(RNG.random(400) < scores**2, scores)
    measure = find("brier_reliability", ladder)
    spread = sum_of_squares(measure.slopes(ladder))
    from sklearn.isotonic import IsotonicRegression

    p, n = ladder.positives, ladder.negatives
    fit = IsotonicRegression().fit(ladder.scores, p / (p + n), sample_weight=p + n).predict(ladder.scores)
    of_p, of_n = (1 - ladder.scores) ** 2 - (1 - fit) ** 2, ladder.scores**2 - fit**2
    mean = (p @ of_p + n @ of_n) / ladder.n
    expected = (p @ (of_p - mean) ** 2 + n @ (of_n - mean) ** 2) / ladder.n**2
    assert spread == pytest.approx(expected, rel=1e-9)
    assert pv.value("brier_reliability", ladder) == pytest.approx(mean, rel=1e-9)
