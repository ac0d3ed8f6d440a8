"""The section's pictures read back from its HTML: pixels to values by the frame and the tick labels alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv

EMPTY = {"path", "rect", "line", "br", "meta", "input"}


@dataclass
class Node:
    """An element: its attributes, children and words."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def all(self, tag: str, kind: str = "") -> list[Node]:
        """Elements below this one, by tag and by one of their classes."""
        return [n for n in self.below() if n.tag == tag and (not kind or kind in n.classes)]

    def below(self) -> Iterator[Node]:
        for child in self.children:
            if isinstance(child, Node):
                yield child
                yield from child.below()

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def words(self) -> str:
        return "".join(c if isinstance(c, str) else c.words for c in self.children)


class Tree(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Node("root")
        self.open = [self.root]
        self.feed(html)
        assert self.open == [self.root], "every element is closed"

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in EMPTY:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def number(words: str) -> float:
    return float(words.replace("−", "-").replace(",", ""))


class Chart:
    """A card: its caption and words, and what is drawn in values of the axes."""

    def __init__(self, card: Node) -> None:
        self.card = card
        self.caption = card.all("figcaption")[0].words
        self.svg = next(svg for svg in card.all("svg") if "key" not in svg.classes)
        frame = self.svg.all("rect", "frame")[0].attributes
        self.left, self.top, width, height = (float(frame[name]) for name in ("x", "y", "width", "height"))
        self.right, self.bottom = self.left + width, self.top + height
        words = next(group for group in self.svg.all("g") if group.classes == ["words"]).all("text")
        ticks = [(t, float(t.attributes["x"]), float(t.attributes["y"])) for t in words]
        self.x_ticks = [(x, t.words) for t, x, y in ticks if y == self.bottom + 15]
        self.y_ticks = [(y - 4, t.words) for t, x, y in ticks if t.attributes.get("text-anchor") == "end"]
        self.names = [t.words for t, _, y in ticks if y == self.bottom + 34 or "transform" in t.attributes]

    @staticmethod
    def _scale(ticks: list[tuple[float, str]], read: Callable[[str], float]) -> tuple[float, float]:
        (start, first), (end, last) = ticks[0], ticks[-1]
        rate = (read(last) - read(first)) / (end - start)
        return rate, read(first) - rate * start

    def x(self, pixel: float, read: Callable[[str], float] = number) -> float:
        rate, zero = self._scale(self.x_ticks, read)
        return zero + rate * pixel

    def y(self, pixel: float) -> float:
        rate, zero = self._scale(self.y_ticks, number)
        return zero + rate * pixel

    @property
    def near(self) -> float:
        """What rounding to hundredths of a pixel may do to a value."""
        values = [abs(self._scale(ticks, number)[0]) for ticks in (self.x_ticks, self.y_ticks) if _numbers(ticks)]
        return 0.02 * max(values)

    def pixels(self, kind: str) -> list[list[tuple[float, float]]]:
        """Points of every path of a class."""
        places = [_pairs(node.attributes["d"]) for node in self.svg.all("path", kind)]
        assert all(self.left <= x <= self.right and self.top <= y <= self.bottom for d in places for x, y in d)
        return places

    def points(self, kind: str) -> list[list[tuple[float, float]]]:
        return [[(self.x(x), self.y(y)) for x, y in path] for path in self.pixels(kind)]

    def places(self, d: str) -> list[tuple[float, float]]:
        """Points of one path, in values."""
        return [(self.x(x), self.y(y)) for x, y in _pairs(d)]

    def marks(self, series: int) -> list[tuple[float, float]]:
        found = [m for m in self.svg.all("path", "mark") if f"s{series}" in m.classes]
        places = [re.findall(r"-?\d[-\d.e]*", m.attributes["transform"]) for m in found]
        return [(self.x(float(x)), self.y(float(y))) for x, y in places]

    def bars(self) -> list[tuple[float, float, float, float]]:
        """Left, right, top and bottom of every bar, in pixels."""
        names = ("x", "y", "width", "height")
        found = [[float(bar.attributes[name]) for name in names] for bar in self.svg.all("rect", "bar")]
        return [(x, x + w, y, y + h) for x, y, w, h in found]

    @property
    def legend(self) -> dict[str, int]:
        """Names and series numbers of the key."""
        items = [item for part in self.card.all("ul", "legend") for item in part.all("li")]
        return {item.words.split(" ECE")[0]: int(item.all("path")[0].classes[1][1:]) for item in items}


def _pairs(d: str) -> list[tuple[float, float]]:
    start, _, steps = d.partition("l")
    found = [(float(x), float(y)) for x, y in re.findall(r"([-\d.e]+) ([-\d.e]+)", start)]
    walked = [float(part) for part in re.findall(r"-?[\d.]+", steps)]
    for right, down in zip(walked[::2], walked[1::2], strict=True):
        found.append((found[-1][0] + right, found[-1][1] + down))
    return found


def _numbers(ticks: list[tuple[float, str]]) -> bool:
    return all(re.fullmatch(r"[−\d.,e+-]+", words) for _, words in ticks)


ALONE: dict[str, Any] = {"comparisons": (), "slices": (), "heterogeneity": (), "leader": None}
"""Findings whose models are exchanged tell nothing of the others."""


@dataclass
class Page:
    html: str
    tree: Node

    @property
    def charts(self) -> list[Chart]:
        return [Chart(card) for card in self.tree.all("figure", "card") if card.all("svg")]

    def chart(self, caption: str) -> Chart:
        return next(chart for chart in self.charts if chart.caption.startswith(caption))

    @property
    def tables(self) -> list[list[list[str]]]:
        return [
            [[cell.words for cell in row.children if isinstance(cell, Node)] for row in table.all("tr")]
            for table in self.tree.all("table")
        ]


def calibrations(findings: pv.Findings) -> Page:
    """The charts of calibration alone, each as a card."""
    from probative.report.cards import card, cards, charts_of
    from probative.report.charts.kinds import kinds

    html = cards(card(chart, legend=True) for chart in charts_of(kinds()["calibration"], findings))
    return Page(html, Tree(html).root)


@pytest.fixture(scope="session")
def page() -> Callable[[pv.Findings], Page]:
    from probative.report.sections.diagnostics import diagnostics_section

    def read(findings: pv.Findings) -> Page:
        html = diagnostics_section(findings)
        again = diagnostics_section(pv.Findings.from_dict(json.loads(findings.to_json())))
        assert again == html, "saved findings give the same page"
        return Page(html, Tree(html).root)

    return read


@pytest.fixture(scope="session")
def data() -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    y = (rng.random(150) < 0.4).astype(int)
    return rng.normal(size=(150, 2)) + y[:, None], y


@pytest.fixture(scope="session")
def permuted(data: tuple[Any, Any]) -> Any:
    return pv.permutation_test(GaussianNB(), data[0][:60], data[1][:60], plan="2-fold", n_permutations=60)


@pytest.fixture(scope="session")
def classified(data: tuple[Any, Any], permuted: Any) -> pv.Findings:
    models = {"dummy": DummyClassifier(strategy="prior"), "bayes": GaussianNB(), "logistic": LogisticRegression()}
    found = pv.evaluate(pv.run(models, *data, plan="3-fold stratified", positive=1))
    tests = {"logistic": permuted.to_dict(), "bayes": permuted.to_dict()}
    return replace(found, about=replace(found.about, permutation=tests))


@pytest.fixture(scope="session")
def regressed() -> pv.Findings:
    rng = np.random.default_rng(5)
    x = rng.normal(size=(900, 2))
    y = x @ [3.0, -2.0] + rng.standard_t(4, 900)
    models = {f"tree {d}": DecisionTreeRegressor(max_depth=d) for d in (1, 3)}
    models |= {"line": LinearRegression(), "last": LinearRegression(fit_intercept=False)}
    return pv.evaluate(pv.run(models, x, y, plan="3-fold"))


@pytest.fixture(scope="session")
def task() -> pv.NoisyFunction:
    return pv.NoisyFunction(np.sin, 0.5)


@pytest.fixture(scope="session")
def zero_one(data: tuple[Any, Any]) -> Any:
    return pv.bias_variance(DecisionTreeClassifier(random_state=0), *data, repeats=15)
