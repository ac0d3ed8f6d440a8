"""What probabilities foretell about the spread of their own losses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit, ndtri

import probative as pv
from probative.evidence import Ladder
from probative.inference.foretold import EVENTS, Foretold
from probative.measurement.registry import find


def by_hand(first: np.ndarray, second: np.ndarray, score: np.ndarray) -> tuple[float, float, float]:
    """Variance of the mean, skewness and events, row by row: each row is a positive with its own probability."""
    values, weights = np.concatenate([first, second]), np.concatenate([score, 1 - score]) / len(score)
    mean = (values * weights).sum()
    second_moment, third, fourth = (((values - mean) ** k * weights).sum() for k in (2, 3, 4))
    n = len(score)
    return second_moment / n, third / second_moment**1.5, n * second_moment**2 / fourth


@pytest.mark.parametrize("name", ["brier", "log_loss"])
def test_moments_are_those_of_rows_that_are_positive_with_their_probability(name: str) -> None:
    score = np.random.default_rng(4).beta(0.4, 3, 200)
    losses = {"brier": ((1 - score) ** 2, score**2), "log_loss": (-np.log(score), -np.log1p(-score))}[name]
    ladder = Ladder.from_scores(np.random.default_rng(5).random(200) < score, score)
    found = Foretold.of(find(name), ladder, {})
    assert found is not None
    np.testing.assert_allclose((found.variance, found.skewness, found.events), by_hand(*losses, score), rtol=1e-9)


def test_what_cannot_happen_is_not_foretold() -> None:
    ladder = Ladder.from_scores([True, False, False, True], [1.0, 0.0, 0.3, 0.6])
    found = Foretold.of(find("log_loss"), ladder, {})
    assert found is not None
    assert np.isfinite(found.variance)


@pytest.mark.parametrize("name", ["brier", "log_loss"])
def test_no_event_in_a_sample_of_rare_ones_leaves_room_for_them(name: str) -> None:
    score = np.full(50, 0.02) + np.linspace(0, 1e-3, 50)
    found = pv.estimate(name, Ladder.from_scores(np.zeros(50, bool), score))
    # One event in 50 is what such scores expect; the sample, which has none, has a spread of next to nothing.
    one = pv.estimate(name, Ladder.from_scores(np.arange(50) == 20, score))
    assert found.low < found.value < one.value < found.high


def test_it_only_widens_and_fades_as_events_gather() -> None:
    rng = np.random.default_rng(6)
    ratios = []
    for n in (100, 10_000):
        score = expit(rng.normal(size=n) / 2)  # a timid model: outcomes vary less than it says
        truth = rng.random(n) < expit(4 * np.log(score / (1 - score)))
        ladder = Ladder.from_scores(truth, score)
        loss = (truth - score) ** 2
        plain = loss.std(ddof=1) / n**0.5
        found = pv.estimate("brier", ladder)
        ratios.append((found.high - found.low) / (2 * 1.96 * plain))
    assert ratios[0] > 1.05 > ratios[1] > 0.999
    assert EVENTS > 0


def test_constant_weights_change_nothing() -> None:
    rng = np.random.default_rng(7)
    score = rng.beta(0.3, 2, 80)
    truth = rng.random(80) < score
    for name in ("brier", "log_loss", "brier_skill_score"):
        plain = pv.estimate(name, Ladder.from_scores(truth, score))
        heavy = pv.estimate(name, Ladder.from_scores(truth, score, sample_weight=np.full(80, 10.0)))
        np.testing.assert_allclose((heavy.low, heavy.high), (plain.low, plain.high), rtol=1e-9)


@pytest.mark.parametrize(("positives", "rows"), [(4, 20), (10, 200), (19, 1000)])
def test_skill_has_no_interval_with_few_of_a_rare_class(positives: int, rows: int) -> None:
    rng = np.random.default_rng(8)
    found = pv.estimate("brier_skill_score", Ladder.from_scores(np.arange(rows) < positives, rng.random(rows)))
    assert np.isnan(found.low)
    assert f"({positives})" in (found.why or "")


@pytest.mark.slow
@pytest.mark.parametrize("sharpness", [0.5, 1.0, 2.0])
@pytest.mark.parametrize(
    ("n", "prevalence", "auc"),
    [(20, 0.01, 0.8), (20, 0.05, 0.995), (50, 0.5, 0.995), (50, 0.05, 0.6), (200, 0.01, 0.95)],
)
def test_losses_are_covered_where_events_are_rare(n: int, prevalence: float, auc: float, sharpness: float) -> None:
    rng = np.random.default_rng(9)
    apart = 2**0.5 * ndtri(auc)

    def rows(size: int) -> tuple[np.ndarray, np.ndarray]:
        truth = rng.random(size) < prevalence
        x = rng.normal(size=size) + apart * truth
        logit = np.log(prevalence / (1 - prevalence)) + apart * (x - apart / 2)
        return truth, expit(sharpness * logit)

    truth, score = rows(2_000_000)
    truths = {"brier": ((truth - score) ** 2).mean(), "log_loss": -np.log(np.where(truth, score, 1 - score)).mean()}
    for name, known in truths.items():
        held = 0
        for _ in range(600):
            found = pv.estimate(name, Ladder.from_scores(*rows(n)))
            held += found.low <= known <= found.high
        assert held / 600 > 0.93 - 2 * (0.93 * 0.07 / 600) ** 0.5, name
