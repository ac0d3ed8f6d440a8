"""The page's arithmetic against the library's, and against brute force on the raw rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, isnan, log, nan, nextafter, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv
from probative.curves.isolines import below, chord
from probative.curves.outline import Outline, quantile_ticks
from probative.curves.packing import pack
from probative.curves.precision_recall import precision_path
from probative.findings.text import count, measure_cells, number
from probative.inference import Estimate
from probative.inference.prevalence import estimate_at
from probative.measurement import placed
from probative.report.sections.measures import spoken

from .node import ask, call, outline

Z = float(norm.ppf(0.975))
MEASURES = placed("operating")
COSTS = {"fp": 2.0, "fn": 7.5}
CLOSE = {"rtol": 1e-9, "atol": 1e-12}


@dataclass
class Case:
    """Rows, and brute force on them."""

    truth: np.ndarray
    scores: np.ndarray
    weight: np.ndarray | None = None
    ticks: np.ndarray | None = None

    @cached_property
    def ladder(self) -> pv.Ladder:
        return pv.Ladder.from_scores(self.truth, self.scores, pos_label=1, sample_weight=self.weight)

    @cached_property
    def plain(self) -> dict[str, Any]:
        return Outline.of(self.ladder, self.ticks).to_dict()

    @cached_property
    def w(self) -> np.ndarray:
        return np.ones(len(self.truth)) if self.weight is None else self.weight

    @property
    def at(self) -> list[float]:
        """Thresholds from low to high, as the slider has them."""
        return [i / 1000 for i in range(1001)] if self.ticks is None else self.ticks[::-1].tolist()

    @property
    def share(self) -> float:
        return float(self.w[self.truth == 1].sum() / self.w.sum())

    def cells(self, cut: float | None) -> list[float]:
        """TP, FN, FP and TN when scores of at least this are called positive; None: nothing is."""
        called = np.zeros(len(self.scores), bool) if cut is None else self.scores >= cut
        parts = [(self.truth == 1) & called, (self.truth == 1) & ~called]
        parts += [(self.truth == 0) & called, (self.truth == 0) & ~called]
        return [float(self.w[part].sum()) for part in parts]

    def outcomes(self, cut: float | None) -> pv.Outcomes:
        tp, fn, fp, tn = self.cells(cut)
        if self.weight is None:
            return pv.Outcomes(tp=int(tp), fn=int(fn), fp=int(fp), tn=int(tn))
        squared = Case(self.truth, self.scores, self.weight**2).cells(cut)
        return pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn, squares=squared)

    def rates(self) -> list[tuple[float | None, float, float]]:
        """Threshold, FPR and TPR of nothing and of every distinct score, from high to low."""
        found = []
        for cut in [None, *np.unique(self.scores)[::-1].tolist()]:
            tp, fn, fp, tn = self.cells(cut)
            found.append((cut, fp / (fp + tn), tp / (tp + fn)))
        return found


def made(seed: int, weighted: bool = False, raw: bool = False) -> Case:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 120))
    truth = (rng.random(n) < rng.uniform(0.1, 0.9)).astype(int)
    truth[:2] = 0, 1
    scores = 1 / (1 + np.exp(-rng.normal(rng.uniform(-1, 3) * truth, 1)))
    scores = scores.round(int(rng.integers(1, 6)))
    if raw:
        scores = np.exp(7 * scores) - 50
    weight = [rng.random(n) + 0.01, rng.choice([0.5, 1.0, 3.0], n), np.full(n, 1 / 3)][seed % 3] if weighted else None
    found = Case(truth, scores, weight)
    if raw:
        found.ticks = quantile_ticks([found.ladder])
    return found


def raw_case(truth: list[int], scores: list[float], weight: list[float] | None = None) -> Case:
    found = Case(np.array(truth), np.array(scores), None if weight is None else np.array(weight))
    found.ticks = quantile_ticks([found.ladder])
    return found


DEGENERATE = [
    Case(np.array([1, 0, 1, 0, 0]), np.full(5, 0.3)),
    Case(np.array([1, 0]), np.array([0.9, 0.1])),
    Case(np.array([1, 0]), np.array([0.1, 0.9])),
    Case(np.array([0, 0, 1, 0, 0, 0]), np.array([0.1, 0.6, 0.5, 0.2, 0.6, 0.5])),
    Case(np.array([1, 1, 0, 1, 1, 1]), np.array([0.1, 0.6, 0.5, 0.2, 0.6, 0.5])),
    Case(np.repeat([0, 1], 20), np.repeat([0.2, 0.7], 20)),
    Case(np.repeat([1, 0], 20), np.linspace(0, 1, 40)),
    Case(np.array([1, 0, 1, 0]), np.array([1.0, 1.0, 0.0, 0.0])),
    raw_case([1, 0, 1, 0, 1, 0, 0], [inf, 4.0, 6.0, -inf, 2.0, 5.0, 1.0]),
    raw_case([0, 0, 1, 1, 1, 0], [inf, 3.0, 6.0, 7.0, 2.0, -inf]),
    raw_case([0, 1, 1, 1, 0], [inf, inf, 6.0, -7.0, -inf], [0.3, 0.7, 2.0, 0.1, 0.1]),
    raw_case([1, 0, 1, 0], [inf, inf, -inf, -inf]),
]
PLAIN = [*DEGENERATE, *(made(seed) for seed in range(28)), *(made(seed, raw=True) for seed in range(40, 48))]
WEIGHTED = [made(seed, weighted=True, raw=seed % 4 == 0) for seed in range(60, 81)]
CASES = [*PLAIN, *WEIGHTED]


def spots(case: Case, how_many: int = 6) -> list[int]:
    """Slider positions to look at: both ends, and some between."""
    rng = np.random.default_rng(len(case.scores))
    return [0, 1000, *rng.integers(1, 1000, how_many).tolist()]


def assert_same_estimate(found: dict[str, Any], known: Estimate, words: Any) -> None:
    if not known.defined:
        assert isnan(found["value"]), words
        assert isnan(found["low"]), words
        assert isnan(found["high"]), words
        assert found["why"] == known.why, words
    else:
        ends = [found["value"], found["low"], found["high"]]
        np.testing.assert_allclose(ends, [known.value, known.low, known.high], **CLOSE, err_msg=str(words))


# --- columns and counts ----------------------------------------------------------------------------------------------


def test_packed_columns_are_read():
    rng = np.random.default_rng(0)
    columns = [
        np.zeros(0),
        np.zeros(5),
        np.array([0, 1, 127, 128, 16383, 16384, 2**32, 2**52, 2**53 - 1]),
        np.array([2**52]),
        np.array([inf, 0.5, -inf, -0.0, 5e-324, 1.7976931348623157e308]),
        np.array([nan, 1.5]),
        np.arange(1, 40) / 3,
        np.arange(1, 40) / 49,
        *(np.cumsum(rng.integers(0, 2 ** int(power), 30)) for power in rng.integers(1, 47, 200)),
        *(rng.normal(size=20) * 10.0 ** rng.integers(-200, 200, 20) for _ in range(100)),
    ]
    for column, found in zip(columns, ask([call("unpack", pack(column)) for column in columns]), strict=True):
        np.testing.assert_array_equal(np.array(found, float), column)
    assert str(ask([call("unpack", pack(np.array([-0.0, -1.0])))])[0][0]) == "-0.0"


def test_counts_at_every_tick_are_those_of_the_rows():
    questions = [call("atTick", outline(k), i) for k in range(len(CASES)) for i in spots(CASES[k], 20)]
    answers = iter(ask(questions, [case.plain for case in CASES]))
    for case in CASES:
        for i in spots(case, 20):
            found = next(answers)
            cells = [found[c] for c in ("tp", "fn", "fp", "tn")]
            if case.weight is None:
                assert cells == case.cells(case.at[i])
                assert found["squares"] is None
            else:
                np.testing.assert_allclose(cells, case.cells(case.at[i]), rtol=1e-9, atol=1e-9)
                squared = Case(case.truth, case.scores, case.weight**2).cells(case.at[i])
                np.testing.assert_allclose(
                    [found["squares"][c] for c in ("tp", "fn", "fp", "tn")], squared, rtol=1e-9, atol=1e-9
                )
                # What no row is in is empty, not a trace that rounding left.
                assert [cell == 0 for cell in cells] == [cell == 0 for cell in case.cells(case.at[i])]


def test_counts_at_all_ticks_of_one_case_are_those_of_the_rows():
    case = made(7)
    found = ask([call("atTick", outline(0), i) for i in range(1001)], [case.plain])
    assert [[c["tp"], c["fn"], c["fp"], c["tn"]] for c in found] == [case.cells(i / 1000) for i in range(1001)]


def test_counts_at_the_vertices_are_those_of_their_thresholds():
    opened = ask([{"outline": k} for k in range(len(CASES))], [case.plain for case in CASES])
    questions = [call("atVertex", outline(k), v) for k, o in enumerate(opened) for v in range(len(o["hullAt"]))]
    answers = iter(ask(questions, [case.plain for case in CASES]))
    for case, o in zip(CASES, opened, strict=True):
        assert o["hullAt"][0] == inf
        for v, cut in enumerate(o["hullAt"]):
            found = next(answers)
            known = case.cells(None if v == 0 else cut)
            np.testing.assert_allclose([found[c] for c in ("tp", "fn", "fp", "tn")], known, rtol=1e-9, atol=1e-9)
            if case.weight is not None:
                squared = Case(case.truth, case.scores, case.weight**2).cells(None if v == 0 else cut)
                np.testing.assert_allclose(
                    [found["squares"][c] for c in ("tp", "fn", "fp", "tn")], squared, rtol=1e-9, atol=1e-9
                )


def test_rates_and_places():
    cells = {"tp": 3, "fn": 1, "fp": 2, "tn": 8}
    found = ask([call("rates", cells), call("place", outline(0), 0), call("place", outline(0), 1000)], [CASES[0].plain])
    assert found == [{"fpr": 0.2, "tpr": 0.75}, 1000, 0]


# --- measures --------------------------------------------------------------------------------------------------------


def tables() -> list[pv.Outcomes]:
    """Outcomes of both classes: corners, random small ones, large ones, weighted ones."""
    rng = np.random.default_rng(21)
    cells = [(a, 5 - a, b, 4 - b) for a in (0, 2, 5) for b in (0, 1, 4)] + [(1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 1, 0)]
    cells += [(0, 3, 0, 9), (3, 0, 9, 0)]
    cells += [tuple(row) for row in rng.integers(0, 30, (120, 4)).tolist()]
    cells += [tuple(row) for row in rng.integers(0, 10**9, (30, 4)).tolist()]
    found = [pv.Outcomes(tp=a, fn=b, fp=c, tn=d) for a, b, c, d in cells if a + b and c + d]
    for _ in range(120):
        rows = [rng.random(int(k)) * 3 for k in rng.integers(0, 12, 4)]
        if len(rows[0]) + len(rows[1]) and len(rows[2]) + len(rows[3]):
            tp, fn, fp, tn = (float(w.sum()) for w in rows)
            found.append(pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn, squares=[float((w**2).sum()) for w in rows]))
    return found


TABLES = tables()


def as_cells(o: pv.Outcomes) -> dict[str, Any]:
    found: dict[str, Any] = {c: getattr(o, c) for c in ("tp", "fn", "fp", "tn")}
    return found | {"squares": None if o.squares is None else as_cells(o.squares)}


def test_the_page_knows_every_measure_that_it_shows():
    known = ask([call("estimate", name, as_cells(TABLES[-1]), Z, None, COSTS) for name in MEASURES])
    assert all(found["low"] <= found["value"] <= found["high"] for found in known)


@pytest.mark.parametrize("level", [0.95, 0.8])
def test_values_and_intervals_are_the_library_s(level):
    z = float(norm.ppf((1 + level) / 2))
    asked = [(name, o) for name in MEASURES for o in (TABLES if level == 0.95 else TABLES[::5])]
    answers = ask([call("estimate", name, as_cells(o), z, None, COSTS) for name, o in asked])
    for (name, o), found in zip(asked, answers, strict=True):
        known = pv.estimate(name, o, level=level, **(COSTS if name == "expected_cost" else {}))
        assert_same_estimate(found, known, (name, o))


@pytest.mark.parametrize("prior", [0.003, 0.6])
def test_values_and_intervals_at_another_prevalence_are_the_library_s(prior):
    asked = [(name, o) for name in MEASURES for o in TABLES]
    answers = ask([call("estimate", name, as_cells(o), Z, prior, COSTS) for name, o in asked])
    for (name, o), found in zip(asked, answers, strict=True):
        known = estimate_at(name, o, prior, **(COSTS if name == "expected_cost" else {}))
        assert_same_estimate(found, known, (name, o))


def wilson(part: float, whole: float, squares: tuple[float, float] | None) -> tuple[float, float]:
    """The shares that a score test with as many rows does not reject."""
    p, n = part / whole, whole
    if squares is not None:
        own, everything = squares
        spread = own * (1 - p) ** 2 + (everything - own) * p**2
        n = p * (1 - p) * whole**2 / spread if 0 < p < 1 else whole**2 / everything
    middle, half = p + Z**2 / (2 * n), Z * sqrt(p * (1 - p) / n + (Z / (2 * n)) ** 2)
    return max((middle - half) / (1 + Z**2 / n), 0.0), min((middle + half) / (1 + Z**2 / n), 1.0)


def by_rates(name: str, p: float, r: float, s: float) -> float:
    """Measures as functions of prevalence, recall and specificity."""
    tp, fn, fp, tn = p * r, p * (1 - r), (1 - p) * (1 - s), (1 - p) * s
    called, passed = tp + fp, fn + tn
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(
            {
                "precision": lambda: np.divide(tp, called),
                "npv": lambda: np.divide(tn, passed),
                "accuracy": lambda: tp + tn,
                "prediction_rate": lambda: called,
                "f1": lambda: np.divide(tp, (tp + (tp + fp + fn)) / 2),
                "mcc": lambda: np.divide(tp * tn - fp * fn, np.sqrt(called * passed * p * (1 - p))),
                "kappa": lambda: (
                    np.divide(tp + tn - p * called - (1 - p) * passed, 1 - p * called - (1 - p) * passed)
                    if called and passed
                    else nan
                ),
                "expected_cost": lambda: COSTS["fp"] * fp + COSTS["fn"] * fn,
            }[name]()
        )


@pytest.mark.parametrize("prior", [0.01, 0.4])
def test_intervals_at_another_prevalence_are_squared_and_added(prior):
    """The method written out once more, with nothing of the library's."""
    names = ("precision", "npv", "accuracy", "prediction_rate", "f1", "mcc", "kappa", "expected_cost")
    asked = [(name, o) for name in names for o in TABLES]
    answers = ask([call("estimate", name, as_cells(o), Z, prior, COSTS) for name, o in asked])
    seen = 0
    for (name, o), found in zip(asked, answers, strict=True):
        recall, specificity = o.tp / o.positives, o.tn / o.negatives
        value = by_rates(name, prior, recall, specificity)
        if isnan(value):
            assert isnan(found["value"])
            continue
        squares = o.squares
        limits = [
            wilson(o.tp, o.positives, None if squares is None else (squares.tp, squares.positives)),
            wilson(o.tn, o.negatives, None if squares is None else (squares.tn, squares.negatives)),
        ]
        ends = [
            [by_rates(name, prior, r, specificity) for r in limits[0]],
            [by_rates(name, prior, recall, s) for s in limits[1]],
        ]
        logs = name == "expected_cost" and value > 0
        middle = log(value) if logs else value
        moves = [[(log(e) if e > 0 else -inf) if logs else e for e in pair if not isnan(e)] for pair in ends]
        down = sqrt(sum(min([0.0, *(e - middle for e in pair)]) ** 2 for pair in moves))
        up = sqrt(sum(max([0.0, *(e - middle for e in pair)]) ** 2 for pair in moves))
        low, high = (exp(middle - down), exp(middle + up)) if logs else (middle - down, middle + up)
        least, most = {"mcc": (-1, 1), "kappa": (-1, 1), "expected_cost": (0, inf)}.get(name, (0, 1))
        np.testing.assert_allclose(
            [found["value"], found["low"], found["high"]],
            [value, max(low, least), min(high, most)],
            rtol=1e-7,
            atol=1e-9,
            err_msg=f"{name} {o}",
        )
        seen += 1
    assert seen > 1500


