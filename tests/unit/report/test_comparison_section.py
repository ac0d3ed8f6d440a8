"""The comparison on the page, read back from its HTML and SVG and compared with the findings."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv
from probative.findings import Context
from probative.guards import Note
from probative.pictures.svg_pen import look_class
from probative.report.charts.kind import series_of
from probative.report.sections.comparison import comparison_section

HOSTILE = '<script>alert("x")</script> & \u202eevil\u202c ' + "long " * 40
MODELS = {
    "bayes": GaussianNB(),
    "stump": DecisionTreeClassifier(max_depth=1, random_state=0),
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
    "near": KNeighborsClassifier(5),
    "far": KNeighborsClassifier(51),
    HOSTILE: DecisionTreeClassifier(max_depth=2, random_state=0),
}
VOID = {"br", "meta", "input"}


@pytest.fixture(scope="module")
def found() -> dict[int, pv.Findings]:
    """Findings about 2, 3 and 6 models in twice five folds."""
    x, y = load_breast_cancer(return_X_y=True)
    made = {}
    for count in (2, 3, 6):
        said = pv.run(dict(list(MODELS.items())[:count]), x[:, :4], y, plan="2x5 stratified")
        made[count] = pv.evaluate(said)
    return made


@pytest.fixture(scope="module")
def over_data_sets() -> Any:
    rng = np.random.default_rng(1)
    table = rng.normal(0.7, 0.1, (14, 1)) + rng.normal(0, 0.02, (14, 5)) + np.array([0.06, 0.05, 0.03, 0, -0.03])
    names = ["forest", "boost", "svm", "near", HOSTILE]
    return pv.compare({name: table[:, i].tolist() for i, name in enumerate(names)}, of="datasets", measure="accuracy")


class Reader(HTMLParser):
    """Tables, pictures and words of a page; a tag that does not close is an error."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.words = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag == "br":
            self.handle_data(" ")

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data
        if any(tag in self.open for tag in ("td", "th")):
            self.tables[-1][-1][-1] += data


