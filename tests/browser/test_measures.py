"""Measures and intervals beside the sliders are the library's own, digit by digit."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.findings.text import number
from probative.inference.prevalence import estimate_at
from probative.measurement import placed

from .kinds import KINDS, Kind
from .looks import DESK
from .shown import numbers
from .test_widths import rare

MEASURES = placed("operating")
TICKS = (0, 40, 137, 300, 500, 731, 900, 999, 1000)


def digits_of(name: str, row: list[pv.Estimate]) -> int:
    """Three for shares that three tell from 0 and 1, with an interval that has a width, else what the narrowest
    interval of the row is worth; none for costs of two digits and more."""
    known = [other for other in row if other.defined]
    if name == "expected_cost":
        if all(abs(other.value) >= 10 for other in row):
            return 0
        return max((other.digits() for other in known if other.low < other.high < np.inf), default=4)
    ends = [end for other in known for end in (other.value, other.low, other.high) if np.isfinite(end)]
    whole = any(f"{abs(end):.3f}" in ("0.000", "1.000") and abs(end) not in (0, 1) for end in ends)
    closed = any(f"{other.low:.3f}" == f"{other.high:.3f}" for other in known if other.low < other.high)
    return max([3, *(other.digits() for other in known)]) if whole or closed else 3


def shown_text(found: pv.Estimate, digits: int) -> tuple[str, str]:
    """A cell: with the digits of its row."""
    if not found.defined:
        return "undefined", found.why or ""
    value, low, high = (number(part, digits) for part in (found.value, found.low, found.high))
    unknown = int(np.isnan(found.low)) + int(np.isnan(found.high))
    return value, (f"{low} to {high}", "unbounded", found.why or "")[unknown]


def thousand(found: pv.Estimate) -> pv.Estimate:
    """The same of a thousand rows."""
    return replace(found, value=1000 * found.value, low=1000 * found.low, high=1000 * found.high)


def assert_measures(
    found: dict[str, Any], outcomes: list[pv.Outcomes], prior: float | None, fp: float, fn: float
) -> None:
    for i in range(len(outcomes)):
        assert list(found["values"][i]) == list(MEASURES)
    for name in MEASURES:
        costs = {"fp": fp, "fn": fn} if name == "expected_cost" else {}
        row = [
            pv.estimate(name, cells, **costs) if prior is None else estimate_at(name, cells, prior, **costs)
            for cells in outcomes
        ]
        row = list(map(thousand, row)) if costs else row
        words = [found["values"][i][name] for i in range(len(row)) if row[i].defined]
        shared = {len(value.partition(".")[2]) for value in words}
        # A difference that tells less than its row gives it more digits: then all of the row have them.
        assert len(shared) <= 1, (name, words)
        digits = max([digits_of(name, row), *(shared if name != "expected_cost" else ())])
        for i, made in enumerate(row):
            shown = found["values"][i][name], found["intervals"][i][name]
            assert shown == shown_text(made, digits), (name, outcomes[i], prior)


def outcomes_of(found: dict[str, Any]) -> list[pv.Outcomes]:
    return [pv.Outcomes(**numbers(cells)) for cells in found["counts"]]


@pytest.mark.parametrize("kind", ["pair", "raw", "classes"])
def test_measures_at_the_samples_prevalence(kind: str, show: Any) -> None:
    shown = show(kind)
    for found in [shown.read(), *shown.sweep("threshold", list(TICKS))]:
        assert "at the sample's prevalence, " in found["state"]
        assert_measures(found, outcomes_of(found), None, 1, 1)


def test_measures_at_the_sliders_prevalence_and_costs(show: Any) -> None:
    shown = show("pair")
    for prior, ratio in ((0.01, 1), (0.25, 0.1), (0.9, 100)):
        shown.set("prevalence", prior)
        shown.set("ratio", np.log10(ratio))
        for found in shown.sweep("threshold", list(TICKS)):
            assert f"at the chosen prevalence, {prior:.4f}; a false alarm costs 1, a miss {ratio:g}" in found["state"]
            assert_measures(found, outcomes_of(found), prior, 1, ratio)


def test_measures_after_a_change_of_class(show: Any) -> None:
    shown = show("classes")
    shown.set("class", 2)
    for found in [shown.read(), *shown.sweep("threshold", [100, 350])]:
        assert_measures(found, outcomes_of(found), None, 1, 1)


def weighted_outcomes(kind: Kind, name: str, threshold: float) -> pv.Outcomes:
    assert kind.weights is not None
    actual, called, weights = kind.positive["True"], kind.scores["True"][name] >= threshold, kind.weights
    sums = [
        [
            float((weights[mask] ** power).sum())
            for mask in (actual & called, actual & ~called, ~actual & called, ~actual & ~called)
        ]
        for power in (1, 2)
    ]
    return pv.Outcomes.trusted(*sums[0], pv.Outcomes.trusted(*sums[1]))


def test_measures_of_weighted_rows(show: Any) -> None:
    known, shown = KINDS["weighted"](), show("weighted")
    for tick, found in zip(TICKS, shown.sweep("threshold", list(TICKS)), strict=True):
        made = [weighted_outcomes(known, name, tick / 1000) for name in found["names"]]
        assert_measures(found, made, None, 1, 1)


def test_intervals_of_clustered_rows_are_shown_only_where_they_are_known(show: Any) -> None:
    known, shown = KINDS["clustered"](), show("clustered")
    found = shown.read()
    models = [known.findings.models[name] for name in found["names"]]
    for name in MEASURES:
        if name not in models[0].measures:
            continue
        row = [model.measures[name] for model in models]
        row = list(map(thousand, row)) if name == "expected_cost" else row
        for i, made in enumerate(row):
            shown_cell = found["values"][i][name], found["intervals"][i][name]
            assert shown_cell == shown_text(made, digits_of(name, row)), name
    [moved] = shown.sweep("threshold", [400])
    for i, cells in enumerate(outcomes_of(moved)):
        for name in MEASURES:
            costs = {"fp": 1.0, "fn": 1.0} if name == "expected_cost" else {}
            value = pv.estimate(name, cells, **costs).value * (1000 if costs else 1)
            decimals = 0 if costs else 3
            assert moved["values"][i][name] == f"{value:.{decimals}f}".replace("-", "−")
            assert moved["intervals"][i][name] == "by cluster: only as evaluated"


def test_the_threshold_that_calls_nobody_leaves_precision_undefined(show: Any) -> None:
    shown = show("raw")
    shown.set("mode", "threshold")
    shown.set("threshold", 1000)
    found = shown.read()
    names = [i for i, cells in enumerate(found["counts"]) if numbers(cells)["tp"] + numbers(cells)["fp"] == 0]
    assert names, "the highest tick calls somebody of every model"
    for i in names:
        assert found["values"][i]["precision"] == "undefined"
        assert found["intervals"][i]["precision"] == "no predicted positives"


ROWS = """() => [...document.querySelectorAll('table.measures:not(.classes) tbody tr:not(.group)')].map(row =>
    [...row.querySelectorAll('td.n, td.soft')].map(e => e.textContent))"""


@pytest.mark.parametrize("kind", ["pair", "folds", "classes", "regression", "rare", "demo"])
def test_a_row_has_one_number_of_decimals(kind: str, show: Any) -> None:
    shown = show(rare().findings if kind == "rare" else kind, **DESK)
    rows = shown.evaluate(ROWS)
    if kind == "rare":
        shown.set("mode", "optimum")
        rows += shown.evaluate(ROWS)
    assert len(rows) >= 4
    for row in rows:
        found = re.findall(
            r"\d[\d,]*(?:\.(\d+))?", " ".join(cell for cell in row if cell[:1] in "+−∞" or cell[:1].isdigit())
        )
        assert len({len(part) for part in found}) <= 1, row
        # An interval between two numbers that differ is not shown as one of width 0.
        spreads = [tuple(cell.split(" to ")) for cell in row if " to " in cell]
        assert all(low != high for low, high in spreads if kind == "rare"), row