@pytest.mark.parametrize("prior", [None, 0.02, 0.6])
def test_the_expected_cost_is_the_library_s_at_its_operating_prior(prior):
    asked = [(o, costs) for o in TABLES for costs in ({"fp": 1.0, "fn": 1.0}, {"fp": 0.3, "fn": 400.0})]
    answers = ask([call("estimate", "expected_cost", as_cells(o), Z, prior, costs) for o, costs in asked])
    for (o, costs), found in zip(asked, answers, strict=True):
        assert_same_estimate(found, pv.estimate("expected_cost", o, prior=prior, **costs), (o, costs))


@pytest.mark.parametrize("prior", [None, 0.1])
def test_measures_along_the_slider_are_those_of_the_rows(prior):
    """From packed columns to intervals, at the ticks and at the optimum."""
    asked = [(k, i, name) for k in range(len(CASES)) for i in spots(CASES[k], 2) for name in MEASURES]
    questions = [call("estimate", name, call("atTick", outline(k), i), Z, prior, COSTS) for k, i, name in asked]
    answers = ask(questions, [case.plain for case in CASES])
    for (k, i, name), found in zip(asked, answers, strict=True):
        o = CASES[k].outcomes(CASES[k].at[i])
        known = estimate_at(name, o, prior, **(COSTS if name == "expected_cost" else {}))
        assert_same_estimate(found, known, (k, i, name))


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


