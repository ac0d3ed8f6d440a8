"""Bias and variance, and sweeps: drawn values and tables against the results themselves."""

from __future__ import annotations

from itertools import pairwise
from math import log10
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv

SPOKEN = {"bias2": "bias²", "error_vs_f": "error against f", "error_vs_y": "error against fresh y"}


def of_series(chart: Any, name: str) -> list[tuple[float, float]]:
    """The pixels of the line that the key calls by this name."""
    look = f"s{chart.legend[name]}"
    (line,) = [path for path in chart.svg.all("path", "line") if look in path.classes]
    words = line.attributes["d"][1:].split("L")
    return [(float(pair.split()[0]), float(pair.split()[1])) for pair in words]


def values(chart: Any, name: str) -> list[float]:
    return [chart.y(y) for _, y in of_series(chart, name)]


@pytest.fixture(scope="module")
def simulated(task: pv.NoisyFunction) -> Any:
    return pv.bias_variance(DecisionTreeRegressor(max_depth=2), task=task, n=9, repeats=40)


def test_terms_are_drawn_over_x_where_the_truth_is_known(page: Any, simulated: Any) -> None:
    shown = page(pv.Findings.of(simulated))
    for name, words in (("design", "design points"), ("midpoints", "midpoints")):
        chart = shown.chart(f"Bias and variance: {words}")
        terms = simulated[name]
        assert list(chart.legend) == ["bias²", "variance", "noise", "error against f", "error against fresh y"]
        for term in ("bias2", "variance", "error_vs_f", "error_vs_y"):
            drawn = of_series(chart, SPOKEN.get(term, term))
            assert [chart.x(x) for x, _ in drawn] == pytest.approx(terms.x.tolist(), abs=chart.near)
            assert [chart.y(y) for _, y in drawn] == pytest.approx(terms[term].tolist(), abs=chart.near)
        assert values(chart, "noise") == pytest.approx([0.25] * len(terms.x), abs=chart.near)


def test_means_stand_in_a_table(page: Any, simulated: Any) -> None:
    ((head, *rows),) = page(pv.Findings.of(simulated)).tables
    assert head == ["mean", "design points", "midpoints"]
    for i, name in enumerate(("design", "midpoints")):
        terms = simulated[name]
        found = {row[0]: row[i + 1] for row in rows}
        digits = 1 - int(np.floor(np.log10(terms.standard_error)))
        for term, mean in terms.means.items():
            shown = found[SPOKEN.get(term, term.replace("_", " "))]
            assert shown == f"{round(mean, digits) + 0.0:.{digits}f}"
        assert found["standard error"] == f"{terms.standard_error:.{digits}f}"


def test_words_about_bias_and_variance(page: Any, simulated: Any, zero_one: Any) -> None:
    words = page(pv.Findings.of(simulated, zero_one)).tree.words
    assert words.count("Unbiasedness alone does not give a low error") == 1
    assert "tendency under finite data" in words
    assert "prior knowledge about the problem can lower both" in words
    assert "error against f = bias² + variance." in words
    assert "Squared loss, simulation: 40 training sets of 9 rows, seed 0." in words
    assert "Domingos 2000: bias = main prediction wrong" in words
    assert "bias2" not in words


def test_parts_are_stacked_and_sum_to_the_total(page: Any, zero_one: Any) -> None:
    chart = page(pv.Findings.of(zero_one)).chart("Mean parts")
    rows = [words for _, words in sorted(chart.y_ticks)]
    assert rows == ["Domingos", "Kohavi-Wolpert", "Breiman", "James"]
    bars = sorted(chart.bars(), key=lambda bar: bar[2])
    intervals = sorted(chart.pixels("interval"), key=lambda path: path[0][1])
    near = abs(chart.x(0.02) - chart.x(0))
    for i, (name, terms) in enumerate(zip(rows, zero_one.tables.values(), strict=True)):
        means = terms.means
        widths = [means[part] for part in terms.parts]
        pair = sorted(bars[2 * i : 2 * i + 2])
        if min(widths) >= 0:
            edges = [0, widths[0], sum(widths)]
            assert [chart.x(pair[0][0]), chart.x(pair[0][1]), chart.x(pair[1][1])] == pytest.approx(edges, abs=near)
            assert edges[-1] == pytest.approx(means["total"])
        (low, y), (high, _) = intervals[i]
        wanted = [means["total"] - terms.standard_error, means["total"] + terms.standard_error]
        assert [chart.x(low), chart.x(high)] == pytest.approx(wanted, abs=near), name
        assert y > pair[0][3]


def test_negative_parts_lie_left_of_zero(page: Any) -> None:
    table = {
        "equation": "total = bias + net_variance",
        "definition": "d",
        "means": {"bias": 0.5, "net_variance": -0.2, "total": 0.3},
        "standard_error": None,
        "values": {},
        "x": None,
    }
    found = {"kind": "bias-variance", "loss": "zero-one", "method": "bootstrap", "repeats": 3}
    found["tables"] = {"mine": table}
    shown = page(pv.Findings("theory", 0, 0.95, {}, diagnostics=(found,)))
    chart = shown.chart("Mean parts")
    edges = sorted((chart.x(left), chart.x(right)) for left, right, _, _ in chart.bars())
    assert np.allclose(edges, [(-0.2, 0), (0, 0.5)], atol=0.001)
    assert "parts below 0 lie left" in chart.card.words
    assert [row[0] for row in shown.tables[0]] == ["mean", "bias", "net variance", "total"]
    assert "standard error: none, because nothing was simulated" in shown.tree.words


