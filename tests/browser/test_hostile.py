"""Names that want to be markup, scripts, templates or a mess: they are text, and the page holds."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import probative as pv

from .kinds import two_models
from .looks import cut_off

HOSTILE = {
    "script": "</script><script>alert(1)</script>",
    "image": '"><img src=x onerror=alert(1)>',
    "svg": "</text></svg><svg onload='alert(1)'>",
    "quotes": '"\' onmouseover="alert(1)" \'`',
    "title": "</title></style><body onload=alert(1)>",
    "entity": "&lt;b&gt; &amp;amp; &#x27;",
    "comment": "<!--<script>",
    "address": "javascript:alert(1)",
    "template": "$title ${x} $data {{x}} %s",
    "right to left": "\u202egnirts\u202c שלום",
    "arabic": "نموذج التنبؤ",
    "emoji": "👩‍🔬🧪 ünï",
    "lines": "two\nlines\tand a tab",
    "long": "a very long name without an end " * 320,
    "unbroken": "x" * 10_000,
}
every_name = pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"


@cache
def hostile(name: str) -> pv.Findings:
    """The name as model, label, column, slice and title, with notes that repeat it."""
    truth, scores = two_models(120)
    rows = {
        f"y {name}": np.where(truth, name, "other"),
        f"score_{name}": 1 - scores["strong"],
        "score_plain": scores["weak"],
        f"site {name}": np.where(np.arange(120) % 2, name, "elsewhere"),
    }
    return pv.evaluate(rows, truth=f"y {name}", positive=name, scores=list(rows)[1:3], by=f"site {name}", title=name)


@cache
def hostile_classes(name: str) -> pv.Findings:
    generator = np.random.default_rng(3)
    labels = [name, "b", "c"]
    truth = generator.integers(0, 3, 90)
    proba = generator.dirichlet([1, 1, 1], 90)
    columns = {f"proba_{name}_{label}": proba[:, i] for i, label in enumerate(labels)}
    return pv.evaluate({f"y {name}": np.array(labels, object)[truth], **columns}, truth=f"y {name}")


def assert_harmless(shown: Any) -> None:
    """Nothing ran, nothing was asked for, nothing sticks out, on a phone and on a desk."""
    shown.page.mouse.move(200, 300)
    shown.settle()
    assert shown.complaints == []
    assert len(shown.requests) == 1
    assert shown.evaluate("document.querySelectorAll('script').length") == 4
    assert shown.evaluate("document.querySelectorAll('img, body body, svg svg, main script, main style').length") == 0
    handlers = "[...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => /^on/.test(a.name)))"
    assert shown.evaluate(f"{handlers}.length") == 0
    for width in (390, 1280):
        shown.page.set_viewport_size({"width": width, "height": 900})
        shown.settle()
        assert shown.overflow() <= width
        assert cut_off(shown) == []
    widths = shown.evaluate("[...document.querySelectorAll('.wide')].map(e => e.scrollWidth)")
    assert max(widths) < 5_000, "the numbers are out of reach"


@every_name
def test_hostile_names_are_text(name: str, show: Any) -> None:
    shown = show(hostile(name), viewport={"width": 390, "height": 900})
    page = shown.page
    assert page.locator("h1").text_content() == name
    # A browser's title has no line breaks.
    assert page.title() == " ".join(name.split())
    assert sorted(page.locator("tr[data-live] th").all_text_contents()) == sorted([name, "plain"])
    assert sorted(page.locator(".toggle").all_text_contents()) == sorted([name, "plain"])
    evaluated = page.locator("#measures table", has=page.locator("caption", has_text="each with its method")).first
    assert evaluated.locator("thead th").all_text_contents() == ["measure", name, "plain", "baseline rule"]
    elsewhere = page.locator("table.stacked tr", has=page.locator("th", has_text="elsewhere")).first
    assert elsewhere.locator("th").all_text_contents()[:2] == [f"site {name}", "elsewhere"]
    straight = "".join(c for c in name if c not in TURNS)
    warnings = page.locator(".notes li", has_text="ranks worse than chance").all_text_contents()
    assert any(warning.startswith(f"Warning: {straight}: ") for warning in warnings)
    assert_harmless(shown)
    shown.set("threshold", 300)
    shown.set("mode", "optimum")
    assert sorted(page.locator("tr[data-live] th").all_text_contents()) == sorted([name, "plain"])
    assert shown.complaints == []


@every_name
def test_hostile_labels_of_several_classes_are_text(name: str, show: Any) -> None:
    shown = show(hostile_classes(name), viewport={"width": 390, "height": 900})
    page = shown.page
    assert name in page.locator("table.confusion tbody th").all_text_contents()
    assert f"predicted {name}" in page.locator("table.confusion thead th").all_text_contents()
    assert_harmless(shown)
    for place in range(3):
        shown.set("class", place)
        shown.set("threshold", 100)
    assert page.locator("#state").text_content().startswith("Class ")
    assert shown.complaints == []
    assert shown.overflow() <= 1280


@pytest.mark.parametrize("kind", ["script", "image", "template", "right to left", "unbroken"])
def test_hostile_guesses_are_text(kind: str, show: Any) -> None:
    """Columns that were guessed are named at the end."""
    name = HOSTILE[kind]
    truth, scores = two_models(60)
    found = pv.evaluate({"y": truth, f"score_{name}": scores["weak"]})
    shown = show(found, viewport={"width": 390, "height": 900})
    assert found.about.guesses[1] in shown.page.locator("#method").text_content()
    assert shown.complaints == []
    assert shown.overflow() <= 390


def test_direction_of_one_name_does_not_turn_the_rest(show: Any) -> None:
    """An override in a model's name must end with the name: what follows it in a note reads from left to right."""
    shown = show(hostile("\u202eabc"))
    places = shown.evaluate(
        """() => {
            const item = [...document.querySelectorAll('.notes li')].find(li => li.textContent.includes('AUC of'))
            const place = word => {
                const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
                while (walker.nextNode()) {
                    const at = walker.currentNode.data.indexOf(word)
                    if (at < 0) continue
                    const range = document.createRange()
                    range.setStart(walker.currentNode, at)
                    range.setEnd(walker.currentNode, at + word.length)
                    return range.getBoundingClientRect().left
                }
            }
            return [place('ranks'), place('worse'), place('chance')]
        }"""
    )
    assert places == sorted(places)


