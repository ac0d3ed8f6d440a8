"""What the section shows about the models of an evaluation: calibration, permutation tests, training times."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.unit.report.diagnostics.conftest import ALONE, calibrations

import probative as pv
from probative.findings import Context
from probative.predictions.fit import Fit
from probative.report.charts.kind import ranked, series_of


def test_calibration_curves_lie_where_the_findings_say(classified: pv.Findings) -> None:
    chart = calibrations(classified).chart("Calibration")
    assert chart.names == ["Mean predicted probability", "Observed frequency"]
    assert chart.legend == {"logistic": 0, "bayes": 1, "dummy": 2}
    for name, series in chart.legend.items():
        curve = classified.models[name].curves["calibration"]
        points = list(zip(curve["predicted"], curve["observed"], strict=True))
        (line,) = [path.attributes["d"] for path in chart.svg.all("path", "line") if f"s{series}" in path.classes]
        assert np.allclose(chart.places(line), points, atol=chart.near)
        assert np.allclose(chart.marks(series), points, atol=chart.near)
        bars = [path.attributes["d"] for path in chart.svg.all("path", "interval") if f"s{series}" in path.classes]
        ends = zip(curve["predicted"], curve["low"], curve["high"], strict=True)
        wanted = [[(x, low), (x, high)] for x, low, high in ends]
        assert np.allclose([chart.places(bar) for bar in bars], wanted, atol=chart.near)
    assert np.allclose(chart.points("guide"), [[(0, 0), (1, 1)]], atol=chart.near)


def test_calibration_says_what_the_bars_are(classified: pv.Findings) -> None:
    words = calibrations(classified).chart("Calibration").card.words
    assert "95 % intervals (Wilson)" in words
    assert "Bins of equal mass" in words
    error = classified.models["logistic"].measures["expected_calibration_error"]
    digits = error.digits()
    assert f"ECE {error.value:.{digits}f} [{error.low:.{digits}f}, {error.high:.{digits}f}] ({error.method})" in words
    assert calibrations(replace(classified, level=0.9)).chart("Calibration").card.words.count("90 %") == 2


def test_more_models_than_eight_are_folded_away(page: Any, classified: pv.Findings) -> None:
    model = classified.models["bayes"]
    names = [f"m{i}" for i in range(19)]
    about = Context(fit_seconds=dict.fromkeys(names, 1.5))
    many = replace(classified, models=dict.fromkeys(names, model), about=about, **ALONE)
    shown = page(many)
    charts = calibrations(many).charts
    assert [len(chart.legend) for chart in charts] == [8, 8, 3]
    # Of so many two have a colour, and both are in the first picture.
    assert charts[0].legend == {"m0": 0, "m1": 1, **{f"m{i}": 6 for i in range(2, 8)}}
    assert set(charts[1].legend.values()) == {6}
    folded = [card for part in shown.tree.all("details") for card in part.all("figure")]
    # Two of training times; calibration and decision curves stand in the explorer.
    assert len(folded) == 2


def test_histogram_counts_every_permutation(page: Any, classified: pv.Findings, permuted: Any) -> None:
    shown = page(classified)
    charts = [chart for chart in shown.charts if chart.caption.startswith("Permutation")]
    # In the order of the models, the best first, not of the tests.
    order = [name for name in ranked(classified) if name != "dummy"]
    assert [chart.caption.split(":")[0].split()[-1] for chart in charts] == order
    for chart, series in zip(charts, map(series_of(classified).__getitem__, order), strict=True):
        null = np.array(permuted.null)
        bars = chart.bars()
        assert sum(round(chart.y(top)) for _, _, top, _ in bars) == len(null)
        for left, right, top, bottom in bars:
            inside = (null >= chart.x(left) - chart.near) & (null < chart.x(right) - chart.near)
            last = chart.x(right) >= null.max() - chart.near
            assert round(chart.y(top)) == (inside | (last & (null >= chart.x(left) - chart.near))).sum()
            assert chart.y(bottom) == pytest.approx(0, abs=chart.near)
        ((foot, head),) = chart.points("observed")
        assert foot[0] == pytest.approx(permuted.observed, abs=chart.near)
        assert head[0] == pytest.approx(permuted.observed, abs=chart.near)
        assert f"s{series}" in chart.svg.all("path", "observed")[0].classes


def test_a_permutation_test_says_what_p_is_not(page: Any, permuted: Any, data: Any) -> None:
    words = page(pv.Findings.of(permuted)).tree.words
    r = permuted.result
    assert f"as good in {r.b}: p = ({r.b} + 1) / ({r.n} + 1) = {r.p:.3g}" in words
    assert f"lies between {r.low:.2g} and {r.high:.2g} (95 % interval, Clopper-Pearson" in words
    assert "it is not the probability of H0" in words
    assert "a high p has two readings" in words


@pytest.mark.parametrize(
    ("null", "observed"),
    [
        ([0.5] * 9, 0.5),
        ([0.5] * 9, 0.9),
        ([0.5, 0.5 + 1e-17, 0.5 - 1e-16], 0.7),
        ([None, "inf", 0.2, 0.4], "inf"),
        ([0.0] * 3, None),
    ],
)
def test_odd_null_distributions_are_drawn(page: Any, permuted: Any, null: list[Any], observed: Any) -> None:
    test = permuted.to_dict() | {
        "kind": "permutation",
        "null": null,
        "observed": observed,
        "wanted": 500,
        "permutations": len(null),
    }
    shown = page(pv.Findings("theory", 0, 0.95, {}, diagnostics=(test,)))
    (chart,) = shown.charts
    finite = [v for v in null if isinstance(v, float)]
    assert sum(round(chart.y(top)) for _, _, top, _ in chart.bars()) == len(finite)
    assert len(chart.points("observed")) == isinstance(observed, float)
    assert "stopped early: 500 were planned" in chart.card.words


def test_no_finite_permutation_no_picture(page: Any, permuted: Any) -> None:
    test = permuted.to_dict() | {"kind": "permutation", "null": [None, "inf"]}
    shown = page(pv.Findings("theory", 0, 0.95, {}, diagnostics=(test,)))
    assert not shown.charts
    assert "No permutation has a value that can be drawn" in shown.tree.words


def test_notes_of_single_tests_name_their_model(page: Any, classified: pv.Findings, permuted: Any) -> None:
    one, other = permuted.to_dict() | {"notes": ["both", "only bayes"]}, permuted.to_dict() | {"notes": ["both"]}
    shown = page(replace(classified, about=Context(permutation={"bayes": one, "logistic": other})))
    assert [item.words for item in shown.tree.all("li")][-2:] == ["Both.", "bayes: Only bayes."]


def test_training_times_are_bars_from_zero(page: Any, classified: pv.Findings) -> None:
    seconds = {"logistic": 30.25, "dummy": 0.5, "bayes": 4.0}
    failed = tuple(Fit("bayes", 0, fold, 9, 1, 0, error="no") for fold in range(2))
    chart = page(replace(classified, about=Context(fit_seconds=seconds, failed=failed))).chart("Training times")
    # The best model on top, whatever the order of the times.
    assert ranked(classified) == ["logistic", "bayes", "dummy"]
    assert [words for _, words in sorted(chart.y_ticks)] == ["logistic", "bayes", "dummy"]
    drawn = sorted((top, chart.x(left), chart.x(right)) for left, right, top, _ in chart.bars())
    assert [right for _, _, right in drawn] == pytest.approx([30.25, 4.0, 0.5], abs=chart.near)
    assert [left for _, left, _ in drawn] == pytest.approx([0, 0, 0], abs=chart.near)
    assert "Trainings that failed: bayes 2." in chart.card.words
    assert "30.2 s" in chart.svg.words


def test_times_of_a_real_run(page: Any, classified: pv.Findings) -> None:
    chart = page(classified).chart("Training times")
    assert len(chart.bars()) == 3
    assert "No training failed." in chart.card.words
    assert not [c for c in page(replace(classified, about=Context())).charts if c.caption == "Training times"]
