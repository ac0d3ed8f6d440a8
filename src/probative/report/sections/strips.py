"""Strips: the models under one another, each a dot and a whisker on one scale, the rule without inputs a grey tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, nan

from probative.answers.which import Standing, without_inputs
from probative.answers.words import decimals, thousand, titled
from probative.decisions.costs import COST
from probative.findings import Findings
from probative.findings.contest import in_units
from probative.findings.text import number, plus
from probative.inference import Estimate
from probative.measurement import find
from probative.pictures import Axis
from probative.pictures.looks import mark
from probative.pictures.svg_frame import text
from probative.pictures.svg_pen import OUTLINES, key, look_class
from probative.pictures.words import clipped
from probative.predictions.resampled import Resampled
from probative.report.charts.folds import fold_values
from probative.report.charts.kind import ranked, series_of
from probative.report.words import short

Place = Callable[[float], float]
"""Units from the left, of a value."""
ROW, TALL, TOP, BOTTOM, ROOM = 32, 50, 40, 26, 14
"""Units of a row, of one with folds, above the rows and below them."""
LETTERS = 9.5, 13.6
"""Units that a letter needs on a phone, in the second strip and in the first."""
LETTER = 7.2
"""Units of a letter beside a whisker."""
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
    folds: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """By model: the values of single folds."""
    below: Mapping[str, str] = field(default_factory=dict)
    """By model: what stands beside its folds."""
    zero: bool = False
    """Whether 0 is drawn: of differences."""

    @property
    def row(self) -> int:
        """Units of a row."""
        return TALL if self.folds else ROW


def strips(findings: Findings) -> str:
    """The ranking on the left, the cost on the right, where there are any."""
    if not findings.models:
        return ""
    series, standing = series_of(findings), Standing.of(findings)
    order = [name for name in ranked(findings) if name != findings.about.baseline or len(findings.models) == 1][:MOST]
    ranking = _ranking(findings, standing, order)
    second = _gaps(findings, standing) if standing and ranking and ranking.folds else _costs(findings, order)
    made = [strip for strip in (ranking, second) if strip is not None]
    if not made:
        return ""
    level = set() if standing is None else _not_told(standing)
    drawn = "".join(_drawn(strip, series, order, level, first=not i) for i, strip in enumerate(made))
    return f'<div class="strips">{drawn}</div>'


def _not_told(standing: Standing) -> set[str]:
    """The leader and all that cannot be told from it, where some can."""
    # Costs are compared at one cut, and drawn at each model's cheapest: these are other numbers.
    if len(standing.others) < 2 or not standing.contests or standing.measure == COST:
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
    folds = _folds(findings, measure, values)
    if folds:
        beside = {}
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
        folds=folds,
        below={name: _below(findings.models[name].resampling[measure], measure) for name in folds},
    )


def _folds(findings: Findings, measure: str, names: Iterable[str]) -> dict[str, list[float]]:
    """The defined values of single folds, of models whose value is their mean."""
    found = {}
    for name in names:
        told = findings.models[name].resampling.get(measure)
        if told is not None and len(told.folds) > 1 and told.fold_mean.defined:
            found[name] = [float(value) for value in told.folds if isfinite(value)]
    return found


def _below(told: Resampled, measure: str) -> str:
    """How many folds reach the best value that there is, which one mark hides."""
    best = find(measure).high if find(measure).better == "higher" else find(measure).low
    there = sum(1 for value in told.folds if value == best)
    return f"{there} of {len(told.folds)} folds at {best:g}" if there else ""


def _gaps(findings: Findings, standing: Standing) -> Strip | None:
    """The leader's differences from the others: by the test, and fold by fold."""
    measure, leader = standing.measure, standing.leader
    scale, unit = in_units(measure)
    whole = _by_fold(findings, measure, leader)
    values, told, folds, below = {}, {}, {}, {}
    for name in standing.others[: MOST - 1]:
        contest = standing.contests.get(name)
        if contest is None or contest.unit != "value" or not contest.difference.defined:
            continue
        sign = scale if contest.a == leader else -scale
        low, high = sorted((sign * contest.difference.low, sign * contest.difference.high))
        values[name] = found = Estimate(sign * contest.difference.value, low, high)
        digits = 1 if scale == 100 else found.digits()
        value, *ends = (number(part, digits) for part in (found.value, low, high))
        told[name] = (plus(value), ends[0], ends[1])
        others = _by_fold(findings, measure, name)
        gaps = [scale * (whole[key] - others[key]) for key in whole if key in others]
        ahead = sum(1 for gap in gaps if (gap > 0) == (standing.better == "higher") and gap)
        folds[name] = gaps
        apart = "told apart" if contest.winner else "not told apart"
        below[name] = f"{apart}; ahead in {ahead} of {len(gaps)}"
    if not values:
        return None
    title = f"{clipped(leader, 14)} − model, {(unit.strip() or titled(measure))}, fold by fold"
    return Strip(title, "neither", values, told, role="lead", folds=folds, below=below, zero=True)


