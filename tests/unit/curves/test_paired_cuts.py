"""Paired differences of two cuts: beside the decision curve's, beside a bootstrap of rows, and counted row by row."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.curves.outline import Outline
from probative.curves.packing import unpack
from probative.curves.paired_cuts import PairedCells
from probative.curves.shared_calls import SharedCalls
from probative.decisions.optimum import cheapest
from probative.errors import BadFormat
from probative.evidence.placed import Placed
from probative.measurement import placed
from probative.stats import paired_square_and_add


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


@pytest.mark.parametrize("measure", [*placed("operating"), "markedness", "f2"])
def test_differences_are_those_of_the_paired_comparison_of_the_rows(measure: str):
    truth, a, b = two()
    given = {"fp": 1.0, "fn": 5.0} if measure == "expected_cost" else {}
    for first, second in ((0.5, 0.5), (0.2, 0.4), (0.9, 0.05)):
        calls = a >= first, b >= second
        known = paired_square_and_add(measure, truth, *calls, pos_label=True, **given)
        found = cells_of(truth, *calls).gap(measure, **given)
        assert found == pytest.approx((known.effect, known.low, known.high), abs=1e-9)


def test_the_cost_is_the_decision_curves_net_benefit_with_its_sign_turned():
    truth, a, b = two()
    for threshold, prior in ((0.2, None), (0.5, None), (0.35, 0.05)):
        known = pv.decision_difference(truth, a, b, [threshold], prior=prior)
        cells = cells_of(truth, a >= threshold, b >= threshold)
        found = cells.gap("expected_cost", prior, fp=threshold / (1 - threshold), fn=1.0)
        expected = (-known.difference[0], -known.high[0], -known.low[0])
        assert found[0] == pytest.approx(expected[0], rel=1e-9)
        # Two ways to limits: whole rows there, the rows of a class and their share here.
        assert found[1:] == pytest.approx(expected[1:], abs=0.05 * (expected[2] - expected[1]))


def gaps_of(cells: PairedCells) -> list[tuple[float, float, float]]:
    plain = [cells.gap(measure) for measure in ("precision", "npv", "f1", "mcc", "kappa", "prediction_rate")]
    return [*plain, cells.gap("expected_cost", fp=1, fn=5)]


def test_intervals_agree_with_a_bootstrap_of_rows():
    truth, a, b = two(2000)
    called = a >= 0.4, b >= 0.3
    cells = cells_of(truth, *called)
    generator, drawn = np.random.default_rng(1), []
    for _ in range(1500):
        rows = generator.integers(0, len(truth), len(truth))
        again = cells_of(truth[rows], called[0][rows], called[1][rows])
        drawn.append([again.recall()[0], *(value[0] for value in gaps_of(again))])
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    for found, down, up in zip((cells.recall(), *gaps_of(cells)), low, high, strict=True):
        assert found[1:] == pytest.approx((down, up), abs=0.15 * (up - down))


def test_nobody_called_has_no_precision():
    assert np.isnan(PairedCells(10, 10, (0, 3, 0), (0, 2, 0)).gap("precision")).all()


def test_rows_called_together_are_those_of_the_rows():
    truth, a, b = two()
    outlines = tuple(Outline.of(pv.Ladder.from_scores(truth, s)) for s in (a, b))
    shared = SharedCalls.of(("A", "B"), outlines, [Placed.of(truth, s) for s in (a, b)], (a >= 0.5, b >= 0.5))

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
    shared = SharedCalls.of(("A", "B"), tuple(outlines), [Placed.of(truth, s) for s in (a, b)])
    pairs = set(zip(*(unpack(column).tolist() for column in shared.cheapest[:2]), strict=True))
    for ratio in np.logspace(-2, 2, 60):
        costs = pv.Costs(1, ratio)
        best = tuple(float(cheapest(o, costs).vertex) for o in outlines)
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
    for options in ({"weight": np.linspace(1, 2, len(truth))}, {"groups": np.arange(len(truth)) // 2}):
        assert pv.evaluate(truth=truth, scores={"a": a, "b": b}, **options).shared_calls == ()