def assert_cheapest(case: Case, found: dict[str, Any], costs: dict[str, float], prior: float | None) -> None:
    known = prices(case, costs, prior)
    least = min(price for _, price in known)
    best = [cut for cut, price in known if price <= least + 1e-11 * max(least, 1e-9)]
    assert found["cost"] == pytest.approx(least, rel=1e-9, abs=1e-12)
    assert found["threshold"] == (inf if best[0] is None else best[0])
    assert found["lowest"] == (inf if best[-1] is None else best[-1])
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
        assert found["threshold"] == known.threshold
        assert found["lowest"] == known.ties[-1]
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


# --- which threshold -------------------------------------------------------------------------------------------------


def groups() -> list[list[Case]]:
    """Models that share a slider."""
    found = [[made(seed), made(seed + 100), made(seed + 200, weighted=True)] for seed in range(12)]
    found.append(DEGENERATE[:8])
    for seed in range(6):
        cases = [made(seed, raw=True), made(seed + 300, raw=True)]
        ticks = quantile_ticks([case.ladder for case in cases])
        for case in cases:
            case.ticks = ticks
        found.append(cases)
    return found


@pytest.mark.parametrize("prior", [None, 0.05])
@pytest.mark.parametrize("mode", ["threshold", "fpr", "alert"])
def test_all_models_follow_the_first(mode, prior):
    families = groups()
    plains = [case.plain for family in families for case in family]
    asked, questions, first = [], [], 0
    for family in families:
        places = [outline(first + j) for j in range(len(family))]
        for i in spots(family[0], 10):
            reference = i % len(family)
            asked.append((family, reference, i))
            questions.append(call("locked", mode, places, reference, i, prior))
        first += len(family)
    for (family, reference, i), found in zip(asked, ask(questions, plains), strict=True):
        assert found[reference] == i
        wanted = rate(family[reference], mode, prior)[i]
        for m, case in enumerate(family):
            if m == reference or mode == "threshold":
                assert found[m] == i
                continue
            own = rate(case, mode, prior)
            good = np.flatnonzero(own <= wanted + 1e-9)
            exact = np.flatnonzero(own <= wanted + 1e-15)
            # The lowest threshold whose rate does not exceed the wanted one; none where even the highest tick does.
            assert found[m] in (good[0] if len(good) else None, exact[0] if len(exact) else None)


