"""Curves as pictures, dataframes and JSON; and thinned for display."""

from __future__ import annotations

import importlib
import json
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import probative as pv
from probative.errors import MissingExtra


def ladder(seed: int = 0, n: int = 200, levels: int | None = None) -> pv.Ladder:
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    s = 1 / (1 + np.exp(-rng.normal(2.0 * y - 1.0)))
    return pv.Ladder.from_scores(y, s if levels is None else np.ceil(s * levels) / levels)


CURVES: dict[str, Any] = {
    "roc": lambda seed=0: pv.roc(ladder(seed)),
    "hull": lambda seed=0: pv.roc(ladder(seed)).hull(),
    "points": lambda seed=0: pv.roc_points({"C1": (0.5, 0.8), "C2": (0.2, 0.6), "C3": (0.3, 0.4)}),
    "average": lambda seed=0: pv.average_roc([ladder(seed), ladder(seed + 10), ladder(seed + 20)]),
    "threshold average": lambda seed=0: pv.average_roc([ladder(seed), ladder(seed + 10)], how="threshold"),
    "average of one": lambda seed=0: pv.average_roc([ladder(seed)]),
    "band": lambda seed=0: pv.roc_band(ladder(seed), replicates=30),
    "simultaneous band": lambda seed=0: pv.roc_band(ladder(seed), replicates=30, simultaneous=True),
    "precision recall": lambda seed=0: pv.precision_recall(ladder(seed)),
    "calibration": lambda seed=0: pv.calibration(ladder(seed)),
    "cost by threshold": lambda seed=0: pv.cost_by_threshold(ladder(seed), fn=5),
    "cost curve": lambda seed=0: pv.cost_curve(ladder(seed)),
    "trade-off": lambda seed=0: pv.trade_off(ladder(seed), "recall", "precision"),
}
AXES = {
    **dict.fromkeys(
        ("roc", "hull", "points", "average", "threshold average", "average of one", "band", "simultaneous band"),
        ("False positive rate", "True positive rate"),
    ),
    "precision recall": ("Recall", "Precision"),
    "calibration": ("Mean predicted probability", "Observed frequency"),
    "cost by threshold": ("Threshold", "Expected cost"),
    "cost curve": ("PC(+)", "Expected cost / worst"),
    "trade-off": ("recall", "precision"),
}
LEGENDS = {
    "roc": "AUC ",
    "hull": "hull",
    "points": "C1",
    "average": "± 1 SD",
    "threshold average": "threshold average of 2",
    "average of one": "vertical average of 1",
    "band": "95% pointwise band",
    "simultaneous band": "95% simultaneous band",
    "precision recall": "AP ",
    "calibration": "95% limits",
    "cost curve": "better trivial rule",
    "cost by threshold": "% positives",
}
EVERY = pytest.mark.parametrize("kind", CURVES)


def axes() -> Any:
    return Figure().add_subplot()


def picture(ax: Any) -> bytes:
    out = BytesIO()
    ax.figure.savefig(out, format="png")
    return out.getvalue()


def legend(ax: Any) -> list[str]:
    return [] if ax.get_legend() is None else [text.get_text() for text in ax.get_legend().get_texts()]


@EVERY
def test_a_curve_draws_itself_on_new_axes(kind):
    ax = CURVES[kind]().plot()
    assert picture(ax).startswith(b"\x89PNG")
    assert (ax.get_xlabel(), ax.get_ylabel()) == tuple(
        found if found.startswith(start) else start
        for found, start in zip((ax.get_xlabel(), ax.get_ylabel()), AXES[kind], strict=True)
    )
    assert any(LEGENDS[kind] in text for text in legend(ax)) if kind in LEGENDS else not legend(ax)


@EVERY
def test_a_curve_draws_itself_on_given_axes(kind):
    ax = axes()
    assert CURVES[kind]().plot(ax) is ax
    assert ax.lines
    assert picture(ax) != picture(axes())


@EVERY
def test_drawing_leaves_pyplots_figures_alone(kind):
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    CURVES[kind]().plot()
    assert pyplot.get_fignums() == before


