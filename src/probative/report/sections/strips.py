"""Strips: the models under one another, each a dot and a whisker on one scale, the rule without inputs a grey tick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite

from probative.answers.which import Standing, without_inputs
from probative.answers.words import decimals, thousand, titled
from probative.findings import Findings
from probative.inference import Estimate
from probative.measurement import find
from probative.pictures import Axis
from probative.pictures.looks import mark
from probative.pictures.svg_frame import text
from probative.pictures.svg_pen import OUTLINES, look_class
from probative.pictures.words import clipped
from probative.report.charts.kind import ranked, series_of

Place = Callable[[float], float]
"""Units from the left, of a value."""
ROW, TOP, BOTTOM = 32, 40, 26
"""Units of a row, above the rows and below them."""
MOST = 12
"""Models that have a strip; the others are in the tables."""


@dataclass(frozen=True, slots=True)
class Strip:
    """One quantity of several models: its words, the estimates, and what doing without inputs reaches."""

    title: str
    better: str
    values: Mapping[str, Estimate]
    told: Mapping[str, tuple[str, str, str]]
    """By model: value, lower and upper end as text."""
    baseline: float | None = None
    rule: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    """By model: the difference from the first, where more than two were compared."""
    bracket: str = ""
    """The difference of two models."""
    role: str = ""


def strips(findings: Findings) -> str:
    """The ranking on the left, the cost on the right, where there are any."""
    if not findings.models:
        return ""
    series, standing = series_of(findings), Standing.of(findings)
    order = [name for name in ranked(findings) if name != findings.about.baseline or len(findings.models) == 1][:MOST]
    made = [strip for strip in (_ranking(findings, standing, order), _costs(findings, order)) if strip is not None]
    if not made:
        return ""
    level = set() if standing is None else _not_told(standing)
    drawn = "".join(_drawn(strip, series, order, level, first=not i) for i, strip in enumerate(made))
    return f'<div class="strips">{drawn}</div>'


def _not_told(standing: Standing) -> set[str]:
    """The leader and all that cannot be told from it, where some can."""
    if len(standing.others) < 2 or not standing.contests:
        return set()
    return {standing.leader, *(name for name in standing.others if name not in standing.beaten())}


def _ranking(findings: Findings, standing: Standing | None, order: list[str]) -> Strip | None:
    if standing is None:
        return None
    measure = standing.measure
    if measure == "expected_cost":
        there = [name for name in ("auc", "accuracy") if all(name in findings.models[m].measures for m in order)]
        if not there:
            return None
        measure = there[0]
    values = {name: findings.models[name].led(measure) for name in order if measure in findings.models[name].measures}
    values = {name: value for name, value in values.items() if value.defined}
    if not values:
        return None
    trivial = findings.models[next(iter(values))].baseline.get(measure)
    known = isinstance(trivial, int | float) and isfinite(trivial)
    beside: dict[str, str] = {}
    bracket = ""
    if measure == standing.measure and standing.contests:
        if len(values) == 2:
            bracket = standing.ahead(standing.others[0]).split(" (")[0]
        else:
            beside = {
                name: f"behind by {standing.ahead(name)}" for name in standing.others if name in standing.contests
            }
    rule = without_inputs(findings, measure) if known else ""
    title = titled(measure)
    return Strip(
        f"Ranking: {title}" if find(measure).order_only else title[:1].upper() + title[1:],
        find(measure).better,
        values,
        {name: decimals(measure, value) for name, value in values.items()},
        float(trivial or 0.0) if known else None,
        rule,
        beside,
        bracket,
    )


def _costs(findings: Findings, order: list[str]) -> Strip | None:
    best = {name: findings.models[name].decisions.cheapest for name in order}
    known = {name: cut for name, cut in best.items() if cut is not None}
    if not known:
        return None
    first = next(iter(known.values()))
    rule = min(first.trivial, key=first.trivial.__getitem__)
    values = {name: _scaled(cut.cost) for name, cut in known.items()}
    unit = "false alarms" if findings.about.costs is None or findings.about.costs.fp == 1 else "units of cost"
    told = {
        name: (thousand(cut.cost.value), thousand(cut.cost.low), thousand(cut.cost.high)) for name, cut in known.items()
    }
    words = {"all positive": "call everyone", "all negative": "call nobody"}[rule]
    return Strip(
        f"Cost of 1,000 rows, in {unit}", "lower", values, told, 1000 * first.trivial[rule], words, role="cost"
    )


def _scaled(found: Estimate) -> Estimate:
    return Estimate(1000 * found.value, 1000 * found.low, 1000 * found.high)


def _axis(strip: Strip) -> tuple[Axis, bool]:
    """The axis, and whether the rule without inputs stands on it: not where it would squeeze the models."""
    ends = [end for value in strip.values.values() for end in (value.value, value.low, value.high) if isfinite(end)]
    if strip.baseline is None:
        return Axis.around("", ends), False
    width = max(ends) - min(ends) or abs(ends[0]) * 0.1 or 1.0
    near = min(ends) - 2.5 * width <= strip.baseline <= max(ends) + 2.5 * width
    return Axis.around("", [*ends, strip.baseline] if near else ends), near


def _drawn(strip: Strip, series: Mapping[str, int], order: list[str], level: set[str], first: bool) -> str:
    left, wide, right = (172, 340, 196) if first else (8, 300, 100)
    axis, near = _axis(strip)
    height = TOP + ROW * len(order) + BOTTOM
    foot = height - BOTTOM

    def at(value: float) -> float:
        return round(left + min(max(axis.share(value), 0), 1) * wide, 1)

    parts = [f'<path class="grid" d="{"".join(f"M{at(t):g} {TOP}V{foot}" for t in axis.ticks)}"/>']
    shaded = [i for i, name in enumerate(order) if name in level]
    if shaded:
        box = f'y="{TOP + ROW * shaded[0]}" height="{ROW * (shaded[-1] + 1 - shaded[0])}"'
        parts.insert(0, f'<rect class="group" x="0" {box} width="{left + wide + right}" rx="4"/>')
    parts.append(f'<path class="frame" d="M{left} {foot}H{left + wide}"/>')
    for tick, word in zip(axis.ticks, axis.labels(), strict=True):
        if not (near and strip.baseline is not None and abs(at(tick) - at(strip.baseline)) < 26):
            parts.append(
                f'<text class="tick" x="{at(tick):g}" y="{foot + 16}" text-anchor="middle">{text(word)}</text>'
            )
    parts += _rule(strip, near, at, left, wide, foot)
    if strip.bracket and len(strip.values) == 2:
        a, b = sorted(at(value.value) for value in strip.values.values())
        parts.append(f'<path class="bracket" fill="none" d="M{a:g} {TOP - 8}V{TOP - 14}H{b:g}V{TOP - 8}"/>')
        middle = min(max((a + b) / 2, left + 60), left + wide)
        parts.append(
            f'<text class="soft" x="{middle:g}" y="{TOP - 19}" text-anchor="middle">{text(strip.bracket)}</text>'
        )
    for i, name in enumerate(order):
        parts.append(_row(strip, name, series[name], TOP + ROW * i + ROW / 2, at, left, first, i))
    arrow = {"higher": "more is better →", "lower": "← less is better"}.get(strip.better, "")
    title = f"<h2>{text(strip.title)} <small>{arrow}</small></h2>"
    total = left + wide + right
    size = f'viewBox="0 0 {total} {height}" width="{total}" height="{height}"'
    data = f' data-strip="{strip.role}" data-axis="{left} {wide} {axis.low!r} {axis.high!r}"' if strip.role else ""
    words = f"{strip.title}, every model with its interval"
    drawn = f'<svg {size} role="img" aria-label="{text(words)}"{data}>{"".join(parts)}</svg>'
    return f'<figure class="strip {strip.role}">{title}{drawn}</figure>'


def _rule(strip: Strip, near: bool, at: Place, left: int, wide: int, foot: int) -> list[str]:
    """What looks at no input: a grey tick, or where it lies off the scale an arrow and its value."""
    if strip.baseline is None:
        return []
    value = f"{strip.baseline:.3g}" if not strip.role else thousand(strip.baseline / 1000)
    if near:
        x = at(strip.baseline)
        ends = x > left + wide / 2
        anchor, shift = ("end", -6) if ends else ("start", 6)
        return [
            f'<path class="rule" d="M{x:g} {TOP}V{foot}"/>',
            f'<text class="soft" x="{x + shift:g}" y="{TOP - 4}" text-anchor="{anchor}">{text(strip.rule)}</text>',
            f'<text class="tick" x="{x:g}" y="{foot + 16}" text-anchor="middle">{value}</text>',
        ]
    low = strip.baseline < min(v.value for v in strip.values.values())
    x, anchor = (left, "start") if low else (left + wide, "end")
    words = f"‹ {value} {strip.rule}" if low else f"{strip.rule} {value} ›"
    return [f'<text class="soft" x="{x}" y="{TOP - 4}" text-anchor="{anchor}">{text(words)}</text>']


def _row(strip: Strip, name: str, series: int, y: float, at: Place, left: int, first: bool, i: int) -> str:
    look, shape = look_class(series), OUTLINES[mark(series)]
    label = f'<text class="model" x="36" y="{y + 4:g}">{text(clipped(name, 18))}</text>'
    keyed = f'<path class="mark {look}" transform="translate(18 {y:g})" d="{shape}"/>'
    named = f'<path class="line {look}" fill="none" d="M4 {y:g}H32"/>{keyed}{label}' if first else ""
    value = strip.values.get(name)
    if value is None:
        return f'{named}<text class="soft" x="{left + 6}" y="{y + 4:g}">undefined</text>'
    low, high = (end if isfinite(end) else value.value for end in (value.low, value.high))
    x1, x2, x = at(low), at(high), at(value.value)
    whisker = f"M{x1:g} {y:g}H{x2:g}M{x1:g} {y - 5:g}V{y + 5:g}M{x2:g} {y - 5:g}V{y + 5:g}"
    middle, below, above = strip.told[name]
    spread = strip.beside.get(name, f"{below} to {above}" if isfinite(value.low) and isfinite(value.high) else "")
    told = (
        f'<tspan class="value" data-text="value">{middle}</tspan> '
        f'<tspan class="soft" data-text="spread" dx="4">{text(spread)}</tspan>'
    )
    return (
        f'{named}<g data-strip-row="{i}"><path class="interval {look}" data-line="whisker" d="{whisker}"/>'
        f'<path class="mark {look}" data-mark="dot" transform="translate({x:g} {y:g})" d="{shape}"/>'
        f'<text data-text="told" x="{x2 + 10:g}" y="{y + 4:g}">{told}</text></g>'
    )
