"""Errors of a regression as pictures, model by model."""

from __future__ import annotations

from probative.findings import Findings
from probative.pictures.svg_pen import key
from probative.report.cards import card, cards, charts_of
from probative.report.charts.kind import ranked, series_of
from probative.report.charts.kinds import kinds
from probative.report.tables import details
from probative.report.words import short

MOST = 3
"""Models in view; the others are there on demand."""


def error_pictures(findings: Findings) -> str:
    """The pictures of every regression, each model under its own heading."""
    wanted = [kind for kind in kinds().values() if kind.section == "errors"]
    # In the order of the charts.
    models = [name for name in ranked(findings) if findings.models[name].curves.get("errors")]
    made = list(zip(*(charts_of(kind, findings) for kind in wanted), strict=True))
    series = series_of(findings)
    found = [
        f"<h3>Errors of {key(series[name])}{short(name)}</h3>{cards(card(chart) for chart in charts)}"
        for name, charts in zip(models, made, strict=True)
    ]
    rest = found[MOST:]
    return "".join(found[:MOST]) + details(f"{len(rest)} more: errors of further models", "".join(rest))
