"""Without JavaScript, and under policies that forbid it, the page is complete; where scripts may run it is alive."""

from __future__ import annotations

from html import escape
from typing import Any

import pytest

from .kinds import KINDS, every_kind
from .shown import READ, Shown

WORDS = "[...document.querySelectorAll('main :is(p, li, td, th, caption, dt, dd, h1, h2, h3, text, figcaption)')]"
PLAIN = """e => {
    const copy = e.cloneNode(true)
    copy.querySelectorAll('.savers').forEach(part => part.remove())
    return copy.textContent
}"""
SEEN = f"{WORDS}.filter(e => !e.closest('form, .no-script, .copies')).map({PLAIN})"
PARTS = """[...document.querySelectorAll('section, table, svg, details, dl')].filter(e => !e.closest('form, nav'))
    .map(e => e.tagName + (e.id || ''))"""
POLICIES = {
    "nothing at all": "default-src 'none'",
    "no scripts": "script-src 'none'",
    "a sandbox": "sandbox",
    "as on a build server": "sandbox; default-src 'none'; img-src 'self'; style-src 'self'",
}


@every_kind
def test_nothing_is_lost_without_scripts_and_nothing_is_changed_by_them(kind: str, show: Any) -> None:
    """Cards, counts, measures, the line about them: Python's text is the script's text until something is moved."""
    alive, plain = show(kind), show(kind, java_script_enabled=False)
    assert plain.evaluate(SEEN) == alive.evaluate(SEEN)
    assert plain.evaluate(PARTS) == alive.evaluate(PARTS)
    before, after = (shown.evaluate(READ) for shown in (plain, alive))
    for part in ("names", "counts", "bars", "values", "intervals", "points", "state"):
        assert before[part] == after[part], part
    if before["names"]:
        # The bar states the cuts; what would move them is not there.
        assert plain.page.locator("#controls table").is_visible()
        assert not plain.page.locator("#ratio").is_visible()
        assert plain.page.locator(".no-script").is_visible()
        assert alive.page.locator("#ratio").is_visible()
        assert not alive.page.locator(".no-script").is_visible()
    for section in plain.page.locator("section").all():
        assert section.bounding_box()["height"] > 40
    for svg in plain.page.locator("section svg[role=img]").all():
        if svg.is_visible():
            assert svg.bounding_box()["width"] > 60


def assert_dead_but_complete(shown: Shown, reference: list[str]) -> None:
    assert shown.evaluate(SEEN) == reference
    assert not shown.page.locator("#ratio").is_visible()
    assert shown.page.locator(".no-script").is_visible()
    assert not shown.page.locator("#theme").is_visible()


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("kind", ["pair", "classes"])
def test_policies_of_servers_leave_the_page_readable(
    kind: str, policy: str, show: Any, site: Any, page_of: Any
) -> None:
    html = page_of(kind).read_text(encoding="utf-8")
    # Nothing will wake up, and nobody waits for it: the browser says that scripts are refused.
    window = {"viewport": {"width": 1200, "height": 900}, "waking": 1}
    shown = show(kind, address=site(html, {"Content-Security-Policy": policy}), **window)
    assert shown.complaints
    assert_dead_but_complete(shown, show(kind, java_script_enabled=False).evaluate(SEEN))
    assert all("Content Security Policy" in said or "sandboxed" in said for said in shown.complaints)
    assert shown.overflow() <= 1200
    styled = "default-src" not in policy
    background = shown.evaluate("getComputedStyle(document.querySelector('.bar')).position")
    assert background == ("sticky" if styled else "static")
    for svg in shown.page.locator("section svg[role=img]").all():
        box = svg.bounding_box()
        assert box["width"] <= 720, "a picture as wide as the window"
    if not styled:
        # Lines must not become blots where no style says otherwise.
        fills = "[...document.querySelectorAll('svg path.line')].map(e => getComputedStyle(e).fill)"
        assert set(shown.evaluate(fills)) == {"none"}
        assert max(key.bounding_box()["width"] for key in shown.page.locator("svg.key").all() if key.is_visible()) < 60


@pytest.mark.parametrize("kind", ["pair", "regression", "theory"])
def test_a_sandbox_that_allows_scripts_leaves_the_page_alive(kind: str, show: Any, site: Any, page_of: Any) -> None:
    html = page_of(kind).read_text(encoding="utf-8")
    sandbox = 'sandbox="allow-scripts" width="1200" height="800"'
    frame = f'<!doctype html><title>frame</title><iframe {sandbox} srcdoc="{escape(html)}"></iframe>'
    shown = show(kind, address=site(frame, {}), viewport={"width": 1300, "height": 900})
    inside = shown.page.frames[1]
    inside.wait_for_selector(".theme", state="visible")
    assert shown.complaints == []
    if kind == "pair":
        inside.locator("#threshold").fill("250")
        shown.settle()
        inside.wait_for_selector("#state:has-text('at the same cut')")
        counts = [float(words) for words in inside.locator("tr[data-live] [data-cell]").all_text_contents()]
        expected = [KINDS["pair"]().counts(name, 0.25) for name in ("strong", "weak")]
        assert counts == [value for cells in expected for value in cells.values()]
    inside.locator("#theme").select_option("dark")
    assert inside.evaluate("document.documentElement.dataset.theme") == "dark"
    assert shown.complaints == []
