"""Findings in a notebook: a table that survives anywhere, and below it the page in a sandbox, alive."""

from __future__ import annotations

import re
from typing import Any

from .kinds import KINDS


def test_the_table_comes_first_and_the_sandbox_is_tight() -> None:
    html = KINDS["pair"]().findings._repr_html_()
    assert html.index("<table") < html.index("<iframe")
    [frame] = re.findall(r"<iframe ([^>]*?)srcdoc=", html)
    assert 'sandbox="allow-scripts"' in frame
    assert "allow-same-origin" not in html
    assert 'title="' in frame
    before = html[: html.index("<iframe")]
    assert "<script" not in before
    assert "<style" not in before


def test_the_page_works_inside_a_notebook(show: Any, site: Any) -> None:
    known = KINDS["pair"]()
    around = f"<!doctype html><title>notebook</title><body><p>In [1]:</p>{known.findings._repr_html_()}</body>"
    shown = show("pair", address=site(around, {}), viewport={"width": 1000, "height": 900})
    assert shown.page.locator("body > .wide table, body > table").first.is_visible()
    inside = shown.page.frames[1]
    inside.wait_for_selector("#controls", state="visible")
    assert inside.evaluate("Math.max(document.documentElement.scrollWidth) <= innerWidth")
    inside.locator("#threshold").fill("700")
    inside.wait_for_selector("#state:has-text('at the same cut')")
    counts = [float(words) for words in inside.locator("tr[data-live] [data-cell]").all_text_contents()]
    assert counts == [v for name in known.scores["True"] for v in known.counts(name, 0.7).values()]
    reach = "(() => { try { return String(parent.document) } catch (e) { return e.name } })()"
    assert inside.evaluate(reach) == "SecurityError"
    assert shown.complaints == []


def test_a_notebook_that_drops_the_frame_keeps_the_numbers(show: Any, site: Any) -> None:
    found = KINDS["regression"]().findings
    plain = re.sub(r"<iframe.*</iframe>", "", found._repr_html_(), flags=re.S)
    shown = show("regression", address=site(f"<!doctype html><title>notebook</title>{plain}", {}))
    assert shown.page.locator("tbody tr").count() == len(found.models["near"].measures)
