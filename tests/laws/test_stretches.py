"""A ladder in stretches is walked to the findings of the whole: ties, weights, infinities, stretches without rows."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.evidence.condensed import LONG
from probative.evidence.ladder import Ladder
from probative.evidence.stretches import Cut, Stretches
from probative.measurement.registry import find


class Elsewhere(Cut):
    """Stretches that tasks reach by pickle only, and that are never fetched."""

    def each(self, task: Callable[[Ladder, Any], Any], given: Sequence[Any] | None = None) -> Iterator[Any]:
        cloudpickle = pytest.importorskip("cloudpickle")
        there = pickle.loads(cloudpickle.dumps(task))
        return map(pickle.loads, map(cloudpickle.dumps, super().each(there, given)))

    def gathered(self) -> Ladder:
        whole = super().gathered()
        # Smooth sums of weighted rows, and short ladders, are those of the rungs themselves.
        assert whole.weighted or len(whole.scores) < LONG, "rungs were fetched"
        return whole


def apart(ladder: Ladder, at: Sequence[int]) -> Stretches:
    """The rungs of a ladder in stretches that begin at some rungs; equal cuts leave empty ones."""
    ends = [0, *at, len(ladder.scores)]
    parts = [Ladder(*(column[a:b] for column in ladder.columns)) for a, b in pairwise(ends)]
    return Stretches(Elsewhere(parts))


def worlds() -> dict[str, Ladder]:
    rng = np.random.default_rng(7)
    n = 70_000
    y = rng.random(n) < 0.3
    s = 1 / (1 + np.exp(0.6 - 1.3 * y - rng.normal(size=n)))
    raw = np.round(1.2 * y + rng.normal(size=n), 3)
    wild = raw.copy()
    wild[:40], wild[40:90] = np.inf, -np.inf
    w = rng.integers(1, 9, n) / 8
    return {
        "distinct": Ladder.from_scores(y, s),
        "ties": Ladder.from_scores(y, np.round(s, 3)),
        "weights": Ladder.from_scores(y, np.round(s, 4), sample_weight=w),
        "raw": Ladder.from_scores(y, raw),
        "infinities": Ladder.from_scores(y, wild),
        "few": Ladder.from_scores(y[:60], np.round(s[:60], 2)),
        "one class above": Ladder.from_scores([1] * 50 + [0, 1] * 60, np.linspace(0.99, 0.01, 170)),
    }


WORLDS = worlds()


def cuts(ladder: Ladder, way: str) -> list[int]:
    m = len(ladder.scores)
    return {
        "even": [m // 4, m // 2, 3 * m // 4],
        "empty ones": [0, 0, m // 3, m // 3, m],
        "single rungs": [1, 2, m - 1],
        "one": [],
    }[way]


@pytest.mark.parametrize("way", ["even", "empty ones", "single rungs", "one"])
@pytest.mark.parametrize("world", WORLDS)
def test_counts_levels_and_rungs(world: str, way: str) -> None:
    whole = WORLDS[world]
    found = apart(whole, cuts(whole, way))
    assert found.length == whole.length
    assert [*found.totals, *found.squared_totals] == pytest.approx([*whole.totals, *whole.squared_totals])
    levels = np.concatenate([[np.inf, -np.inf, 0.5, 0.1234567], np.linspace(-3, 3, 31), whole.scores[::997]])
    for side in ("left", "right"):
        assert (found.rungs_above(levels, side) == whole.rungs_above(levels, side)).all()
    rungs = np.unique(np.linspace(0, len(whole.scores), 45).astype(int))
    assert np.allclose(found.down_to(rungs), whole.down_to(rungs), rtol=1e-13, atol=0)
    assert (np.asarray(found.scores[rungs[:-1]]) == whole.scores[rungs[:-1]]).all()
    for level in (0.5, np.inf, -np.inf, 0.777):
        a, b = found.at(level), whole.at(level)
        assert [a.tp, a.fn, a.fp, a.tn] == pytest.approx([b.tp, b.fn, b.fp, b.tn], abs=1e-9)
    starts = np.unique(np.concatenate([[0], np.linspace(0, len(whole.scores) - 1, 23).astype(int)]))
    for a, b in zip(found.joined(starts), whole.joined(starts), strict=True):
        assert (a is None and b is None) or np.allclose(a, b, rtol=1e-13)
    a, b = (one.coarsen(len(whole.scores) // 3) for one in (found, whole))
    assert np.allclose(a.scores, b.scores, rtol=1e-12)
    assert all(np.allclose(*pair, rtol=1e-12) for pair in zip(a.columns[1:], b.columns[1:], strict=True))
    assert a.auc_error == pytest.approx(b.auc_error)
    assert not whole.weighted or a.squared[0].sum() == pytest.approx(whole.squared_totals[0])


MEASURES = (
    "auc",
    "average_precision",
    "ks",
    "equal_error_rate",
    "brier",
    "log_loss",
    "brier_reliability",
    "expected_calibration_error",
    "debiased_calibration_error",
    "calibration_slope",
    "calibration_intercept",
)


@pytest.mark.parametrize("way", ["even", "empty ones"])
@pytest.mark.parametrize("world", WORLDS)
def test_measures_and_their_intervals(world: str, way: str) -> None:
    whole = WORLDS[world]
    found = apart(whole, cuts(whole, way))
    for name in MEASURES:
        if find(name).probabilities and not whole.are_probabilities:
            continue
        a, b = pv.estimate(name, found), pv.estimate(name, whole)
        assert [a.value, a.low, a.high] == pytest.approx([b.value, b.low, b.high], rel=1e-9, abs=1e-12), name
        assert a.method == b.method


def test_one_class_only() -> None:
    whole = Ladder.from_scores([1] * 6, [0.9, 0.8, 0.8, 0.3, 0.2, 0.1])
    found = apart(whole, [2])
    assert np.isnan(pv.value("auc", found))
    assert pv.value("average_precision", found) == 1.0
