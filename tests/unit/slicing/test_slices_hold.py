"""Simulations of the whole procedure: nothing is found in noise, planted slices are, and intervals cover."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

import probative as pv

LOSSES = {
    "errors": lambda rng, n: (rng.random(n) < 0.2) * 1.0,
    "rare errors": lambda rng, n: (rng.random(n) < 0.01) * 1.0,
    "hardly any right": lambda rng, n: (rng.random(n) < 0.97) * 1.0,
    "log-normal": lambda rng, n: rng.lognormal(0, 2, n),
    "skewed to the left": lambda rng, n: -rng.lognormal(0, 1.5, n),
    "without a variance": lambda rng, n: np.abs(rng.standard_cauchy(n)),
}
REPLICATES = 100


def _features(rng, n, p, correlated):
    columns = rng.normal(size=(n, p))
    if correlated:
        columns = 0.9 * rng.normal(size=(n, 1)) + 0.4 * columns
    return {f"x{i}": columns[:, i] for i in range(p)} | {"c": rng.choice(list("abcd"), n, p=[0.5, 0.3, 0.15, 0.05])}


def _alarms(losses, n, p, *, weights=False, groups=False, **words):
    count = 0
    for seed in range(REPLICATES):
        rng = np.random.default_rng(seed)
        features = _features(rng, n, p, seed % 2)
        values = LOSSES[losses](rng, n)
        if groups:
            who = np.repeat(np.arange(n // 10), 10)
            features |= {"ward": rng.choice(list("uvw"), n // 10)[who]}
            values = values[10 * who] if losses == "errors" else values + values[10 * who]
            words["groups"] = who
        if weights:
            words["weight"] = rng.lognormal(0, 0.7, n) * np.where(features["c"] == "a", 2.0, 1.0)
        found = pv.weak_slices(
            values=values, better="lower", features=features, n_permutations=199, random_state=seed, **words
        )
        count += len(found) > 0
    return count


def _at_most(share):
    """As many alarms as chance gives once in a thousand times, where their share is this."""
    return binom.ppf(0.999, REPLICATES, share)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["permutation", "halves"])
@pytest.mark.parametrize("losses", LOSSES)
@pytest.mark.parametrize(("n", "p"), [(300, 3), (1500, 5)])
def test_nothing_is_found_in_noise(n, p, losses, method):
    assert _alarms(losses, n, p, method=method) <= _at_most(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("losses", ["errors", "hardly any right", "log-normal", "skewed to the left"])
@pytest.mark.parametrize("kind", ["weights", "groups"])
def test_nothing_is_found_in_weighted_or_grouped_noise(losses, kind):
    assert _alarms(losses, 1500, 3, **{kind: True}) <= _at_most(0.05)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "least"), [("permutation", 0.9), ("halves", 0.7)])
def test_planted_slices_are_found(method, least):
    hits = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        features = _features(rng, 2000, 4, correlated=False)
        weak = (features["x0"] > 0.6) & (features["x1"] < -0.2)
        values = (rng.random(2000) < np.where(weak, 0.3, 0.1)) * 1.0
        found = pv.weak_slices(
            values=values, better="lower", features=features, method=method, n_permutations=199, random_state=seed
        )
        hits += any(weak[list(one.rows)].mean() >= 2 * weak.mean() for one in found)
    assert hits >= least * 100


@pytest.mark.slow
@pytest.mark.parametrize("method", ["permutation", "halves"])
def test_intervals_cover_what_was_selected(method):
    """Chosen because it looks bad, a slice looks worse than it is; the simultaneous interval must still cover."""
    covered = reported = 0
    for seed in range(150):
        rng = np.random.default_rng(seed)
        features = _features(rng, 1000, 4, correlated=False)
        rate = 0.1 + 0.15 * (features["x0"] > 0) * (features["c"] != "a")
        values = (rng.random(1000) < rate) * 1.0
        found = pv.weak_slices(
            values=values, better="lower", features=features, method=method, n_permutations=199, random_state=seed
        )
        for one in found:
            held = np.isin(np.arange(1000), one.rows)
            truth = rate[held].mean() - rate[~held].mean()
            reported += 1
            covered += one.effect.low <= truth <= one.effect.high
    assert reported >= 30
    assert covered >= binom.ppf(0.001, reported, 0.95)
