"""Words in pictures stand apart from each other and from lines they do not belong to."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from scipy.stats import t
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.pictures import Guide, Line, Words, draw
from probative.stats.null_chart import LETTER, null_chart
from probative.stats.null_distributions import Statistic

mpl.use("Agg")


def boxes(axes: Any) -> list[Any]:
    """The words of a picture, as they lie on the paper."""
    axes.figure.canvas.draw()
    return [text.get_window_extent() for text in axes.texts]


@pytest.mark.parametrize("value", [-9.0, -2.3, -2.0, 0.6, 1.2, 1.8, 2.1, 2.4, 2.6, 4.0, 9.0])
def test_the_words_of_a_null_picture_cross_nothing(value: float) -> None:
    chart = null_chart(Statistic(value, 9, float(2 * t.sf(abs(value), 9))))
    lines = [shape.x[0] for shape in chart.shapes if isinstance(shape, Guide)]
    lines += [shape.x[0] for shape in chart.shapes if isinstance(shape, Line) and shape.role == "observed"]
    for words in (shape for shape in chart.shapes if isinstance(shape, Words)):
        start = chart.x.share(words.x)
        width = LETTER * (len(words.text) + 1) * (-1 if words.anchor == "end" else 1)
        low, high = sorted((start, start + width))
        assert not [x for x in lines if x != words.x and low <= chart.x.share(x) <= high]
    places = boxes(draw(chart, below=True))
    assert not any(a.overlaps(b) for i, a in enumerate(places) for b in places[i + 1 :])


def test_the_values_of_lines_do_not_lie_on_each_other() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 300)
    found = pv.evaluate(truth=y, scores=np.clip(0.5 + (y - 0.5) * 0.3 + rng.normal(size=300) * 0.15, 0, 1))
    places = boxes(found.plot("accuracy-lines"))
    assert len(places) > 5
    assert not any(a.overlaps(b) for i, a in enumerate(places) for b in places[i + 1 :])


def test_titles_of_panels_do_not_overlap() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 100)
    scores = {f"gradient boosting with a long name {i}": rng.random(100) for i in range(4)}
    from probative.report.drawing import draw_findings_panels

    axes = draw_findings_panels(pv.evaluate(truth=y, scores=scores), "roc")
    axes[0].figure.canvas.draw()
    places = [one.title.get_window_extent() for one in axes]
    assert not any(a.overlaps(b) for i, a in enumerate(places) for b in places[i + 1 :])


def test_panels_of_curves_that_pool_folds_say_so_and_families_say_what_their_bars_are() -> None:
    from probative.report.drawing import draw_findings, draw_findings_panels

    rng = np.random.default_rng(0)
    y = np.tile([0, 1], 60)
    models = {f"knn(n_neighbors={k})": KNeighborsClassifier(k) for k in (1, 5, 15)}
    found = pv.evaluate(pv.run(models, rng.normal(size=(120, 2)) + y[:, None], y, plan="3-fold stratified"))
    said = {kind: draw_findings_panels(found, kind)[0].get_title() for kind in ("precision-recall", "roc")}
    assert "curves pool the scores of all folds" in " ".join(said["precision-recall"].split())
    assert "pool" not in said["roc"]  # the mean of the curves of folds
    legend = draw_findings(found, "family", measure="auc").get_legend()
    assert any("95 % intervals" in text.get_text() for text in legend.get_texts())
