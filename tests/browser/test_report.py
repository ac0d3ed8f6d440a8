"""The report in a real browser: self-contained, complete, harmless, and fit for phones, paper and the night."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.findings.text import measure_cells

N = 80
LONG = "a very long name without an end " * 320
HOSTILE = {
    "script": "</script><script>window.x=1</script>",
    "image": "<img src=x onerror='window.x=1'>",
    "svg": "</text></svg><svg onload='window.x=1'>",
    "quotes": '"\' onmouseover="window.x=1" \'',
    "title": "</title></style><body onload=window.x=1>",
    "entity": "&lt;b&gt; &amp;amp; &#x27;",
    "address": "javascript:window.x=1",
    "right to left": "\u202egnirts\u202c שלום",
    "emoji": "👩‍🔬🧪 ünï",
    "lines": "two\nlines\tand a tab",
    "long": LONG,
    "unbroken": "x" * 10_000,
}
every_name = pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)


# --- what is shown ---------------------------------------------------------------------------------------------------


def columns() -> dict[str, Any]:
    generator = np.random.default_rng(5)
    truth = generator.integers(0, 2, N)
    scores = {
        f"score_{name}": np.round(1 / (1 + np.exp(-generator.normal(0, 1, N) - pull * (truth - 0.5))), 2)
        for name, pull in (("strong", 3.0), ("weak", 0.8))
    }
    return {"y": truth, **scores, "site": np.array(["north", "south"])[np.arange(N) % 2]}


@cache
def binary() -> pv.Findings:
    return pv.evaluate(columns(), truth="y", by="site", costs=pv.Costs(1, 5), title="Two models")


@cache
def demo() -> pv.Findings:
    with resources.as_file(resources.files("probative.data") / "breast_cancer.csv") as path:
        return pv.evaluate(path, truth="diagnosis", scores=["score_logistic", "score_knn"], positive="malignant")


@cache
def classes() -> pv.Findings:
    generator = np.random.default_rng(6)
    names = np.array(["ant", "bee", "cow"])
    truth = names[generator.integers(0, 3, N)]
    proba = (2 * generator.dirichlet([1, 1, 1], N) + (truth[:, None] == names)) / 3
    return pv.evaluate(
        {"y": truth, **{f"proba_{name}": proba[:, i] for i, name in enumerate(names)}, "site": columns()["site"]},
        truth="y",
        by="site",
        title="Three classes",
    )


@cache
def regression() -> pv.Findings:
    generator = np.random.default_rng(7)
    truth = generator.normal(10, 3, N)
    near, far = truth + generator.normal(0, 1, N), 30 - truth
    return pv.evaluate(truth=truth, predicted={"near": near, "far": far}, title="A regression")


@cache
def undefined() -> pv.Findings:
    return pv.evaluate(truth=[1] * 40, scores=np.linspace(0, 1, 40), threshold=2, title="One class")


@cache
def hostile(name: str) -> pv.Findings:
    """The name as model, label, column, slice and title, with notes that repeat it."""
    table = columns()
    rows = {
        f"y {name}": np.where(table["y"] == 1, name, "other"),
        f"score_{name}": 1 - table["score_strong"],
        "score_plain": table["score_weak"],
        f"site {name}": np.where(table["site"] == "north", name, "elsewhere"),
    }
    return pv.evaluate(rows, truth=f"y {name}", positive=name, scores=list(rows)[1:3], by=f"site {name}", title=name)


@cache
def hostile_classes(name: str) -> pv.Findings:
    truth = np.array([name, "b", "c"] * 20)
    return pv.evaluate({f"y {name}": truth, f"pred_{name}": np.roll(truth, 1)}, truth=f"y {name}")


KINDS: dict[str, Callable[[], pv.Findings]] = {
    "demo": demo,
    "binary": binary,
    "classes": classes,
    "regression": regression,
    "undefined": undefined,
    "script": lambda: hostile(HOSTILE["script"]),
    "image": lambda: hostile(HOSTILE["image"]),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


# --- self-contained --------------------------------------------------------------------------------------------------


@every_kind
def test_one_request_and_no_complaint(kind: str, show: Any) -> None:
    shown = show(KINDS[kind]())
    shown.page.wait_for_load_state("networkidle")
    assert len(shown.requests) == 1
    assert shown.requests[0].startswith("file://")
    assert shown.complaints == []


@every_kind
def test_nothing_in_the_page_can_ask_for_more(kind: str, show: Any) -> None:
    shown = show(KINDS[kind]())
    assert shown.evaluate("document.querySelectorAll('script, link, img, iframe, object, embed, a, form').length") == 0
    assert shown.evaluate("document.querySelectorAll('[src], [href]').length") == 0
    policy = shown.page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert "default-src 'none'" in policy


def test_the_page_is_standard_html(show: Any) -> None:
    shown = show(binary())
    assert shown.evaluate("document.compatMode") == "CSS1Compat"
    assert shown.evaluate("document.documentElement.lang") == "en"
    assert shown.evaluate("document.characterSet") == "UTF-8"


# --- complete --------------------------------------------------------------------------------------------------------


@every_kind
def test_title_and_headline(kind: str, show: Any) -> None:
    found = KINDS[kind]()
    page = show(found).page
    assert page.title() == found.about["title"]
    assert page.locator("h1").inner_text() == found.about["title"]
    assert page.locator("header p").inner_text() == found.headline()


@every_kind
def test_every_measure_of_every_model(kind: str, show: Any) -> None:
    found = KINDS[kind]()
    rows = show(found).page.locator("#measures tbody tr")
    names = list(dict.fromkeys(name for model in found.models.values() for name in model.measures))
    shown = {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows.all()}
    assert list(shown) == names
    for name in names:
        for model, cell in zip(found.models.values(), shown[name], strict=False):
            estimate = model.measures[name]
            for part in (*measure_cells(estimate), estimate.method or "", "" if estimate.defined else estimate.why):
                assert part in cell


@pytest.mark.parametrize(
    ("kind", "sections"),
    [
        ("binary", ["notes", "measures", "curves", "confusion", "slices", "method"]),
        ("classes", ["measures", "confusion", "classes", "slices", "method"]),
        ("regression", ["notes", "measures", "method"]),
        ("undefined", ["notes", "measures", "confusion", "method"]),
    ],
)
def test_sections(kind: str, sections: list[str], show: Any) -> None:
    page = show(KINDS[kind]()).page
    found = [section.get_attribute("id") for section in page.locator("section").all()]
    assert [name for name in found if name in sections] == sections
    assert set(found).isdisjoint({"notes", "curves", "confusion", "classes", "slices"} - set(sections))
    for section in page.locator("section").all():
        assert section.locator("h2").count() == 1
        assert section.bounding_box()["height"] > 40


def test_confusion_matrix(show: Any) -> None:
    found = binary()
    page = show(found).page
    for table, (name, model) in zip(page.locator("#confusion table").all(), found.models.items(), strict=True):
        assert table.locator("caption").inner_text().startswith(f"{name}, score at least 0.5")
        assert table.locator("thead th").all_inner_texts() == ["", "predicted 1", "predicted 0"]
        assert table.locator("tbody th").all_inner_texts() == ["actual 1", "actual 0"]
        cells = [[int(c) for c in row.locator("td").all_inner_texts()] for row in table.locator("tbody tr").all()]
        assert model.confusion is not None
        assert cells == model.confusion["counts"]


def test_slices_and_notes(show: Any) -> None:
    found = binary()
    page = show(found).page
    heads = page.locator("#slices tbody th").all_inner_texts()
    assert heads == [f"{part.by} = {part.value}" for part in found.slices]
    for row, part in zip(page.locator("#slices tbody tr").all(), found.slices, strict=True):
        cells = row.locator("td").all_inner_texts()
        assert cells[:2] == [part.model, f"{part.n:g}"]
        assert measure_cells(part.measures["auc"])[0] in " ".join(cells)
    for item, note in zip(page.locator(".notes li").all(), found.notes, strict=True):
        assert note.message in item.inner_text()
        assert note.remedy in item.inner_text()
        assert note.severity in item.inner_text().lower()


def test_classes_against_the_rest(show: Any) -> None:
    page = show(classes()).page
    assert page.locator("#classes tbody th").all_inner_texts() == ["ant", "bee", "cow"]
    assert page.locator("#classes thead th").all_inner_texts() == [
        "Class",
        "recall",
        "precision",
        "f1",
        "specificity",
        "auc",
    ]


@every_kind
def test_nothing_is_lost_without_javascript(kind: str, show: Any) -> None:
    found = KINDS[kind]()
    texts = [show(found, java_script_enabled=on).page.locator("body").text_content() for on in (True, False)]
    assert texts[0] == texts[1]
    assert "accuracy" in texts[1] or "rmse" in texts[1]


def test_tables_can_be_read_aloud(show: Any) -> None:
    """Every column and row has a header with a scope, every picture a description."""
    shown = show(binary())
    assert shown.evaluate("document.querySelectorAll('th:not([scope])').length") == 0
    labels = [figure.get_attribute("aria-label") for figure in shown.page.locator("svg[role=img]").all()]
    assert len(labels) == shown.page.locator("svg").count()
    assert [label.partition(" ")[0] for label in labels][:2] == ["ROC", "Precision-recall"]
    for label in labels:
        assert "strong" in label
        assert "weak" in label


# --- curves ----------------------------------------------------------------------------------------------------------


def drawn(page: Any, chart: str) -> list[np.ndarray]:
    """The points of every curve of a chart, in units of its axes."""
    svg = page.locator(f"svg[aria-label^='{chart}']")
    frame = {name: float(svg.locator("rect.frame").get_attribute(name)) for name in ("x", "y", "width", "height")}
    curves = []
    for path in svg.locator("path.line").all():
        data = path.get_attribute("d")
        if "h" in data:  # the legend's sample
            continue
        points = np.array([[float(v) for v in pair.split()] for pair in re.split("[ML]", data)[1:]])
        x = (points[:, 0] - frame["x"]) / frame["width"]
        y = 1 - (points[:, 1] - frame["y"]) / frame["height"]
        curves.append(np.column_stack([x, y]))
    return curves


@pytest.mark.parametrize("kind", ["demo", "binary", "script"])
def test_roc_curves_are_the_findings(kind: str, show: Any) -> None:
    found = KINDS[kind]()
    curves = drawn(show(found).page, "ROC")
    for points, model in zip(curves, found.models.values(), strict=True):
        assert model.roc is not None
        assert points.shape == (len(model.roc["fpr"]), 2)
        assert points[:, 0] == pytest.approx(np.array(model.roc["fpr"]), abs=1e-4)
        assert points[:, 1] == pytest.approx(np.array(model.roc["tpr"]), abs=1e-4)
        assert np.trapezoid(points[:, 1], points[:, 0]) == pytest.approx(model.measures["auc"].value, abs=1e-3)


@pytest.mark.parametrize("kind", ["demo", "binary"])
def test_precision_recall_curves_are_the_findings(kind: str, show: Any) -> None:
    found = KINDS[kind]()
    curves = drawn(show(found).page, "Precision-recall")
    for points, model in zip(curves, found.models.values(), strict=True):
        assert model.precision_recall is not None
        pairs = zip(model.precision_recall["recall"], model.precision_recall["precision"], strict=True)
        known = np.array([pair for pair in pairs if None not in pair])
        assert points == pytest.approx(known, abs=1e-4)


def test_curves_are_told_apart_without_colour(show: Any) -> None:
    page = show(binary()).page
    lines = page.locator("svg").first.locator("path.line").all()
    assert len({line.get_attribute("stroke") for line in lines}) == 2
    assert len({line.get_attribute("stroke-dasharray") for line in lines}) == 2
    assert page.locator("svg").first.locator("text", has_text="strong (AUC").count() == 1


USUAL = "Gradient boosting, 500 trees of depth 6"


@pytest.mark.parametrize("name", [USUAL, HOSTILE["unbroken"]], ids=["usual", "long"])
def test_no_text_of_a_picture_is_cut_off(name: str, show: Any) -> None:
    table = columns()
    page = show(pv.evaluate(truth=table["y"], scores={name: table["score_weak"]})).page
    for svg in page.locator("svg").all():
        box = svg.bounding_box()
        for text in svg.locator("text").all():
            inner = text.bounding_box()
            assert inner["x"] >= box["x"] - 1
            assert inner["x"] + inner["width"] <= box["x"] + box["width"] + 1


# --- harmless --------------------------------------------------------------------------------------------------------


@every_name
def test_hostile_names_are_text(name: str, show: Any) -> None:
    found = hostile(name)
    shown = show(found)
    shown.page.mouse.move(200, 300)
    shown.page.wait_for_timeout(50)
    assert shown.evaluate("window.x") is None
    assert shown.complaints == []
    assert len(shown.requests) == 1
    assert shown.evaluate("document.querySelectorAll('script, img, body body, svg svg').length") == 0
    assert shown.evaluate("[...document.querySelectorAll('*')].filter(e => e.onload || e.onerror).length") == 0
    page = shown.page
    assert page.locator("h1").text_content() == name
    assert page.locator("#measures thead th").all_text_contents() == ["Measure", name, "plain", "Baseline"]
    assert page.locator("#confusion tbody th").first.text_content() == f"actual {name}"
    assert page.locator("#slices tbody th", has_text="elsewhere").first.text_content() == f"site {name} = elsewhere"
    straight = "".join(c for c in name if c not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
    warning = page.locator(".notes li", has_text="ranks worse than chance").text_content()
    assert warning.startswith(f"Warning: {straight}: ")
    assert name in page.locator("svg").first.get_attribute("aria-label")


@every_name
def test_hostile_labels_of_several_classes_are_text(name: str, show: Any) -> None:
    shown = show(hostile_classes(name))
    assert shown.evaluate("window.x") is None
    assert shown.complaints == []
    assert name in shown.page.locator("#classes tbody th").all_text_contents()
    assert f"predicted {name}" in shown.page.locator("#confusion thead th").all_text_contents()


@every_name
def test_hostile_guesses_are_text(name: str, show: Any) -> None:
    """Columns that were guessed are named at the end."""
    table = columns()
    found = pv.evaluate({"y": table["y"], f"score_{name}": table["score_weak"]})
    shown = show(found)
    assert shown.evaluate("window.x") is None
    assert f"Guessed: {found.about['guesses'][1]}." in shown.page.locator("#method p").text_content()


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


# --- phones, paper, night --------------------------------------------------------------------------------------------

PHONE = {"viewport": {"width": 390, "height": 844}}


def overflow(shown: Any) -> int:
    width: int = shown.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    return width


@every_kind
def test_a_phone_scrolls_down_only(kind: str, show: Any) -> None:
    assert overflow(show(KINDS[kind](), **PHONE)) <= 390


@every_name
def test_a_phone_scrolls_down_only_whatever_the_names(name: str, show: Any) -> None:
    assert overflow(show(hostile(name), **PHONE)) <= 390
    assert overflow(show(hostile_classes(name), **PHONE)) <= 390


@every_name
def test_a_phone_scrolls_down_only_whatever_was_guessed(name: str, show: Any) -> None:
    table = columns()
    assert overflow(show(pv.evaluate({"y": table["y"], f"score_{name}": table["score_weak"]}), **PHONE)) <= 390


def test_wide_tables_scroll_by_themselves(show: Any) -> None:
    shown = show(binary(), **PHONE)
    wide = shown.evaluate("[...document.querySelectorAll('.wide')].map(e => [e.scrollWidth, e.clientWidth])")
    assert any(inner > outer for inner, outer in wide)
    assert shown.evaluate("getComputedStyle(document.querySelector('.wide')).overflowX") == "auto"


@pytest.mark.parametrize("kind", ["demo", "classes", "regression"])
@pytest.mark.parametrize("section", ["measures", "method"])
def test_a_desk_has_room_for_the_table(kind: str, section: str, show: Any) -> None:
    """At 1200 pixels one or two models and the explanations are seen as a whole."""
    shown = show(KINDS[kind](), viewport={"width": 1200, "height": 900})
    inner, outer = shown.page.locator(f"#{section} .wide").evaluate("e => [e.scrollWidth, e.clientWidth]")
    assert inner <= outer


def test_a_long_name_leaves_the_numbers_in_sight(show: Any) -> None:
    """A heading of 10,000 letters must not push the next model's numbers out of reach."""
    shown = show(hostile(HOSTILE["unbroken"]), viewport={"width": 1200, "height": 900})
    widths = shown.evaluate("[...document.querySelectorAll('.wide')].map(e => e.scrollWidth)")
    assert max(widths) < 10_000