def main_lines(ax: Any) -> list[Any]:
    """The curves themselves: reference lines are thin and grey."""
    return [line for line in ax.lines if to_hex(line.get_color()) != "#999999" and line.get_linewidth() >= 1]


@pytest.mark.parametrize("kind", [kind for kind in CURVES if kind != "points"])
def test_two_curves_on_the_same_axes_differ_in_colour_and_dash(kind):
    ax = axes()
    CURVES[kind](1).plot(ax)
    first = len(main_lines(ax))
    CURVES[kind](2).plot(ax)
    a, b = main_lines(ax)[0], main_lines(ax)[first]
    assert to_hex(a.get_color()) != to_hex(b.get_color())
    assert a.get_linestyle() != b.get_linestyle()
    assert picture(ax)


def test_seven_curves_are_seven_colours_and_dashes():
    ax = axes()
    for seed in range(7):
        pv.roc(ladder(seed)).plot(ax, label=f"model {seed}")
    lines = main_lines(ax)
    assert len(lines) == len({to_hex(line.get_color()) for line in lines}) == 7
    assert len({str(line._dash_pattern) for line in lines}) == 7
    assert [text.split(":")[0] for text in legend(ax)] == [f"model {seed}" for seed in range(7)]


def test_the_legend_states_the_area_and_both_counts():
    tally = pv.Ladder.from_scores([1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1])
    assert legend(pv.roc(tally).plot(label="mine")) == ["mine: AUC 0.833 (2 positives, 3 negatives)"]


@pytest.mark.parametrize("kind", ["points"])
def test_points_differ_in_colour_and_marker(kind):
    ax = CURVES[kind]().plot()
    marks = [line for line in ax.lines if line.get_linestyle() == "None"]
    assert len(marks) == len({to_hex(line.get_color()) for line in marks}) == 3
    assert len({line.get_marker() for line in marks}) == 3


@pytest.mark.parametrize("kind", [kind for kind in CURVES if kind not in ("points",)])
def test_a_style_of_ones_own(kind):
    ax = CURVES[kind]().plot(color="#123456", linestyle=":", label="mine")
    line = main_lines(ax)[0]
    assert (to_hex(line.get_color()), line.get_linestyle()) == ("#123456", ":")
    assert any("mine" in text for text in legend(ax))


@pytest.mark.parametrize("kind", [kind for kind in CURVES if kind != "points"])
def test_no_label_is_there_twice(kind):
    ax = axes()
    for seed in (1, 2):
        CURVES[kind](seed).plot(ax, label=f"model {seed}")
    assert len(legend(ax)) == len(set(legend(ax))) > 1


@pytest.mark.parametrize("kind", ["cost by threshold", "cost curve", "trade-off"])
def test_a_second_curve_is_not_cut_off(kind):
    ax = axes()
    (pv.cost_by_threshold(ladder(1)) if kind == "cost by threshold" else CURVES[kind](1)).plot(ax)
    CURVES[kind](2).plot(ax)
    heights = np.concatenate([np.asarray(line.get_ydata(), float) for line in ax.lines])
    assert np.nanmax(heights) <= ax.get_ylim()[1]
    assert np.nanmin(heights) >= ax.get_ylim()[0]


def test_points_on_the_axes_of_a_curve_have_colours_of_their_own():
    ax = pv.roc(ladder()).plot()
    CURVES["points"]().plot(ax)
    marks = [line for line in ax.lines if line.get_linestyle() == "None"]
    assert to_hex(main_lines(ax)[0].get_color()) not in {to_hex(line.get_color()) for line in marks}


def test_hull_and_points_on_the_axes_of_a_curve():
    ax = pv.roc(ladder()).plot()
    pv.roc(ladder()).hull().plot(ax)
    CURVES["points"]().plot(ax)
    assert {"hull", "C1", "C2", "C3, never optimal"} <= set(legend(ax))


def test_bins_without_an_error_have_limits_to_draw():
    curve = pv.calibration(pv.Ladder.from_scores([0] * 50 + [1] * 50, np.linspace(0.01, 0.99, 100)))
    assert (curve.observed[0], curve.observed[-1]) == (0, 1)
    assert picture(curve.plot())


