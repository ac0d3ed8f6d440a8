"""Differences of pairs of models with their intervals."""

from __future__ import annotations

from typing import Any

from probative.findings import Findings
from probative.findings.tables.cells import short
from probative.records import plain
from probative.report.figures.estimates import interval, outer
from probative.report.figures.frame import GREY, beside, next_mark, rows_of_names, short_names, value_text
from probative.report.figures.picture import Data, Options, chosen_measure


def gather_differences(findings: Findings, options: Options) -> Data | None:
    """The compared pairs of one measure."""
    if not findings.comparisons:
        return None
    measure = chosen_measure(options.measure, (contest.measure for contest in findings.comparisons))
    contests = [contest for contest in findings.comparisons if contest.measure == measure]
    pairs = [
        {
            **{name: plain(getattr(contest, name)) for name in ("a", "b", "p_adjusted", "winner")},
            **{name: plain(getattr(contest.difference, name)) for name in ("value", "low", "high")},
            "test": contest.result.method,
        }
        for contest in contests
    ]
    first = contests[0]
    return {
        "measure": measure,
        "better": first.better,
        "unit": first.unit,
        "level": first.result.level,
        "pairs": pairs,
    }


def draw_differences(data: Data, axes: Any, style: dict[str, Any]) -> None:
    """A row for each pair: left of 0 the second has more, right of it the first; open dots cannot be told from 0."""
    pairs = data["pairs"]
    edge = outer([*pairs, {"value": 0.0}])
    first = next_mark(axes, {})
    for row, pair in enumerate(pairs):
        face = {} if pair["winner"] else {"markerfacecolor": "white"}
        interval(axes, row, pair, edge, first | face | style)
        beside(axes, row, f"{value_text(pair)}, p = {short(pair['p_adjusted'])}")
    names = short_names(dict.fromkeys(name for pair in pairs for name in (pair["a"], pair["b"])))
    rows_of_names(axes, (f"{names[pair['a']]} −\n{names[pair['b']]}" for pair in pairs))
    axes.axvline(0, color=GREY, linewidth=1, linestyle=":")
    # Of ranks the lower one is better, whatever the measure.
    better = "lower" if data["unit"] == "ranks" else data["better"]
    what = data["measure"] if data["unit"] == "value" else f"{data['unit']} of {data['measure']}"
    words = "" if better == "neither" else f" ({better} is better)"
    label = f"Difference in {what}{words}; {data['level'] * 100:g} % intervals, adjusted p"
    axes.set_xlabel(label, parse_math=False)
