"""Slices as a forest: every model in every slice on one scale, and what each column's test says, in words first."""

from __future__ import annotations

from typing import Any

from sklearn.metrics import roc_auc_score

from probative.findings.text import number
from probative.report.charts.kind import ranked

from .kinds import slices
from .looks import DESK


def test_every_slice_has_a_row_and_every_column_says_what_its_test_says(show: Any) -> None:
    known, shown = slices(), show("slices", **DESK)
    found = known.findings
    choice = shown.page.locator("#slice-measure")
    choice.select_option("auc")
    table = shown.page.locator(".chosen:not([hidden]) table")
    assert table.count() == 1
    names = ranked(found)
    heads = table.locator("thead th").all_inner_texts()
    assert [head.strip() for head in heads[3:]] == names
    rows = {row.locator("th").inner_text(): row for row in table.locator("tbody tr:not(.group)").all()}
    assert next(iter(rows)) == "all rows"
    for i, site in enumerate(("north", "south", "west")):
        own = slice(i, None, 3)
        cells = rows[site].locator("td").all_inner_texts()
        assert int(cells[0]) == len(known.positive["True"][own])
        for model, cell in zip(names, cells[2:], strict=True):
            area = roc_auc_score(known.positive["True"][own], known.scores["True"][model][own])
            assert cell.split()[0] in (number(area, 2), number(area, 3))
    said = table.locator("tr.group").inner_text()
    for test in found.heterogeneity:
        if test.measure == "auc":
            assert (f"no sign that {test.model} depends on it" in said) == (test.p_adjusted > 0.05)
    assert shown.complaints == []


def test_another_measure_can_be_chosen(show: Any) -> None:
    shown = show("slices", **DESK)
    choice = shown.page.locator("#slice-measure")
    wanted = choice.locator("option").nth(1)
    choice.select_option(wanted.get_attribute("value"))
    shown_tables = shown.page.locator(".chosen:not([hidden]) caption")
    assert shown_tables.all_inner_texts() == [f"{wanted.text_content()} by slice"]
