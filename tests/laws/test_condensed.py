"""A condensed ladder has the sums of the long one, and findings are those of every rung."""

import numpy as np
import pytest

import probative as pv
from probative.evidence.condensed import condensed
from probative.evidence.nodes import group_moments, three_nodes
from probative.inference import estimation

RNG = np.random.default_rng(3)
SIZE = 60_000
SMOOTH = [measure.name for measure in pv.measures() if measure.smooth]


def ladders():
    logits = RNG.normal(size=SIZE)
    spread = 1 / (1 + np.exp(-2 * logits))
    yield "calibrated", RNG.random(SIZE) < spread, spread
    yield "rare", RNG.random(SIZE) < 0.01 * spread, spread**6
    yield "certain", RNG.random(SIZE) < spread, np.clip(1 / (1 + np.exp(-12 * logits)), 0, 1)
    yield "close together", RNG.random(SIZE) < 0.4, 0.5 + 1e-5 * logits
    yield "with ties", RNG.random(SIZE) < spread, np.round(spread, 5)


CASES = [(name, pv.Ladder.from_scores(y, s)) for name, y, s in ladders()]


@pytest.mark.parametrize(("name", "ladder"), CASES, ids=[name for name, _ in CASES])
def test_sums_of_smooth_functions_are_those_of_all_rows(name, ladder):
    short = condensed(ladder)
    if name != "with ties":
        assert len(short.scores) < len(ladder.scores) / 2 or name in ("rare", "certain")
    assert short.totals == pytest.approx(ladder.totals, rel=1e-13)
    inside = (ladder.scores > 0) & (ladder.scores < 1)
    for of, to in ((ladder.positives, short.positives), (ladder.negatives, short.negatives)):
        kept = (short.scores > 0) & (short.scores < 1) & (to > 0)
        for smooth in (np.log, lambda s: np.log1p(-s) ** 3, lambda s: s**6, lambda s: np.sqrt(s * (1 - s))):
            exact = float((of[inside] * smooth(ladder.scores[inside])).sum())
            assert float((to[kept] * smooth(short.scores[kept])).sum()) == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize(("name", "ladder"), CASES, ids=[name for name, _ in CASES])
def test_estimates_of_smooth_measures_are_those_of_every_rung(name, ladder, monkeypatch):
    again = pv.Ladder(ladder.scores, ladder.positives, ladder.negatives)
    found = {measure: pv.estimate(measure, ladder) for measure in SMOOTH}
    monkeypatch.setattr(estimation, "condensed", lambda ladder: ladder)
    for measure in SMOOTH:
        exact = pv.estimate(measure, again)
        assert (found[measure].method, found[measure].n) == (exact.method, exact.n)
        assert np.array([found[measure].value, found[measure].low, found[measure].high]) == pytest.approx(
            np.array([exact.value, exact.low, exact.high]), rel=1e-8, abs=1e-12, nan_ok=True
        )


def test_short_and_weighted_ladders_are_their_own():
    y, s = RNG.random(SIZE) < 0.5, RNG.random(SIZE)
    weighted = pv.Ladder.from_scores(y, s, sample_weight=RNG.random(SIZE) + 0.5)
    short = pv.Ladder.from_scores(y[:100], s[:100])
    raw = pv.Ladder.from_scores(y, s * 5)
    assert all(condensed(ladder) is ladder for ladder in (weighted, short, raw))


def test_three_nodes_have_six_moments():
    places = RNG.uniform(-1, 1, 300)
    mass = RNG.integers(0, 3, 300).astype(float)
    starts = np.array([0, 100, 180])
    at, masses, found = three_nodes(group_moments(places, mass, starts))
    assert found.all()
    for first, last, x, w in zip(starts, [100, 180, 300], at.T, masses.T, strict=True):
        for k in range(6):
            assert (w * x**k).sum() == pytest.approx((mass[first:last] * places[first:last] ** k).sum(), abs=1e-11)


def test_two_values_have_no_three_nodes():
    two = group_moments(np.array([-0.5, 0.5, 0.5]), np.ones(3), np.array([0]))
    one = group_moments(np.array([0.25, 0.25]), np.ones(2), np.array([0]))
    assert not three_nodes(two)[2].any()
    assert not three_nodes(one)[2].any()
