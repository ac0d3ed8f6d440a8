"""Measures: one table in groups, those that a cut decides moving with it; and all that was evaluated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite, isnan, nan

from probative.curves.paired_cuts import Interval
from probative.evidence.arrays import single
from probative.findings import Findings
from probative.findings.text import count, decision_lines, limits, number, percent, plus
from probative.inference import Estimate
from probative.measurement import find, placed
from probative.pictures.svg_pen import key, look_class
from probative.report.charts.kind import ranked, series_of
from probative.report.live import paired_cells
from probative.report.scene import Scene
from probative.report.tables import details, html_table
from probative.report.words import short, text

OPTIMUM = "at the cheapest cuts, chosen on these rows and so flattered by them"
METHODS = "Intervals of the rows above: Wilson's for shares, square-and-add (MOVER) for the others"
WIDE, TALL = 190, 26
"""Units of the scale of a row."""
FIRST = 4
"""Rows of a group that are in the open, where the group does not move."""
MOST = 4
"""Models that have a column with its interval."""


def measures_section(findings: Findings, scene: Scene) -> str:
    """The one table of measures, and behind it the complete one."""
    groups = [_decision(scene)] if scene.shown else []
    if len(scene.classes) != 1:
        groups.insert(0, _static(findings, "Labels, as evaluated", _labelled))
    groups += [
        _static(findings, "Ranking, all cuts", lambda m: find(m).order_only),
        _static(findings, "Probabilities", lambda m: find(m).probabilities),
    ]
    if findings.task not in ("classification",) and not scene.shown:
        groups = [_static(findings, "As evaluated", lambda _: True)]
    body = "".join(groups)
    more = measures_table_html(findings)
    whole = details("all measures as evaluated, each with its method", more) if more and body else more
    return (_head(findings, scene, body) if body else "") + whole


def _head(findings: Findings, scene: Scene, body: str) -> str:
    names = _columns(findings)
    series = series_of(findings)
    heads = "".join(f'<th scope="col" colspan="2">{key(series[name])}{short(name)}</th>' for name in names)
    gap = f'<th scope="col" colspan="2">{short(names[0])} − {short(names[1])}</th>' if len(names) == 2 else ""
    about = f'<p id="state" class="soft">{state(scene)}</p>' if scene.shown else ""
    return (
        f'{about}<div class="wide" tabindex="0" role="group" aria-label="Measures"><table class="measures">'
        f"<caption>{percent(findings.level)} intervals. Grey tick: the best rule without inputs. {METHODS}.</caption>"
        f'<thead><tr><th scope="col">Measure</th><th scope="col" class="scale">one scale per row</th>{heads}{gap}</tr>'
        f"</thead>{body}</table></div>"
    )


def _columns(findings: Findings) -> list[str]:
    rivals = [name for name in ranked(findings) if name in findings.rivals]
    return rivals[:MOST]


def _labelled(measure: str) -> bool:
    known = find(measure)
    return not known.order_only and not known.probabilities and measure in placed("summary")


def _group(title: str, rows: str) -> str:
    return f'<tbody><tr class="group"><th scope="rowgroup" colspan="20">{title}</th></tr>{rows}</tbody>' if rows else ""


def _name(measure: str) -> str:
    """The measure with its other names, and its definition behind it."""
    known = find(measure)
    names = ", ".join(name.replace("_", " ") for name in known.aka[:2])
    also = f" <small>{text(names)}</small>" if names else ""
    return f'<th scope="row"><span title="{text(known.doc)}">{text(known.title)}</span>{also}</th>'


def _decision(scene: Scene) -> str:
    """What holds at the cuts: the script moves it."""
    names = scene.models[:MOST]
    found = {name: scene.estimates(name) for name in names}
    rows = []
    for measure in placed("operating"):
        values = [found[name][measure] for name in names]
        low, high = _natural(scene, measure)
        cells = "".join(map(_live_cell, values))
        scale = scale_drawn(values, [scene.series[name] for name in names], low, high, _rule(scene, measure), True)
        gap = _gap_cells(scene, measure, values) if len(scene.models) == 2 else ""
        rows.append(f'<tr data-row="{measure}">{_name(measure)}<td class="scale">{scale}</td>{cells}{gap}</tr>')
    return _group("Decision, at the cuts above", "".join(rows))


def _natural(scene: Scene, measure: str) -> tuple[float, float]:
    """The ends of a scale that stays while its values move."""
    if measure == "expected_cost":
        share, costs = scene.prevalence(scene.models[0]), scene.costs
        return 0.0, 1.25 * min(costs.fn * share, costs.fp * (1 - share))
    return (-0.25, 1.0) if find(measure).low < 0 else (0.0, 1.0)


def _rule(scene: Scene, measure: str) -> float:
    value = scene.findings.models[scene.models[0]].baseline.get(measure)
    return float(value) if isinstance(value, int | float) else nan


def _live_cell(found: Estimate) -> str:
    value, spread = told(found)
    return f'<td class="n v">{text(value)}</td><td class="soft i">{text(spread)}</td>'


def told(found: Estimate) -> tuple[str, str]:
    """Value and interval of a cell: "a to b", or why there is none."""
    if not found.defined:
        return "undefined", found.why or ""
    value, low, high = limits(found)
    unknown = isnan(found.low) + isnan(found.high)
    if unknown:
        return value, (found.why or "") if unknown > 1 else "unbounded"
    return value, f"{low} to {high}"


def gaps(scene: Scene) -> dict[str, Interval]:
    """By measure: the first model minus the second at their cuts, paired."""
    cells, level, costs = paired_cells(scene, scene.models[1]), scene.findings.level, scene.costs
    if cells is None:
        return {}
    alarms = cells.alarms(level)
    right = cells.cost(1.0, 1.0, costs.prior, level)
    return {
        "recall": cells.recall(level),
        "specificity": (-alarms[0], -alarms[2], -alarms[1]),
        "precision": cells.precision(costs.prior, level),
        "accuracy": (-right[0], -right[2], -right[1]),
        "expected_cost": cells.cost(costs.fp, costs.fn, costs.prior, level),
    }


def _gap_cells(scene: Scene, measure: str, values: list[Estimate]) -> str:
    known = gaps(scene).get(measure)
    plain = values[0].value - values[1].value
    value, spread, apart = gap_text(known if known is not None else (plain, nan, nan))
    strong = " told" if apart else ""
    return f'<td class="n g{strong}">{value}</td><td class="soft h">{spread}</td>'


def gap_text(gap: Interval) -> tuple[str, str, bool]:
    """A difference, its interval, and whether that leaves out 0; as many digits as the interval is worth."""
    value, low, high = gap
    if isnan(value):
        return "–", "", False
    if isnan(low) or isnan(high):
        return plus(number(value, 3)), "", False
    digits = Estimate(value, low, high).digits()
    ends = f"{plus(number(low, digits))} to {plus(number(high, digits))}"
    return plus(number(value, digits)), ends, low > 0 or high < 0


def scale_drawn(
    values: Sequence[Estimate], looks: Sequence[int], low: float, high: float, rule: float, moves: bool = False
) -> str:
    """Dots and whiskers of one row, and a grey tick for the rule without inputs."""

    def at(value: float) -> float:
        return round(6 + min(max((value - low) / (high - low), 0.0), 1.0) * (WIDE - 12), 1)

    parts = []
    if isfinite(rule) and low <= rule <= high:
        parts.append(f'<path class="rule" d="M{at(rule):g} 3V{TALL - 3}"/>')
    step = 10 / max(len(values) - 1, 1)
    for i, (found, look) in enumerate(zip(values, looks, strict=True)):
        y = TALL / 2 if len(values) == 1 else round(8 + i * step, 2)
        ends = [found.low if isfinite(found.low) else found.value, found.high if isfinite(found.high) else found.value]
        if not isfinite(found.value):
            ends, hidden = [low, low], " hidden"
        else:
            hidden = ""
        x = at(found.value) if isfinite(found.value) else 6.0
        parts.append(
            f'<path class="interval {look_class(look)}"{hidden} d="M{at(ends[0]):g} {y:g}H{at(ends[1]):g}"/>'
            f'<use class="mark {look_class(look)}"{hidden} href="#m{look}" transform="translate({x:g} {y:g})"/>'
        )
    data = f' data-scale="{low:g} {high:g}"' if moves else ""
    return f'<svg class="whiskers" viewBox="0 0 {WIDE} {TALL}" aria-hidden="true"{data}>{"".join(parts)}</svg>'


def _static(findings: Findings, title: str, chosen: Callable[[str], bool]) -> str:
    """A group that stays: values, intervals, and the difference where the models were compared by it."""
    names, series = _columns(findings), series_of(findings)
    if not names:
        return ""
    known = dict.fromkeys(m for name in names for m in findings.models[name].measures)
    wanted = [m for m in known if chosen(m)]
    wanted = [m for m in placed("summary") if m in wanted] + [m for m in wanted if m not in placed("summary")]
    rows = []
    for measure in wanted[:FIRST]:
        values = [findings.models[name].measures.get(measure) or Estimate(nan) for name in names]
        if not any(isfinite(value.value) for value in values):
            continue
        cells = "".join(_static_cell(value) for value in values)
        trivial = findings.models[names[0]].baseline.get(measure)
        rule = float(trivial) if isinstance(trivial, int | float) else nan
        scale = scale_drawn(values, [series[name] for name in names], *_ends(values, rule), rule)
        gap = _contest_cells(findings, measure, names) if len(names) == 2 else ""
        rows.append(f'<tr>{_name(measure)}<td class="scale">{scale}</td>{cells}{gap}</tr>')
    return _group(title, "".join(rows))


def _ends(values: list[Estimate], rule: float) -> tuple[float, float]:
    ends = [end for v in values for end in (v.value, v.low, v.high) if isfinite(end)]
    width = max(ends) - min(ends) or abs(ends[0]) * 0.1 or 1.0
    if isfinite(rule) and min(ends) - 3 * width <= rule <= max(ends) + 3 * width:
        ends.append(rule)
    air = 0.08 * (max(ends) - min(ends) or 1.0)
    return min(ends) - air, max(ends) + air


def _static_cell(found: Estimate) -> str:
    value, spread = told(found)
    return f'<td class="n">{text(value)}</td><td class="soft">{text(spread)}</td>'


def _contest_cells(findings: Findings, measure: str, names: list[str]) -> str:
    for contest in findings.comparisons:
        if contest.measure == measure and {contest.a, contest.b} == set(names) and contest.unit == "value":
            sign = 1.0 if contest.a == names[0] else -1.0
            ends = sorted((sign * contest.result.low, sign * contest.result.high))
            value, spread, _ = gap_text((sign * contest.result.effect, ends[0], ends[1]))
            strong = " told" if contest.winner is not None else ""
            return f'<td class="n{strong}">{value}</td><td class="soft">{spread}</td>'
    return '<td class="n"></td><td class="soft"></td>'


def state(scene: Scene) -> str:
    """What the numbers that move are about, in one line."""
    share = scene.common_prevalence()
    whose = "the chosen prevalence" if scene.costs.prior is not None else "the sample's prevalence"
    where = "each sample's own prevalence" if share is None else f"{whose}, {number(share, 4)}"
    what = f"class {scene.classes[0]} against the rest, " if len(scene.classes) > 1 else ""
    how = {"evaluated": "as evaluated", "optimum": OPTIMUM}[scene.mode]
    rows = count(single(scene.current(scene.models[0]).n))
    of = "rows" if not scene.findings.about.weight else "in weights"
    return text(
        f"{what}{how}; at {where}; a false alarm costs {scene.costs.fp:g}, a miss {scene.costs.fn:g}; {rows} {of}"
    )


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