def rate(case: Case, mode: str, prior: float | None) -> np.ndarray:
    """The false positive rate or the share of alarms at every slider position."""
    above = case.scores[None, :] >= np.array(case.at)[:, None]
    fpr, tpr = ((above @ (case.w * (case.truth == c))) / case.w[case.truth == c].sum() for c in (0, 1))
    share = case.share if prior is None else prior
    return fpr if mode == "fpr" else share * tpr + (1 - share) * fpr


def test_the_nearest_tick_is_the_nearest():
    rng = np.random.default_rng(41)
    asked = [(k, t) for k in range(0, len(CASES), 2) for t in [*rng.normal(0.5, 1, 6).tolist(), 0.5, -1e9, 1e9]]
    asked += [(k, t) for k in range(0, len(CASES), 2) for t in CASES[k].at[::200]]
    questions = [call("nearest", outline(k), t) for k, t in asked]
    for (k, t), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        gaps = np.abs(np.array(CASES[k].at) - t)
        assert gaps[found] == gaps.min()


# --- numbers as text -------------------------------------------------------------------------------------------------


def texts() -> list[float]:
    """Ties, near ties, thousands, tiny and huge numbers of either sign."""
    rng = np.random.default_rng(51)
    found = [0.0, 0.125, 0.375, 0.165, 0.5, 1.5, 2.5, 0.25, 0.75, 1e7, 9_999_999.5, 9_999_999.49, 10_005_000.0]
    found += [10_015_000.0, 12_345_678.9, 0.00001, 1234.5, 1234.25, 999.9996, 1e-4, 9.99995e-5, 0.000099999951]
    found += [123_456.5, 123_457.5, 1_234_565.0, 999_999.5, 1e15, 1e21, 1e22, 1e100, 1e-7, 5e-324, 0.3, 1 / 3]
    found += [nextafter(0.125, 0), nextafter(0.125, 1), nextafter(2.5, 0), nextafter(2.5, 9)]
    found += (rng.random(200) * 10.0 ** rng.integers(-9, 12, 200)).tolist()
    found += (rng.integers(0, 10**5, 200) / 2.0 ** rng.integers(0, 14, 200)).tolist()
    return [*found, *(-value for value in found), inf, -inf]


