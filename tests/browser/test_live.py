"""What the hand moves and the eye reads: typed cuts, live differences, links with a state, drags that keep locks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.curves.paired_cuts import PairedCells
from probative.findings.text import number, plus
from probative.measurement import placed
from probative.report.live import said

from .kinds import KINDS, Kind, binary
from .shown import Shown, numbers
from .test_measures import digits_of

DECIMALS = """measure => [...new Set([...document.querySelectorAll(`tr[data-row=${measure}] .v`)].map(
    e => (e.textContent.split('.')[1] ?? '').length))]"""


def paired(kind: Kind, names: list[str], cuts: list[float]) -> PairedCells:
    """Rows that two models call, counted one by one."""
    truth = kind.positive["True"]
    a, b = (kind.scores["True"][name] >= cut for name, cut in zip(names, cuts, strict=True))
    tp, fp = (tuple(int((rows & x).sum()) for x in (a, b, a & b)) for rows in (truth, ~truth))
    return PairedCells(int(truth.sum()), int((~truth).sum()), tp, fp)


def cuts_of(found: dict[str, Any]) -> list[float]:
    return [float(p["cut"].replace("−", "-").replace("∞", "inf")) for p in found["points"]]


def compared(shown: Shown, measure: str, known: tuple[float, float, float]) -> None:
    """The row of a measure says the difference, its limits, and whether it is told apart."""
    scale = 1000 if measure == "expected_cost" else 1
    value, low, high = (scale * part for part in known)
    [values] = shown.evaluate(DECIMALS, measure)
    # As many decimals as the values of the row, and enough for a difference of shares.
    digits = values if scale > 1 else max(values, digits_of(measure, [pv.Estimate(value, low, high)]))
    row = shown.page.locator(f"tr[data-row={measure}]")
    assert row.locator(".g").text_content() == plus(number(value, digits)), measure
    assert row.locator(".h").text_content() == f"{plus(number(low, digits))} to {plus(number(high, digits))}", measure
    assert ("told" in row.locator(".g").get_attribute("class")) == (low > 0 or high < 0), measure


@pytest.mark.parametrize("mode", ["threshold", "fpr", "alert", "optimum", "evaluated"])
def test_the_live_difference_is_the_librarys(mode: str, show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    for ratio, tick in ((1, 400), (5, 137), (0.2, 820)):
        shown.set("ratio", np.log10(ratio))
        ratio = 10 ** float(shown.page.locator("#ratio").input_value())
        shown.set("mode", mode)
        if mode not in ("optimum", "evaluated"):
            shown.set("threshold", tick)
        found = shown.read()
        cells = paired(known, found["names"], cuts_of(found))
        cost = cells.gap("expected_cost", fp=1, fn=ratio)
        assert found["gap"] == said(found["names"][0], cost, cells.recall(), cells.gap("precision"))
        for measure in placed("operating"):
            compared(shown, measure, cost if measure == "expected_cost" else cells.gap(measure))


def test_a_difference_without_pairs_has_no_interval(show: Any) -> None:
    for kind, why in (("weighted", "rows have weights"), ("clustered", "clusters"), ("classes", "several")):
        gap = show(kind).read()["gap"]
        assert gap.split("; ")[1].startswith("no paired interval: ")
        assert why in gap


def rare() -> Kind:
    generator = np.random.default_rng(3)
    truth = generator.random(20_000) < 0.01
    pulls = {"A": 3.5, "B": 2.0}
    scores = {m: 1 / (1 + np.exp(7 - generator.normal(0, 1.2, 20_000) - pull * truth)) for m, pull in pulls.items()}
    return binary(truth, scores, costs=pv.Costs(1, 100), title="Rare events")


def test_typed_cuts_of_rare_events_give_the_counts_of_the_rows(show: Any) -> None:
    known = rare()
    shown = show(known.findings)
    for typed in (0.05, 0.1, 0.2, 0.3, 0.01, 0.987654321):
        shown.type("threshold-number", typed)
        found = shown.read()
        used = cuts_of(found)[0]
        for name, counts in zip(found["names"], shown.counts(), strict=True):
            assert counts == known.counts(name, used)
        note = shown.page.locator("[data-text=typed]").inner_text()
        assert (used == typed) == (note == ""), (typed, used, note)
        if typed <= 0.3:
            assert used == typed
    # Cuts as printed give the counts as printed, wherever the slider stands.
    for tick in (3, 111, 480, 702, 905):
        shown.set("threshold", tick)
        found = shown.read()
        for name, counts, cut in zip(found["names"], shown.counts(), cuts_of(found), strict=True):
            assert counts == known.counts(name, cut), (tick, cut)


def crowded() -> Kind:
    generator = np.random.default_rng(8)
    truth = generator.random(6000) < 0.5
    logits = {m: generator.normal(pull * (truth - 0.5), 3) for m, pull in (("A", 9), ("B", 6))}
    return binary(truth, {m: 1 / (1 + np.exp(-z)) for m, z in logits.items()}, title="Crowded at both ends")


def test_cuts_where_scores_crowd_at_both_ends_are_those_that_were_typed_or_said(show: Any) -> None:
    known = crowded()
    shown = show(known.findings)
    a = known.scores["True"]["A"]
    people, rows = (0.99995, 0.9999, 0.0001, 0.5, 0.05, 0.9), np.quantile(a, [0.003, 0.2, 0.77, 0.999, 1])
    for typed in (*people, *rows.tolist()):
        shown.type("threshold-number", typed)
        found = shown.read()
        used, note = cuts_of(found)[0], shown.page.locator("[data-text=typed]").inner_text()
        assert shown.counts() == [known.counts(name, used) for name in found["names"]]
        assert (used == typed) == (note == ""), (typed, used, note)
        assert note == "" or float(note.split(": ")[1].removesuffix(" is used.")) == used
        # At most a hundredth of a class lies between what was typed and what is used.
        for actual in (known.positive["True"], ~known.positive["True"]):
            assert abs(int((a[actual] >= used).sum()) - int((a[actual] >= typed).sum())) <= actual.sum() / 100
        if typed in (*people[1:], a.max()):
            assert used == typed
    # The cheapest cut of each model is a tick: typed as it is printed, it is used.
    shown.set("mode", "optimum")
    for place, cut in enumerate(cuts_of(shown.read())):
        shown.set("mode", "optimum")
        wanted = shown.counts()[place]
        shown.type("threshold-number", repr(cut))
        assert shown.page.locator("[data-text=typed]").inner_text() == ""
        assert shown.counts()[place] == wanted
        assert shown.evaluate(TICK, cut), cut


TICK = "cut => core.unpack(JSON.parse(document.getElementById('data').textContent).ticks[0]).includes(cut)"


def test_a_link_brings_back_the_same_state(show: Any) -> None:
    shown = show("pair")
    shown.set("ratio", 0.7)
    shown.type("prevalence-number", 12)
    shown.set("mode", "fpr")
    shown.set("threshold", 317)
    shown.page.wait_for_timeout(600)
    before, address = shown.read(), shown.page.url
    assert "#" in address
    again = show("pair", address=address)
    assert again.read() == before
    again.page.reload()
    again.page.wait_for_selector("html.ready", state="attached")
    again.settle()
    assert again.read() == before
    again.page.click("#reset")
    again.page.wait_for_timeout(600)
    assert "#" not in again.page.url
    assert again.complaints == []


@pytest.mark.parametrize(
    "fragment", ["#cut=nonsense&at=x&miss=-3&share=7&class=zebra&hidden=9.x&beside=77", "#method", "#at=1e999"]
)
def test_a_foreign_fragment_does_no_harm(fragment: str, show: Any, page_of: Any) -> None:
    first, shown = show("pair").read(), show("pair", address=page_of("pair").as_uri() + fragment)
    assert shown.complaints == []
    assert shown.read()["counts"] == first["counts"]


def drag(shown: Shown, chart: str, model: int, by: tuple[float, float]) -> None:
    """Pull the mark of a model, leaving the chart on the way: the pointer is captured."""
    mark = shown.page.locator(f"[data-chart={chart}] .overlay[data-model='{model}'] [data-mark=current]")
    shown.page.locator(f"[data-chart={chart}]").scroll_into_view_if_needed()
    box = mark.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = shown.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + by[0] / 2, y - 2000)
    mouse.move(x + by[0], y + by[1], steps=3)
    mouse.up()
    shown.settle()


@pytest.mark.parametrize("chart", ["roc", "pr"])
@pytest.mark.parametrize("model", [0, 1])
def test_dragging_a_mark_keeps_the_lock(chart: str, model: int, show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair", viewport={"width": 1280, "height": 1000})
    shown.set("mode", "fpr")
    shown.set("threshold", 500)
    before = shown.read()
    drag(shown, chart, model, (60, 0))
    found = shown.read()
    assert found["mode"] == "fpr"
    assert found["ticks"] != before["ticks"]
    for name, counts, cut in zip(found["names"], shown.counts(), cuts_of(found), strict=True):
        assert counts == known.counts(name, cut)
    rates = [numbers(cells)["fp"] for cells in found["counts"]]
    assert rates[1] <= rates[0]


def test_the_track_is_dragged_along_its_scores(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair")
    shown.page.locator("#track").scroll_into_view_if_needed()
    box = shown.page.locator("#track").bounding_box()
    shown.page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 20)
    shown.page.mouse.down()
    shown.page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 400, steps=4)
    shown.page.mouse.up()
    shown.settle()
    at = cuts_of(shown.read())[0]
    assert at == pytest.approx(0.7, abs=0.02)
    assert shown.counts() == [known.counts(name, at) for name in shown.names()]


def test_hovering_reads_all_curves_and_their_paired_difference(show: Any) -> None:
    known, shown = KINDS["pair"](), show("pair", viewport={"width": 1280, "height": 1000})
    svg = shown.page.locator("[data-chart=roc]")
    svg.scroll_into_view_if_needed()
    box, chart = svg.bounding_box(), shown.chart("roc")
    scale = box["width"] / svg.evaluate("e => e.viewBox.baseVal.width")
    shown.page.mouse.move(box["x"] + scale * (chart.left + 0.3 * chart.width), box["y"] + scale * (chart.top + 150))
    shown.settle()
    words = shown.page.locator("figure:has([data-chart=roc]) .readout").inner_text()
    assert words.startswith("with at most 30.0 % false alarms")
    truth, names = known.positive["True"], shown.names()
    cuts = []
    for name in names:
        scores = known.scores["True"][name]
        within = [t for t in np.arange(1001) / 1000 if (scores >= t)[~truth].mean() <= 0.3 + 1e-9]
        cuts.append(min(within))
    gap = paired(known, names, cuts).recall()[0]
    told = float(words.split("\n")[-1].split()[0].replace("−", "-"))
    assert told == pytest.approx(100 * gap, abs=3)
    # The difference is that of the numbers above it, and these are what the cuts catch.
    read = [float(part) for part in re.findall(r"([\d.]+) %\s", words.partition("alarms")[2])]
    assert read[0] - read[1] == pytest.approx(told, abs=0.11)
    caught = [100 * (known.scores["True"][name] >= cut)[truth].mean() for name, cut in zip(names, cuts, strict=True)]
    assert read[0] == pytest.approx(caught[0], abs=0.06)
    assert read[1] <= caught[1] + 0.06
    assert "told apart" in words


def test_tables_are_copied_and_charts_saved_under_the_pages_own_policy(show: Any) -> None:
    shown = show("pair", permissions=["clipboard-read", "clipboard-write"])
    page = shown.page
    copies = page.locator(".wide:has(table.measures) + .copies")
    for words, start in (
        ("CSV", "Measure,strong,"),
        ("Markdown", "| Measure | strong |"),
        ("LaTeX", "\\begin{tabular}"),
    ):
        copies.locator("button", has_text=words).click()
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith(start)
        assert "Recall" in text
    figure = page.locator("figure:has([data-chart=roc])")
    for ending, magic in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as caught:
            figure.locator(".savers button", has_text=ending).click()
        path = caught.value.path()
        assert path.read_bytes().startswith(magic)
        assert caught.value.suggested_filename == f"roc.{ending.lower()}"
    assert shown.complaints == []
    assert [request for request in shown.requests if not request.startswith(("file:", "data:", "blob:"))] == []
