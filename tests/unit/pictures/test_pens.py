"""One picture, two pens: what SVG and matplotlib draw of the same chart are the same values in the same look."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_hex
from scipy.spatial import cKDTree
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.pictures import Axis, Chart, Dots, Guide, Heat, Line, Marks, Words, contour, draw, svg
from probative.pictures.looks import COLOURS, MARKS
from probative.pictures.matplotlib_pen import MARKERS
from probative.pictures.svg_frame import Frame
from probative.pictures.svg_pen import OUTLINES, drawn_shape
from probative.report import render_html
from probative.report.cards import charts_of, spoken
from probative.report.charts.kind import Options, series_of
from probative.report.charts.kinds import kinds
from probative.report.lean import picture
from probative.report.once import bare
from probative.report.sections.errors import SQUARE, WIDE
from probative.report.sections.explorer import BESIDE, SMALL

NEAR = 0.1
"""Units: coordinates of fine lines are written with one decimal."""
ALONG = 0.35
"""Units: corners that nobody sees are left out of fine lines and bands, up to a fifth of a unit."""


@pytest.fixture(scope="module")
def found() -> dict[str, pv.Findings]:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 90)
    x = rng.normal(y[:, None], 1.5, (90, 3))
    models = {"bayes": GaussianNB(), "logistic": LogisticRegression(), "none": DummyClassifier()}
    predicted = pv.run(models, x, y, plan="3-fold stratified")
    run = pv.evaluate(predicted, roc_n=10).adding(pv.compare(predicted, rope=0.02))
    test = pv.permutation_test(GaussianNB(), x, y, plan="2-fold", n_permutations=40)
    truth = rng.normal(10, 3, 60)
    said = {"near": truth + rng.normal(0, 1, 60), "far": 20 - truth}
    run = replace(run, about=replace(run.about, permutation={"bayes": test.to_dict()}))
    votes = {f"knn(n_neighbors={k})": np.clip(np.round((y * 0.3 + rng.random(90)) * k) / k, 0, 1) for k in (3, 5, 7)}
    site = np.repeat(["a", "b"], 100)
    losses = {name: rng.random(200) + 3.0 * (site == "b") for name in ("A", "B")}
    weak = pv.weak_slices(values=losses, better="lower", features={"site": site}, n_permutations=99)
    return {
        "run": run,
        "slices": pv.Findings.of(weak),
        "regression": pv.evaluate(truth=truth, predicted=said),
        "family": pv.evaluate(truth=y, scores=votes, costs=pv.Costs(fp=1, fn=3)),
        "labels": pv.evaluate(truth=y, predicted={"A": y[::-1], "B": 1 - y, "C": np.roll(y, 1)}, positive=1),
    }


def chart_of(found: dict[str, pv.Findings], kind: str) -> Chart:
    """The chart of a kind, of all the models that it has room for."""
    declared = kinds()[kind]
    for findings in found.values():
        data = declared.gather(findings, Options())
        if data is not None:
            models = data.get("models", {})
            data["models"] = (
                dict(list(models.items())[: 1 if declared.single else None]) if isinstance(models, dict) else models
            )
            return declared.describe(data, series_of(findings, *data["models"]))
    raise AssertionError(f"nobody has a picture {kind}")


def in_svg(chart: Chart) -> dict[str, list[tuple[float, float]]]:
    """What is drawn in each series' look: points in units of the picture."""
    made: dict[str, list[tuple[float, float]]] = {}
    for node in ElementTree.fromstring(svg(chart)).iter():
        classes = node.get("class", "").split()
        look = next((c for c in classes if re.fullmatch(r"s\d", c)), None)
        if look is None or {"null", "on-bar", "spot"} & set(classes):
            continue
        if node.tag == "rect":
            x, y, w, h = (float(node.get(part, "")) for part in ("x", "y", "width", "height"))
            points = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
        elif "mark" in classes:
            points = [
                (float(a), float(b)) for a, b in re.findall(r"translate\((\S+) (\S+)\)", node.get("transform", ""))
            ]
        else:
            points = [(float(a), float(b)) for a, b in re.findall(r"[ML](\S+?) ([-\d.]+)", node.get("d", ""))]
            steps = np.array(re.findall(r"-?[\d.]+", "".join(re.findall(r"l([^MLZ]*)", node.get("d", "")))), float)
            points += [
                (float(a), float(b)) for a, b in np.cumsum(steps.reshape(-1, 2), axis=0) + (points or [(0, 0)])[-1]
            ]
        made.setdefault(look, []).extend(points)
    return made


def along(points: list[tuple[float, float]]) -> np.ndarray:
    """Points along the lines between points that follow each other."""
    corners = np.array(points)
    shares = np.linspace(0, 1, 400)[:, None, None]
    return (corners[:-1] * (1 - shares) + corners[1:] * shares).reshape(-1, 2) if len(corners) > 1 else corners