def _by_fold(findings: Findings, measure: str, name: str) -> dict[tuple[int, int], float]:
    found = findings.models[name].resampling.get(measure)
    return {} if found is None else fold_values(found.to_dict())


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
    ends += [value for values in strip.folds.values() for value in values]
    if strip.baseline is None:
        return Axis.around("", ends, include=[0.0] if strip.zero else []), False
    width = max(ends) - min(ends) or abs(ends[0]) * 0.1 or 1.0
    near = min(ends) - 2.5 * width <= strip.baseline <= max(ends) + 2.5 * width
    return Axis.around("", [*ends, strip.baseline] if near else ends), near


def _drawn(strip: Strip, series: Mapping[str, int], order: list[str], level: set[str], first: bool) -> str:
    left, wide, right = (172, 340, 196) if first else (8, 190, 242) if strip.zero else (8, 300, 100)
    axis, near = _axis(strip)
    foot = TOP + strip.row * len(order)

    def at(value: float) -> float:
        return round(left + min(max(axis.share(value), 0), 1) * wide, 1)

    bracket = bool(strip.bracket) and len(strip.values) == 2
    # Above the rows the bracket has the room that a rule off the scale would otherwise be named in.
    height = foot + BOTTOM + (ROOM if bracket and strip.baseline is not None and not near else 0)

    parts = [f'<path class="grid" d="{"".join(f"M{at(t):g} {TOP}V{foot}" for t in axis.ticks)}"/>']
    shaded = [i for i, name in enumerate(order) if name in level]
    if shaded:
        box = f'y="{TOP + strip.row * shaded[0]}" height="{strip.row * (shaded[-1] + 1 - shaded[0])}"'
        parts.insert(0, f'<rect class="group" x="0" {box} width="{left + wide + right}" rx="4"/>')
    parts.append(f'<path class="frame" d="M{left} {foot}H{left + wide}"/>')
    labels = _alike(axis)
    # On a phone the picture is smaller and its letters are not: then every other tick goes.
    crowded = len(labels) * max(map(len, labels), default=0) * LETTERS[first] > wide
    for i, (tick, word) in enumerate(zip(axis.ticks, labels, strict=True)):
        between = " between" if crowded and i % 2 else ""
        if not (near and strip.baseline is not None and abs(at(tick) - at(strip.baseline)) < 26):
            parts.append(
                f'<text class="tick{between}" x="{at(tick):g}" y="{foot + 16}" text-anchor="middle">{text(word)}</text>'
            )
    ruled = "".join(_rule(strip, near, at, left, wide, foot, bracket))
    whose = f' data-strip-rule="{(strip.baseline or 0.0) / 1000!r}"' if strip.role == "cost" else ""
    parts.append(f"<g{whose}>{ruled}</g>" if ruled and whose else ruled)
    if strip.zero:
        parts.append(f'<path class="zero" d="M{at(0.0):g} {TOP}V{foot}"/>')
    if bracket:
        a, b = sorted(at(value.value) for value in strip.values.values())
        parts.append(f'<path class="bracket" fill="none" d="M{a:g} {TOP - 8}V{TOP - 14}H{b:g}V{TOP - 8}"/>')
        middle = min(max((a + b) / 2, left + 60), left + wide)
        parts.append(
            f'<text class="soft" x="{middle:g}" y="{TOP - 19}" text-anchor="middle">{text(strip.bracket)}</text>'
        )
    for i, name in enumerate(order):
        middle = TOP + strip.row * i + strip.row / 2
        ruled_at = at(strip.baseline) if near and strip.baseline is not None else nan
        parts.append(_row(strip, name, series[name], middle, at, left, first, i, ruled_at))
    words = "above: mean and corrected interval; below: each fold" if strip.folds and not strip.zero else ""
    arrow = words or {"higher": "more is better →", "lower": "← less is better"}.get(strip.better, "")
    title = f"<h2>{text(strip.title)} <small>{arrow}</small></h2>"
    total = left + wide + right
    size = f'viewBox="0 0 {total} {height}" width="{total}" height="{height}"'
    moves = strip.role and not strip.zero
    data = f' data-strip="{strip.role}" data-axis="{left} {wide} {axis.low!r} {axis.high!r}"' if moves else ""
    said = f"{strip.title}, every model with its interval"
    drawn = f'<svg {size} role="img" aria-label="{text(said)}"{data}>{"".join(parts)}</svg>'
    # On a phone the strips stand one under the other, and each has its names.
    names = "" if first else "".join(f"<span>{key(series[name])}{short(name)}</span> " for name in order)
    who = f'<p class="who">{names}</p>' if names else ""
    return f'<figure class="strip {strip.role}">{title}{who}{drawn}</figure>'


