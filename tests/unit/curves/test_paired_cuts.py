"""Paired differences of two cuts: beside the decision curve's, beside a bootstrap of rows, and counted row by row."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.curves.outline import Outline
from probative.curves.packing import unpack
from probative.curves.paired_cuts import PairedCells
from probative.curves.shared_calls import SharedCalls
from probative.errors import BadFormat


def two(n: int = 600, seed: int = 0):
    generator = np.random.default_rng(seed)
    truth = generator.random(n) < 0.3
    common = generator.normal(size=n) + 1.5 * truth
    a, b = (common + generator.normal(0, s, n) for s in (0.7, 1.2))
    return truth, *(np.round(1 / (1 + np.exp(-x + 1)), 3) for x in (a, b))


def cells_of(truth, a, b) -> PairedCells:
    tp = tuple(int((truth & x).sum()) for x in (a, b, a & b))
    fp = tuple(int((~truth & x).sum()) for x in (a, b, a & b))
    return PairedCells(int(truth.sum()), int((~truth).sum()), tp, fp)


def test_the_cost_is_the_decision_curves_net_benefit_with_its_sign_turned():
    truth, a, b = two()
    for threshold, prior in ((0.2, None), (0.5, None), (0.35, 0.05)):
        known = pv.decision_difference(truth, a, b, [threshold], prior=prior)
        cells = cells_of(truth, a >= threshold, b >= threshold)
        found = cells.cost(threshold / (1 - threshold), 1.0, prior)
        expected = (-known.difference[0], -known.high[0], -known.low[0])
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_intervals_agree_with_a_bootstrap_of_rows():
    truth, a, b = two(2000)
    called = a >= 0.4, b >= 0.3
    cells = cells_of(truth, *called)
    generator, drawn = np.random.default_rng(1), []
    for _ in range(1500):
        rows = generator.integers(0, len(truth), len(truth))
        again = cells_of(truth[rows], called[0][rows], called[1][rows])
        drawn.append([again.recall()[0], again.precision()[0], again.cost(1, 5)[0]])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    for found, down, up in zip((cells.recall(), cells.precision(), cells.cost(1, 5)), low, high, strict=True):
        assert found[1:] == pytest.approx((down, up), abs=0.15 * (up - down))


def test_nobody_called_has_no_precision():
    assert np.isnan(PairedCells(10, 10, (0, 3, 0), (0, 2, 0)).precision()).all()


def test_rows_called_together_are_those_of_the_rows():
    truth, a, b = two()
    outlines = tuple(Outline.of(pv.Ladder.from_scores(truth, s)) for s in (a, b))
    shared = SharedCalls.of(("A", "B"), outlines, truth, (a, b), (a >= 0.5, b >= 0.5))

    def both(first: float, second: float) -> list[int]:
        called = (a >= first) & (b >= second)
        return [int((called & ~truth).sum()), int((called & truth).sum())]

    paths = {name: [unpack(c) for c in getattr(shared, name)] for name in ("same", "fpr", "alert", "cheapest")}
    ticks = outlines[0].ticks
    assert list(shared.evaluated) == both(0.5, 0.5)
    rates = {"fpr": lambda s, t: (s >= t)[~truth].mean(), "alert": lambda s, t: (s >= t).mean()}
    for k in range(0, 1001, 17):
        assert [c[k] for c in paths["same"]] == both(ticks[k], ticks[k])
        for name, rate in rates.items():
            within = [t for t in ticks if rate(b, t) <= rate(a, ticks[k]) + 1e-12]
            assert [c[k] for c in paths[name]] == both(ticks[k], min(within, default=np.inf)), (name, k)
    corners = [o.hull_thresholds for o in outlines]
    for va, vb, fp, tp in zip(*paths["cheapest"], strict=True):
        assert [fp, tp] == both(corners[0][int(va)], corners[1][int(vb)])
    cells = shared.at_tick(600, *outlines)
    assert cells == cells_of(truth, a >= ticks[600], b >= ticks[600])


def test_the_cheapest_pair_of_cuts_is_on_the_path_whatever_the_costs():
    truth, a, b = two(seed=3)
    outlines = [Outline.of(pv.Ladder.from_scores(truth, s)) for s in (a, b)]
    shared = SharedCalls.of(("A", "B"), tuple(outlines), truth, (a, b))
    pairs = set(zip(*(unpack(column).tolist() for column in shared.cheapest[:2]), strict=True))
    for ratio in np.logspace(-2, 2, 60):
        costs = pv.Costs(1, ratio)
        best = tuple(float(pv.decisions.optimum.cheapest(o, costs).vertex) for o in outlines)
        assert best in pairs


def test_findings_keep_the_leader_with_each_of_the_others_and_files_hold_them():
    truth, a, b = two()
    found = pv.evaluate(truth=truth, scores={"b": b, "a": a, "noise": np.random.default_rng(0).random(len(truth))})
    assert [(pair.a, pair.b) for pair in found.shared_calls] == [("a", "b"), ("a", "noise")]
    assert pv.Findings.from_dict(found.to_dict()).shared_calls == found.shared_calls
    plain = found.to_dict()
    plain["shared_calls"][0]["same"] = plain["shared_calls"][0]["same"][:1]
    with pytest.raises(BadFormat):
        pv.Findings.from_dict(plain)
    del plain["shared_calls"]
    assert pv.Findings.from_dict(plain).shared_calls == ()
    for options in ({"weight": np.ones(len(truth))}, {"groups": np.arange(len(truth)) // 2}):
        assert pv.evaluate(truth=truth, scores={"a": a, "b": b}, **options).shared_calls == ()
