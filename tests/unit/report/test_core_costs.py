"""core.js: costs, optima, tangents and curves."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.curves.isolines import below, chord
from probative.curves.outline import Outline
from probative.curves.precision_recall import precision_path

from .cases import CASES, CLOSE, Case
from .node import ask, call, outline

# --- costs -----------------------------------------------------------------------------------------------------------


MIXES = [
    ({"fp": 1.0, "fn": 1.0}, None),
    ({"fp": 1.0, "fn": 5.0}, None),
    ({"fp": 3.0, "fn": 1.0}, 0.5),
    ({"fp": 1.0, "fn": 1000.0}, 0.001),
    ({"fp": 2.0, "fn": 7.5}, 0.25),
]


def prices(case: Case, costs: dict[str, float], prior: float | None) -> list[tuple[float | None, float]]:
    share = case.share if prior is None else prior
    return [(cut, costs["fp"] * (1 - share) * fpr + costs["fn"] * share * (1 - tpr)) for cut, fpr, tpr in case.rates()]


def called(case: Case, cut: float) -> int:
    """How many rows a cut calls positive; an infinite one calls nobody. Printed cuts are rounded, calling the same."""
    return 0 if cut == inf else int((case.scores >= cut).sum())


def assert_cheapest(case: Case, found: dict[str, Any], costs: dict[str, float], prior: float | None) -> None:
    known = prices(case, costs, prior)
    least = min(price for _, price in known)
    best = [cut for cut, price in known if price <= least + 1e-11 * max(least, 1e-9)]
    assert found["cost"] == pytest.approx(least, rel=1e-9, abs=1e-12)
    assert called(case, found["threshold"]) == called(case, inf if best[0] is None else best[0])
    assert called(case, found["lowest"]) == called(case, inf if best[-1] is None else best[-1])
    tp, fn, fp, tn = case.cells(best[0])
    assert (found["fpr"], found["tpr"]) == pytest.approx((fp / (fp + tn), tp / (tp + fn)), rel=1e-9, abs=1e-12)


def test_the_optimum_is_the_cheapest_of_all_thresholds():
    asked = [(k, costs, prior) for k in range(len(CASES)) for costs, prior in MIXES]
    questions = [
        call("optimum", outline(k), costs, CASES[k].share if prior is None else prior) for k, costs, prior in asked
    ]
    for (k, costs, prior), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        assert_cheapest(CASES[k], found, costs, prior)


def test_where_an_edge_of_the_hull_is_optimal_both_its_ends_are_known():
    """Costs whose lines have the slope of an edge: the highest threshold is taken, the lowest is named."""
    asked = []
    for k, case in enumerate(CASES):
        hull = pv.roc(case.ladder).hull()
        for slope in hull.slopes[np.isfinite(hull.slopes) & (hull.slopes > 0)][:4].tolist():
            asked.append((k, {"fp": slope * case.share, "fn": 1 - case.share}))
    questions = [call("optimum", outline(k), costs, CASES[k].share) for k, costs in asked]
    edges = 0
    for (k, costs), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        assert_cheapest(CASES[k], found, costs, None)
        edges += found["lowest"] < found["threshold"]
    assert edges > 0.8 * len(asked) > 50


def test_an_optimal_edge_is_seen_however_little_it_costs():
    """Two vertices that cost the same by whole numbers, among millions of rows: 1 - TPR would round that away."""
    plains, sizes = [], [10**6 + 7 * k for k in range(40)]
    for n in sizes:
        ladder = pv.Ladder.from_counts([0.9, 0.7, 0.5, 0.1], [n - 11, 4, 1, 6], [0, 2, 3, n - 5])
        plains.append(Outline.of(ladder).to_dict())
    questions = [call("optimum", outline(k), {"fp": 2.0, "fn": 1.0}, 0.5) for k in range(len(plains))]
    for n, found in zip(sizes, ask(questions, plains), strict=True):
        assert (found["threshold"], found["lowest"]) == (0.9, 0.7)
        assert found["cost"] == pytest.approx(11 / n / 2, rel=1e-12)


def test_the_optimum_is_the_one_that_the_library_chooses():
    # The library cannot call nothing positive where a score is infinite; weights that add up exactly leave no traces.
    finite = [k for k, case in enumerate(CASES) if np.isfinite(case.scores).all() and (case.w * 2 % 1 == 0).all()]
    asked = [(k, costs, prior) for k in finite for costs, prior in MIXES]
    questions = [
        call("optimum", outline(k), costs, CASES[k].share if prior is None else prior) for k, costs, prior in asked
    ]
    for (k, costs, prior), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        known = pv.best_threshold(CASES[k].ladder, "cost", costs=pv.Costs(**costs, prior=prior), replicates=2)
        assert called(CASES[k], found["threshold"]) == called(CASES[k], known.threshold)
        assert called(CASES[k], found["lowest"]) == called(CASES[k], known.ties[-1])
        assert found["cost"] == pytest.approx(known.apparent.value, rel=1e-9, abs=1e-12)


def test_costs_slopes_and_shares_of_the_worst():
    costs, prior = {"fp": 2.0, "fn": 5.0}, 0.2
    found = ask(
        [
            call("slope", costs, prior),
            call("worst", costs, prior),
            call("cost", 0.25, 0.5, costs, prior),
            call("probabilityCost", costs, prior),
        ]
    )
    assert found == pytest.approx([pv.Costs(2, 5).slope(prior), 2.6, 0.9, 5 * 0.2 / 2.6])


def test_the_tangent_touches_the_hull_and_nothing_lies_above_it():
    asked = [(k, costs, prior) for k in range(len(CASES)) for costs, prior in MIXES]
    plains = [case.plain for case in CASES]
    shares = [CASES[k].share if prior is None else prior for k, _, prior in asked]
    slopes = [costs["fp"] * (1 - p) / (costs["fn"] * p) for (_, costs, _), p in zip(asked, shares, strict=True)]
    best = ask([call("optimum", outline(k), c, p) for (k, c, _), p in zip(asked, shares, strict=True)], plains)
    lines = ask([call("chord", m, o["fpr"], o["tpr"]) for m, o in zip(slopes, best, strict=True)])
    for (k, *_), m, o, (x1, y1, x2, y2) in zip(asked, slopes, best, lines, strict=True):
        assert 0 <= x1 <= x2 <= 1
        assert 0 <= y1 <= y2 <= 1
        for x, y in ((x1, y1), (x2, y2)):
            assert y - o["tpr"] == pytest.approx(m * (x - o["fpr"]), abs=1e-9 * max(m, 1))
            # The chord ends at the square's edge.
            assert min(x, 1 - x, y, 1 - y) == pytest.approx(0, abs=1e-9)
        gaps = [o["tpr"] + m * (fpr - o["fpr"]) - tpr for _, fpr, tpr in CASES[k].rates()]
        assert min(gaps) == pytest.approx(0, abs=1e-9 * max(m, 1))


def test_chords_and_parts_below_are_the_page_s_in_python():
    rng = np.random.default_rng(31)
    lines = [(float(m), *rng.random(2).tolist()) for m in 10.0 ** rng.uniform(-4, 4, 200)]
    lines += [(1.0, 0.0, 0.0), (1.0, 1.0, 1.0), (2.0, 0.0, 1.0), (0.5, 1.0, 0.0)]
    for line, found in zip(lines, ask([call("chord", *line) for line in lines]), strict=True):
        xs, ys = chord(*line)
        assert found == pytest.approx([xs[0], ys[0], xs[1], ys[1]], abs=1e-12)
    assert ask([call("chord", inf, 0.3, 0.6)]) == [[0.3, 0, 0.3, 1]]
    ends = [*rng.random((200, 2)).tolist(), [0.5, 0.5], [0.2, 0.2], [1, 0], [0, 1], [0.5, 1], [1, 0.5], [1, 1]]
    for (left, right), found in zip(ends, ask([call("below", *pair, 0.5) for pair in ends]), strict=True):
        grid = np.linspace(0, 1, 10_001)
        inside = grid[left + grid * (right - left) <= 0.5 + 1e-12]
        known = below(left, right, 0.5)
        if left > 0.5 and right > 0.5:
            assert found is None
            assert known == ([], [])
        else:
            assert (found[0], found[2]) == pytest.approx((inside[0], inside[-1]), abs=1e-4)
            heights = [min(left + x * (right - left), 0.5) for x in (found[0], found[2])]
            assert [found[1], found[3]] == pytest.approx(heights)
            assert ([found[0], found[2]], [found[1], found[3]]) == (pytest.approx(known[0]), pytest.approx(known[1]))


# --- curves ----------------------------------------------------------------------------------------------------------


def test_precision_and_recall_are_exact_at_the_vertices():
    asked = [(k, prior) for k in range(len(CASES)) for prior in (None, 0.01, 0.7)]
    plains = [case.plain for case in CASES]
    opened = ask([{"outline": k} for k in range(len(CASES))], plains)
    shares = [CASES[k].share if prior is None else prior for k, prior in asked]
    answers = ask([call("precisionRecall", outline(k), p) for (k, _), p in zip(asked, shares, strict=True)], plains)
    for (k, prior), share, (xs, ys) in zip(asked, shares, answers, strict=True):
        assert np.isfinite(xs).all()
        assert np.isfinite(ys).all()
        points = np.column_stack([xs, ys])
        o = opened[k]
        for fp, tp in zip(o["lineFp"][1:], o["lineTp"][1:], strict=True):
            t, f = tp / o["p"], fp / o["n"]
            known = share * t / (share * t + (1 - share) * f)
            assert np.abs(points - [t, known]).max(axis=1).min() <= 1e-9
            if prior is None:
                assert known == pytest.approx(tp / (tp + fp), rel=1e-9)
        # Nowhere does the path leave the curve: between vertices both rates move along a straight line.
        assert (np.diff(xs) >= -1e-12).all()
        assert np.diff(xs).max() <= 1 / 64 + 1e-9
        known_xs, known_ys = precision_path(*Outline.from_dict(CASES[k].plain).line_rates, share)
        np.testing.assert_allclose(xs, known_xs, **CLOSE)
        np.testing.assert_allclose(ys, known_ys, **CLOSE)


def test_cost_curves_are_the_library_s():
    grid = np.linspace(0, 1, 501)
    for case, (xs, ys) in zip(
        CASES, ask([call("costCurve", outline(k)) for k in range(len(CASES))], [c.plain for c in CASES]), strict=True
    ):
        assert np.isfinite(xs).all()
        assert (xs[0], ys[0], xs[-1], ys[-1]) == (0, 0, 1, 0)
        assert (np.diff(xs) >= -1e-12).all()
        np.testing.assert_allclose(np.interp(grid, xs, ys), pv.cost_curve(case.ladder).at(grid), rtol=1e-9, atol=1e-9)
        lines = [fpr * (1 - grid) + (1 - tpr) * grid for _, fpr, tpr in case.rates()]
        np.testing.assert_allclose(np.interp(grid, xs, ys), np.min(lines, axis=0), rtol=1e-9, atol=1e-9)


def test_costs_by_tick_are_those_of_the_rows():
    asked = [(k, costs, prior) for k in range(0, len(CASES), 3) for costs, prior in MIXES]
    questions = [
        call("costByTick", outline(k), costs, CASES[k].share if prior is None else prior) for k, costs, prior in asked
    ]
    for (k, costs, prior), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        case, share = CASES[k], CASES[k].share if prior is None else prior
        above = case.scores[None, :] >= np.array(case.at)[:, None]
        fpr, tpr = ((above @ (case.w * (case.truth == c))) / case.w[case.truth == c].sum() for c in (0, 1))
        worst = costs["fp"] * (1 - share) + costs["fn"] * share
        known = (costs["fp"] * (1 - share) * fpr + costs["fn"] * share * (1 - tpr)) / worst
        np.testing.assert_allclose(found, known, rtol=1e-9, atol=1e-9)