def _alike(axis: Axis) -> list[str]:
    """The numbers at the ticks, all with as many decimals.

    >>> _alike(Axis("", 0.9, 1.0, (0.9, 0.95, 1.0)))
    ['0.90', '0.95', '1.00']
    """
    written = axis.labels()
    if any("e" in word for word in written):
        return list(written)
    digits = max((len(word.partition(".")[2]) for word in written), default=0)
    return [number(tick, digits) for tick in axis.ticks]


def _rule(strip: Strip, near: bool, at: Place, left: int, wide: int, foot: int, bracket: bool) -> list[str]:
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
    y = foot + BOTTOM + 6 if bracket else TOP - 4
    return [f'<text class="soft" x="{x}" y="{y}" text-anchor="{anchor}">{text(words)}</text>']


def _fold_lines(places: Iterable[float], foot: float) -> str:
    """A line for each fold; where several stand, the higher the more they are."""
    found = Counter(round(x) for x in places)
    most = max(found.values())
    return "".join(f"M{x} {foot:g}v-{4 + 9 * n / most:.1f}" for x, n in sorted(found.items()))


def _row(
    strip: Strip, name: str, series: int, y: float, at: Place, left: int, first: bool, i: int, ruled: float
) -> str:
    look, shape = look_class(series), OUTLINES[mark(series)]
    label = f'<text class="model" x="36" y="{y + 4:g}">{text(clipped(name, 16))}</text>'
    keyed = f'<path class="mark {look}" transform="translate(18 {y:g})" d="{shape}"/>'
    named = f'<path class="line {look}" fill="none" d="M4 {y:g}H32"/>{keyed}{label}' if first else ""
    value = strip.values.get(name)
    if value is None and strip.zero:
        return f'<text class="soft" x="{left + 198}" y="{y + 4:g}">{"leads" if not i else "not compared"}</text>'
    if value is None:
        return f'{named}<text class="soft" x="{left + 6}" y="{y + 4:g}">undefined</text>'
    ticks = strip.folds.get(name, ())
    beneath = f'<path class="folds {look}" d="{_fold_lines(map(at, ticks), y + 17)}"/>' if ticks else ""
    y -= 9 if ticks else 0
    low, high = (end if isfinite(end) else value.value for end in (value.low, value.high))
    x1, x2, x = at(low), at(high), at(value.value)
    whisker = f"M{x1:g} {y:g}H{x2:g}M{x1:g} {y - 5:g}V{y + 5:g}M{x2:g} {y - 5:g}V{y + 5:g}"
    middle, below, above = strip.told[name]
    spread = strip.beside.get(name, f"{below} to {above}" if isfinite(value.low) and isfinite(value.high) else "")
    told = (
        f'<tspan class="value" data-text="value">{middle}</tspan> '
        f'<tspan class="soft" data-text="spread" dx="4">{text(spread)}</tspan>'
    )
    side = max(x2, *(map(at, ticks))) if ticks else x2
    side = left + 198 if strip.zero else side + 10
    # Where the rule without inputs would cross the words they stand on the other side, or behind the rule.
    needed = LETTER * (len(middle) + len(spread) + 2)
    crossed = not ticks and side < ruled + 4 and side + needed > ruled
    turned = crossed and x1 - 10 - needed > left
    if crossed:
        side = x1 - 10 if turned else ruled + 8
    anchor = ' text-anchor="end"' if turned else ""
    if said := strip.below.get(name, ""):
        beneath += f'<text class="soft" x="{side:g}" y="{y + 20:g}">{text(said)}</text>'
    return (
        f'{named}{beneath}<g data-strip-row="{i}"><path class="interval {look}" data-line="whisker" d="{whisker}"/>'
        f'<path class="mark {look}" data-mark="dot" transform="translate({x:g} {y:g})" d="{shape}"/>'
        f'<text data-text="told" x="{side:g}" y="{y + 4:g}"{anchor}>{told}</text></g>'
    )
