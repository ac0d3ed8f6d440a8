"""The four outcomes on the page are those of the rows, at every threshold, class and model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import expit, logit

from .kinds import KINDS, Kind
from .looks import DESK
from .shown import Shown, numbers
from .test_widths import rare

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


def ticks_of(shown: Shown, place: int = 0) -> list[float]:
    """The thresholds of the slider's positions for a class, from low to high."""
    ticks = "core.unpack(JSON.parse(document.getElementById('data').textContent).ticks[place])"
    found: list[float] = shown.evaluate(f"place => Array.from({ticks}).reverse()", place)
    return found


def test_counts_of_every_class_are_those_of_the_rows(show: Any) -> None:
    known, shown = KINDS["classes"](), show("classes")
    for place, label in enumerate(shown.page.locator("#class option").all_text_contents()):
        shown.set("class", place)
        thresholds = ticks_of(shown, place)
        ticks = [*range(0, len(thresholds), 21), len(thresholds) - 1]
        assert shown.page.locator("#threshold").get_attribute("max") == str(ticks[-1])
        for tick, found in zip(ticks, shown.sweep("threshold", ticks), strict=True):
            assert_counts(found, known, dict.fromkeys(found["names"], thresholds[tick]), label)
            assert found["state"].startswith(f"Class {label} against the rest, at the same cut; ")


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
    """Bars of the score chart: the root of the rows in each part of the axis, after a change of class too."""
    known, shown = KINDS["classes"](), show("classes")
    options, names = shown.page.locator("#class option").all_text_contents(), shown.read()["names"]
    for place in (0, 2):
        shown.set("class", place)
        for m in range(2):
            rows, label = known.scores[options[place]][names[m]], options[place]
            for side, wanted in (("up", known.positive[label]), ("down", ~known.positive[label])):
                frame = shown.page.locator("[data-chart=scores]").nth(m).get_attribute("data-frame").split()
                drawn = shown.line("scores", f"#{side}-{m}")
                assert np.diff(drawn[1:-1:2, 0]) == pytest.approx(float(frame[2]) / 50, abs=0.11)
                tall = np.abs(shown.chart("scores").values(drawn)[1:-1:2, 1]) ** 2
                low, high = float(frame[4]), float(frame[5])
                edges = np.linspace(low, high, 51) if len(frame) == 8 else expit(np.linspace(*logit([low, high]), 51))
                bins = np.histogram(rows[wanted].clip(low, high), bins=edges)[0]
                # Between two ticks of the page rows are spread evenly.
                assert tall / tall.sum() * wanted.sum() == pytest.approx(bins, abs=1.5)


def test_no_score_lies_beyond_the_axis_it_is_drawn_on(show: Any) -> None:
    """Of rare events the one that is caught stands right of the cut, on the axis that all models share."""
    shown = show(rare().findings, **DESK)
    shown.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true })")
    frames = [e.get_attribute("data-frame").split() for e in shown.page.locator("[data-chart=scores]").all()]
    assert frames[0][4:6] == frames[1][4:6]
    for counts in shown.counts():
        assert counts["tp"] + counts["fn"] > 0
    cut, bars = shown.page.locator("[data-chart=scores] [data-line=cut]").first, shown.line("scores", "#up-0")
    at = float(cut.get_attribute("d").split("V")[0][1:].split()[0])
    right = bars[bars[:, 0] > at + 7.5]
    assert (np.ptp(right[:, 1]) > 1) == (shown.counts()[0]["tp"] > 0)
