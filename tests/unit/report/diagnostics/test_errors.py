"""Errors of a regression: points, bands and quantiles where the findings put them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.unit.report.diagnostics.conftest import ALONE

import probative as pv
from probative.findings import Context
from probative.report.charts.kind import ranked


def group(page: Any, findings: pv.Findings, name: str) -> list[Any]:
    """The three charts of a model, by its heading."""
    shown = page(findings)
    models = ranked(findings)
    heads = [h.words for h in shown.tree.all("h3")]
    assert heads == [f"Errors of {model}" for model in models]
    charts = [chart for chart in shown.charts if not chart.caption.startswith("Training")]
    return charts[3 * models.index(name) :][:3]


@pytest.mark.parametrize("name", ["tree 1", "line"])
def test_points_are_the_rows_that_were_drawn(page: Any, regressed: pv.Findings, name: str) -> None:
    scatter, residuals, _ = group(page, regressed, name)
    errors = regressed.models[name].curves["errors"]
    actual, predicted = np.array(errors["actual"]), np.array(errors["predicted"])
    assert len(actual) == 500
    assert scatter.names == ["Actual", "Predicted"]
    (dots,) = scatter.points("dots")
    assert np.allclose(dots, np.stack([actual, predicted], 1), atol=scatter.near)
    (dots,) = residuals.points("dots")
    assert np.allclose(dots, np.stack([predicted, actual - predicted], 1), atol=residuals.near)
    assert "500 of 900 rows drawn at random" in scatter.card.words
    assert "500 of 900 rows drawn at random" in residuals.card.words


def test_the_identity_is_the_diagonal(page: Any, regressed: pv.Findings) -> None:
    scatter = group(page, regressed, "line")[0]
    assert [words for _, words in scatter.x_ticks] == [words for _, words in sorted(scatter.y_ticks, reverse=True)]
    ((start, end),) = scatter.pixels("guide")
    assert start == (scatter.left, scatter.bottom)
    assert end == (scatter.right, scatter.top)


def test_bands_are_quantiles_of_all_rows(page: Any, regressed: pv.Findings) -> None:
    chart = group(page, regressed, "line")[1]
    errors = regressed.models["line"].curves["errors"]
    (band,), (median,), (zero,) = chart.points("band"), chart.points("line"), chart.points("guide")
    low, middle, high = (errors["bands"][level] for level in ("0.1", "0.5", "0.9"))
    x = errors["centres"]
    assert np.allclose(band, [*zip(x, high, strict=True), *zip(x[::-1], low[::-1], strict=True)], atol=chart.near)
    assert np.allclose(median, list(zip(x, middle, strict=True)), atol=chart.near)
    assert np.allclose([y for _, y in zero], 0, atol=chart.near)
    assert "10 % to 90 % quantiles and median of the residuals of all 900 rows" in chart.card.words


def test_quantiles_agree_with_a_probability_plot(page: Any, regressed: pv.Findings) -> None:
    rng = np.random.default_rng(1)
    truth = rng.gamma(2.0, size=150)
    said = rng.normal(size=150)
    rows = {"truth": truth.tolist(), "predicted": said.tolist()}
    found = pv.evaluate(rows, truth="truth", predicted="predicted", task="regression")
    chart = next(chart for chart in page(found).charts if chart.caption == "Normal Q–Q")
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
    assert "All 150 rows." in next(c for c in page(found).charts if c.caption.startswith("Predicted")).card.words


def test_the_fourth_model_is_folded_away(page: Any, regressed: pv.Findings) -> None:
    (part,) = page(regressed).tree.all("details")
    assert [h.words for h in part.all("h3")] == [f"Errors of {ranked(regressed)[3]}"]
    assert len(part.all("figure")) == 3
    colours = {node.classes[1] for node in part.all("path", "dots")}
    assert colours == {"s3"}


@pytest.mark.parametrize(
    "change",
    [
        {"bands": {}},
        {"bands": {"0.1": [None], "0.5": [1.0], "0.9": ["inf"]}, "centres": [0.5]},
        {"actual": ["inf", None, 1.0], "predicted": [0.0, 0.0, 1.0], "n": 3},
        {"actual": [], "predicted": []},
        {"quantiles": [0.0, 0.0], "normal": [-1, 1]},
        {"n": None},
    ],
)
def test_damaged_or_older_errors_are_drawn_as_far_as_they_go(page: Any, regressed: pv.Findings, change: Any) -> None:
    model = regressed.models["line"]
    odd = replace(model, errors=model.curves["errors"] | change)
    html = page(replace(regressed, models={"line": odd}, about=Context(), **ALONE)).html
    assert "nan" not in html
    assert "inf" not in html.replace("infinite", "")
