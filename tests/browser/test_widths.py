"""Phones and large screens: the page scrolls down only, nothing is cut off, controls can be used."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import probative as pv

from .kinds import EXPLORED, Kind, binary, every_kind, of_classes, several_classes
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
        # On a phone the bar stays in sight, under the thumb, and leaves room for what it moves.
        shown.page.locator("[data-chart=roc]").scroll_into_view_if_needed()
        box = shown.page.locator("#controls").bounding_box()
        assert box["y"] + box["height"] == pytest.approx(844, abs=1)
        assert box["height"] <= 120
        assert shown.page.locator("#track").bounding_box()["width"] > 300
        shown.set("threshold", 200)
        assert shown.read()["mode"] == "threshold"
        assert shown.overflow() <= 390


def test_on_a_phone_a_finger_moves_the_threshold(show: Any) -> None:
    shown = show("pair", has_touch=True, is_mobile=True, **PHONE)
    box = shown.page.locator("#track").bounding_box()
    # The picture keeps its proportions in the middle of its box.
    scale = min(box["width"] / 460, box["height"] / 76)
    left = box["x"] + (box["width"] - 460 * scale) / 2
    shown.page.touchscreen.tap(left + scale * (6 + 0.8 * 448), box["y"] + box["height"] / 2)
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


def test_the_first_screen_answers_and_two_large_charts_stand_side_by_side(show: Any) -> None:
    page = show("pair", **DESK).page
    assert page.locator(".answers dd").first.bounding_box()["y"] < 200
    assert page.locator("#controls").bounding_box()["height"] <= 112
    large = [page.locator(f"[data-chart={kind}]").bounding_box() for kind in ("roc", "pr")]
    assert large[0]["y"] == pytest.approx(large[1]["y"], abs=1)
    assert min(box["width"] for box in large) > 560
    small = [page.locator(f"[data-chart={kind}]").bounding_box() for kind in ("cost", "decision", "calibration")]
    assert len({round(box["y"]) for box in small}) == 1
    frames = [
        page.locator(f"[data-chart={kind}]").evaluate(
            "e => { const b = e.querySelector('.frame').getBoundingClientRect(); return [b.top, b.bottom, b.width] }"
        )
        for kind in ("cost", "decision", "calibration")
    ]
    assert all(frame == pytest.approx(frames[0], abs=1) for frame in frames)
    # Letters of axes and names are not smaller than eleven pixels, on a phone either.
    for window, most in ((DESK, 11), (PHONE, 10.5)):
        page.set_viewport_size(window["viewport"])
        for kind in ("roc", "cost", "calibration"):
            size = page.locator(f"[data-chart={kind}]").evaluate(
                "e => parseFloat(getComputedStyle(e).fontSize) * e.clientWidth / e.viewBox.baseVal.width"
            )
            assert size >= most, (kind, window)


SMALL = """() => {
    document.querySelectorAll('details').forEach(e => { e.open = true })
    const found = []
    for (const e of document.querySelectorAll('main *')) {
        if (!e.checkVisibility() || e.closest('.sr')) continue
        if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue
        const drawn = e.closest('svg') && e.getScreenCTM()
        const size = parseFloat(getComputedStyle(e).fontSize) * (drawn ? Math.hypot(drawn.c, drawn.d) : 1)
        if (size < 10.9 && e.getBoundingClientRect().width)
            found.push(`${size.toFixed(1)}: ${e.outerHTML.slice(0, 60)}`)
    }
    return found
}"""


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("kind", ["pair", "demo", "classes", "regression", "folds", "slices", "graded", "five"])
def test_no_text_is_smaller_than_eleven_pixels(kind: str, window: dict[str, Any], show: Any) -> None:
    made = five().findings if kind == "five" else kind
    assert show(made, **window).evaluate(SMALL) == []


OVER = """() => {
    const found = [], seen = e => e.checkVisibility() && e.getBoundingClientRect().width
    // What ends in dots takes the room of its box, not that of all its letters.
    const ranged = e => {
        if (e.querySelector('.long')) return e.getBoundingClientRect()
        const r = document.createRange()
        r.selectNodeContents(e)
        return r.getBoundingClientRect()
    }
    const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1
    const apart = (a, b) => before(a, b) || before(b, a)
    const look = list => {
        const boxes = list.filter(seen).map(e => [e, e.closest('svg') ? e.getBoundingClientRect() : ranged(e)])
        boxes.forEach(([e, a], i) => boxes.slice(i + 1).forEach(([f, b]) => {
            if (a.width && b.width && !apart(a, b)) found.push(`${e.textContent} / ${f.textContent}`)
        }))
    }
    look([...document.querySelectorAll('#track .tick')])
    for (const svg of document.querySelectorAll('.strip svg')) look([...svg.querySelectorAll('text, .bracket')])
    const rows = document.querySelectorAll('table.measures:not(.classes) tr')
    for (const row of rows) look([...row.querySelectorAll('th, td:not(.scale)')])
    return found
}"""
"""Words on top of others: ticks of an axis, all words of a strip, names and values of a row."""


@pytest.mark.parametrize("kind", ["pair", "folds", "regression", "five", "rare", "poor", "named", "lettered"])
def test_no_word_stands_on_another(kind: str, show: Any) -> None:
    odd = {"five": five, "rare": rare, "poor": poor, "named": named, "lettered": lettered}
    shown = show(odd[kind]().findings if kind in odd else kind, **WIDE)
    for window in (WIDE, DESK, PHONE):
        shown.page.set_viewport_size(window["viewport"])
        shown.settle()
        assert shown.evaluate(OVER) == [], window


@pytest.mark.parametrize("kind", ["named", "lettered"])
def test_long_names_leave_the_bar_its_room(kind: str, show: Any) -> None:
    shown = show({"named": named, "lettered": lettered}[kind]().findings, **DESK)
    for window, most in ((DESK, 112), (PHONE, 120)):
        shown.page.set_viewport_size(window["viewport"])
        shown.settle()
        bar, track = (shown.page.locator(part).bounding_box() for part in ("#controls", "#track"))
        assert bar["height"] <= most
        assert track["y"] + track["height"] <= bar["y"] + bar["height"]
        assert cut_off(shown) == []
        parts = "[...document.querySelectorAll('#controls .lines')]"
        assert shown.evaluate(f"{parts}.every(e => e.scrollWidth <= e.clientWidth)")
        # Words end in dots or stand in full; they are not broken into letters.
        tall = "[...document.querySelectorAll('#controls .says > *')].filter(e => e.offsetHeight > 30).length"
        assert shown.evaluate(tall) == 0


def test_on_a_phone_the_verdict_is_read_before_the_interval(show: Any) -> None:
    page = show(five().findings, **PHONE).page
    words = page.locator("[data-text=gap]").inner_text()
    assert " than " in words
    assert "told apart" in words
    assert "(" not in words.partition("told apart")[0]
    seen = """() => {
        const range = document.createRange(), place = document.querySelector('[data-text=gap]')
        const at = [...place.childNodes].find(n => /told apart/.test(n.textContent))
        range.setStart(at, 0)
        range.setEnd(at, at.textContent.indexOf('apart') + 5)
        return range.getBoundingClientRect().right
    }"""
    assert page.evaluate(seen) < 390 - 14
    page.set_viewport_size(DESK["viewport"])
    assert " to " in page.locator("[data-text=gap]").inner_text().partition("told apart")[0]


def test_the_words_of_the_track_are_not_seen_through(show: Any) -> None:
    page = show("pair", **DESK).page
    opacity = "[...document.querySelectorAll('#track text')].map(e => getComputedStyle(e).fillOpacity)"
    assert set(page.evaluate(opacity)) == {"1"}


def test_boxes_show_all_of_their_digits(show: Any) -> None:
    shown = show(rare().findings, **DESK)
    shown.type("prevalence-number", 0.05453)
    for window in (DESK, PHONE):
        shown.page.set_viewport_size(window["viewport"])
        boxes = "[...document.querySelectorAll('.bar input[type=number]')]"
        assert shown.evaluate(f"{boxes}.filter(e => e.scrollWidth > e.clientWidth).length") == 0


def rare() -> Kind:
    generator = np.random.default_rng(5)
    truth = generator.random(20_000) < 0.00055
    z = generator.normal(size=20_000) + 2.6 * truth
    scores = {"net": 1 / (1 + np.exp(-(2.6 * z - 11))), "rules": 1 / (1 + np.exp(-(z + truth - 8)))}
    return binary(truth, scores, title="Five in 10,000")


def five() -> Kind:
    generator = np.random.default_rng(4)
    truth = generator.random(600) < 0.4
    pulls = {"logistic": 5.0, "forest": 4.5, "neighbours": 4.0, "a tree": 2.5, "naive Bayes": 3.0}
    scores = {m: 1 / (1 + np.exp(-generator.normal(0, 1.2, 600) - p * (truth - 0.5))) for m, p in pulls.items()}
    return binary(truth, scores, costs=pv.Costs(1, 10), title="Five models")


def poor() -> Kind:
    """One model a little better than guessing and one worse: the line of guessing stands between them."""
    generator = np.random.default_rng(2)
    truth = generator.random(800) < 0.3
    pulls = {"slight": 0.3, "wrong": -0.6}
    return binary(truth, {m: 1 / (1 + np.exp(-generator.normal(size=800) - p * truth)) for m, p in pulls.items()})


LONG = "gradient boosting with calibrated probabilities and 500 trees"


def named() -> Kind:
    """Names of models and of the positive class that are long, or written from right to left."""
    generator = np.random.default_rng(1)
    truth = generator.random(900) < 0.3
    pulls = {LONG: 2.0, "梯度提升决策树模型与校准后的概率估计": 1.8, "تعزيز التدرج مع الاحتمالات المعايرة": 1.2}
    scores = {m: 1 / (1 + np.exp(1 - generator.normal(size=900) - p * truth)) for m, p in pulls.items()}
    ill = "bösartige Geschwulst der Bauchspeicheldrüse im Frühstadium"
    labels = np.where(truth, ill, "keine auffälligen Befunde in irgendeiner der Untersuchungen")
    return Kind(pv.evaluate(truth=labels, scores=scores, positive=ill, costs=pv.Costs(1, 3), title="Long names"))


def lettered() -> Kind:
    """Classes with long names."""
    names = ["a class whose name has about sixty letters and goes on and on", "深度神经网络分类", "short"]
    truth, made, _ = several_classes(3, 2, 600, 2)
    return of_classes(truth, {LONG: made["m0"], "second": made["m1"]}, names, title="Classes with long names")
