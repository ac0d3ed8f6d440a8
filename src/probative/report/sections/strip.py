"""A strip drawn: each model a dot and a whisker on one scale, the rule without inputs a grey tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, nan

from probative.answers.words import thousand
from probative.findings.text import number, significant
from probative.inference import Estimate
from probative.pictures import Axis
from probative.pictures.looks import mark
from probative.pictures.svg_frame import text
from probative.pictures.svg_pen import OUTLINES, key, look_class
from probative.pictures.words import clipped
from probative.report.words import short

Place = Callable[[float], float]
"""Units from the left, of a value."""
ROW, TALL, BOTTOM = 32, 50, 26
"""Units of a row, of one with folds, and below the rows."""
TOP, BRACKET = 28, 30
"""Units above the rows, where the rule without inputs is named, and above that name, where two models differ."""
LETTERS = 9.5, 13.6
"""Units that a letter needs on a phone, in the second strip and in the first."""
LETTER = 7.2
"""Units of a letter beside a whisker."""
BRIEF, NAME = 11, 16
"""Letters of a name before the first strip, on a phone and elsewhere."""


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
    def bracketed(self) -> bool:
        """Whether the difference of two models is drawn above the rows."""
        return bool(self.bracket) and len(self.values) == 2

    @property
    def row(self) -> int:
        """Units of a row."""
        return TALL if self.folds else ROW


def _axis(strip: Strip) -> tuple[Axis, bool]:
    """The axis, and whether the rule without inputs stands on it: not where it would squeeze the models."""
    ends = [end for value in strip.values.values() for end in (value.value, value.low, value.high) if isfinite(end)]
    ends += [value for values in strip.folds.values() for value in values]
    if strip.baseline is None:
        return Axis.around("", ends, include=[0.0] if strip.zero else []), False
    width = max(ends) - min(ends) or abs(ends[0]) * 0.1 or 1.0
    near = min(ends) - 2.5 * width <= strip.baseline <= max(ends) + 2.5 * width
    return Axis.around("", [*ends, strip.baseline] if near else ends), near


def drawn(strip: Strip, series: Mapping[str, int], order: list[str], level: set[str], top: int, first: bool) -> str:
    """The picture of one strip; the first has the names of all."""
    left, wide, right = (172, 340, 196) if first else (16, 150, 274) if strip.zero else (16, 292, 100)
    axis, near = _axis(strip)
    foot = top + strip.row * len(order)

    def at(value: float) -> float:
        return round(left + min(max(axis.share(value), 0), 1) * wide, 1)

    height = foot + BOTTOM
    parts = [f'<path class="grid" d="{"".join(f"M{at(t):g} {top}V{foot}" for t in axis.ticks)}"/>']
    shaded = [i for i, name in enumerate(order) if name in level]
    if shaded:
        box = f'y="{top + strip.row * shaded[0]}" height="{strip.row * (shaded[-1] + 1 - shaded[0])}"'
        parts.insert(0, f'<rect class="group" x="0" {box} width="{left + wide + right}" rx="4"/>')
    parts.append(f'<path class="frame" d="M{left} {foot}H{left + wide}"/>')
    labels = _alike(axis)
    places = max((len(word.partition(".")[2]) for word in labels), default=0)
    # On a phone the picture is smaller and its letters are not: then every other tick goes.
    crowded = len(labels) * max(map(len, labels), default=0) * LETTERS[first] > wide
    for i, (tick, word) in enumerate(zip(axis.ticks, labels, strict=True)):
        between = " between" if crowded and i % 2 else ""
        away = abs(at(tick) - at(strip.baseline)) if near and strip.baseline is not None else wide
        if not between and away < LETTERS[first] * len(word) + 8:
            between = " between"
        if away >= 26:
            parts.append(
                f'<text class="tick{between}" x="{at(tick):g}" y="{foot + 16}" text-anchor="middle">{text(word)}</text>'
            )
    ruled = "".join(_rule(strip, near, at, left, wide, (top, foot), places))
    whose = f' data-strip-rule="{(strip.baseline or 0.0) / 1000!r}"' if strip.role == "cost" else ""
    parts.append(f"<g{whose}>{ruled}</g>" if ruled and whose else ruled)
    if strip.zero:
        parts.append(f'<path class="zero" d="M{at(0.0):g} {top}V{foot}"/>')
    if strip.bracketed:
        a, b = sorted(at(value.value) for value in strip.values.values())
        parts.append(f'<path class="bracket" fill="none" d="M{a:g} {BRACKET - 2}V{BRACKET - 8}H{b:g}V{BRACKET - 2}"/>')
        middle = min(max((a + b) / 2, left + 60), left + wide)
        parts.append(
            f'<text class="soft" x="{middle:g}" y="{BRACKET - 12}" text-anchor="middle">{text(strip.bracket)}</text>'
        )
    for i, name in enumerate(order):
        middle = top + strip.row * i + strip.row / 2
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


def _rule(strip: Strip, near: bool, at: Place, left: int, wide: int, ends: tuple[int, int], places: int) -> list[str]:
    """What looks at no input: a grey tick, or where it lies off the scale an arrow and its value."""
    if strip.baseline is None:
        return []
    top, foot = ends
    value = significant(strip.baseline) if not strip.role else thousand(strip.baseline / 1000)
    if strip.role and "." in value:
        value = number(strip.baseline, max(places, len(value.partition(".")[2])))
    if near:
        x = at(strip.baseline)
        anchor, shift = ("end", -6) if x > left + wide / 2 else ("start", 6)
        return [
            f'<path class="rule" d="M{x:g} {top}V{foot}"/>',
            f'<text class="soft" x="{x + shift:g}" y="{top - 6}" text-anchor="{anchor}">{text(strip.rule)}</text>',
            f'<text class="tick" x="{x:g}" y="{foot + 16}" text-anchor="middle">{value}</text>',
        ]
    low = strip.baseline < min(v.value for v in strip.values.values())
    x, anchor = (left, "start") if low else (left + wide, "end")
    words = f"‹ {value} {strip.rule}" if low else f"{strip.rule} {value} ›"
    return [f'<text class="soft" x="{x}" y="{top - 6}" text-anchor="{anchor}">{text(words)}</text>']


def _named(name: str) -> str:
    """A name before its row: on a phone, where letters are larger, a shorter one.

    >>> _named("naive Bayes"), _named("random forest")
    ('naive Bayes', '<tspan class="full">random forest</tspan><tspan class="brief">rando…orest</tspan>')
    """
    full, brief = text(clipped(name, NAME)), text(clipped(name, BRIEF))
    return full if full == brief else f'<tspan class="full">{full}</tspan><tspan class="brief">{brief}</tspan>'


def _fold_lines(places: Iterable[float], foot: float) -> str:
    """A line for each fold; where several stand, the higher the more they are."""
    found = Counter(round(x) for x in places)
    most = max(found.values())
    return "".join(f"M{x} {foot:g}v-{4 + 9 * n / most:.1f}" for x, n in sorted(found.items()))


def _row(
    strip: Strip, name: str, series: int, y: float, at: Place, left: int, first: bool, i: int, ruled: float
) -> str:
    look, shape = look_class(series), OUTLINES[mark(series)]
    label = f'<text class="model" x="36" y="{y + 4:g}">{_named(name)}</text>'
    keyed = f'<path class="mark {look}" transform="translate(18 {y:g})" d="{shape}"/>'
    named = f'<path class="line {look}" fill="none" d="M4 {y:g}H32"/>{keyed}{label}' if first else ""
    value = strip.values.get(name)
    if value is None and strip.zero:
        return f'<text class="soft" x="{left + 158}" y="{y + 4:g}">{"leads" if not i else "not compared"}</text>'
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
    side = left + 158 if strip.zero else side + 10
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
