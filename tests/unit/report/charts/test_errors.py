"""Pictures of regression errors: what is drawn is what the rows say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import probative as pv
from probative.errors import ProbativeError
from probative.report.drawing import picture_data
from probative.report.page import render_html

GENERATOR = np.random.default_rng(5)
TRUTH = GENERATOR.normal(10, 3, 120)
PREDICTED = {"A": TRUTH + GENERATOR.normal(0, 1, 120), "B $x_1$": TRUTH * 0.5 + 4}


@pytest.fixture(scope="module")
def findings() -> pv.Findings:
    return pv.evaluate(truth=TRUTH, predicted=PREDICTED)


def line(axes: Any, start: str) -> Any:
    """What is drawn under a label that starts so."""
    (found,) = [one for one in axes.get_lines() if one.get_label().startswith(start)]
    return found


def test_all_rows_are_drawn_against_their_predictions(findings: pv.Findings) -> None:
    axes = findings.plot("predicted", models="A")
    within = np.abs(TRUTH - PREDICTED["A"]) <= picture_data(findings, "predicted", models="A")["within"]
    assert 0.4 < within.mean() < 0.6
    clouds = [one for one in axes.get_lines() if one.get_linestyle() in ("None", "")]
    for cloud, rows in zip(clouds, (~within, within), strict=True):
        np.testing.assert_allclose(cloud.get_xdata(), PREDICTED["A"][rows], rtol=1e-6)
        np.testing.assert_allclose(cloud.get_ydata(), TRUTH[rows], rtol=1e-6)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("predicted", "actual")
    assert axes.get_xlim() == axes.get_ylim()
    both = findings.plot("predicted")
    assert both.get_xlim() == axes.get_xlim()
    assert [text.get_text() for text in both.get_legend().get_texts()] == ["A: 120 rows", "B $x_1$: 120 rows"]


def test_residuals_are_actual_minus_predicted(findings: pv.Findings) -> None:
    axes = findings.plot("residuals")
    np.testing.assert_allclose(line(axes, "A").get_ydata(), TRUTH - PREDICTED["A"], atol=1e-5)
    # The means: eight groups of fifteen rows in order of the prediction.
    order = np.argsort(PREDICTED["A"]).reshape(8, 15)
    means = [(TRUTH - PREDICTED["A"])[rows].mean() for rows in order]
    marks = [one for one in axes.get_lines() if len(one.get_xdata()) == 8]
    np.testing.assert_allclose(marks[0].get_ydata(), means, atol=1e-5)


def test_the_curve_within_a_tolerance_is_the_share_of_the_rows(findings: pv.Findings) -> None:
    axes = findings.plot("within")
    for name, predicted in PREDICTED.items():
        drawn = line(axes, name)
        errors = np.abs(TRUTH - predicted)
        wanted = [(errors <= at).mean() for at in drawn.get_xdata()]
        np.testing.assert_allclose(drawn.get_ydata(), wanted, atol=1e-12)
    rule = line(axes, "always the mean")
    np.testing.assert_allclose(
        rule.get_ydata(), [(np.abs(TRUTH - TRUTH.mean()) <= at).mean() for at in rule.get_xdata()], atol=1e-12
    )


def test_quantiles_are_those_of_standardised_residuals(findings: pv.Findings) -> None:
    residuals = np.sort(TRUTH - PREDICTED["A"])
    drawn = line(findings.plot("quantiles"), "A")
    np.testing.assert_allclose(drawn.get_xdata(), stats.norm.ppf((np.arange(120) + 0.5) / 120), atol=1e-6)
    np.testing.assert_allclose(drawn.get_ydata(), (residuals - residuals.mean()) / residuals.std(ddof=1), atol=1e-5)


def test_classes_have_no_residuals() -> None:
    found = pv.evaluate({"y": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.6]}, truth="y")
    with pytest.raises(ProbativeError, match="residuals"):
        found.plot("residuals")


def test_one_row_far_off_stands_at_the_edge_and_leaves_the_others_their_room() -> None:
    said = PREDICTED["A"].copy()
    said[3] = 9e6
    found = pv.evaluate(truth=TRUTH, predicted={"A": said})
    for picture in ("predicted", "residuals"):
        axes = found.plot(picture)
        low, high = axes.get_xlim()
        assert high - low < 3 * (TRUTH.max() - TRUTH.min())
        drawn = np.concatenate([one.get_xdata() for one in axes.get_lines() if one.get_linestyle() in ("None", "")])
        assert np.delete(said, 3).max() < drawn.max() <= high
        assert len(drawn) == len(TRUTH) + 8 * (picture == "residuals")
    page = render_html(found)
    assert page.count("1 row beyond the frame at its edge.") == 2
    assert "beyond the frame" not in render_html(pv.evaluate(truth=TRUTH, predicted=PREDICTED))
