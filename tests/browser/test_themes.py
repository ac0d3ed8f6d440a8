"""Light, dark, forced colours: by preference, by choice, and always legible."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .kinds import binary, every_kind
from .looks import CONTRASTS, DESK, assert_contrasts
from .shown import Shown

GROUND = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"


def is_dark(shown: Shown) -> bool:
    ground = shown.evaluate(GROUND)
    assert max(ground) < 60 or min(ground) > 240
    return max(ground) < 60


@every_kind
def test_text_and_lines_stand_out_from_their_ground(kind: str, show: Any) -> None:
    shown = show(kind, **DESK)
    for scheme in ("light", "dark"):
        shown.page.emulate_media(color_scheme=scheme)
        assert_contrasts(shown.evaluate(CONTRASTS))
    shown.page.emulate_media(color_scheme="light")
    shown.page.select_option("#theme", "dark")
    assert is_dark(shown)
    assert_contrasts(shown.evaluate(CONTRASTS))


def test_the_theme_follows_the_preference_until_one_is_chosen(show: Any) -> None:
    shown = show("pair")
    page = shown.page
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert is_dark(shown) == (scheme == "dark")
    for chosen in ("dark", "light"):
        page.select_option("#theme", chosen)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert is_dark(shown) == (chosen == "dark")
    page.select_option("#theme", "auto")
    page.emulate_media(color_scheme="dark")
    assert is_dark(shown)


@pytest.mark.parametrize("chosen", ["auto", "light", "dark"])
def test_paper_is_white_whatever_was_chosen(chosen: str, show: Any) -> None:
    shown = show("pair", color_scheme="dark")
    shown.page.select_option("#theme", chosen)
    shown.page.emulate_media(media="print", color_scheme="dark")
    assert shown.evaluate(GROUND) == [255, 255, 255]
    assert shown.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not shown.page.locator("#theme").is_visible()
    assert_contrasts(shown.evaluate(CONTRASTS))


@pytest.mark.parametrize("kind", ["pair", "folds", "theory"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_lines_and_words_to_be_seen(kind: str, scheme: str, show: Any) -> None:
    shown = show(kind, forced_colors="active", color_scheme=scheme, **DESK)
    assert shown.evaluate("matchMedia('(forced-colors: active)').matches")
    lines = shown.evaluate(
        """() => [...document.querySelectorAll('svg :is(.line, .tangent, .iso, .interval, .cut, .frame)')]
            .filter(e => e.checkVisibility()).map(e => getComputedStyle(e).stroke)"""
    )
    ground = shown.evaluate("getComputedStyle(document.body).backgroundColor")
    assert lines
    assert {"none", "transparent", "rgba(0, 0, 0, 0)", ground}.isdisjoint(lines)
    words = shown.evaluate("[...document.querySelectorAll('svg text')].map(e => getComputedStyle(e).fill)")
    assert ground not in words
    if kind == "pair":
        halves = "['tp', 'fn'].map(name => getComputedStyle(document.querySelector(`svg .${name}`)).fill)"
        above, below = shown.evaluate(halves)
        assert above != below, "the two sides of the threshold look alike"


COLOURED = """() => Object.fromEntries([...document.querySelectorAll('[data-chart=roc] [data-curve]')].map(
    e => [e.dataset.curve, getComputedStyle(e).color]))"""


def test_of_many_models_two_have_a_colour_the_first_and_the_one_that_was_touched(show: Any) -> None:
    generator = np.random.default_rng(9)
    truth = generator.random(400) < 0.4
    scores = {f"m{i}": 1 / (1 + np.exp(-generator.normal(size=400) - (3 - 0.4 * i) * truth)) for i in range(7)}
    shown = show(binary(truth, scores).findings, **DESK)
    first = shown.evaluate(COLOURED)
    assert len(first) == 7
    grey = first["2"]
    assert [m for m, colour in first.items() if colour != grey] == ["0", "1"]
    assert first["0"] != first["1"]
    shown.page.locator("label:has([data-toggle='4'])").hover()
    shown.settle()
    assert shown.evaluate(COLOURED) == {**first, "1": grey, "4": first["1"]}
    # Dashes and marks stay their own: of seven greys and colours no two look alike without colour.
    dashes = shown.evaluate(
        "[...document.querySelectorAll('[data-chart=roc] [data-curve]')].map(e => e.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 7
    # Who is taken out of the picture is taken out of all of them.
    shown.page.locator("[data-toggle='4']").uncheck()
    shown.settle()
    gone = "[...document.querySelectorAll(\"[data-whose='4']\")].map(e => getComputedStyle(e).display)"
    assert shown.evaluate(gone) == ["none", "none"]
