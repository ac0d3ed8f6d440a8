"""Printed: A4 pages, white, without controls, nothing cut off, no page blank."""

from __future__ import annotations

import re
import zlib
from typing import Any

import pytest

from .kinds import EXPLORED, every_kind
from .looks import PAPER, cut_off
from .test_widths import five

BROKEN = """() => {
    const found = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const node = walker.currentNode
        const within = node.parentElement
        if (!within.checkVisibility() || within.closest('pre, code, tbody bdi, li bdi, .sr')) continue
        for (const { 0: word, index } of node.data.matchAll(/[\\d.,−]*\\d|[a-z_]{3,40}/g)) {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) found.push(word)
        }
    }
    return found
}"""
"""Numbers and words that go on in the next line."""
A4 = (594.96, 841.92)
"""Points."""


def pages_of(pdf: bytes) -> list[dict[str, Any]]:
    """The pages of a PDF in order: their size, and how often something is written on them."""
    objects = {int(n): body for n, body in re.findall(rb"(\d+) 0 obj\s(.*?)\sendobj", pdf, re.S)}
    trees = [body for body in objects.values() if re.search(rb"/Type\s*/Pages\b", body)]
    roots = [body for body in trees if b"/Parent" not in body]

    def leaves(body: bytes) -> list[bytes]:
        kids = re.search(rb"/Kids\s*\[(.*?)\]", body, re.S)
        if kids is None:
            return [body]
        return [leaf for n in re.findall(rb"(\d+) 0 R", kids[1]) for leaf in leaves(objects[int(n)])]

    made = []
    for page in leaves(roots[0]):
        box = re.search(rb"/MediaBox\s*\[([^\]]*)\]", page)
        contents = re.search(rb"/Contents\s+(\d+) 0 R", page)
        assert box is not None
        assert contents is not None
        stream = re.search(rb"stream\r?\n(.*?)\r?\nendstream", objects[int(contents[1])], re.S)
        assert stream is not None
        drawn = zlib.decompressobj().decompress(stream[1])
        made.append({"box": [float(v) for v in box[1].split()], "words": len(re.findall(rb"T[jJ]", drawn))})
    return made


@every_kind
def test_the_page_prints_on_a4(kind: str, show: Any) -> None:
    shown = show(kind, color_scheme="dark", **PAPER)
    pages = pages_of(shown.page.pdf(prefer_css_page_size=True))
    for page in pages:
        assert page["box"][:2] == [0, 0]
        assert abs(page["box"][2] - A4[0]) < 1.5
        assert abs(page["box"][3] - A4[1]) < 1.5
        assert page["words"] >= 3, "a page that is blank"
    assert pages[0]["words"] >= 10
    assert 1 <= len(pages) <= 16
    # What paper unfolds is looked at too.
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    shown.page.emulate_media(media="print", color_scheme="dark")
    for gone in ("#threshold", "#mode", "nav", ".no-script", ".copies", ".savers"):
        if shown.page.locator(gone).count():
            assert not shown.page.locator(gone).first.is_visible()
    assert shown.page.locator("h1").is_visible()
    wide = "[...document.querySelectorAll('.wide')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
    assert shown.evaluate(wide) == 0, "a table is wider than the paper"
    assert cut_off(shown) == []
    assert shown.evaluate(BROKEN) == []
    if kind in EXPLORED:
        assert shown.page.locator("[data-chart=roc]").is_visible()
        # Paper says whose curve is whose, at which costs and cuts.
        for name in shown.names():
            assert shown.page.locator("[data-chart=roc] text.name", has_text=name[:10]).first.is_visible()
        assert shown.page.locator("#controls table.live").is_visible()
        assert "If a miss costs" in shown.page.locator("#controls").inner_text()
        assert shown.page.locator("[data-still=ratio]").is_visible()


def headings(pdf: bytes) -> dict[str, float]:
    """The headings of a PDF, and how far each stands above the lower edge of its page."""
    found = {}
    for body in re.findall(rb"\d+ 0 obj\s(.*?)\sendobj", pdf, re.S):
        title, at = re.search(rb"/Title [(<](.*?)[)>]\n", body, re.S), re.search(rb"/XYZ [\d.]+ ([\d.]+)", body)
        if title and at:
            found[title[1].decode("latin-1")] = float(at[1])
    return found


@pytest.mark.parametrize("kind", ["demo", "classes", "folds", "slices", "regression", "five"])
def test_no_heading_stands_at_the_foot_of_a_page(kind: str, show: Any) -> None:
    shown = show(five().findings if kind == "five" else kind, **PAPER)
    found = headings(shown.page.pdf(prefer_css_page_size=True, outline=True, tagged=True))
    assert len(found) > 5
    # The margin is 40 points, a heading, a line of text and what it heads at least 50.
    assert {title: at for title, at in found.items() if at < 40 + 50} == {}


def test_the_foot_of_a_page_says_the_state_that_is_printed(show: Any) -> None:
    shown = show("priced", **PAPER)
    foot = (
        "[...document.styleSheets[0].cssRules].filter(r => /bottom-left.*As printed/s.test(r.cssText)).at(-1).cssText"
    )
    assert "a miss costs 5 false alarms, 10 % True, each model where it is cheapest" in shown.evaluate(foot)
    shown.type("ratio-number", 7.5)
    shown.set("mode", "threshold")
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert "a miss costs 7.5 false alarms, 10 % True, all models at the same cut" in shown.evaluate(foot)
    assert shown.complaints == []
