"""Pictures of known worlds: what is drawn is what was computed, by both pens."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.errors import BadInput, BadParameter, LengthMismatch
from probative.pictures import Heat, Segments, contour, draw, draw_panels, save_picture, svg
from probative.report.page import render_html
from probative.theory import GaussianStudy
from probative.theory.gaussian_pictures import FIELDS, data_picture, field_picture
from probative.theory.score_demonstration import SEPARATIONS

TASK = pv.gaussian_example(1)
X, Y = TASK.sample((55, 65), random_state=3)


def segments(chart: object, name: str) -> np.ndarray:
    (found,) = [shape for shape in chart.shapes if isinstance(shape, Segments) and shape.name == name]
    return np.column_stack([np.ravel(found.x), np.ravel(found.y)])


@pytest.mark.parametrize("what", FIELDS)
def test_a_map_shows_the_function_and_the_border(what: str, tmp_path: Path) -> None:
    chart = field_picture(TASK, what)
    (heat,) = [shape for shape in chart.shapes if isinstance(shape, Heat)]
    assert np.abs(heat.values).max() == pytest.approx(1, abs=0.05)
    border = segments(chart, "Bayes border")
    # Straight pieces between points of a grid: the log odds are 0 up to the square of its width.
    assert np.abs(TASK.g_hat(border)).max() < 0.2
    assert svg(chart).count('class="heat') > 3
    assert save_picture(draw(chart), tmp_path / "map.png").stat().st_size > 10_000


def test_a_map_of_other_dimensions_is_refused() -> None:
    with pytest.raises(BadParameter, match="two features"):
        field_picture(pv.GaussianTask(0.0, 1.0, 1.0, 1.0))
    with pytest.raises(BadParameter, match="no map"):
        field_picture(TASK, "g_dot")


def test_data_are_drawn_with_both_borders() -> None:
    found = pv.plug_in(TASK, X, Y)
    chart = data_picture(TASK, X, Y, found)
    assert np.abs(TASK.g_hat(segments(chart, "Bayes border"))).max() < 0.2
    assert np.abs(found.border(segments(chart, "estimated border"))).max() < 0.2
    assert chart.names() == ["positive", "negative", "Bayes border", "estimated border"]


def test_a_contour_of_a_circle_has_its_radius() -> None:
    side = np.linspace(-1, 1, 81)
    lines = contour(side, side, side[None, :] ** 2 + side[:, None] ** 2, 0.49)
    radius = np.hypot(np.ravel(lines.x), np.ravel(lines.y))
    assert radius == pytest.approx(np.full(len(radius), 0.7), abs=1e-3)
    assert contour(side, side, np.ones((81, 81))).x == []


def test_regions_mark_every_row_as_what_it_is() -> None:
    model = KNeighborsClassifier(5).fit(X, Y)
    found = pv.decision_regions(model, X, Y, task=TASK)
    said = model.predict(X)
    assert found.counts == {
        "TP": int(((Y == 1) & (said == 1)).sum()),
        "FN": int(((Y == 1) & (said == -1)).sum()),
        "FP": int(((Y == -1) & (said == 1)).sum()),
        "TN": int(((Y == -1) & (said == -1)).sum()),
    }
    points = np.stack(np.meshgrid(found.grid.x, found.grid.y), axis=-1).reshape(-1, 2)
    assert (np.where(found.answers.ravel() == 0, 1, -1) == model.predict(points)).all()
    labels = [text.get_text() for text in found.plot(label="5-NN").get_legend().get_texts()]
    assert [label.split(":")[0] for label in labels] == ["TP", "FN", "FP", "TN", "best border"]


def test_regions_of_words_and_of_several_classes() -> None:
    words = np.where(Y > 0, "ill", "well")
    model = KNeighborsClassifier(3).fit(X, words)
    assert sum(pv.decision_regions(model, X, words, pos_label="ill").counts.values()) == 120
    three = np.arange(120) % 3
    found = pv.decision_regions(lambda x: np.where(x[:, 0] > 0.4, 2, 0), X, three)
    assert found.counts["right"] == int((np.where(X[:, 0] > 0.4, 2, 0) == three).sum())
    assert "1, wrong" in found.picture().names()


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ((TASK, X[:, :1], Y), BadInput, "two features"),
        ((TASK, X[:5], Y), LengthMismatch, "length"),
        ((3, X, Y), BadParameter, "predict"),
    ],
)
def test_regions_of_anything_else_are_refused(arguments: tuple, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        pv.decision_regions(*arguments)
    with pytest.raises(BadParameter, match="no label"):
        pv.decision_regions(TASK, X, Y, pos_label=7)


PARTIAL = 0.921350396475


@pytest.mark.parametrize(("place", "auc"), list(enumerate((1, PARTIAL, 0.5, 1 - PARTIAL, 0))))
def test_score_demonstrations(place: int, auc: float) -> None:
    kind = SEPARATIONS[place]
    found = pv.score_demonstration(kind)
    assert found.auc == pytest.approx(auc, abs=1e-9)
    rng = np.random.default_rng(0)
    up, down = (one.rvs(size=4000, random_state=rng) for one in (found.positive, found.negative))
    ladder = pv.Ladder.from_scores(np.repeat([1, 0], 4000), np.concatenate([up, down]))
    assert pv.roc(ladder).auc == pytest.approx(auc, abs=0.02)
    assert found.tpr == pytest.approx((up >= 0.5).mean(), abs=0.04)
    assert {"TP", "FN", "FP", "TN"} <= set(found.picture().names())
    assert found.plot().get_xlabel() == "Score"


def test_moving_the_threshold_trades_one_error_for_the_other() -> None:
    low, high = (pv.score_demonstration("partial", threshold=at) for at in (0.4, 0.6))
    assert (low.tpr, low.fpr) == pytest.approx((0.977249868052, 0.5), abs=1e-9)
    assert (high.tpr, high.fpr) == pytest.approx((0.5, 0.022750131948), abs=1e-9)
    with pytest.raises(BadParameter, match="no demonstration"):
        pv.score_demonstration("none")


def test_a_study_holds_what_is_known_and_travels() -> None:
    study = pv.gaussian_study(TASK, sample=(55, 65), random_state=3, models={"5-NN": KNeighborsClassifier(5)})
    again = GaussianStudy.from_json(study.to_json())
    assert again.to_dict() == study.to_dict()
    assert list(again.charts()) == [*FIELDS, "data", "regions of 5-NN", "roc"]
    assert study.plug_in.excess == pytest.approx(pv.plug_in(TASK, X, Y).excess, abs=1e-12)
    assert study.models[0].risk.value > study.risk.value
    text = str(study)
    assert "0.0345468196" in text
    assert "only ever estimated" in text
    with pytest.raises(BadParameter, match="no picture"):
        study.plot("pie")
    with pytest.raises(BadParameter, match="sample"):
        pv.gaussian_study(TASK, models={"5-NN": KNeighborsClassifier(5)})


def test_a_page_shows_the_study_and_says_what_real_tasks_lack() -> None:
    study = pv.gaussian_study(TASK, sample=120)
    page = render_html(pv.Findings.of(study))
    assert page.count("only ever estimated") == 1
    assert "0.0345468196" in page
    assert page.count("<figure") == 6


def test_panels_have_titles_and_need_charts() -> None:
    axes = draw_panels([field_picture(TASK, what) for what in FIELDS], columns=2)
    assert axes[0].get_title() == "Density p(x)"
    with pytest.raises(BadParameter, match="nothing to draw"):
        draw_panels([])


def test_the_optimum_stands_beside_the_baseline() -> None:
    found = pv.evaluate(truth=Y, scores=TASK.posterior(X)).against(TASK)
    rows = {row[0]: row[-1] for row in found.table().rows}
    assert rows["accuracy"] == pytest.approx(1 - 0.0345468196, abs=1e-9)
    assert rows["auc"] == pytest.approx(0.99268689, abs=1e-6)
    assert pv.Findings.from_dict(found.to_dict()).about.optimum == found.about.optimum
    noisy = pv.NoisyFunction(np.sin, sigma=0.5)
    x, y = noisy.sample(50, np.random.default_rng(0))
    regression = pv.evaluate(truth=y, predicted=np.sin(x), task="regression").against(noisy)
    assert {row[0]: row[-1] for row in regression.table().rows}["mse"] == 0.25
    with pytest.raises(BadParameter, match="known distribution"):
        found.against("task")
