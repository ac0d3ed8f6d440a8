"""core.js: measures and intervals are the library's."""

from __future__ import annotations

from math import exp, inf, isnan, log, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv
from probative.inference import Estimate
from probative.inference.prevalence import estimate_at

from .cases import CASES, CLOSE, COSTS, MEASURES, Z, spots
from .node import ask, call, outline


def assert_same_estimate(found: dict[str, Any], known: Estimate, words: Any) -> None:
    if not known.defined:
        assert isnan(found["value"]), words
        assert isnan(found["low"]), words
        assert isnan(found["high"]), words
        assert found["why"] == known.why, words
    else:
        ends = [found["value"], found["low"], found["high"]]
        np.testing.assert_allclose(ends, [known.value, known.low, known.high], **CLOSE, err_msg=str(words))


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
        kish = whole**2 / everything
        n = min(p * (1 - p) * whole**2 / spread, kish) if 0 < p < 1 else kish
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
                "kappa": lambda: np.divide(tp + tn - p * called - (1 - p) * passed, 1 - p * called - (1 - p) * passed),
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
