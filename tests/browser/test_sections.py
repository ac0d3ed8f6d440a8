"""What the findings hold is on the page: titles, sections, tables, slices, notes, classes."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from typing import Any

import pytest

from probative.findings.text import measure_cells
from probative.papers.phrases import BY_CLUSTER, INTERVALS

from .kinds import KINDS, every_kind
from .shown import Shown

SECTIONS = {
    "pair": ["explorer", "measures", "comparison", "method"],
    "classes": ["classes", "explorer", "measures", "comparison", "method"],
    "regression": ["errors", "measures", "comparison", "method"],
    "labels": ["classes", "measures", "diagnostics", "method"],
    "undefined": ["classes", "measures", "method"],
    "theory": ["diagnostics", "method"],
}


def assert_readable_aloud(shown: Shown) -> None:
    """Every header has a scope, every picture a description or a reason to have none, headings are in order."""
    assert shown.evaluate("document.querySelectorAll('th:not([scope])').length") == 0
    unnamed = "[...document.querySelectorAll('svg:not([aria-hidden])')].filter(s => !s.getAttribute('aria-label'))"
    assert shown.evaluate(f"{unnamed}.length") == 0
    assert shown.evaluate("document.querySelectorAll('svg[aria-label]:not([role=img])').length") == 0
    tags = shown.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map(e => e.tagName)")
    levels = [int(tag[1]) for tag in tags]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


CELLS = "rows => rows.map(row => [...row.cells].map(cell => cell.innerHTML))"
NOTES = """feet => [...feet.querySelectorAll('sup')].map((mark, i, all) => {
    const range = document.createRange()
    range.setStartAfter(mark)
    if (all[i + 1]) range.setEndBefore(all[i + 1]); else range.setEndAfter(feet.lastChild)
    return [mark.textContent, range.toString().trim()]
})"""
"""What each letter below a table stands for."""


def words(html: str) -> str:
    """What a cell says, less its letters."""
    return unescape(re.sub(r"<sup>.*?</sup>|<[^>]*>", "", html))


def letters(html: str) -> list[str]:
    return [letter for marks in re.findall(r"<sup>(.*?)</sup>", html) for letter in marks.split(",")]


@every_kind
def test_title_sections_and_every_measure_of_every_model(kind: str, show: Any) -> None:
    found = KINDS[kind]().findings
    shown = show(kind)
    assert_readable_aloud(shown)
    page = shown.page
    assert page.title() == found.about.title
    assert page.locator("h1").inner_text() == found.about.title
    facts = page.locator("header .facts").inner_text()
    for part in found.headline().split(" · "):
        assert part in facts
    said = page.locator("#verdict").inner_text() if found.answers else ""
    for answer in found.answers:
        assert answer.headline in said
    sections = [section.get_attribute("id") for section in page.locator("section").all()]
    if kind in SECTIONS:
        assert sections == SECTIONS[kind]
    assert [link.get_attribute("href") for link in page.locator("nav a").all()] == [f"#{name}" for name in sections]
    for section in page.locator("section").all():
        assert section.locator("h2").count() == 1
    names = list(dict.fromkeys(name for model in found.models.values() for name in model.measures))
    if names:
        evaluated = page.locator("#measures table", has=page.locator("caption", has_text="each with its method")).first
        rows = evaluated.locator("tbody tr").evaluate_all(CELLS)
        told = dict(page.locator("#measures p.feet").last.evaluate(NOTES)) if "<sup>" in str(rows) else {}
        assert [words(row[0]) for row in rows] == names
        for row in rows:
            for model, cell in zip(found.models.values(), row[1:], strict=False):
                if words(row[0]) in model.measures:
                    estimate = model.measures[words(row[0])]
                    why = estimate.why or ""
                    value, interval = measure_cells(estimate)
                    # A method is named at the row, or beside the interval that it gave.
                    said = " ".join(told[letter] for letter in [*letters(row[0]), *letters(cell)])
                    phrase = INTERVALS.get((estimate.method or "").removesuffix(BY_CLUSTER))
                    method = estimate.method or "" if phrase is None else phrase.words[1:]
                    for part in (value, interval):
                        assert part in words(cell)
                    assert ("" if interval in ("[no interval]", "[unbounded]") else method) in said
                    assert why in f"{words(cell)} {said}" or why[1:] in said


def test_slices_and_notes(show: Any) -> None:
    found = KINDS["slices"]().findings
    page = show("slices").page
    table = page.locator("table", has=page.locator("caption", has_text="Slices"))
    for row, part in zip(table.locator("tbody tr").all(), found.slices, strict=True):
        assert row.locator("th").all_text_contents() == [part.by, str(part.value), part.model]
        cells = row.locator("td").all_text_contents()
        assert cells[0] == f"{part.n:g}"
        assert measure_cells(part.measures["auc"])[0] in " ".join(cells)
    shown = page.locator(".notes li").all_text_contents()
    assert len(shown) == len(found.notes) > 0
    for note in found.notes:
        [words] = [item for item in shown if note.text in item]
        assert note.remedy in words
        assert words.lower().startswith(note.severity)


def test_classes_and_who_is_taken_for_whom(show: Any) -> None:
    known = KINDS["classes"]().findings
    page = show("classes").page
    for i, (name, model) in enumerate(known.models.items()):
        matrix = page.locator("table.confusion", has=page.locator("caption", has_text="rows actual")).nth(i)
        assert matrix.locator("caption").text_content().startswith(name)
        assert matrix.locator("tbody th").all_text_contents() == ["ant", "bee", "cow"]
        assert matrix.locator("thead th").all_text_contents()[:2] == ["actual", "predicted ant"]
        cells = [[float(c) for c in row.locator("td").all_text_contents()] for row in matrix.locator("tbody tr").all()]
        assert cells == [list(row) for row in model.confusion.counts]
        rest = page.locator("table", has=page.locator("caption", has_text="Each class against the rest")).nth(i)
        assert rest.locator("tbody th").all_text_contents() == ["ant", "bee", "cow"]
        heads = [words(head) for head in rest.locator("thead th").evaluate_all("all => all.map(e => e.innerHTML)")]
        assert heads == list(known.table("classes").names[1:])


def test_folds_have_their_tables_and_pictures(show: Any) -> None:
    known = KINDS["folds"]().findings
    page = show("folds").page
    rows = page.locator("table", has=page.locator("th", has_text="mean of folds")).locator("tbody tr")
    assert rows.count() == sum(len(model.resampling) for model in known.models.values()) > 0
    assert "2x5" in page.locator("header .facts").inner_text()
    assert page.locator("#comparison svg[role=img]").count() >= 2


@pytest.mark.parametrize(("kind", "section"), [("theory", "diagnostics"), ("regression", "errors")])
def test_diagnostics_are_drawn(kind: str, section: str, show: Any) -> None:
    assert show(kind).page.locator(f"#{section} svg[role=img]").count() >= 1
