"""Charts on the page: a card with its caption, the picture, a key to the series and the words below."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from probative.errors import in_number
from probative.findings import Findings
from probative.pictures import Chart, Shape, svg
from probative.pictures.svg_pen import key, key_to
from probative.pictures.words import DIRECTION, OPEN, SHUT
from probative.report.charts.kind import Data, Kind, Options, series_of
from probative.report.words import short, text


def card(chart: Chart, *, legend: bool = False, kind: str = "") -> str:
    """A card of one chart; nothing where it neither shows nor says anything."""
    if not chart.shapes and not chart.notes:
        return ""
    classes = f"card {kind}".rstrip()
    picture = svg(chart) if chart.shapes else ""
    words = "".join(f"<p>{spoken(line)}</p>" for line in chart.notes)
    named = legend_of(chart) if legend else ""
    return f'<figure class="{classes}"><figcaption>{spoken(chart.caption)}</figcaption>{picture}{named}{words}</figure>'


def spoken(sentence: str) -> str:
    """A sentence of a chart as HTML; users' words in it keep their own writing direction.

    >>> from probative.pictures.words import named
    >>> spoken(f"of {named('A & B')}")
    'of <bdi>A &amp; B</bdi>'
    """
    kept = re.sub(f"{OPEN}([^{OPEN}{SHUT}]*){SHUT}", r"<bdi>\1</bdi>", text(in_number(sentence)))
    # What is left turns the direction of writing without an end.
    return "".join(c for c in kept if c not in DIRECTION)


def cards(found: Iterable[str]) -> str:
    """Cards beside each other; nothing where there are none."""
    inside = "".join(found)
    return f'<div class="cards">{inside}</div>' if inside else ""


def keys(names: Iterable[tuple[int, str]]) -> str:
    """A key to some series, each with its own number; names are escaped already."""
    items = "".join(f"<li>{key(series)}{name}</li>" for series, name in names)
    return f'<ul class="legend">{items}</ul>' if items else ""


def legend_of(chart: Chart) -> str:
    """A key to what has a name in a chart, looking as it does there; a name drawn in several ways has one key."""
    once: dict[tuple[int, str, str], list[Shape]] = {}
    for shape in chart.every_shape():
        if shape.name:
            once.setdefault((shape.series or 0, shape.name, shape.detail), []).append(shape)
    items = "".join(
        f"<li>{key_to(drawn[0]) if len(drawn) == 1 else key(series)}{short(name)}"
        f"{f' <small>{spoken(detail)}</small>' if detail else ''}</li>"
        for (series, name, detail), drawn in once.items()
    )
    return f'<ul class="legend">{items}</ul>' if items else ""


def charts_of(kind: Kind, findings: Findings) -> Iterator[Chart]:
    """The charts of a kind, each of as many models as one frame has room for, in the order of the models."""
    data = kind.gather(findings, Options())
    if data is None:
        return
    series = series_of(findings, *data["models"])
    order = sorted(data["models"], key=series.__getitem__)
    for start in range(0, len(order), kind.most):
        yield kind.describe(some_models(data, order[start : start + kind.most]), series)


def some_models(data: Data, names: Iterable[str]) -> Data:
    """The data of some of the models."""
    return data | {"models": {name: data["models"][name] for name in names}}


def with_note(chart: Chart, note: str) -> Chart:
    """The chart with one more sentence, first."""
    return replace(chart, notes=(note, *chart.notes))
