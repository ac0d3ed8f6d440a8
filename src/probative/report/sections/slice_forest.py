"""Slices as a forest: every model on one scale, slice by slice, with the test of each column said in words first."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isnan, nan

from probative.answers.which import Standing
from probative.answers.words import titled
from probative.findings import Findings, Heterogeneity, Slice, SliceLead
from probative.findings.contest import in_units
from probative.findings.text import count, number, p_words, percent, plus
from probative.inference import Estimate
from probative.measurement import placed
from probative.pictures.looks import GREY
from probative.pictures.svg_pen import key
from probative.report.charts.kind import ranked, series_of
from probative.report.sections.measures import scale_drawn
from probative.report.sections.row import THOUSAND, alike, told
from probative.report.words import short, text

MODELS, MEASURES = 4, 3
"""Models with a column, and measures to choose from."""
INK = GREY
"""The look of a difference, which is no model's."""


def slice_forest(findings: Findings) -> str:
    """A table for each of a few measures, of which one is seen; nothing without slices."""
    models = [m for m in ranked(findings) if any(part.model == m for part in findings.slices)][:MODELS]
    measures = _measures(findings)
    if not models or not measures:
        return ""
    options = "".join(f'<option value="{m}">{text(titled(m))}</option>' for m in measures)
    choice = (
        f'<select id="slice-measure" class="live-only" hidden aria-label="Measure of the slices" '
        f'data-choose="slices">{options}</select>'
        if len(measures) > 1
        else ""
    )
    level = percent(findings.level)
    words = (
        f"{level} intervals of each slice by itself; p allows for all that was tested (Holm): of a lead, Cochran's Q. "
        f"Grey tick: {short(models[0])} on all rows."
    )
    tables = "".join(_table(findings, models, m, hidden=bool(i)) for i, m in enumerate(measures))
    return f'<p class="soft">{choice} {words}</p>{tables}'


def _measures(findings: Findings) -> list[str]:
    """The measures of slices: the one that models are compared by first, then the usual ones."""
    held = list(dict.fromkeys(m for part in findings.slices for m, e in part.measures.items() if e.defined))
    standing = Standing.of(findings)
    first = [standing.measure, *["auc"] * (standing.measure not in held)] if standing is not None else []
    order = dict.fromkeys([*first, *placed("headline"), *held])
    return [m for m in order if m in held][:MEASURES]


def _table(findings: Findings, models: Sequence[str], measure: str, *, hidden: bool) -> str:
    series = series_of(findings)
    parts = [part for part in findings.slices if measure in part.measures and part.model in models]
    found = {(part.by, str(part.value), part.model): part for part in parts}
    ends = [end for part in parts for end in _ends(_alone(part, measure))] or [0.0, 1.0]
    air = 0.04 * (max(ends) - min(ends)) or 0.05
    low, high = min(ends) - air, max(ends) + air
    whole = {m: findings.models[m].measures.get(measure) for m in models}
    rule = next((e.value for e in whole.values() if e is not None and e.defined), nan)
    looks = [series[m] for m in models]
    leads = _Leads(findings, measure)
    digits = alike(measure, [*(e for e in whole.values() if e is not None), *(_alone(part, measure) for part in parts)])

    def line(label: str, rows: float, values: Sequence[Estimate], lead: str) -> str:
        cells = "".join(_value(value, measure, digits) for value in values)
        return (
            f'<tr><th scope="row">{label}</th><td class="n">{count(rows)}</td>'
            f'<td class="scale">{scale_drawn(values, looks, low, high, rule)}</td>{cells}{lead}</tr>'
        )

    body = line("<b>all rows</b>", findings.n, [whole[m] or Estimate(nan) for m in models], leads.whole())
    wide = 3 + len(models) + 2 * leads.shown
    for by in dict.fromkeys(part.by for part in parts):
        tests = [t for t in findings.heterogeneity if t.by == by and t.measure == measure and t.model in models]
        said = leads.said(by) or _said(by, tests, findings)
        body += f'<tr class="group"><th scope="rowgroup" colspan="{wide}">{said}</th></tr>'
        for value in dict.fromkeys(str(part.value) for part in parts if part.by == by):
            own = [found.get((by, value, m)) for m in models]
            rows = max(part.n for part in own if part is not None)
            values = [Estimate(nan) if part is None else _alone(part, measure) for part in own]
            body += line(short(value), rows, values, leads.cells(by, value))
    heads = "".join(f'<th scope="col" class="n">{key(series[m])}{short(m)}</th>' for m in models)
    unit = "weight" if findings.about.weight else "rows"
    span = f"{number(low, 2)} to {number(high, 2)}"
    return (
        f'<div class="chosen" data-chosen="slices {measure}"{" hidden" if hidden else ""}>'
        f'<div class="wide" tabindex="0" role="group" aria-label="Table"><table class="measures classes forest-rows">'
        f"<caption>{text(titled(measure))} by slice</caption><thead><tr>"
        f'<th scope="col">slice</th><th scope="col" class="n">{unit}</th><th scope="col" class="scale">{span}</th>'
        f"{heads}{leads.heads()}</tr></thead><tbody>{body}</tbody></table></div></div>"
    )


