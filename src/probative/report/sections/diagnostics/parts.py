"""What all diagnostics share: numbers from JSON, axes whose labels fit, cards, keys and what is folded away."""

from __future__ import annotations

from collections.abc import Iterable
from html import unescape
from math import floor, inf, isfinite, log10, nan
from typing import Any

from probative.findings.text import number
from probative.records import number_from_json
from probative.report.drawing import Axis, Plot
from probative.report.drawing.plot import LETTER, key
from probative.report.words import label, sentence

WIDTH = 300
"""Pixels of a usual frame."""
HUGE = 1e300


def known(value: Any) -> float:
    """A number of the findings; nan where there is none, infinite where no axis could reach it.

    >>> known("inf"), known(None), known(1e301), known(2)
    (inf, nan, inf, 2.0)
    """
    found = number_from_json(value)
    if abs(found) < 1 / HUGE:
        return 0.0
    return found if not abs(found) > HUGE else (inf if found > 0 else -inf)


def numbers(values: Iterable[Any] | None) -> list[float]:
    """Numbers of the findings."""
    return [known(value) for value in values or ()]


def finite(values: Iterable[float]) -> list[float]:
    """Those that can be drawn."""
    return [value for value in values if isfinite(value)]


def shown(value: float, digits: int) -> str:
    """A number with fixed decimals; what rounds to nothing has no sign."""
    return number(round(value, digits) + 0.0, digits) if isfinite(value) else number(value, digits)


def brief(value: float, digits: int = 4) -> str:
    """A number with a few significant digits.

    >>> brief(0.123456), brief(-2.0), brief(nan)
    ('0.1235', '−2', '?')
    """
    return f"{value:.{digits}g}".replace("-", "−") if isfinite(value) else number(value, 0)


def decimals(values: Iterable[float], error: float = nan) -> int:
    """Decimals worth printing: two significant digits of the error, or else four of the largest value."""
    if isfinite(error) and error > 0:
        return min(max(1 - floor(log10(error)), 0), 8)
    largest = max((abs(value) for value in finite(values)), default=0.0)
    return min(max(3 - floor(log10(largest)), 0), 12) if largest else 4


def percent(level: Any) -> str:
    """A level in words.

    >>> percent(0.95)
    '95 %'
    """
    return f"{known(level) * 100:g} %"


def words_of(value: Any, width: int) -> str:
    """A user's own word, cut off as in a picture but not escaped yet: for axes, which escape their names."""
    return unescape(label(value, width))


def columns(escaped: str) -> int:
    """Letters that a label takes up; wide ones count double."""
    words = unescape(escaped)
    return max(len(words), 2 * sum(ord(letter) > 0x2E7F for letter in words) + sum(ord(c) <= 0x2E7F for c in words))


def fitting(name: str, values: Iterable[float], *, include: Iterable[float] = (), width: float = WIDTH) -> Axis:
    """An axis over all values, with as many ticks as there is room for their labels."""
    values, include = list(values), list(include)
    for ticks in (5, 4, 3, 2):
        axis = Axis.over(name, values, include=include, ticks=ticks)
        room = width / max(len(axis.ticks) - 1, 1)
        if max(len(word) for word in axis.labels()) * LETTER + 8 <= room:
            break
    return axis


def card(caption: str, plot: Plot, *, legend: str = "", below: Iterable[str] = (), kind: str = "") -> str:
    """A picture with its caption, a key and paragraphs below it; all words are escaped already."""
    words = "".join(f"<p>{line}</p>" for line in below if line)
    classes = f"card {kind}".rstrip()
    return f'<figure class="{classes}"><figcaption>{caption}</figcaption>{plot.svg()}{legend}{words}</figure>'


def cards(found: Iterable[str]) -> str:
    """Cards beside each other; nothing where there are none."""
    inside = "".join(found)
    return f'<div class="cards">{inside}</div>' if inside else ""


def keys(names: Iterable[tuple[int, str]]) -> str:
    """A key to some series, each with its own number; names are escaped already."""
    items = "".join(f"<li>{key(series)}{name}</li>" for series, name in names)
    return f'<ul class="legend">{items}</ul>' if items else ""


def remarks(notes: Iterable[Any]) -> list[str]:
    """Notes of a result as sentences, escaped."""
    words = [str(note).strip() for note in notes]
    return [sentence(note[0].upper() + note[1:] + ("" if note[-1] in ".!?" else ".")) for note in words if note]


def remark_list(notes: Iterable[Any]) -> str:
    """Notes of a result as a list."""
    items = "".join(f"<li>{line}</li>" for line in remarks(notes))
    return f"<ul>{items}</ul>" if items else ""
