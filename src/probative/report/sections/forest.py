"""The differences of compared pairs on the page: the first of them, and how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

from probative.findings import Contest
from probative.report.cards import card, with_note
from probative.report.charts.differences import pairs_data
from probative.report.charts.kinds import kinds
from probative.report.charts.null import null_data
from probative.report.charts.rope import posteriors_data
from probative.stats.result import TestResult


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


def null_distribution(pairs: Sequence[Contest], omnibus: TestResult | None) -> str:
    """A card with what chance alone gives: for the test of all models where there is one, else for the first pair."""
    kind = kinds()["null"]
    data = null_data(pairs, omnibus)
    return "" if data is None else card(kind.describe(data, {}), kind="forest")


def posteriors(pairs: Sequence[Contest], series: Mapping[str, int]) -> str:
    """A card with the probabilities of a practical difference; nothing where nobody asked for them."""
    kind = kinds()["rope"]
    drawn = [pair for pair in pairs if pair.posterior is not None and not isnan(pair.posterior.rope)]
    return card(kind.describe(posteriors_data(drawn[: kind.most]), series), kind="forest") if drawn else ""