def in_matplotlib(chart: Chart) -> dict[str, list[tuple[float, float]]]:
    """The same of the axes that matplotlib drew, in units of the SVG."""
    axes, frame = draw(chart, below=True), Frame(chart)
    looks = {colour: f"s{i}" for i, colour in enumerate(COLOURS)}
    drawn: list[tuple[Any, Any]] = [(line.get_color(), line.get_xydata()) for line in axes.lines]
    drawn += [(bar.get_facecolor(), bar.get_corners()) for bar in axes.patches]
    drawn += [(band.get_facecolor(), path.vertices) for band in axes.collections for path in band.get_paths()]
    made: dict[str, list[tuple[float, float]]] = {}
    for colour, points in drawn:
        look = looks.get(to_hex(np.ravel(colour)[:3] if not isinstance(colour, str) else colour))
        places = [(frame.x(x), frame.y(y)) for x, y in points if np.isfinite([x, y]).all()]
        if look is not None and places:
            made.setdefault(look, []).extend(places)
    return made


@pytest.mark.parametrize("kind", [name for name in kinds() if name != "confusion"])
def test_both_pens_draw_the_same_values_in_the_same_looks(found: dict[str, pv.Findings], kind: str) -> None:
    chart = chart_of(found, kind)
    page, file = in_svg(chart), in_matplotlib(chart)
    assert page.keys() == file.keys()
    assert page or kind == "permutation"
    for look in page:
        assert cKDTree(file[look]).query(page[look])[0].max() <= NEAR, look
        assert cKDTree(along(page[look])).query(file[look])[0].max() <= ALONG, look


@pytest.mark.parametrize("kind", kinds())
def test_both_pens_name_the_same_axes_and_rows(found: dict[str, pv.Findings], kind: str) -> None:
    chart = chart_of(found, kind)
    axes, root = draw(chart, below=True), ElementTree.fromstring(svg(chart))
    words = ["".join(text.itertext()).replace("\u200e", "") for text in root.iter("text")]
    assert axes.get_xlabel() in words
    assert not axes.get_ylabel() or axes.get_ylabel() in words
    if chart.y.words:
        rows = [word.replace("\u200e", "") for word in chart.y.words]
        assert [text.get_text() for text in axes.get_yticklabels()] == rows
        assert set(rows) <= set(words)
    for parts in () if chart.y.inside else chart.y.beside:
        assert " ".join(parts) in [text.get_text() for text in axes.texts]
        assert set(parts) <= set(words)


def test_maps_and_their_borders_lie_the_same_way() -> None:
    """The lowest row of a map is at the bottom, in both; a border of a series goes through the same points."""
    x, y = np.linspace(0, 2, 9), np.linspace(-1, 1, 5)
    values = np.outer(np.linspace(-1, 1, 5), np.linspace(0, 1, 9))
    heat, border = Heat((0.0, 2.0), (-1.0, 1.0), values), contour(x, y, values + 0.3, series=2)
    chart = Chart("Map", Axis.over("x", [0, 2]), Axis.over("y", [-1, 1]), (heat, border))
    axes, root = draw(chart), ElementTree.fromstring(svg(chart))
    assert axes.images[0].origin == "lower"
    assert tuple(axes.images[0].get_extent()) == (0, 2, -1, 1)
    boxes = {node.get("class"): node.get("d", "") for node in root.iter() if "heat" in node.get("class", "")}
    # Below 0 in the second colour, and low: the last of five rows, counted from the top.
    assert re.search(r"M\d 4h", boxes["heat s1"])
    assert not re.search(r"M\d [01]h", boxes["heat s1"])
    page, file = in_svg(replace(chart, shapes=(border,))), in_matplotlib(replace(chart, shapes=(border,)))
    assert cKDTree(page["s2"]).query(file["s2"])[0].max() <= NEAR
    assert cKDTree(file["s2"]).query(page["s2"])[0].max() <= NEAR


def test_the_confusion_matrix_lies_the_same_way() -> None:
    """Rows are actual classes in both, the first on top; a darker cell is a larger share of its row."""
    labels, wrong = [f"c{i:02}" for i in range(14)], 3
    truth = np.repeat(labels, 10)
    said = truth.copy()
    said[10 * wrong : 10 * wrong + 4] = labels[8]
    chart = chart_of({"classes": pv.evaluate(truth=truth, predicted=said)}, "confusion")
    axes = draw(chart, below=True)
    shares = np.asarray(axes.images[0].get_array())
    assert (shares[wrong, 8], shares[wrong, wrong], shares[8, wrong]) == (0.4, 0.6, 0)
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    cells = {
        (int(i), int(j)): float(path.get("fill-opacity", ""))
        for path in ElementTree.fromstring(svg(chart)).iter("path")
        if path.get("class") == "heat"
        for j, i in re.findall(r"M(\d+) (\d+)h1", path.get("d", ""))
    }
    assert cells[0, 0] == 1
    assert 0 < cells[wrong, 8] < cells[wrong, wrong]
    assert (8, wrong) not in cells
    # The same shade in both, to one of the page's eight.
    assert axes.images[0].norm(0.4) == pytest.approx(cells[wrong, 8], abs=1 / 8)


