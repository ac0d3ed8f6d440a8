"""One file, and nothing but it: no request, no complaint, no way to ask for more."""

from __future__ import annotations

from typing import Any

import pytest

import probative as pv
from probative.report.page import script_json
from probative.report.scene import Scene

from .kinds import KINDS, every_kind, two_models

REFERENCES = """() => {
    const found = []
    for (const e of document.querySelectorAll('*')) {
        for (const a of e.attributes) {
            const leads = ['href', 'xlink:href', 'src', 'srcset', 'data', 'action', 'formaction', 'poster',
                           'background', 'ping', 'srcdoc', 'manifest'].includes(a.name)
            if (leads && !/^#[\\w-]+$/.test(a.value)) found.push(`${a.name}=${a.value}`)
            if (/^on/.test(a.name)) found.push(a.name)
            for (const [, to] of a.value.matchAll(/url\\(([^)]*)\\)/g))
                if (a.name !== 'title' && !/^["']?#[\\w-]+["']?$/.test(to)) found.push(to)
        }
    }
    return found
}"""


@every_kind
def test_the_page_asks_for_itself_only_and_cannot_ask_for_more(kind: str, show: Any) -> None:
    shown = show(kind)
    shown.settle()
    assert len(shown.requests) == 1
    assert shown.requests[0].startswith("file://")
    assert shown.complaints == []
    assert shown.evaluate("document.querySelectorAll('link, img, iframe, object, embed, base, video').length") == 0
    assert shown.evaluate(REFERENCES) == []
    style = shown.evaluate("document.querySelector('style').textContent")
    # Marks of whiskers stand on the page itself.
    assert "url(" not in style.replace("url(#w", "")
    assert "@import" not in style
    policy = shown.page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy
    missing = "[...document.querySelectorAll('a[href]')].filter(a => !document.querySelector(a.getAttribute('href')))"
    assert shown.evaluate(f"{missing}.length") == 0, "an anchor leads nowhere"
    twice = "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"
    assert shown.evaluate(twice) == [], "two elements share a name"


def test_the_page_is_standard_html(show: Any) -> None:
    shown = show("pair")
    assert shown.evaluate("document.compatMode") == "CSS1Compat"
    assert shown.evaluate("document.documentElement.lang") == "en"
    assert shown.evaluate("document.characterSet") == "UTF-8"


TOUCHED = """
window.touched = []
const spy = (owner, name) => Object.defineProperty(owner, name, {
    get() { window.touched.push(name); return undefined }, set() { window.touched.push(name) }, configurable: true,
})
spy(Document.prototype, 'cookie')
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'fetch', 'XMLHttpRequest', 'WebSocket'])
    spy(window, name)
for (const name of ['serviceWorker', 'sendBeacon', 'geolocation', 'clipboard']) spy(Navigator.prototype, name)
"""


def test_nothing_is_stored_and_nothing_is_sent(show: Any) -> None:
    shown = show("classes", before=TOUCHED)
    for control, value in (("threshold", 700), ("ratio", 1), ("prevalence", 0.2), ("mode", "fpr"), ("class", "1")):
        shown.set(control, value)
    shown.page.select_option("#theme", "dark")
    shown.page.click("#reset")
    shown.settle()
    assert shown.evaluate("window.touched") == []
    assert shown.evaluate("(document.cookie, window.touched)") == ["cookie"], "the spy sees nothing"
    assert shown.complaints == []


@pytest.mark.parametrize("kind", ["pair", "weighted", "classes", "raw"])
def test_the_data_come_back_as_they_were_given(kind: str, show: Any) -> None:
    """Columns travel as bytes behind the JSON, and are base64 again in the page."""
    told = show(kind).evaluate("document.getElementById('data').textContent")
    assert told == script_json(Scene(KINDS[kind]().findings).payload())


def test_names_that_look_like_packed_columns_stay_names(show: Any) -> None:
    names = ["v:AAEAqwI=", "v3:AB==", "d:AAAA"]
    truth, scores = two_models()
    found = pv.evaluate(truth=truth, scores=dict.fromkeys(names, scores["strong"]))
    shown = show(found)
    assert sorted(shown.read()["names"]) == sorted(names)
    assert shown.complaints == []
