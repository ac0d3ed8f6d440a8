"""A hundred classes and five models: large, and still a page that can be used."""

from __future__ import annotations

from typing import Any

from .kinds import many
from .looks import CONTRASTS, DESK, PHONE, assert_contrasts, cut_off
from .test_axe import assert_accessible
from .test_counts import assert_counts, ticks_of
from .test_paper import pages_of

MOST = 3 * 1024 * 1024


def test_a_hundred_classes_can_be_chosen_and_their_counts_are_those_of_the_rows(show: Any, page_of: Any) -> None:
    known, shown = many(), show("many", **DESK)
    assert page_of("many").stat().st_size <= MOST
    assert len(shown.requests) == 1
    options = shown.page.locator("#class option").all_text_contents()
    assert sorted(options) == sorted(known.positive)
    for place in (0, 1, 50, 99):
        shown.set("class", place)
        thresholds, ticks = ticks_of(shown, place), [0, 5, 50, 200, 400]
        for tick, found in zip(ticks, shown.sweep("threshold", ticks), strict=True):
            assert_counts(found, known, dict.fromkeys(found["names"], thresholds[tick]), options[place])
    assert shown.complaints == []


def test_a_hundred_classes_look_well_everywhere(show: Any) -> None:
    shown = show("many", **DESK)
    assert_contrasts(shown.evaluate(CONTRASTS))
    assert_accessible(shown.page, rules={"color-contrast": {"enabled": False}})
    pages = pages_of(shown.page.pdf(prefer_css_page_size=True))
    assert 5 <= len(pages) <= 60
    assert min(page["words"] for page in pages) >= 3
    for window in (DESK, PHONE):
        shown.page.set_viewport_size(window["viewport"])
        assert shown.overflow() <= window["viewport"]["width"]
        assert cut_off(shown) == []
