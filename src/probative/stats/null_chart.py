"""The null distribution drawn: what the statistic may be if H0 holds, where H0 is rejected, and what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from probative.errors import BadParameter, InvalidMethod
from probative.evidence.arrays import Array
from probative.pictures import Axis, Band, Bars, Chart, Guide, Line, Shape, Words
from probative.pictures.words import clipped
from probative.stats.meaning import P_MEANS, rejected
from probative.stats.null_distributions import Discrete, Smooth, Statistic, null_distribution

WIDTH, HEIGHT = 320.0, 210.0
BARS = 120
"""Outcomes up to which each has a bar of its own: more would be thinner than what parts them."""
LETTER = 0.02
"""The width of a letter, as a share of the picture's."""
TAILS = {"two-sided": "both tails", "greater": "the upper tail", "less": "the lower tail"}


def null_chart(result: Statistic, significance: float = 0.05) -> Chart:
    """The distribution under H0 with its rejection region and the statistic that was seen.

    >>> null_chart(Statistic(-1.809068, 4, 0.144704)).x.name
    't(4) if H0 holds'
    """
    if not 0 < significance < 0.5:
        raise BadParameter("a significance lies between 0 and 0.5.", found=significance, remedy="0.05")
    found = null_distribution(result)
    if found is None:
        raise InvalidMethod(
            f"{result.method or 'this test'} has no null distribution to draw.",
            found="no p-value"
            if result.p != result.p
            else "its p is not looked up in a distribution under H0 (a bootstrap resamples around what was seen)",
            remedy="print(result) says what p means",
        )
    chart = _density(result, found, significance) if isinstance(found, Smooth) else _chances(found, significance)
    region = f"rejection region at {significance:g}"
    verdict = "rejected" if rejected(result.p, significance) else "not rejected"
    tailed = isinstance(found, Discrete) or found.both
    how = f"{TAILS[result.alternative]} ({_sided(result)})" if tailed else "the upper tail"
    doubted = f"H0: {result.h0}. " if result.h0 else ""
    never = isinstance(found, Discrete) and not found.rejected(significance).any()
    none = " No outcome of so few leads to rejection at that level." if never else ""
    notes = (
        f"{doubted}Shaded: the {region}, in {how}; the line is what was seen: {result.p_said}, H0 is {verdict}.{none}",
        f"{P_MEANS}.",
    )
    caption = f"{clipped(result.method, 60)}: what chance alone gives"
    heading = f"{clipped(result.method, 60)}, {result.p_said}: H0 {verdict} at {significance:g}"
    return Chart(
        f"Null distribution of {clipped(result.method)} with the {region} and the statistic seen",
        chart.x,
        chart.y,
        chart.shapes,
        caption=caption,
        heading=heading,
        notes=notes,
        width=WIDTH,
        height=HEIGHT,
    )


def _sided(result: Statistic) -> str:
    return "two-tailed" if result.alternative == "two-sided" else f"one-tailed, {result.alternative}"


def _density(result: Statistic, found: Smooth, significance: float) -> Chart:
    x, y = found.points(significance)
    df = result.details.get("df_used", result.df)
    free = () if df is None or found.name != result.symbol else df if isinstance(df, tuple | list) else (df,)
    listed = ", ".join(f"{part:.4g}" for part in free)
    name = f"{found.name}{f'({listed})' if free else ''} if H0 holds"
    finite = y[np.isfinite(y)]
    # A density that has no end near 0 is cut where it leaves the picture.
    top = 1.18 * float(finite.max() if found.both else min(finite.max(), 3 * np.quantile(finite, 0.9) + 0.2))
    across, up = Axis.over(name, [float(x[0]), float(x[-1])], width=WIDTH), Axis.over("Density", [0, top], ticks=4)
    low, high = found.region(significance)
    y = np.minimum(y, up.high)
    drawn: list[Shape] = []
    named = False
    for part in (x <= low, x >= high):
        if part.any():
            words = "" if named else f"rejection region at {significance:g}"
            named = True
            drawn.append(Band(x[part], y[part] * 0, y[part], series=1, role="rejected", name=words))
    ends = [end for end in (low, high) if isfinite(end)]
    for end in ends:
        drawn.append(Guide([end, end], [0, up.high], hint="critical value"))
        # Outside of the region that is not rejected, unless the line of the statistic passes there.
        left = (end < 0) != _crosses(found.statistic, end, number(end), end < 0, across)
        drawn.append(Words(end, up.high, number(end), "end" if left else "start", (-4 if left else 4, 12)))
    drawn.append(Line(x, y, series=0, dashed=False, fine=True, name=f"{found.name} under H0"))
    drawn += _seen(found.statistic, found.name, across, up, ends, (x, y))
    return Chart("", across, up, tuple(drawn))


