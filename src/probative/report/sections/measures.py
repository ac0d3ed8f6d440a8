"""Measures: the confusion matrix and the measures of every model at its operating point, and all that was evaluated."""

from __future__ import annotations

from probative.evidence.arrays import single
from probative.findings import Findings
from probative.findings.text import count, decision_lines, measure_cells, number, percent
from probative.measurement import find
from probative.pictures.svg_pen import key
from probative.report.scene import Scene
from probative.report.tables import html_table
from probative.report.words import short, text

OPTIMUM = "at the cost optimum, chosen on these rows and so flattered by them"
METHODS = "intervals: Wilson's for shares, square-and-add (MOVER) for the others"


def operating_cards(scene: Scene) -> str:
    """One card for each model with scores: what holds at its current threshold."""
    if not scene.shown:
        return ""
    cards = "".join(_card(scene, i, model) for i, model in enumerate(scene.models))
    return f'<p id="state" class="soft" aria-live="polite">{state(scene)}</p><div class="cards pairs">{cards}</div>'


def state(scene: Scene) -> str:
    """What the numbers below are about, in one line."""
    share = scene.common_prevalence()
    whose = "the chosen prevalence" if scene.costs.prior is not None else "the sample's prevalence"
    where = "each sample's own prevalence" if share is None else f"{whose}, {number(share, 4)}"
    what = f"class {scene.classes[0]} against the rest, " if len(scene.classes) > 1 else ""
    how = {"evaluated": "as evaluated", "optimum": OPTIMUM}[scene.mode]
    return text(f"{what}{how}; at {where}; a false alarm costs {scene.costs.fp:g}, a miss {scene.costs.fn:g}")


def _card(scene: Scene, i: int, model: str) -> str:
    cells, level = scene.current(model), scene.findings.level * 100
    head = (
        f'<table class="confusion"><caption>Counts, n = {count(single(cells.n))}</caption>'
        '<thead><tr><td></td><th scope="col">predicted +</th><th scope="col">predicted −</th></tr></thead><tbody>'
    )
    rows = [("actual +", (("tp", "right"), ("fn", "wrong"))), ("actual −", (("fp", "wrong"), ("tn", "right")))]
    body = "".join(
        f'<tr><th scope="row">{words}</th>'
        + "".join(f'<td class="{how}" data-cell="{c}">{count(getattr(cells, c))}</td>' for c, how in pair)
        + "</tr>"
        for words, pair in rows
    )
    lines = []
    for measure, found in scene.estimates(model).items():
        value, interval = measure_cells(found)
        shown = interval if found.defined and found.method else found.why or ""
        lines.append(
            f'<tr><th scope="row">{text(find(measure).title)}</th><td data-value="{measure}">{text(value)}</td>'
            f'<td class="soft" data-interval="{measure}">{text(shown)}</td></tr>'
        )
    values = (
        f'<table class="numbers"><caption class="sr">Measures at the operating point; {METHODS}</caption><thead><tr>'
        f'<th scope="col">Measure</th><th scope="col">Value</th><th scope="col">{level:g} % interval</th></tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )
    return (
        f'<article class="card" data-model="{i}"><h3>{key(scene.series[model])}{short(model)}</h3>'
        f'<p data-text="point">{point(scene, model)}</p>'
        f'<div class="beside">{head}{body}</tbody></table>{values}</div></article>'
    )


def point(scene: Scene, model: str) -> str:
    """The threshold, the least cost that another would have had, and the regret."""
    best, at = scene.optimum(model), scene.threshold(model)
    where = "labels as evaluated" if at is None else f"t = {spoken(at)}"
    also = "" if best.lowest == best.threshold else f" (as at {spoken(best.lowest)})"
    return text(
        f"{where} · regret {number(scene.regret(model), 4)}: on these rows t = {spoken(best.threshold)}{also} "
        f"costs least, {number(best.cost, 4)}"
    )


def spoken(threshold: float) -> str:
    """A threshold with six significant digits."""
    shown = f"{threshold:.6g}".replace("-", "−")
    return shown.replace("inf", "∞")


def measures_table_html(findings: Findings) -> str:
    """Measures by model with intervals, as a plain table (also what a notebook shows)."""
    found = findings.table()
    caption = f"{percent(findings.level)} intervals in brackets, each with its method. {found.note}"
    return html_table(found, text(caption)) if found.rows else ""


def decisions(findings: Findings) -> str:
    """What was decided on these rows, and what it costs."""
    items = [
        f"<li><strong>{short(model)}</strong>: {text(line)}</li>"
        for model, found in findings.models.items()
        for line in decision_lines(found.decisions)
    ]
    return f"<h3>Decisions</h3><ul>{''.join(items)}</ul>" if items else ""
