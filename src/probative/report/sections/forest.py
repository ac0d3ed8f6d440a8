"""The differences of compared pairs on the page: the first of them, and how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probative.findings import Contest
from probative.report.cards import card, with_note
from probative.report.charts.differences import pairs_data
from probative.report.charts.kinds import kinds


def forest(pairs: Sequence[Contest], series: Mapping[str, int]) -> str:
    """A card with the differences of the first pairs; nothing where no difference is known."""
    kind = kinds()["differences"]
    drawn = [pair for pair in pairs if pair.difference.defined][: kind.most]
    if not drawn:
        return ""
    chart = kind.describe(pairs_data(drawn), series)
    if len(drawn) < len(pairs):
        chart = with_note(chart, f"{len(drawn)} of {len(pairs)} pairs are drawn: the others are in the table.")
    return card(chart, kind="forest")