def test_the_style_sheet_has_the_same_colours() -> None:
    style = (resources.files("probative.report") / "style.css").read_text(encoding="utf-8")
    light = style[style.index(":root") : style.index("@media")]
    assert re.findall(r"--s\d: (#\w+);", light) == list(COLOURS)
    assert list(OUTLINES) == list(MARKERS) == list(MARKS)


@pytest.mark.parametrize("name", [name for name, kind in kinds().items() if kind.section])
def test_the_page_shows_what_a_file_would(found: dict[str, pv.Findings], name: str) -> None:
    shown = 0
    for findings in found.values():
        page = render_html(findings)
        for chart in charts_of(kinds()[name], findings):
            if kinds()[name].section == "explorer":
                # There it stands in a smaller frame, with names at the curves and lines that move.
                y = replace(chart.y, name="")
                sized = Frame(replace(chart, width=SMALL[0], height=SMALL[1], square=False, margin=BESIDE, y=y))
            elif name in ("predicted", "residuals", "within"):
                # There they stand in frames of equal size, beside each other.
                size = WIDE if name == "residuals" else SQUARE
                nameless = replace(chart.y, name="")
                sized = Frame(replace(chart, width=size[0], height=size[1], square=False, margin=58.0, y=nameless))
            else:
                sized = Frame(chart)
            drawn = (picture(drawn_shape(shape, sized).replace("&#x27;", "'")) for shape in chart.shapes)
            shown += all(bare(shape) in page for shape in drawn)
    assert shown >= 1


def test_every_kind_has_its_place_and_says_what_it_draws() -> None:
    places = [kind.place for kind in kinds().values()]
    assert places == sorted(set(places))
    assert all(kind.doc.endswith(".") for kind in kinds().values())


def test_a_page_is_drawn_without_matplotlib() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; import probative as pv; from probative.report import page;"
        "found = pv.evaluate(truth=[1, 0, 1, 0], scores=[.9, .2, .6, .7]); print(page.render_html(found).count('<svg'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 5


# What pens do with odd values and words


def small(*shapes: Any, **more: Any) -> Chart:
    return Chart("Small", Axis.over("x", [0, 10]), Axis.over("y", [0, 10]), shapes, **more)


def test_what_is_not_finite_is_not_drawn() -> None:
    odd = [1.0, np.nan, np.inf, 4.0]
    chart = small(Line(odd, odd, series=0), Marks(odd, odd, series=1), Dots(odd, odd, series=2))
    text = svg(chart)
    assert "nan" not in text
    assert "inf" not in text
    assert {look: len(points) for look, points in in_svg(chart).items()} == {"s0": 2, "s1": 2, "s2": 2}
    assert {look: len(points) for look, points in in_matplotlib(chart).items()} == {"s0": 2, "s1": 2, "s2": 2}


def test_a_further_chart_on_the_same_axes_has_looks_of_its_own_and_no_second_guide() -> None:
    chart = small(Guide([0, 10], [0, 10]), Line([0, 10], [0, 5], series=0, name="A"))
    axes = draw(chart)
    draw(small(Guide([0, 10], [0, 10]), Line([0, 20], [0, 30], series=0, name="B")), axes)
    lines = [line for line in axes.lines if line.get_label() in "AB"]
    assert [to_hex(line.get_color()) for line in lines] == list(COLOURS[:2])
    assert len(axes.lines) == 3


def test_hostile_words_stay_words() -> None:
    name = '</text><script>alert("x")</script>$\\frac{'
    chart = Chart(name, Axis(name, 0, 1), Axis.rows([name]), (Words(0.5, 0, name), Line([0], [0], series=0, name=name)))
    text = svg(chart, alone=True)
    assert "<script" not in text
    assert name in [node.text for node in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
    draw(chart, below=True).figure.canvas.draw()


def test_marks_of_direction_that_a_word_brings_along_end_with_it() -> None:
    assert spoken("\u2068evil\u202e and \u2069more\u2067") == "<bdi>evil and </bdi>more"
    assert spoken("\u2069<b>\u2068") == "&lt;b&gt;"


@pytest.mark.parametrize("scale", [1e-7, 0.0125, 42.0, 98765.4, 3e8])
def test_numbers_at_an_axis_leave_gaps(scale: float) -> None:
    for axis in (Axis.over("x", [0.1 * scale, scale], width=300), Axis.around("x", [0.1 * scale, scale])):
        places = [300 * axis.share(tick) for tick in axis.ticks]
        assert len(places) > 1
        assert min(np.diff(places)) >= axis.widest()
        assert axis.low <= 0.1 * scale <= scale <= axis.high
