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
            // The slider lies over the track that it moves, and lets pointers through.
            return top !== null && !e.contains(top) && !top.contains(e) && !e.closest('.track')?.contains(top)
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
        assert names[names.index("ratio-number") :][:10] == [
            "ratio-number",
            "ratio",
            "prevalence-number",
            "prevalence",
            "mode",
            "threshold-number",
            "link",
            "reset",
            "threshold",
            "toggle 0",
        ]


def test_what_has_the_focus_is_not_hidden_behind_the_controls(show: Any) -> None:
    for width in (1280, 390):
        shown = show("slices", viewport={"width": width, "height": 800})
        assert [(at["name"], width) for at in tabbed(shown) if at["covered"]] == []


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
    assert page.get_attribute("#threshold", "aria-valuetext").startswith("0.499: ")
    page.keyboard.press("Shift+ArrowRight")
    shown.settle()
    assert shown.read()["ticks"] == "509"
    page.keyboard.press("Shift+ArrowLeft")
    # What a move did is said once it is over.
    page.wait_for_selector("#heard:has-text('strong: 0.499: ')", state="attached")
    for key, tick in (("End", "1000"), ("Home", "0"), ("PageUp", "100")):
        page.keyboard.press(key)
        shown.settle()
        assert shown.read()["ticks"] == tick
    page.focus("#prevalence")
    page.keyboard.press("Home")
    shown.settle()
    assert "at the chosen prevalence, 0.0001;" in shown.read()["state"]
    page.focus("#ratio")
    page.keyboard.press("End")
    shown.settle()
    assert shown.read()["state"].endswith("a miss 1000; 240 rows")


def test_space_and_enter_press_what_has_the_focus(show: Any) -> None:
    shown = show("pair")
    page = shown.page
    page.focus("[data-toggle='1']")
    page.keyboard.press("Space")
    shown.settle()
    assert not page.locator("[data-chart=roc] [data-curve='1']").is_visible()
    page.focus("#threshold")
    page.keyboard.press("Home")
    page.focus("#reset")
    page.keyboard.press("Enter")
    shown.settle()
    assert page.locator("[data-chart=roc] [data-curve='1']").is_visible()
    assert shown.read()["mode"] == "evaluated"
    page.focus("#mode")
    page.keyboard.press("ArrowUp")
    shown.settle()
    assert shown.read()["mode"] == "alert"


def test_enter_in_a_box_does_not_leave_the_page(show: Any) -> None:
    shown = show("pair")
    address = shown.page.url
    shown.type("prevalence-number", 50)
    assert shown.page.url.split("#")[0] == address
    assert len(shown.requests) == 1