def test_numbers_are_written_as_in_python():
    asked = [(value, d) for value in [*texts(), nan] for d in range(9)]
    found = ask([call("number", *pair) for pair in asked])
    assert dict(zip(map(str, asked), found, strict=True)) == {str(pair): number(*pair) for pair in asked}


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.125, 2, "0.12"),
        (0.375, 2, "0.38"),
        (0.165, 2, "0.17"),
        (-0.0, 2, "0.00"),
        (-0.00001, 2, "0.00"),
        (1e7, 2, "1e+07"),
        (1234567.0, 1, "1,234,567.0"),
        (2.5, 0, "2"),
        (inf, 3, "∞"),
        (-inf, 3, "−∞"),
        (nan, 3, "?"),
    ],
)
def test_numbers_that_are_easily_written_wrongly(value, digits, text):
    assert ask([call("number", value, digits)]) == [text]
    assert number(value, digits) == text


def test_thresholds_are_written_as_in_python():
    found = ask([call("threshold", value) for value in texts()])
    assert dict(zip(texts(), found, strict=True)) == {value: spoken(value) for value in texts()}


def test_counts_are_written_as_in_python():
    values = [v for v in texts() if 0 <= v < 1e15] + [float(10**k) for k in range(15)] + [999.0, 1000.0, 12.25, 12.35]
    found = ask([call("count", value) for value in values])
    assert dict(zip(values, found, strict=True)) == {value: count(value) for value in values}


