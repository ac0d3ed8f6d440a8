"""Everything can be reached and moved without a mouse, and one sees where one is."""

from __future__ import annotations

from typing import Any

import pytest

from .shown import Shown

FOCUSED = """() => {
    const e = document.activeElement
    if (!e || e === document.body) return null
    const style = getComputedStyle(e), box = e.getBoundingClientRect()
    return {
        name: e.id || e.getAttribute('href') || (e.dataset.toggle && `toggle ${e.dataset.toggle}`) || e.tagName,
        outline: style.outlineStyle, width: parseFloat(style.outlineWidth), color: style.outlineColor,
        place: [...document.querySelectorAll('*')].indexOf(e),
        seen: box.bottom > 0 && box.top < innerHeight,
        covered: (() => {
            const [x, y] = [Math.min(box.x + 3, innerWidth - 1), box.y + Math.min(box.height / 2, 10)]
            const top = document.elementFromPoint(x, y)
            return top !== null && !e.contains(top) && !top.contains(e)
        })(),
    }
}"""


def tabbed(shown: Shown, most: int = 90) -> list[dict[str, Any]]:
    """What has the focus after each Tab, until it leaves the page."""
    found = []
    for _ in range(most):
        shown.page.keyboard.press("Tab")
        now = shown.evaluate(FOCUSED)
        if now is None or (found and now["place"] == found[0]["place"]):
            break
        found.append(now)
    return found


@pytest.mark.parametrize("kind", ["pair", "classes", "folds", "regression", "theory"])
def test_tab_reaches_everything_in_the_order_of_the_page(kind: str, show: Any) -> None:
    shown = show(kind)
    focused = tabbed(shown)
    places = [at["place"] for at in focused]
    assert places == sorted(places)
    wanted = shown.evaluate(
        """() => [...document.querySelectorAll('a[href], select, input, button, summary, [tabindex="0"]')]
            .filter(e => e.checkVisibility() && !e.closest('details:not([open]) > :not(summary)'))
            .map(e => [...document.querySelectorAll('*')].indexOf(e))"""
    )
    assert places == wanted
    for at in focused:
        assert at["outline"] != "none", at
        assert at["width"] >= 1, at
        assert at["seen"], at
    names = [at["name"] for at in focused]
    if kind == "pair":
        assert names[names.index("threshold") :][:9] == [
            "threshold",
            "threshold-number",
            "ratio",
            "ratio-number",
            "prevalence",
            "prevalence-number",
            "mode",
            "reset",
            "toggle 0",
        ]


def test_what_has_the_focus_is_not_hidden_behind_the_controls(show: Any) -> None:
    for width in (1280, 390):
        shown = show("slices", viewport={"width": width, "height": 800})
        assert [at["name"] for at in tabbed(shown) if at["covered"]] == []


def test_arrows_home_and_end_move_sliders(show: Any) -> None:
    shown = show("pair")
    page = shown.page
    page.focus("#threshold")
    page.keyboard.press("ArrowRight")
    shown.settle()
    assert shown.read()["ticks"] == "501"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shown.settle()
    assert shown.read()["ticks"] == "499"
    assert shown.read()["boxes"]["threshold-number"] == "0.499"
    assert page.get_attribute("#threshold", "aria-valuetext") == "0.499"
    for key, tick in (("End", "1000"), ("Home", "0"), ("PageUp", "100")):
        page.keyboard.press(key)
        shown.settle()
        assert shown.read()["ticks"] == tick
    page.focus("#prevalence")
    page.keyboard.press("Home")
    shown.settle()
    assert "at the chosen prevalence, 0.0010;" in shown.read()["state"]
    page.focus("#ratio")
    page.keyboard.press("End")
    shown.settle()
    assert shown.read()["state"].endswith("a miss 1000")


def test_space_and_enter_press_what_has_the_focus(show: Any) -> None:
    shown = show("pair")
    page = shown.page
    page.focus("[data-toggle='1']")
    page.keyboard.press("Space")
    shown.settle()
    assert not page.locator("article[data-model='1']").is_visible()
    page.focus("#threshold")
    page.keyboard.press("Home")
    page.focus("#reset")
    page.keyboard.press("Enter")
    shown.settle()
    assert page.locator("article[data-model='1']").is_visible()
    assert shown.read()["mode"] == "evaluated"
    page.focus("#mode")
    page.keyboard.press("ArrowDown")
    shown.settle()
    assert shown.read()["mode"] == "threshold"


def test_enter_in_a_box_does_not_leave_the_page(show: Any) -> None:
    shown = show("pair")
    address = shown.page.url
    shown.type("prevalence-number", 0.5)
    assert shown.page.url == address
    assert len(shown.requests) == 1
