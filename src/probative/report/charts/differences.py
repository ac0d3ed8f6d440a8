"""Differences of pairs of models with their intervals: one row per pair, and zero."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from probative.answers.words import titled
from probative.findings import Contest, Findings
from probative.findings.column import Column
from probative.findings.contest import Difference
from probative.findings.pairs import ordered
from probative.findings.text import p_words, percent
from probative.pictures import Axis, Chart, Guide, Intervals, Marks, Shape, Words
from probative.pictures.words import clipped, named, short_names
from probative.records import plain
from probative.report.charts.kind import Data, Options, Series, chart, chosen_measure
from probative.report.charts.values import better_words, known

WIDTH, ROW, TOP = 310, 38, -0.9
"""Units of the frame and of a row; rows above the first, with room for the words about the sides."""
AT = 0.22
"""Where an interval lies, in rows below the middle of its own."""


def _gather(findings: Findings, options: Options) -> Data | None:
    """The compared pairs of one measure."""
    if not findings.comparisons:
        return None
    measure = chosen_measure(options.measure, (contest.measure for contest in findings.comparisons))
    return pairs_data(contest for contest in findings.comparisons if contest.measure == measure)


def pairs_data(contests: Iterable[Contest]) -> Data:
    """What is drawn of contests that are all about one measure."""
    found = [contest.to_dict() for contest in contests]
    pairs = [
        {
            **{name: written["difference"][name] for name in ("value", "low", "high")},
            **{name: written[name] for name in ("a", "b", "test", "p", "p_adjusted", "at_most", "winner")},
        }
        for written in found
    ]
    common = {name: found[0][name] for name in ("measure", "better", "unit")}
    return common | {"level": found[0]["difference"]["level"], "pairs": pairs}


@chart("differences", place=80, gather=_gather, options=("measure",), most=15)
def differences(data: Data, series: Series) -> Chart:
    """A row for each pair, the smallest p first; right of 0 the first model has more, open marks cannot tell."""
    pairs = _pairs(data)
    names = short_names((name for pair in pairs for name in (pair.a, pair.b)), 20)
    first = pairs[0]
    what = clipped(first.what.replace(first.measure, titled(first.measure)), 44)
    level, (times, unit) = percent(data["level"]), first.told_in
    gaps = [_in_units(pair.difference, times) for pair in pairs]
    ends = [end for gap in gaps for end in (gap.value, gap.low, gap.high)]
    x = Axis.around(", ".join(filter(None, (f"difference of {what}", unit))), ends, include=[0.0], width=WIDTH)
    # Two names written from right to left would change places without the marks around the minus.
    words = [f"{names[pair.a]}\u200e − \u200e{names[pair.b]}" for pair in pairs]
    shown = Column("difference", "estimate", signed=True, times=times)
    beside = [(*filter(None, shown.parts(p.difference, data["level"])), p_words(p.p_told[1])) for p in pairs]
    y = replace(Axis.rows(words, beside=beside, above=-AT, inside=True), high=TOP)
    drawn: list[Shape] = [Guide([0.0, 0.0], [y.low, y.high])]
    for row, (pair, found) in enumerate(zip(pairs, gaps, strict=True)):
        hollow = pair.winner is None
        look = series.get(pair.a if pair.winner is None else pair.winner, 0)
        hint = "cannot be told from 0" if hollow else ""
        drawn.append(Intervals([found.low], [found.high], [row + AT], series=look))
        drawn.append(Marks([found.value], [row + AT], hollow=hollow, series=look, hint=hint))
    notes = (
        "First model minus second. Filled: the test tells them apart, in the look of the better model. "
        "Hollow: it cannot tell, in the look of the first. Dotted: no difference.",
    )
    better = better_words(first.better_if or "neither")
    return Chart(
        f"Paired differences of {what} for {len(pairs)} pairs of models, with intervals",
        x,
        y,
        (*drawn, *_sides(pairs, x)),
        caption=f"Paired differences of {named(what)} with {level} intervals",
        heading=f"first minus second{better}; {level} intervals, adjusted p",
        notes=notes,
        width=WIDTH,
        height=ROW * (len(pairs) + 0.4),
    )


def _in_units(found: Difference, times: float) -> Difference:
    """The difference in the unit that sentences tell it in."""
    return replace(found, value=times * found.value, low=times * found.low, high=times * found.high)


def _pairs(data: Data) -> list[Contest]:
    """The pairs that are drawn, those with the smallest adjusted p first."""
    common = {key: data[key] for key in ("measure", "better", "unit")}
    parts = [{part: known(pair[part]) for part in ("value", "low", "high")} for pair in data["pairs"]]
    gaps = ({"difference": plain(part) | {"level": data["level"]}} for part in parts)
    return ordered(Contest.from_dict(common | pair | gap) for pair, gap in zip(data["pairs"], gaps, strict=True))


def _sides(pairs: list[Contest], x: Axis) -> list[Shape]:
    """Which model each side of zero speaks for, where there is room for the words."""
    zero, first = x.share(0.0), pairs[0]
    left, right = "lower for the first", "higher for the first"
    if (above := first.favoured_above_zero) is not None:
        under = first.b if above == first.a else first.a
        # Of one pair the names are told, of several their places.
        spoken = (
            {first.a: "first", first.b: "second"} if len(pairs) > 1 else {n: clipped(n, 14) for n in (under, above)}
        )
        left, right = f"favours {spoken[under]}", f"favours {spoken[above]}"
    drawn: list[Shape] = []
    if zero > 0.33:
        drawn.append(Words(0.0, TOP, f"← {left}", "end", (-6, 13), role="side"))
    if zero < 0.67:
        drawn.append(Words(0.0, TOP, f"{right} →", "start", (6, 13), role="side"))
    return drawn
