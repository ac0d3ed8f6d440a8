"""Phones and large screens: the page scrolls down only, nothing is cut off, controls can be used."""

from __future__ import annotations

from typing import Any

import pytest

from .kinds import EXPLORED, every_kind
from .looks import DESK, PHONE, WIDE, cut_off


@every_kind
def test_the_page_scrolls_down_only_and_nothing_is_cut_off(kind: str, show: Any) -> None:
    shown = show(kind, **WIDE)
    for window in (WIDE, PHONE):
        shown.page.set_viewport_size(window["viewport"])
        shown.settle()
        assert shown.overflow() <= window["viewport"]["width"]
        assert cut_off(shown) == []
    if kind in EXPLORED:
        # On a phone the controls stay in sight and leave room for what they move.
        form = shown.page.locator("#controls")
        shown.page.locator("[data-chart=roc]").scroll_into_view_if_needed()
        shown.evaluate(
            "window.scrollTo(0, document.querySelector('[data-chart=pr]').getBoundingClientRect().top + scrollY)"
        )
        box = form.bounding_box()
        assert -1 <= box["y"] <= 1, "the controls scroll away"
        assert box["height"] <= 0.52 * 844
        for control in ("#threshold", "#ratio", "#prevalence"):
            shown.page.locator(control).scroll_into_view_if_needed()
            assert shown.page.locator(control).bounding_box()["width"] > 120
        shown.set("threshold", 200)
        assert shown.read()["mode"] == "threshold"
        assert shown.overflow() <= 390


def test_on_a_phone_a_finger_moves_the_threshold(show: Any) -> None:
    shown = show("pair", has_touch=True, is_mobile=True, **PHONE)
    shown.page.locator("#threshold").scroll_into_view_if_needed()
    box = shown.page.locator("#threshold").bounding_box()
    shown.page.touchscreen.tap(box["x"] + 0.8 * box["width"], box["y"] + box["height"] / 2)
    shown.settle()
    assert int(shown.read()["ticks"]) == pytest.approx(800, abs=60)


def test_wide_tables_scroll_by_themselves(show: Any) -> None:
    shown = show("slices", **PHONE)
    wide = shown.evaluate("[...document.querySelectorAll('.wide')].map(e => [e.scrollWidth, e.clientWidth])")
    assert any(inner > outer for inner, outer in wide)
    assert shown.evaluate("getComputedStyle(document.querySelector('.wide')).overflowX") == "auto"


@pytest.mark.parametrize("kind", ["demo", "classes", "regression"])
def test_a_desk_has_room_for_the_tables(kind: str, show: Any) -> None:
    """One or two models and the explanations are seen as a whole."""
    shown = show(kind, **DESK)
    wide = shown.evaluate("[...document.querySelectorAll('.wide')].map(e => e.scrollWidth - e.clientWidth)")
    assert max(wide) <= 0


def test_a_large_screen_shows_four_charts_side_by_side(show: Any) -> None:
    page = show("pair", **WIDE).page
    tops = {page.locator(f"[data-chart='{kind}']").bounding_box()["y"] for kind in ("roc", "pr", "cost", "cost-curve")}
    assert len(tops) == 1
