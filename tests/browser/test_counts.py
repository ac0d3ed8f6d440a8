"""The four outcomes on the page are those of the rows, at every threshold, class and model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .kinds import KINDS, Kind
from .shown import Shown, numbers

TICKS = sorted({0, 1000, *np.linspace(0, 1000, 45).round().astype(int).tolist()})


def assert_counts(found: dict[str, Any], kind: Kind, thresholds: dict[str, float], label: str = "") -> None:
    """Cards and score charts say what counting the rows says."""
    for i, name in enumerate(found["names"]):
        expected = kind.counts(name, thresholds[name], label)
        if kind.weights is not None:
            expected = {cell: round(value, 1) for cell, value in expected.items()}
        assert numbers(found["counts"][i]) == expected, (name, thresholds[name])
        assert numbers(found["bars"][i]) == expected, (name, thresholds[name])


@pytest.mark.parametrize("kind", ["pair", "priced", "weighted", "clustered", "slices"])
def test_counts_at_every_tick_are_those_of_the_rows(kind: str, show: Any) -> None:
    known = KINDS[kind]()
    for tick, found in zip(TICKS, show(kind).sweep("threshold", TICKS), strict=True):
        assert_counts(found, known, dict.fromkeys(found["names"], tick / 1000))


def test_counts_of_every_class_are_those_of_the_rows(show: Any) -> None:
    known, shown = KINDS["classes"](), show("classes")
    for place, label in enumerate(shown.page.locator("#class option").all_text_contents()):
        shown.set("class", place)
        for tick, found in zip(TICKS, shown.sweep("threshold", TICKS), strict=True):
            assert_counts(found, known, dict.fromkeys(found["names"], tick / 1000), label)
            assert found["state"].startswith(f"Class {label} against the rest, at the same cut; ")


def ticks_of(shown: Shown) -> list[float]:
    """The thresholds of the slider's positions, from low to high."""
    found: list[float] = shown.evaluate(
        "Array.from(core.unpack(JSON.parse(document.getElementById('data').textContent).ticks)).reverse()"
    )
    return found


@pytest.mark.parametrize("kind", ["raw", "raw_cut"])
def test_counts_of_raw_scores_are_those_of_the_rows(kind: str, show: Any) -> None:
    known, shown = KINDS[kind](), show(kind)
    thresholds = ticks_of(shown)
    assert thresholds == sorted(thresholds)
    every = np.concatenate(list(next(iter(known.scores.values())).values()))
    assert (thresholds[0], thresholds[-1]) == (every.min(), every.max())
    for tick, found in zip(TICKS, shown.sweep("threshold", TICKS), strict=True):
        assert_counts(found, known, dict.fromkeys(found["names"], thresholds[tick]))
        for words in found["points"]:
            # What is printed is the cut itself, and gives the printed counts.
            assert float(words["cut"].replace("−", "-")) == thresholds[tick]


def test_counts_as_evaluated_are_those_at_the_threshold(show: Any) -> None:
    found = show("pair").read()
    assert found["mode"] == "evaluated"
    assert_counts(found, KINDS["pair"](), dict.fromkeys(found["names"], 0.5))
    found = show("raw_cut").read()
    assert_counts(found, KINDS["raw_cut"](), dict.fromkeys(found["names"], 0.0))


def test_labels_that_were_given_are_counted_as_given(show: Any) -> None:
    known, shown = KINDS["both"](), show("both")
    found = shown.read()
    for i, (name, model) in enumerate(known.findings.models.items()):
        [[tp, fn], [fp, tn]] = model.confusion.counts
        assert numbers(found["counts"][i]) == {"tp": tp, "fn": fn, "fp": fp, "tn": tn}
        assert numbers(found["counts"][i]) != known.counts(name, 0.5)
        assert found["points"][i]["cut"] == "labels"
    assert shown.page.locator("[data-chart=cost] [data-mark=current]:not([hidden])").count() == 0
    assert shown.page.locator("[data-chart=scores] [data-line=cut]:not([hidden])").count() == 0
    shown.set("threshold", 250)
    assert_counts(shown.read(), known, dict.fromkeys(found["names"], 0.25))
    assert shown.page.locator("[data-chart=cost] [data-mark=current]:not([hidden])").count() == 2
    assert shown.page.locator("[data-chart=scores] [data-line=cut]:not([hidden])").count() == 2


def test_pooled_counts_of_folds_are_the_findings(show: Any) -> None:
    found = show("folds").read()
    for i, name in enumerate(found["names"]):
        model = KINDS["folds"]().findings.models[name]
        [[tp, fn], [fp, tn]] = model.confusion.counts
        assert numbers(found["counts"][i]) == {"tp": tp, "fn": fn, "fp": fp, "tn": tn}


def test_the_silhouettes_hold_all_rows_of_a_class(show: Any) -> None:
    """Bars of the score chart: the rows of each bin as a share of the tallest, after a change of class too."""
    known, shown = KINDS["classes"](), show("classes")
    options, names = shown.page.locator("#class option").all_text_contents(), shown.read()["names"]
    for place in (0, 2):
        shown.set("class", place)
        for m in range(2):
            rows, label = known.scores[options[place]][names[m]], options[place]
            for side, wanted in (("up", known.positive[label]), ("down", ~known.positive[label])):
                bars = shown.chart("scores").values(shown.line("scores", f"#{side}-{m}"))
                bins = np.histogram(rows[wanted], bins=np.linspace(0, 1, 51))[0]
                assert np.abs(bars[1:-1:2, 1]) == pytest.approx(bins / bins.max(), abs=1e-3)
                assert bars[1:-1:2, 0] == pytest.approx(np.arange(50) / 50, abs=1e-4)
