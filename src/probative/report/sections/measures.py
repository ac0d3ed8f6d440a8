"""Measures: one table in groups, those that a cut decides moving with it; and all that was evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan

from probative.curves.paired_cuts import Interval
from probative.evidence.arrays import single
from probative.findings import Findings
from probative.findings.doubted import doubted_lines
from probative.findings.opened import LABELS, Group, groups, opened
from probative.findings.text import count, decision_lines, number, percent
from probative.inference import Estimate
from probative.measurement import find, placed
from probative.pictures.looks import SERIES
from probative.pictures.svg_frame import tenths
from probative.pictures.svg_pen import key, look_class
from probative.report.charts.kind import ranked, series_of
from probative.report.footnotes import Footnotes
from probative.report.live import paired_cells
from probative.report.scene import Scene
from probative.report.sections.row import NOWHERE, THOUSAND, alike, gap_text, told
from probative.report.tables import details, html_table
from probative.report.words import short, text

OPTIMUM = "at the cheapest cuts, chosen on these rows and so flattered by them"
PAIRED = "Differences are paired; those of decisions by the limits of discordant rows, squared and added."
ALONE = "Each interval of a difference is by itself: none allows for the other rows."
RESAMPLED = "Where there is none, compare by that measure resamples the rows, or says why not."
BLANK = '<td class="n"></td><td class="soft"></td>'
"""The cells of a difference that is not known."""
WIDE, TALL = 190, 26
"""Units of the scale of a row."""
LEAST, STEM = 3, 5
"""Letters up to which a name is an abbreviation, and from which on it is the same word."""
MOST, WIDEST = 4, 8
"""Models that have a column with its interval, and without: the whisker shows it."""


def measures_section(findings: Findings, scene: Scene) -> str:
    """The one table of measures, and behind it the complete one."""
    notes = Footnotes()
    parts = {group[0]: group for group in groups(findings.task, len(scene.classes) == 1)}
    labels = [_static(findings, parts.pop(LABELS), notes)] if LABELS in parts else []
    moves = [_decision(scene, notes)] if scene.shown else []
    body = "".join([*labels, *moves, *(_static(findings, group, notes) for group in parts.values())])
    more = measures_table_html(findings)
    whole = details("all measures as evaluated, each with its method", more) if more and body else more
    feet = notes.told(_paired(findings, scene, BLANK in body))
    return (_head(findings, scene, body, feet) + _doubts(findings) if body else "") + whole


def _paired(findings: Findings, scene: Scene, blank: bool) -> str:
    """What the differences of two models are, and that nobody allowed for their number."""
    if len(_columns(findings)) != 2:
        return ""
    told = [PAIRED] if scene.shown else []
    if findings.paired_gaps:
        moved = placed("operating") if len(scene.classes) == 1 else ()
        deciding = [one.result.method for one in findings.comparisons if one.measure not in moved]
        tests = dict.fromkeys([*deciding, *(gap.test for gap in findings.paired_gaps)])
        told += [f"Those of rows that stay: {', '.join(tests)}.", *([RESAMPLED] if blank else [])]
    return " ".join([*told, *([ALONE] if told else [])])


def _doubts(findings: Findings) -> str:
    """Which of the intervals may not hold what they say, and why: once for all that have the same reason."""
    shown = {name for place in ("summary", "operating") for name in placed(place)}
    told = doubted_lines(
        (find(name).title, found)
        for model in _columns(findings)
        for name, found in findings.models[model].measures.items()
        if name in shown
    )
    return "".join(f'<p class="soft doubt">{text(line)}.</p>' for line in told)


def _head(findings: Findings, scene: Scene, body: str, feet: str) -> str:
    names = _columns(findings)
    series = series_of(findings)
    many = len(names) > MOST
    span = "" if many else ' colspan="2"'
    heads = "".join(f'<th scope="col"{span}>{key(series[name])}{short(name)}</th>' for name in names)
    gap = f'<th scope="col" colspan="2">{short(names[0])} − {short(names[1])}</th>' if len(names) == 2 else ""
    about = f'<p id="state" class="soft">{state(scene)}</p>' if scene.shown else ""
    tick = " Grey tick: the best rule without inputs." if findings.task != "graded" else ""
    return (
        f'{about}<div class="wide" tabindex="0" role="group" aria-label="Measures">'
        f'<table class="measures{" many" * many}">'
        f"<caption>{percent(findings.level)} intervals.{tick}</caption>"
        f'<thead><tr><th scope="col">Measure</th><th scope="col" class="scale">one scale per row</th>{heads}{gap}</tr>'
        f"</thead>{body}</table>{feet}</div>"
    )


def _columns(findings: Findings) -> list[str]:
    rivals = [name for name in ranked(findings) if name in findings.rivals]
    return rivals[:WIDEST]


def _group(title: str, rows: str) -> str:
    return f'<tbody><tr class="group"><th scope="rowgroup" colspan="20">{title}</th></tr>{rows}</tbody>' if rows else ""


def _name(measure: str, mark: str = "") -> str:
    """The measure with its other names, and its definition behind it; the mark says how its interval was made."""
    known = find(measure)
    title = "Cost of 1,000 rows" if measure in THOUSAND else known.title
    names = "expected cost" if measure in THOUSAND else ", ".join(_others(known.title, known.aka)[:2])
    also = f" <small>{text(names)}</small>" if names else ""
    return f'<th scope="row"><span title="{text(known.doc)}">{text(title)}</span>{mark}{also}</th>'


def _others(title: str, aka: Sequence[str]) -> list[str]:
    """Other names as people write them: none that repeats the title or an earlier one, or is short for it.

    >>> _others("Recall (TPR)", ("sensitivity", "tpr", "true_positive_rate")), _others("F1", ("f1_score", "dice"))
    (['sensitivity', 'true positive rate'], ['dice'])
    """
    found: list[str] = []
    for name in aka:
        words = name.replace("_", " ")
        bare = "".join(filter(str.isalnum, words.lower()))
        known = ["".join(filter(str.isalnum, other.lower())) for other in (title, *found)]
        if len(bare) > LEAST and not any(bare[:STEM] in other or other in bare for other in known):
            found.append(words)
    return found


def _decision(scene: Scene, notes: Footnotes) -> str:
    """What holds at the cuts: the script moves it."""
    names = scene.models[:WIDEST]
    many = len(names) > MOST
    found = {name: scene.estimates(name) for name in names}
    apart = gaps(scene) if len(scene.models) == 2 else {}
    rows = []
    for measure in placed("operating"):
        values = [found[name][measure] for name in names]
        low, high = _natural(scene, measure)
        known = apart.get(measure) or (values[0].value - values[-1].value, nan, nan)
        digits = alike(measure, values, known)
        cells = "".join(_live_cell(value, THOUSAND.get(measure, 1.0), digits, many) for value in values)
        scale = scale_drawn(values, [scene.series[name] for name in names], low, high, _rule(scene, measure), True)
        gap = _gap_cells(known, measure, digits) if len(scene.models) == 2 else ""
        head = _name(measure, notes.mark(values))
        rows.append(f'<tr data-row="{measure}">{head}<td class="scale">{scale}</td>{cells}{gap}</tr>')
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


def _live_cell(found: Estimate, times: float, digits: int, many: bool) -> str:
    value, spread = told(found, times, digits)
    return f'<td class="n v">{text(value)}</td><td class="soft i">{"" if many else text(spread)}</td>'


def gaps(scene: Scene) -> dict[str, Interval]:
    """By measure: the first model minus the second at their cuts, paired."""
    cells, level, costs = paired_cells(scene, scene.models[1]), scene.findings.level, scene.costs
    if cells is None:
        return {}
    priced = {"fp": costs.fp, "fn": costs.fn}
    return {
        measure: cells.gap(measure, costs.prior, level, **(priced if measure == "expected_cost" else {}))
        for measure in placed("operating")
    }


def _gap_cells(known: Interval, measure: str, digits: int) -> str:
    times = THOUSAND.get(measure, 1.0)
    value, low, high = known
    words, spread, apart = gap_text((times * value, times * low, times * high), digits)
    strong = " told" if apart else ""
    return f'<td class="n g{strong}">{words}</td><td class="soft h">{spread}</td>'


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
        steps = "".join(f"h{tenths(round(10 * (b - a))).strip()}" for a, b in ((at(ends[0]), x), (x, at(ends[1]))))
        parts.append(f'<path {whisker(look)}{hidden} d="M{at(ends[0]):g} {y:.3g}{steps}"/>')
    data = f' data-scale="{low:g} {high:g}"' if moves else ""
    return f'<svg class="whiskers" viewBox="0 0 {WIDE} {TALL}" aria-hidden="true"{data}>{"".join(parts)}</svg>'


def whisker(look: int) -> str:
    """The looks of a path whose middle corner has the mark of a series."""
    return f'class="w{look}"' if look < SERIES else f'class="interval {look_class(look)}" marker-mid="url(#w{look})"'


def _static(findings: Findings, group: Group, notes: Footnotes) -> str:
    """A group that stays: values, intervals, and the difference where the models were compared by it."""
    names, series = _columns(findings), series_of(findings)
    if not names:
        return ""
    rows = []
    for measure in opened(group, (m for name in names for m in findings.models[name].measures)):
        values = [findings.models[name].measures.get(measure) or Estimate(nan) for name in names]
        if not any(isfinite(value.value) for value in values):
            continue
        apart = _contest(findings, measure, names) if len(names) == 2 else None
        digits, many = alike(measure, values, NOWHERE if apart is None else apart[0]), len(names) > MOST
        cells = "".join(_static_cell(value, digits, many) for value in values)
        trivial = findings.models[names[0]].baseline.get(measure)
        rule = float(trivial) if isinstance(trivial, int | float) else nan
        scale = scale_drawn(values, [series[name] for name in names], *_ends(values, rule), rule)
        gap = _contest_cells(apart, digits) if len(names) == 2 else ""
        head = _name(measure, notes.mark(values))
        rows.append(f'<tr>{head}<td class="scale">{scale}</td>{cells}{gap}</tr>')
    return _group(group[0], "".join(rows))


def _ends(values: list[Estimate], rule: float) -> tuple[float, float]:
    ends = [end for v in values for end in (v.value, v.low, v.high) if isfinite(end)]
    width = max(ends) - min(ends) or abs(ends[0]) * 0.1 or 1.0
    if isfinite(rule) and min(ends) - 3 * width <= rule <= max(ends) + 3 * width:
        ends.append(rule)
    air = 0.08 * (max(ends) - min(ends) or 1.0)
    return min(ends) - air, max(ends) + air


def _static_cell(found: Estimate, digits: int, many: bool) -> str:
    value, spread = told(found, 1.0, digits)
    return f'<td class="n">{text(value)}</td>' + ("" if many else f'<td class="soft">{text(spread)}</td>')


def _contest(findings: Findings, measure: str, names: list[str]) -> tuple[Interval, bool] | None:
    """The difference of the first column minus the second, and whether a test told them apart; None if untested."""
    for contest in findings.comparisons:
        if contest.measure == measure and {contest.a, contest.b} == set(names) and contest.unit == "value":
            found = contest.result
            gap = found.effect, found.low, found.high
            return _turned(gap, contest.a == names[0]), contest.winner is not None
    for one in findings.paired_gaps:
        if one.measure == measure and {one.a, one.b} == set(names):
            return _turned((one.difference, one.low, one.high), one.a == names[0]), one.winner is not None
    return None


def _turned(gap: Interval, forward: bool) -> Interval:
    return gap if forward else (-gap[0], -gap[2], -gap[1])


def _contest_cells(found: tuple[Interval, bool] | None, digits: int) -> str:
    """The difference; strong where the test told them apart."""
    if found is None:
        return BLANK
    words, spread, _ = gap_text(found[0], digits)
    strong = " told" * found[1]
    return f'<td class="n{strong}">{words}</td><td class="soft">{spread}</td>'


def state(scene: Scene) -> str:
    """What the numbers that move are about, in one line."""
    share = scene.common_prevalence()
    whose = "the chosen prevalence" if scene.costs.prior is not None else "the sample's prevalence"
    where = "each sample's own prevalence" if share is None else f"{whose}, {number(share, 4)}"
    what = f"class {scene.classes[0]} against the rest, " if len(scene.classes) > 1 else ""
    how = {"evaluated": "as evaluated", "optimum": OPTIMUM}[scene.mode]
    rows = count(single(scene.current(scene.models[0]).n))
    of = "rows" if not scene.findings.about.weight else "in weights"
    first, rest = f"{what}{how}"[0].upper(), f"{what}{how}"[1:]
    return text(
        f"{first}{rest}; at {where}; a false alarm costs {scene.costs.fp:g}, a miss {scene.costs.fn:g}; {rows} {of}"
    )


def measures_table_html(findings: Findings) -> str:
    """Measures by model with intervals, as a plain table (also what a notebook shows)."""
    found = findings.table()
    caption = f"{percent(findings.level)} intervals in brackets, each with its method. {found.note}"
    return html_table(found, text(caption), feet=True) if found.rows else ""


def decisions(findings: Findings) -> str:
    """What was decided on these rows, and what it costs."""
    items = [
        f"<li><strong>{short(model)}</strong>: {text(line)}</li>"
        for model, found in findings.models.items()
        for line in decision_lines(found.decisions)
    ]
    return f"<h3>Decisions</h3><ul>{''.join(items)}</ul>" if items else ""