@pytest.mark.parametrize(
    "of",
    [
        pv.roc,
        pv.precision_recall,
        pv.cost_by_threshold,
        pv.cost_curve,
        lambda tally: pv.roc(tally).hull(),
        lambda tally: pv.trade_off(tally, "recall", "precision"),
    ],
)
def test_infinite_scores_can_be_drawn_and_saved(of):
    curve = of(pv.Ladder.from_scores([1, 0, 1, 0], [np.inf, 0.4, 0.2, -np.inf]))
    assert picture(curve.plot())
    assert json.dumps(curve.to_dict(), allow_nan=False)


def test_a_long_curve_is_drawn_thinned():
    curve = pv.roc(ladder(n=20_000))
    drawn = main_lines(curve.plot())[0]
    assert len(drawn.get_xdata()) < 2000 < len(curve.fpr)


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(importlib.import_module("sys").modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match="matplotlib"):
        pv.roc(ladder()).plot()


# Tables and JSON


@EVERY
@pytest.mark.parametrize(
    ("backend", "kind_of_frame"),
    [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("arrow", pa.Table), (None, object)],
)
def test_points_as_a_dataframe(kind, backend, kind_of_frame):
    curve = CURVES[kind]()
    frame = curve.to_frame(backend)
    assert isinstance(frame, kind_of_frame)
    columns = curve.columns()
    names = list(frame.column_names if backend == "arrow" else frame.columns)
    assert names == list(columns)
    for name, column in columns.items():
        found = frame[name].to_pylist() if backend == "arrow" else list(frame[name])
        assert len(found) == len(column)
        if column.dtype == object:
            assert found == list(column)
        else:
            np.testing.assert_array_equal(np.array(found, float), column)


def test_an_unknown_dataframe_library():
    with pytest.raises(MissingExtra, match="spreadsheet is not a dataframe library here"):
        pv.roc(ladder()).to_frame("spreadsheet")


@EVERY
def test_points_as_json(kind):
    curve = CURVES[kind]()
    plain = json.loads(json.dumps(curve.to_dict(), allow_nan=False))
    assert list(plain) == list(curve.columns())
    for name, column in curve.columns().items():
        back = [np.nan if value is None else value for value in plain[name]]
        if column.dtype != object:
            np.testing.assert_array_equal(np.array(back, float), column)


# Thinned for display


def as_set(*columns: Any) -> set[tuple[float, ...]]:
    return set(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("n", [50, 3000, 20_000])
@pytest.mark.parametrize("points", [50, 500])
def test_a_thinned_roc_curve_runs_through_points_of_the_curve(n, points):
    curve = pv.roc(ladder(n=n))
    thin = curve.thinned(points)
    assert (thin.fpr[0], thin.tpr[0], thin.thresholds[0]) == (0, 0, np.inf)
    assert (thin.fpr[-1], thin.tpr[-1], thin.thresholds[-1]) == (1, 1, curve.thresholds[-1])
    assert as_set(thin.fpr, thin.tpr, thin.thresholds) <= as_set(curve.fpr, curve.tpr, curve.thresholds)
    hull = curve.hull()
    kept = {(round(x, 12), round(y, 12), t) for x, y, t in as_set(thin.fpr, thin.tpr, thin.thresholds)}
    assert {(round(x, 12), round(y, 12), t) for x, y, t in as_set(hull.fpr, hull.tpr, hull.thresholds)} <= kept
    assert len(thin.fpr) <= max(points + len(hull.fpr) + 40, len(curve.fpr) if n <= points else 0)
    # Between its points a thinned curve is never far from the curve.
    assert np.abs(thin.at(curve.fpr) - curve.at(curve.fpr)).max() < 5 / points


@pytest.mark.parametrize("n", [50, 3000])
def test_a_thinned_precision_recall_curve_too(n):
    curve = pv.precision_recall(ladder(n=n))
    thin = curve.thinned(60)
    assert as_set(thin.recall, thin.precision, thin.thresholds) <= as_set(
        curve.recall, curve.precision, curve.thresholds
    )
    assert (thin.recall[-1], thin.precision[-1]) == (1, curve.precision[-1])
    assert len(thin.recall) < len(curve.recall) or n <= 60
