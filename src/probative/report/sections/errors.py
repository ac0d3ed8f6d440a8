"""Errors of a regression: actual against predicted on equal axes, and one tolerance that text and charts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from probative.curves.packing import unpack
from probative.curves.tolerances import Tolerances
from probative.findings import Findings
from probative.findings.text import percent
from probative.inference.proportion import normal_quantile
from probative.pictures import Chart, Line, Shape, svg
from probative.pictures.svg_pen import key
from probative.records import Document
from probative.report.cards import card, cards, charts_of, spoken
from probative.report.charts.kind import Options, ranked, series_of
from probative.report.charts.kinds import kinds
from probative.report.charts.within import rule_words
from probative.report.curve_names import names_at
from probative.report.live import written
from probative.report.tables import details
from probative.report.tolerance import first_place, kept, rule_share
from probative.report.words import short

MOST = 3
"""Models in view; the others are there on demand."""
SQUARE, WIDE = (300.0, 300.0), (470.0, 200.0)
"""Units of the frames."""


def errors_section(findings: Findings) -> str:
    """Charts of every regression with the bar of the tolerance; nothing where no numbers were predicted."""
    models = [name for name in ranked(findings) if findings.models[name].curves.get("errors")]
    if not models:
        return ""
    scatter = _charts(findings, "predicted", models, SQUARE, "actual")
    spread = _charts(findings, "residuals", models, WIDE, "actual − predicted")
    curve = _within(findings)
    normal = cards(card(chart) for chart in charts_of(kinds()["quantiles"], findings))
    more = details(f"{len(models) - MOST} more models", _grid("small-charts", [*scatter[MOST:], *spread[MOST:]]))
    return (
        _bar(findings, models)
        + f"<h3>Predicted and actual</h3>{_grid('small-charts', [*scatter[:MOST], *curve])}"
        + f"<h3>Who is over- and who underestimated?</h3>{_grid('large-charts', spread[:MOST])}{more}"
        + details("more charts", normal)
    )


def tolerance_data(findings: Findings) -> Document | None:
    """What the page's script needs to move the tolerance."""
    held = findings.tolerances
    models = [name for name in ranked(findings) if held is not None and name in held.within]
    if held is None or not models:
        return None
    plain = findings.about.weight is None and findings.about.groups is None
    found = []
    for name in models:
        errors = findings.models[name].curves.get("errors") or {}
        pair = next((pair for pair in held.together if {pair.a, pair.b} == {models[0], name}), None)
        found.append(
            {
                "name": name,
                "rows": held.rows[name],
                "within": held.within[name],
                "both": None if pair is None else pair.rows,
                "actual": errors.get("actual", []),
                "predicted": errors.get("predicted", []),
            }
        )
    return {
        "z": normal_quantile(findings.level),
        "at": held.at().tolist(),
        "start": first_place(findings, held),
        "rule": held.rule,
        "alone": plain,
        "tolerated": found,
    }


def _grid(kind: str, drawn: Sequence[str]) -> str:
    return f'<div class="{kind}">{"".join(drawn)}</div>' if drawn else ""


def _charts(findings: Findings, kind: str, models: list[str], size: tuple[float, float], up: str) -> list[str]:
    """A chart of each model, the frames of equal size and ends."""
    series = series_of(findings)
    made = []
    for name, chart in zip(models, charts_of(kinds()[kind], findings), strict=True):
        sized = replace(chart, width=size[0], height=size[1], square=False, margin=58.0, y=replace(chart.y, name=""))
        head = f"<h4>{key(series[name])}{short(name)}</h4><p>Up: {up}. {' '.join(map(spoken, chart.notes))}</p>"
        made.append(_figure(sized, kind, head, f' data-of="{models.index(name)}"'))
    return made


def _figure(chart: Chart, name: str, head: str, more: str = "") -> str:
    drawn = svg(chart, name=name) if chart.shapes else ""
    return f'<figure class="chart"{more}><figcaption>{head}</figcaption>{drawn}</figure>' if drawn else ""


def _within(findings: Findings) -> list[str]:
    """The curve of all models: the share of rows within each tolerance."""
    data = kinds()["within"].gather(findings, Options())
    if data is None:
        return []
    order = [name for name in ranked(findings) if name in data["models"]]
    series = series_of(findings)
    chart = kinds()["within"].describe(data | {"models": {name: data["models"][name] for name in order}}, series)
    lines = [shape for shape in chart.shapes if isinstance(shape, Line) and shape.name in order]
    shapes: list[Shape] = names_at([(line, line.name, i) for i, line in enumerate(lines)], (chart.x, chart.y), SQUARE)
    sized = replace(chart, width=SQUARE[0], height=SQUARE[1], margin=58.0, y=replace(chart.y, name=""))
    head = "<h4>How close?</h4><p>Up: share of the rows within the tolerance. Grey: the mean said to all. Drag it.</p>"
    return [_figure(sized.adding(rule_words(data), *shapes), "within", head)]


def _bar(findings: Findings, models: list[str]) -> str:
    """The tolerance, and a line for each model; without scripts it states where the page opens."""
    held = findings.tolerances
    if held is None:
        return ""
    place = first_place(findings, held)
    at, last = written(float(held.at()[place])), len(unpack(held.rule)) - 1
    box = (
        '<input type="number" class="live-only" hidden id="within-number" step="any" min="0" '
        f'value="{at}" aria-label="Tolerance">'
    )
    still = f'<b class="still" data-still="within">{at}</b>'
    slider = (
        f'<input type="range" class="live-only" hidden id="within" min="0" max="{last}" step="1" value="{place}" '
        'aria-label="Tolerance, slider">'
    )
    known = [name for name in models if name in held.within]
    level = percent(findings.level)
    heads = ["rows", "share", level]
    if len(known) > 1:
        heads += [f"{short(known[0])} − model, points", level]
    head = "".join(f'<th scope="col">{words}</th>' for words in heads)
    scrolls = ' tabindex="0" role="group" aria-label="Rows within the tolerance"' if len(known) > MOST else ""
    series = series_of(findings)
    rows = "".join(_line(findings, held, name, i, known[0], place, series[name]) for i, name in enumerate(known))
    rule = (
        f'<tr class="soft"><th scope="row">the mean said to all</th><td></td>'
        f'<td data-kept="rule">{rule_share(held, known[0], place)}</td>{"<td></td>" * (len(heads) - 2)}</tr>'
    )
    table = (
        '<table class="live tolerated"><caption class="sr">Rows within the tolerance, by model</caption><thead><tr>'
        f'<th scope="col"><span class="sr">model</span></th>{head}</tr></thead><tbody>{rows}{rule}</tbody></table>'
    )
    return (
        f'<form id="tolerance" class="tolerance" autocomplete="off"><p class="says">Within ± {box}{still} {slider}</p>'
        f'<div class="lines"{scrolls}>{table}</div></form>'
    )


def _line(findings: Findings, held: Tolerances, name: str, i: int, leader: str, place: int, series: int) -> str:
    line = kept(findings, held, name, leader, place)
    cells = [("rows", line.rows), ("share", line.share), ("spread", line.spread)]
    if len(held.within) > 1:
        cells += [("lead", line.lead), ("told", line.told)]
    inside = "".join(f'<td data-kept="{kind}">{words}</td>' for kind, words in cells)
    return f'<tr data-tolerated="{i}"><th scope="row">{key(series)}{short(name)}</th>{inside}</tr>'