ORDER = """() => {
    const node = document.querySelector('#verdict'), found = []
    const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        const range = document.createRange()
        for (const hit of text.data.matchAll(/\\d+ (with|points)/g)) {
            const at = [hit.index, hit.index + hit[0].indexOf(' ') + 1].map(i => {
                range.setStart(text, i)
                range.setEnd(text, i + 1)
                const box = range.getBoundingClientRect()
                return [box.left, box.top]
            })
            const [[x, y], [u, v]] = at
            found.push([hit[0], v > y + 4 || (u > x && u < x + 90)])
        }
    }
    return found
}"""


def test_names_from_right_to_left_leave_numbers_in_their_places(show: Any) -> None:
    generator = np.random.default_rng(5)
    truth = generator.random(400) < 0.4
    scores = {name: np.round(truth * pull + generator.random(400), 3) for name, pull in NAMES_TURNED.items()}
    shown = show(pv.evaluate(truth=truth, scores=scores), viewport={"width": 1280, "height": 900})
    found = shown.evaluate(ORDER)
    assert len(found) >= 3
    assert all(right for _, right in found), found
    gap = shown.page.locator("[data-text=gap]")
    assert "\u2068" in gap.inner_text()
    assert shown.complaints == []


NAMES_TURNED = {"نموذج الانحدار": 0.9, "שלום": 0.6, "tree": 0.5}