@every_kind
def test_the_page_prints(kind: str, show: Any) -> None:
    pdf = show(KINDS[kind]()).page.pdf(format="A4")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 1
    assert len(pdf) > 10_000


@pytest.mark.parametrize("kind", ["demo", "binary", "classes", "regression"])
def test_nothing_is_cut_off_on_paper(kind: str, show: Any) -> None:
    """Paper cannot be scrolled: whatever is wider than A4 (less Chromium's margins) is lost."""
    shown = show(KINDS[kind](), viewport={"width": 718, "height": 1000})
    shown.page.emulate_media(media="print")
    cut = shown.evaluate(
        """[...document.querySelectorAll('section')]
            .filter(s => [...s.querySelectorAll('.wide')].some(e => e.scrollWidth > e.clientWidth + 1))
            .map(s => s.id)"""
    )
    assert cut == []


def test_paper_is_white_even_at_night(show: Any) -> None:
    shown = show(binary(), color_scheme="dark")
    shown.page.emulate_media(media="print", color_scheme="dark")
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert shown.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


CONTRASTS = """() => {
    const rgb = text => text.match(/[\\d.]+/g).map(Number)
    const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4
    const light = c => c.slice(0, 3).reduce((sum, v, i) => sum + [.2126, .7152, .0722][i] * linear(v / 255), 0)
    const up = e => e ? [e, ...up(e.parentElement)] : []
    const filled = c => c.length < 4 || c[3] > 0
    const ground = e => up(e).map(e => rgb(getComputedStyle(e).backgroundColor)).find(filled) ?? [255, 255, 255]
    const solid = e => up(e).reduce((a, e) => a * Number(getComputedStyle(e).opacity), 1)
    const result = {}
    for (const e of document.querySelectorAll('h1, h2, p, th, td, small, caption, li, em, code, svg text')) {
        if (!e.textContent.trim()) continue
        const style = getComputedStyle(e), back = ground(e), a = solid(e)
        const ink = rgb(e.closest('svg') ? style.fill : style.color).map((v, i) => a * v + (1 - a) * back[i])
        const [high, low] = [light(ink), light(back)].sort((x, y) => y - x)
        const name = [e.tagName.toLowerCase(), ...e.classList].join('.')
        result[name] = Math.min(result[name] ?? 99, (high + .05) / (low + .05))
    }
    return result
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", ["demo", "classes", "undefined"])
def test_text_stands_out_from_its_ground(kind: str, scheme: str, show: Any) -> None:
    """WCAG AA: a contrast of at least 4.5."""
    shown = show(KINDS[kind](), color_scheme=scheme)
    ratios = shown.evaluate(CONTRASTS)
    assert {"h1", "td", "small"} <= set(ratios)
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}


def test_night_is_dark(show: Any) -> None:
    script = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    assert max(show(binary(), color_scheme="dark").evaluate(script)) < 60
    assert min(show(binary(), color_scheme="light").evaluate(script)) > 240


@pytest.mark.parametrize("kind", ["demo", "binary", "classes", "regression", "script"])
@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_pictures_for_human_eyes(kind: str, look: str, show: Any, artifacts: Path) -> None:
    options: dict[str, Any] = {"color_scheme": "dark" if "dark" in look else "light"}
    options |= PHONE if "phone" in look else {"viewport": {"width": 1200, "height": 900}}
    path = artifacts / f"report-{kind}-{look}.png"
    data = show(KINDS[kind](), **options).page.screenshot(path=path, full_page=True)
    assert data.startswith(b"\x89PNG")
    assert path.read_bytes() == data