@pytest.mark.parametrize(
    ("steps", "read"),
    [([1, 2, 3, 5], None), ([0.001, 0.1, 1, 100], log10), ([5, 3, 1], None)],
    ids=["by value", "log", "down"],
)
def test_steps_stand_at_their_values(page: Any, task: Any, steps: list[Any], read: Any) -> None:
    sweep = pv.bias_variance_sweep(Ridge(), task=task, n=8, parameter="alpha", values=steps)
    chart = page(pv.Findings.of(sweep)).chart("Bias and variance over alpha")
    order = np.argsort(steps)
    columns = sweep.columns()
    place = (lambda words: read(float(words))) if read else float
    wanted = [place(str(steps[i])) for i in order]
    near = abs(chart.x(0.02, place) - chart.x(0, place))
    for term in ("bias2", "variance", "error_vs_f", "error_vs_y"):
        drawn = of_series(chart, SPOKEN.get(term, term))
        assert [chart.x(x, place) for x, _ in drawn] == pytest.approx(wanted, abs=near)
        rate = 0.02 * abs(chart._scale(chart.y_ticks, float)[0])
        assert [chart.y(y) for _, y in drawn] == pytest.approx(columns[term][order].tolist(), abs=rate)
    ((foot, head),) = chart.pixels("guide")
    assert foot[0] == head[0]
    assert chart.x(foot[0], place) == pytest.approx(place(str(sweep.best)), abs=near)
    assert f"at alpha = {sweep.best:g}." in chart.card.words
    assert ("logarithmic" in chart.names[0]) == (read is not None)
    assert "standard error" not in chart.card.words


def test_a_learning_curve_of_a_simulation_has_bars(page: Any, task: pv.NoisyFunction) -> None:
    sweep = pv.bias_variance_sweep(
        DecisionTreeRegressor(max_depth=1), task=task, sizes=[4, 8, 16], repeats=10, method="simulation"
    )
    shown = page(pv.Findings.of(sweep))
    chart = shown.chart("Bias and variance over training rows")
    assert chart.names == ["training rows", "Mean squared loss (design points)"]
    centres = [(terms.means["error_vs_f"], terms.standard_error) for terms in sweep.terms]
    wanted = [[(n, mean - error), (n, mean + error)] for n, (mean, error) in zip((4, 8, 16), centres, strict=True)]
    assert np.allclose(chart.points("interval"), wanted, atol=chart.near)
    assert "± 1 Monte Carlo standard error over the 10 training sets" in chart.card.words
    (head, *rows) = shown.tables[0]
    assert [row[0] for row in rows] == ["4", "8", "16"]
    variance = sweep.columns()["variance"]
    assert [float(row[head.index("variance")]) for row in rows] == pytest.approx(variance.tolist(), abs=1e-3)


def test_words_have_one_place_each(page: Any, data: Any) -> None:
    models = {f"a tree of a rather long name, {d}": DecisionTreeClassifier(max_depth=d) for d in (1, 2, 3)}
    sweep = pv.bias_variance_sweep(models, *data, repeats=5)
    chart = page(pv.Findings.of(sweep)).chart("Bias and variance over complexity (Domingos)")
    assert len(chart.x_ticks) == 3
    pixels = [x for x, _ in of_series(chart, "total")]
    assert pixels == pytest.approx([x for x, _ in chart.x_ticks])
    assert np.allclose(np.diff(pixels), (chart.right - chart.left) / 3)
    assert values(chart, "total") == pytest.approx(sweep.columns()["total"].tolist(), abs=0.001)


WORDS = [f"w{i}" for i in range(50)]


@pytest.mark.parametrize(
    "steps", [[3], [0, 0, 0], list(range(40)), [1e-9, 1e9], [-5, 1000], [10**6, 10**6 + 1], WORDS, ["木" * 30] * 9]
)
def test_labels_of_steps_never_touch(page: Any, steps: list[Any]) -> None:
    lines = {name: [1.0] * len(steps) for name in ("bias", "variance", "total")}
    found = {"kind": "sweep", "by": "k", "steps": steps, "terms": lines, "parts": ["bias", "variance"]}
    found |= {"total": "total", "best": steps[0], "loss": "squared", "method": "exact", "repeats": None}
    chart = page(pv.Findings("theory", 0, 0.95, {}, diagnostics=(found,))).charts[0]
    labels = sorted((x, words) for x, words in chart.x_ticks if words)
    assert labels
    for (x, a), (z, b) in pairwise(labels):
        assert z - x > 6 * (len(a) + len(b)) / 2


def test_an_exact_line(page: Any, task: pv.NoisyFunction) -> None:
    found = pv.bias_variance(LinearRegression(), task=task, n=6, at=[0.9, 0.1])
    chart = page(pv.Findings.of(found)).chart("Bias and variance: chosen points")
    drawn = of_series(chart, "variance")
    assert [chart.x(x) for x, _ in drawn] == pytest.approx([0.1, 0.9], abs=chart.near)
    assert [chart.y(y) for _, y in drawn] == pytest.approx(found["at"]["variance"][::-1].tolist(), abs=chart.near)
