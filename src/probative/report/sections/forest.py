"""The differences of compared pairs on the page: the first of them, and how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probative.findings.tables.pairs import Pair
from probative.report.cards import card, with_note
from probative.report.charts.differences import pairs_data
from probative.report.charts.kinds import kinds


def forest(pairs: Sequence[Pair], series: Mapping[str, int]) -> str:
    """A card with the differences of the first pairs; nothing where no difference is known."""
    kind = kinds()["differences"]
    drawn = [pair for pair in pairs if pair.difference.defined][: kind.most]
    if not drawn:
        return ""
    chart = kind.describe(pairs_data((pair.plain for pair in drawn), drawn[0].difference.level), series)
    if len(drawn) < len(pairs):
        chart = with_note(chart, f"{len(drawn)} of {len(pairs)} pairs are drawn: the others are in the table.")
    return card(chart, kind="forest")