class _Leads:
    """The columns of the paired difference of the best model from the next; none for a measure without a test."""

    def __init__(self, findings: Findings, measure: str) -> None:
        standing = Standing.of(findings)
        found = [lead for lead in findings.slice_leads if lead.measure == measure]
        self.findings, self.shown = findings, bool(found and standing)
        if not found or standing is None:
            return
        self.leader, self.other = standing.leader, standing.others[0]
        self.scale, self.unit = in_units(measure)
        self.found = {(lead.by, str(lead.value)): self._ends(lead) for lead in found}
        contest = standing.contests[self.other]
        sign = self.scale if contest.a == self.leader else -self.scale
        gap = contest.difference
        low, high = sorted((sign * gap.low, sign * gap.high))
        self.all = Estimate(sign * gap.value, low, high)
        ends = [end for one in (*self.found.values(), self.all) for end in _ends(one)]
        air = 0.04 * (max(ends) - min(ends)) or 0.05
        self.low, self.high = min(0.0, *ends) - air, max(0.0, *ends) + air

    def _ends(self, lead: SliceLead) -> Estimate:
        sign = self.scale if lead.a == self.leader else -self.scale
        low, high = sorted((sign * lead.low, sign * lead.high))
        return Estimate(sign * lead.difference, low, high)

    def heads(self) -> str:
        """Two more headings."""
        if not self.shown:
            return ""
        words = f"{short(self.leader)} − {short(self.other)}"
        unit = self.unit.strip() or "difference"
        return f'<th scope="col" class="scale">{words}</th><th scope="col" class="n">{unit}</th>'

    def whole(self) -> str:
        """The lead on all rows."""
        return self._drawn(self.all) if self.shown else ""

    def cells(self, by: str, value: str) -> str:
        """The lead in one slice."""
        if not self.shown:
            return ""
        found = self.found.get((by, value))
        return '<td class="scale"></td><td class="n">–</td>' if found is None else self._drawn(found)

    def _drawn(self, found: Estimate) -> str:
        digits = 1 if self.scale == 100 else found.digits()
        value, low, high = (number(part, digits) for part in (found.value, found.low, found.high))
        told = ' class="n told"' if found.low > 0 or found.high < 0 else ' class="n"'
        scale = scale_drawn([found], [INK], self.low, self.high, 0.0)
        return f'<td class="scale">{scale}</td><td{told}>{plus(value)} <small class="i">{low} to {high}</small></td>'

    def said(self, by: str) -> str:
        """Of a column, whether the lead depends on it: words first, then the p."""
        test = next((test for test in self.findings.lead_tests if test.by == by), None)
        if not self.shown or test is None:
            return ""
        proof = f'<span class="soft">(interaction {text(p_words(test.p_adjusted))})</span>'
        if test.p_adjusted <= 1 - self.findings.level:
            return f"{short(by)}: <b>the lead depends on it</b> {proof}"
        return f"{short(by)}: no sign that the lead depends on it {proof}"


def _alone(part: Slice, measure: str) -> Estimate:
    """The estimate of a slice by itself, where it is known; else that which holds for all together."""
    return part.alone.get(measure) or part.measures[measure]


def _ends(found: Estimate) -> list[float]:
    return [end for end in (found.value, found.low, found.high) if isfinite(end)]


def _value(found: Estimate, measure: str, digits: int) -> str:
    """A cell with the digits of its table."""
    if not found.defined:
        return f'<td class="n" title="{text(found.why or "undefined")}">–</td>'
    value, spread = told(found, THOUSAND.get(measure, 1.0), digits)
    spread = f' <small class="i">{spread}</small>' if isfinite(found.low) and isfinite(found.high) else ""
    return f'<td class="n">{value}{spread}</td>'


def _said(by: str, tests: Sequence[Heterogeneity], findings: Findings) -> str:
    """Of a column, whether the measure of each model depends on it: words first, then the p."""
    told = []
    for test in tests:
        if isnan(test.p):
            told.append(f"{short(test.model)}: cannot tell ({text(test.why or 'the test is undefined')})")
            continue
        proof = f'<span class="soft">({text(p_words(test.p_adjusted))})</span>'
        if test.p_adjusted <= 1 - findings.level:
            told.append(f"<b>{short(test.model)} depends on it</b> {proof}")
        else:
            told.append(f"no sign that {short(test.model)} depends on it {proof}")
    return f"{short(by)}: {'; '.join(told)}" if told else short(by)