class Picture:
    """A chart read back: values from pixels, by its ticks alone."""

    def __init__(self, html: str, kind: str) -> None:
        figure = re.search(rf'<figure class="card {kind}">.*?</figure>', html, re.DOTALL)
        assert figure is not None
        self.html = figure.group()
        self.svg = ElementTree.fromstring(re.search(r"<svg.*</svg>", self.html, re.DOTALL).group())  # type: ignore[union-attr]
        rect = self.svg.find("rect")
        assert rect is not None
        self.left, self.top, self.width, self.height = (float(rect.get(k, "")) for k in ("x", "y", "width", "height"))
        texts = [t for t in self.svg.findall("g/text") if t.get("transform") is None]
        bottom = self.top + self.height
        ticks = [t for t in texts if abs(float(t.get("y", "")) - bottom - 15) < 0.01]
        self.slope, self.start = np.polyfit([float(t.get("x", "")) for t in ticks], [_read(t.text) for t in ticks], 1)
        self.rows = [t for t in texts if t.get("text-anchor") == "end"]
        self.pixel = abs(self.slope)
        self._nothing_cut(texts)

    def _nothing_cut(self, texts: list[Any]) -> None:
        right, bottom = (float(v) for v in self.svg.get("viewBox", "").split()[2:])
        assert self.left + self.width <= right
        assert self.top + self.height <= bottom
        spans = []
        for text in texts:
            x, half = float(text.get("x")), len(text.text) * 3.3
            ends = (x - half, x + half) if text.get("text-anchor") != "end" else (x - 2 * half, x)
            assert -1 <= ends[0] <= ends[1] <= right + 1
            spans.append((float(text.get("y")), *ends))
        for (y, a, b), (other, c, d) in combinations(spans, 2):
            assert y != other or b <= c or d <= a

    def value(self, x: float) -> float:
        return float(self.slope * x + self.start)

    def all(self, kind: str) -> list[list[tuple[float, float]]]:
        """Points of every path of a class, in pixels."""
        paths = [p for p in self.svg.findall("path") if kind in p.get("class", "").split()]
        made = []
        for path in paths:
            if moved := re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", path.get("transform", "")):
                made.append([(float(x), float(y)) for x, y in moved])
            else:
                made.append([(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", path.get("d", ""))])
        return made

    def classes(self, kind: str) -> list[list[str]]:
        return [p.get("class", "").split() for p in self.svg.findall("path") if kind in p.get("class", "").split()]

    def close(self, x: float, value: float) -> bool:
        return abs(self.value(x) - value) <= 0.02 * self.pixel + 1e-9


def _read(words: str | None) -> float:
    return float((words or "").replace("−", "-").replace(",", ""))


def _ordered(findings: pv.Findings) -> list[pv.Contest]:
    return sorted(findings.comparisons, key=lambda c: (c.p_adjusted, c.result.p))


def _moved(contest: pv.Contest, **parts: Any) -> pv.Contest:
    """The contest with another effect or interval."""
    return replace(contest, result=replace(contest.result, **parts))


def _folds(findings: pv.Findings, name: str, measure: str = "auc") -> dict[tuple[int, int], float]:
    part = findings.models[name].resampling[measure]
    return {(r, f): v for r, f, v in zip(part.repeat, part.fold, part.folds, strict=True) if not np.isnan(v)}


@pytest.mark.parametrize("count", [2, 3, 6])
def test_the_table_holds_the_numbers_of_the_findings(found: dict[int, pv.Findings], count: int) -> None:
    findings = found[count]
    read = Reader(comparison_section(findings))
    head, *_ = read.tables[0]
    assert head == ["a", "b", "difference, points", "test", "p", "adjusted p", "n", "better"]
    rows = [row for table in read.tables if table[0][0] == "a" for row in table[1:]]
    expected = _ordered(findings)
    assert len(rows) == len(expected) == count * (count - 1) // 2
    for (a, b, size, test, p, adjusted, n, better), known in zip(rows, expected, strict=True):
        contest = known.to_dict()
        assert (a, b) == (contest["a"], contest["b"])
        found_part = contest["difference"]
        half = (found_part["high"] - found_part["low"]) / 2
        shown = [_read(v) for v in re.findall(r"[+−]?[\d.,]*\d", size)[:3]]
        for value, key in zip(shown, ("value", "low", "high"), strict=True):
            assert abs(value / 100 - found_part[key]) <= half / 10
        assert test.startswith(contest["test"])
        assert f"df {contest['df']}" in test
        assert "statistic " in test
        assert n == str(found_part["n"])
        for words, value in ((p, contest["p"]), (adjusted, contest["p_adjusted"])):
            assert words == "< 0.0001" if value < 1e-4 else float(words) == pytest.approx(value, rel=5e-3)
        assert better.startswith(contest["winner"] or "cannot tell")
        found = float(better.rpartition("found 4 times in 5: ")[2])
        assert found == pytest.approx(100 * contest["detectable"], rel=0.06)
    assert "first minus second" in read.words
    assert f"p adjusted: {findings.verdict.adjustment}; intervals at 95 %" in read.words


def test_only_ten_pairs_stand_in_the_open(found: dict[int, pv.Findings]) -> None:
    html = comparison_section(found[6])
    inside = html.index("5 more pairs")
    assert [len(table) - 1 for table in Reader(html).tables] == [10, 5]
    assert html.index("<table", html.index("<table") + 1) > inside
    assert "10 of 15 pairs" in Reader(html).words


@pytest.mark.parametrize("count", [2, 3, 6])
def test_the_forest_stands_where_the_differences_are(found: dict[int, pv.Findings], count: int) -> None:
    findings = found[count]
    chart, contests = Picture(comparison_section(findings), "forest"), _ordered(findings)
    bars, marks, looks = chart.all("interval"), chart.all("mark"), chart.classes("mark")
    assert len(bars) == len(marks) == len(contests)
    series = series_of(findings)
    for bar, (mark,), look, contest in zip(bars, marks, looks, contests, strict=True):
        part = contest.difference
        # In points, as the sentences.
        assert chart.close(bar[0][0], 100 * part.low)
        assert chart.close(bar[1][0], 100 * part.high)
        assert chart.close(mark[0], 100 * part.value)
        assert bar[0][1] == bar[1][1] == mark[1]
        assert ("hollow" in look) == (contest.winner is None)
        assert look_class(series[contest.winner or contest.a]) in look
    assert [look[1] for look in chart.classes("interval")] == [
        next(c for c in look if re.match("s\\d", c)) for look in looks
    ]
    heights = [mark[0][1] for mark in marks]
    assert heights == sorted(heights)
    ((zero, _), _) = chart.all("guide")[0]
    assert chart.close(zero, 0.0)
    labels = [t.text or "" for t in chart.svg.findall("text") if t.get("class") == "row"]
    assert len(labels) == len(contests)
    assert labels[0].startswith(contests[0].a[:5])


def test_the_sides_of_zero_say_whom_they_favour(found: dict[int, pv.Findings]) -> None:
    first = found[2].comparisons[0]
    for better, unit, above in (("higher", "value", "a"), ("lower", "value", "b"), ("higher", "ranks", "b")):
        contest = replace(_moved(first, effect=0.5, low=-1.0, high=2.0), better=better, unit=unit)
        chart = Picture(comparison_section(replace(found[2], comparisons=(contest,))), "forest")
        zero = chart.all("guide")[0][0][0]
        sides = {t.text: float(t.get("x", "")) for t in chart.svg.findall("text") if t.get("class") == "side"}
        assert sides[f"favours {getattr(first, above)} →"] > zero
        below = "b" if above == "a" else "a"
        assert sides[f"← favours {getattr(first, below)}"] < zero


@pytest.mark.parametrize("count", [2, 3, 6])
def test_the_strips_hold_every_fold_and_the_means(found: dict[int, pv.Findings], count: int) -> None:
    findings = found[count]
    chart = Picture(comparison_section(findings), "strips")
    dots, bars, marks = chart.all("dots"), chart.all("interval"), chart.all("mark")
    assert len(dots) == len(bars) == len(marks) == count
    for i, name in enumerate(findings.models):
        values, mean = _folds(findings, name), findings.models[name].resampling["auc"].fold_mean
        assert len(dots[i]) == len(values) == 10
        assert all(chart.close(x, v) for (x, _), v in zip(dots[i], values.values(), strict=True))
        assert chart.close(bars[i][0][0], mean.low)
        assert chart.close(bars[i][1][0], mean.high)
        assert chart.close(marks[i][0][0], mean.value)
        look = look_class(series_of(findings)[name])
        assert [look in looks for looks in (chart.classes("dots")[i], chart.classes("mark")[i])] == [True, True]
    joins = chart.all("joins")[0]
    starts, stops = joins[::2], joins[1::2]
    assert starts == [point for row in dots[:-1] for point in row]
    assert stops == [point for row in dots[1:] for point in row]
    words = [t.text or "" for t in chart.svg.findall("text") if t.get("class") == "mean"]
    assert [float(words[2 * i]) for i in range(count)] == pytest.approx(
        [m.resampling["auc"].fold_mean.value for m in findings.models.values()], abs=6e-3
    )
    assert "95 % intervals (corrected-t)" in Reader(chart.html).words


def test_the_differences_of_the_first_pair_fold_by_fold(found: dict[int, pv.Findings]) -> None:
    findings = found[3]
    chart, first = Picture(comparison_section(findings), "gaps"), _ordered(findings)[0]
    a, b = (_folds(findings, name) for name in (first.a, first.b))
    (dots,) = chart.all("dots")
    assert all(chart.close(x, 100 * (a[key] - b[key])) for (x, _), key in zip(dots, sorted(a), strict=True))
    low, mean, high = (100 * getattr(first.difference, part) for part in ("low", "value", "high"))
    assert np.mean([chart.value(x) for x, _ in dots]) == pytest.approx(mean, abs=chart.pixel)
    band = [x for x, _ in chart.all("band")[0]]
    assert chart.close(min(band), low)
    assert chart.close(max(band), high)
    assert chart.close(chart.all("mean")[0][0][0], mean)
    assert chart.close(chart.all("guide")[0][0][0], 0.0)
    # The first test set stands at the top, every one at its number.
    tops = {int(_read(t.text)): float(t.get("y", "")) - 4 for t in chart.rows}
    assert [y for _, y in dots] == pytest.approx([tops[i] for i in range(1, 11)], abs=0.02)
    assert tops[1] < tops[10]


@pytest.mark.parametrize("side", ["a", "b"])
def test_missing_folds_are_left_out_and_counted(found: dict[int, pv.Findings], side: str) -> None:
    findings = found[3]
    holed = getattr(_ordered(findings)[0], side)
    part = findings.models[holed].resampling["auc"]
    holes = replace(part, folds=np.array([np.nan, *part.folds[1:4], np.nan, *part.folds[5:]]))
    models = dict(findings.models)
    models[holed] = replace(models[holed], resampling={"auc": holes})
    html = comparison_section(replace(findings, models=models))
    strips, gaps = Picture(html, "strips"), Picture(html, "gaps")
    place = list(models).index(holed)
    assert [len(row) for row in strips.all("dots")] == [8 if i == place else 10 for i in range(3)]
    neighbours = 2 if place == 1 else 1
    assert len(strips.all("joins")[0]) == 2 * (20 - 2 * neighbours)
    assert f"{holed}: undefined in 2 of 10" in Reader(strips.html).words
    assert len(gaps.all("dots")[0]) == 8
    assert "2 of 10 folds lack one of the two values" in Reader(gaps.html).words


def test_squared_errors_are_the_squares_of_their_roots() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(80, 2))
    y = x[:, 0] + x[:, 1] ** 2 + rng.normal(size=80)
    models = {"line": LinearRegression(), "tree": DecisionTreeRegressor(max_depth=3, random_state=0)}
    findings = pv.evaluate(pv.run(models, x, y, plan="2x5"))
    (contest,) = findings.comparisons
    html = comparison_section(findings)
    chart = Picture(html, "gaps")
    if contest.measure not in findings.models["line"].resampling:
        a, b = (_folds(findings, name, "rmse") for name in (contest.a, contest.b))
        gaps = [a[key] ** 2 - b[key] ** 2 for key in sorted(a)]
        assert all(chart.close(x, gap) for (x, _), gap in zip(chart.all("dots")[0], gaps, strict=True))
    assert np.mean([chart.value(x) for x, _ in chart.all("dots")[0]]) == pytest.approx(
        contest.difference.value, abs=chart.pixel
    )
    assert "lower is better" in Reader(html).words


def test_hostile_names_stay_text(found: dict[int, pv.Findings], over_data_sets: Any) -> None:
    for findings in (found[6], pv.Findings.of(over_data_sets), found[2].adding(over_data_sets)):
        html = comparison_section(findings)
        read = Reader(html)
        assert "script" not in read.tags
        assert "<script" not in html
        assert "\u202e" not in re.sub(r"<bdi.*?</bdi>", "", html)
        for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
            ElementTree.fromstring(svg)


def test_without_a_test_nothing_is_ranked(found: dict[int, pv.Findings]) -> None:
    bare = replace(found[3], comparisons=(), about=Context(), notes=())
    html = comparison_section(bare)
    assert "not compared" in html
    assert "must not be read as a ranking" in html
    assert "<svg" not in html
    note = Note("not-compared", "note", "R162", "the models were not compared: no <reason>.", "")
    told = comparison_section(replace(bare, notes=(note,)))
    assert "The models were not compared: no &lt;reason&gt;. Their numbers" in told


def test_one_model_has_no_comparison(found: dict[int, pv.Findings]) -> None:
    name, model = next(iter(found[2].models.items()))
    assert comparison_section(replace(found[2], models={name: model}, comparisons=())) == ""


@pytest.mark.parametrize("count", [2, 3, 6])
def test_saved_findings_give_the_same_html(found: dict[int, pv.Findings], over_data_sets: Any, count: int) -> None:
    findings = found[count].adding(over_data_sets)
    again = pv.Findings.from_dict(json.loads(findings.to_json()))
    assert comparison_section(again) == comparison_section(findings)


def test_old_findings_without_the_newer_keys_are_shown(found: dict[int, pv.Findings]) -> None:
    kept = ("a", "b", "p", "p_adjusted", "difference")
    plain = found[3].to_dict() | {"about": {}}
    for contest in plain["comparisons"]:
        del contest["difference"]["level"]
    old = plain | {"comparisons": [{key: contest[key] for key in kept} for contest in plain["comparisons"]]}
    old["models"] = {name: model | {"resampling": {}} for name, model in plain["models"].items()}
    loaded = pv.Findings.from_dict(old)
    assert {contest.result.level for contest in loaded.comparisons} == {0.95}
    assert len(Reader(comparison_section(loaded)).tables[0]) == 4
    empty = pv.Findings.from_dict(plain | {"comparisons": [dict(zip("ab", plain["models"], strict=False))]})
    assert "undefined" in Reader(comparison_section(empty)).words


def test_ranks_over_data_sets(over_data_sets: Any) -> None:
    html = comparison_section(pv.Findings.of(over_data_sets))
    read = Reader(html)
    assert over_data_sets.diagram().svg() in html
    assert "All models together: some of them differ at 95 % (Friedman's test, chi2(4) = " in read.words
    assert len(read.tables[0]) == 11
    assert "p adjusted: holm" in read.words
    groups = [", ".join(group) for group in over_data_sets.diagram().groups()]
    assert all("{" + group + "}" in read.words for group in groups)
    svg = ElementTree.fromstring(re.search(r"<svg xmlns.*?</svg>", html, re.DOTALL).group())  # type: ignore[union-attr]
    assert svg.get("role") == "img"
    key = re.search(r'<ul class="legend">.*?</ul>', html, re.DOTALL)
    assert key is not None
    assert re.findall(r'class="mark (s\d)"', key.group()) == ["s0", "s1", "s2", "s3", "s4"]
    assert re.findall(r"<bdi>(\w+)</bdi>", key.group()) == ["forest", "boost", "svm", "near"]
    assert svg.find("{http://www.w3.org/2000/svg}title") is not None


def test_why_there_is_no_diagram(found: dict[int, pv.Findings], over_data_sets: Any) -> None:
    plain = over_data_sets.to_dict()
    for change, words in (
        ({"post_hoc": None}, "no test of pairs by ranks was run"),
        ({"post_hoc": plain["post_hoc"] | {"critical_difference": None, "notes": ["too few"]}}, "too few"),
        ({"ranks": plain["ranks"] | {"forest": None}}, "some average ranks are undefined"),
    ):
        findings = replace(found[2], models={}, comparisons=(), diagnostics=(plain | change,))
        assert f"There is no critical-difference diagram: {words}." in comparison_section(findings)
    assert "There is no critical-difference diagram: it needs" in comparison_section(found[3])
    assert "critical-difference" not in comparison_section(found[2])


def test_reasons_assumptions_and_false_alarms(found: dict[int, pv.Findings]) -> None:
    verdict = found[3].verdict
    assert verdict is not None
    words = Reader(comparison_section(found[3])).words.lower()
    for part in (*verdict.reasons, *verdict.assumptions, *verdict.notes):
        assert part.lower() in words
    assert (
        f"3 comparisons: without adjustment the chance of at least one false alarm would be {1 - 0.95**3:.3g}" in words
    )
    assert f"h0: {verdict.contests[0].result.h0}" in words


def test_twenty_models_do_not_flood_the_page(found: dict[int, pv.Findings]) -> None:
    base = found[2]
    contest, model = base.comparisons[0], base.models["bayes"]
    names = [f"model {i}" for i in range(20)]
    contests = tuple(
        replace(contest, a=a, b=b, p_adjusted=1 - i / 500) for i, (a, b) in enumerate(combinations(names, 2))
    )
    findings = replace(base, models=dict.fromkeys(names, model), comparisons=contests)
    html = comparison_section(findings)
    assert [len(table) - 1 for table in Reader(html).tables] == [10, 180]
    assert len(Picture(html, "forest").all("mark")) == 15
    assert "15 of 190 pairs are drawn" in html
    assert len(Picture(html, "strips").all("mark")) == 12
    assert "The first 12 of 20 models are drawn" in html
    assert "model 18\u200e − \u200emodel 19" in Picture(html, "forest").html


def test_infinite_and_missing_intervals_are_drawn_as_far_as_known(found: dict[int, pv.Findings]) -> None:
    first = found[2].comparisons[0]
    for low, high, bars in ((-np.inf, 0.1, 1), (np.nan, np.nan, 0), (-0.1, np.inf, 1)):
        contest = _moved(first, effect=0.0, low=low, high=high)
        chart = Picture(comparison_section(replace(found[2], comparisons=(contest,))), "forest")
        found_bars = chart.all("interval")
        assert len(found_bars) == bars
        assert len(chart.all("mark")) == 1
        if low == -np.inf:
            assert found_bars[0][0][0] == chart.left


def test_many_folds_are_joined_by_paler_lines(found: dict[int, pv.Findings]) -> None:
    def faint(findings: pv.Findings) -> float:
        path = Picture(comparison_section(findings), "strips").svg.find("path[@class='joins']")
        assert path is not None
        return float(path.get("stroke-opacity", ""))

    models = {}
    for name, model in found[2].models.items():
        part = model.resampling["auc"]
        more = {"folds": np.tile(part.folds, 7), "repeat": np.repeat(range(14), 5), "fold": np.tile(range(5), 14)}
        models[name] = replace(model, resampling={"auc": replace(part, **more)})
    assert faint(replace(found[2], models=models)) < faint(found[2])


@pytest.mark.parametrize("size", [1e-7, 3.3e-4, 0.0125, 0.7, 42.0, 98765.4, 3e8])
@pytest.mark.parametrize("shift", [-1.0, 0.0, 0.3, 1.0, 7.0])
def test_numbers_at_the_axis_fit_whatever_the_range(found: dict[int, pv.Findings], size: float, shift: float) -> None:
    first = found[2].comparisons[0]
    contest = _moved(first, low=size * (shift - 0.9), effect=size * shift, high=size * (shift + 1.1))
    chart = Picture(comparison_section(replace(found[2], comparisons=(contest,))), "forest")
    assert chart.close(chart.all("mark")[0][0][0], 100 * size * shift)
    assert all(chart.left < x < chart.left + chart.width for x, _ in chart.all("interval")[0])