def test_as_many_digits_as_the_interval_is_worth():
    rng = np.random.default_rng(61)
    halves = [10.0**k for k in range(-12, 7)] + (10.0 ** rng.uniform(-11, 5, 300)).tolist()
    halves += [nextafter(10.0**k, way) for k in range(-9, 5) for way in (0, inf)]
    ends = [(-h, h) for h in halves] + [(0.5 - h, 0.5 + h) for h in halves]
    ends += [(0.3, 0.3), (nan, nan), (0.1, nan), (0, inf), (-inf, inf), (1.0, 0.0)]
    found = ask([call("digits", *pair) for pair in ends])
    assert found == [Estimate(0.0, *pair).digits() for pair in ends]


def test_values_and_intervals_are_written_as_in_python():
    rng = np.random.default_rng(71)
    values = (rng.normal(size=200) * 10.0 ** rng.integers(-5, 9, 200)).tolist()
    estimates = [Estimate(v, v - abs(v) * a, v + abs(v) * b) for v in values for a, b in rng.random((2, 2)).tolist()]
    estimates += [Estimate(0.125, 0.0, 0.25), Estimate(0.5, 0.5, 0.5), Estimate(0, 0, 0.03), Estimate(1, 0.9725, 1)]
    estimates += [Estimate(2.0, 1.0, inf), Estimate(inf, nan, inf), Estimate(-0.0, -0.1, 0.1)]
    found = ask([call("shown", {"value": e.value, "low": e.low, "high": e.high}) for e in estimates])
    assert [tuple(pair) for pair in found] == [measure_cells(e) for e in estimates]


def test_what_is_unknown_is_said_or_left_out():
    known = {"low": nan, "high": nan}
    found = ask(
        [
            call("shown", {"value": 0.25, **known}),
            call("shown", {"value": nan, **known, "why": "no predicted positives"}),
            call("shown", {"value": nan, **known}),
        ]
    )
    assert found == [["0.2500", ""], ["undefined", "no predicted positives"], ["undefined", ""]]


def test_what_is_shown_along_the_slider_is_what_python_would_write():
    asked = [(k, i, name) for k in range(0, len(CASES), 4) for i in spots(CASES[k], 2) for name in MEASURES]
    questions = [
        call("shown", call("estimate", name, call("atTick", outline(k), i), Z, 0.3, COSTS)) for k, i, name in asked
    ]
    for (k, i, name), found in zip(asked, ask(questions, [case.plain for case in CASES]), strict=True):
        o = CASES[k].outcomes(CASES[k].at[i])
        known = estimate_at(name, o, 0.3, **(COSTS if name == "expected_cost" else {}))
        value, interval = measure_cells(known)
        assert found == [value, interval if known.defined else known.why]