def number(value: float) -> str:
    """Four digits, with a proper minus."""
    return f"{value:.4g}".replace("-", "−")


def _crosses(value: float, at: float, words: str, left: bool, across: Axis) -> bool:
    """Whether something at a value lies behind words that stand to the left or right of a place."""
    apart = across.share(value) - across.share(at)
    return 0 <= (-apart if left else apart) <= LETTER * (len(words) + 1)


def _seen(
    value: float,
    symbol: str,
    across: Axis,
    up: Axis,
    guides: Sequence[float] = (),
    curve: tuple[Array, Array] | None = None,
) -> list[Shape]:
    """The line of the statistic, and its number beside it: towards the middle, unless other lines pass there."""
    said = f"{symbol} = {number(value)}" if symbol else number(value)
    line = Line([value, value], [0, up.high], role="observed", weight=2.0, name="seen", detail=said)
    inwards = across.share(value) > 0.5
    for height in (0.8, 0.7, 0.6, 0.5, 0.4):
        for left in (inwards, not inwards):
            edge = across.share(value) + (-1 if left else 1) * LETTER * (len(said) + 1)
            if 0 <= edge <= 1 and _free(value, said, left, height, across, up, guides, curve):
                return [line, _beside(value, up, height, said, left)]
    return [line, _beside(value, up, 0.8, said, inwards)]


def _beside(value: float, up: Axis, height: float, said: str, left: bool) -> Words:
    at = up.low + height * (up.high - up.low)
    return Words(value, at, said, "end" if left else "start", (-5 if left else 5, 0))


def _free(
    value: float,
    said: str,
    left: bool,
    height: float,
    across: Axis,
    up: Axis,
    guides: Sequence[float],
    curve: tuple[Array, Array] | None,
) -> bool:
    """Whether words beside the line, at a share of the height, cross neither guides nor the curve."""
    if any(_crosses(guide, value, said, left, across) for guide in guides):
        return False
    if curve is None:
        return True
    under = [up.share(float(y)) for x, y in zip(*curve, strict=True) if _crosses(float(x), value, said, left, across)]
    return not under or max(under) < height - 0.02 or min(under) > height + 0.08


def _chances(found: Discrete, significance: float) -> Chart:
    shown, extreme = found.shown(), found.rejected(significance)
    places, chances = found.places[shown], found.chances[shown]
    step = float(np.diff(places).min()) if len(places) > 1 else 1.0
    across = Axis.over(f"{found.name} if H0 holds", [places[0] - step, places[-1] + step], width=WIDTH)
    up = Axis.over("Probability", [0, 1.18 * float(chances.max())], ticks=4)
    drawn: list[Shape] = []
    kinds = ((False, 0, "under H0"), (True, 1, f"rejection region at {significance:g}"))
    for out, series, name in kinds:
        part = extreme[shown] == out
        if len(places) > BARS:
            drawn += _outline(places, chances, part, series, name)
        elif part.any():
            box = (places[part] - 0.4 * step, places[part] + 0.4 * step, chances[part] * 0, chances[part])
            drawn.append(Bars(*box, series=series, role="" if out else "null", name=name))
    return Chart("", across, up, (*drawn, *_seen(found.statistic, "", across, up)))


def _outline(places: Array, chances: Array, part: Array, series: int, name: str) -> list[Shape]:
    """The heads of many bars as one line, and those of the rejection region as areas below it."""
    if not series:
        return [Line(places, chances, series=0, dashed=False, fine=True, name=name)]
    ends = np.flatnonzero(np.diff(part, prepend=False, append=False))
    runs = [slice(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True)]
    areas = ((places[run], chances[run]) for run in runs)
    return [Band(x, y * 0, y, series=series, role="rejected", name="" if i else name) for i, (x, y) in enumerate(areas)]
