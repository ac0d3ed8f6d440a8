"""Errors of a regression on the page: points, bands, means and quantiles where the findings put them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.unit.report.diagnostics.conftest import ALONE, Chart, Page, Tree

import probative as pv
from probative.findings import Context
from probative.report.charts.kind import ranked
from probative.report.sections.errors import errors_section


def errors(findings: pv.Findings) -> Page:
    html = errors_section(findings)
    return Page(html, Tree(html).root)


def charts(findings: pv.Findings, kind: str) -> list[Chart]:
    """The charts of a kind, in the order of the page."""
    figures = errors(findings).tree.all("figure", "chart")
    return [Chart(one) for one in figures if any(s.attributes.get("data-chart") == kind for s in one.all("svg"))]


@pytest.mark.parametrize("name", ["tree 1", "line"])
def test_points_are_the_rows_that_were_drawn(regressed: pv.Findings, name: str) -> None:
    place = ranked(regressed).index(name)
    scatter, residuals = charts(regressed, "predicted")[place], charts(regressed, "residuals")[place]
    found = regressed.models[name].curves["errors"]
    actual, predicted = np.array(found["actual"]), np.array(found["predicted"])
    assert len(actual) == 500
    beyond, within = scatter.points("cloud")
    inside = np.abs(actual - predicted) <= regressed.tolerances.at()[_opening(regressed)]
    for drawn, rows in ((beyond, ~inside), (within, inside)):
        assert np.allclose(drawn, np.stack([predicted[rows], actual[rows]], 1), atol=10 * scatter.near)
    (dots,) = residuals.points("dots")
    assert np.allclose(dots, np.stack([predicted, actual - predicted], 1), atol=residuals.near)
    assert "500 of 900 rows drawn at random" in scatter.card.words
    assert "500 of 900 rows drawn at random" in residuals.card.words


def _opening(findings: pv.Findings) -> int:
    """The place of the tolerance that half of the best model's rows stay within."""
    half = min(model.measures["median_absolute_error"].value for model in findings.models.values())
    return int(np.abs(findings.tolerances.at() - half).argmin())


def test_axes_are_equal_for_both_directions_and_all_models(regressed: pv.Findings) -> None:
    found = charts(regressed, "predicted")
    ticks = [[words for _, words in chart.x_ticks] for chart in found]
    ticks += [[words for _, words in reversed(chart.y_ticks)] for chart in found]
    assert all(one == ticks[0] or one == ticks[0][::-1] for one in ticks)
    for chart in found:
        ((start, end),) = chart.pixels("zero")
        assert start == (chart.left, chart.bottom)
        assert end == (chart.right, chart.top)


def test_the_band_is_the_tolerance_on_both_sides(regressed: pv.Findings) -> None:
    t = regressed.tolerances.at()[_opening(regressed)]
    (band,) = charts(regressed, "residuals")[0].points("band")
    assert sorted({round(y, 1) for _, y in band}) == pytest.approx([-t, t], abs=0.06)


def test_means_of_eighths_stand_where_the_findings_say(regressed: pv.Findings) -> None:
    name = ranked(regressed)[0]
    chart = charts(regressed, "residuals")[0]
    eighths = regressed.models[name].curves["errors"]["eighths"]
    assert np.allclose(chart.marks(0), list(zip(eighths["at"], eighths["mean"], strict=True)), atol=chart.near)
    bars = [path[0][1] for path in chart.points("interval")]
    assert np.allclose(bars, eighths["low"], atol=chart.near)
    assert "mean of an eighth of all rows" in chart.card.words


def test_quantiles_agree_with_a_probability_plot() -> None:
    rng = np.random.default_rng(1)
    truth = rng.gamma(2.0, size=150)
    said = rng.normal(size=150)
    rows = {"truth": truth.tolist(), "predicted": said.tolist()}
    found = pv.evaluate(rows, truth="truth", predicted="predicted", task="regression")
    chart = errors(found).chart("Normal Q–Q")
    residuals = np.sort(truth - said)
    wanted = (residuals - residuals.mean()) / residuals.std(ddof=1)
    (dots,) = chart.points("dots")
    x, y = np.array(dots).T
    assert np.allclose(x, stats.norm.ppf((np.arange(150) + 0.5) / 150), atol=chart.near)
    # Each quantile belongs to its row: definitions of quantiles differ by less than the rows beside it.
    assert (y >= np.concatenate([wanted[:1], wanted[:-1]]) - chart.near).all()
    assert (y <= np.concatenate([wanted[1:], wanted[-1:]]) + chart.near).all()
    (theirs, ordered), (slope, intercept, _) = stats.probplot(wanted)
    assert np.polyfit(x, y, 1) == pytest.approx([slope, intercept], abs=0.05)
    assert np.corrcoef(np.interp(theirs, x, y), ordered)[0, 1] > 0.99
    ((x0, y0), (x1, y1)) = chart.points("guide")[0]
    assert (x0, x1) == pytest.approx((y0, y1), abs=chart.near)


def test_the_fourth_model_is_folded_away(regressed: pv.Findings) -> None:
    part = errors(regressed).tree.all("details")[0]
    assert part.all("summary")[0].words == "1 more models"
    assert [h.words for h in part.all("h4")] == [ranked(regressed)[3]] * 2
    assert {node.classes[1] for node in part.all("path", "dots")} == {"s3"}


@pytest.mark.parametrize(
    "change",
    [
        {"eighths": {}},
        {"eighths": {"at": [0.5, None], "mean": ["inf", 1.0], "low": [0.0, 0.0], "high": [1.0, 1.0]}},
        {"actual": ["inf", None, 1.0], "predicted": [0.0, 0.0, 1.0], "n": 3},
        {"actual": [], "predicted": []},
        {"quantiles": [0.0, 0.0], "normal": [-1, 1]},
        {"n": None},
    ],
)
def test_damaged_or_older_errors_are_drawn_as_far_as_they_go(regressed: pv.Findings, change: Any) -> None:
    model = regressed.models["line"]
    odd = replace(model, errors=model.curves["errors"] | change)
    for tolerances in (None, regressed.tolerances):
        found = replace(regressed, models={"line": odd}, about=Context(), tolerances=tolerances, **ALONE)
        html = errors_section(found)
        assert "nan" not in html
        assert "inf" not in html.replace("infinite", "")
