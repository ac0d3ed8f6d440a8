"""Resampling: means over folds beside pooled values, with what varies."""

from __future__ import annotations

from probative.findings import Findings
from probative.findings.tables.folds import resampling_table
from probative.guards.alone import BESIDE_FOLDS
from probative.report.cards import card, cards, charts_of
from probative.report.charts.kinds import kinds
from probative.report.tables import details, html_table
from probative.report.words import sentence, short, text

MOST = 4
"""Models whose curves are in view."""


def resampling(findings: Findings) -> str:
    """One row for each model and measure that is known fold by fold."""
    found = resampling_table(findings)
    if found is None:
        return ""
    drawn = [card(chart) for chart in charts_of(kinds()["roc-folds"], findings)]
    more = details("ROC curves of further models, fold by fold", cards(drawn[MOST:]))
    varies = "".join(f"<p>{sentence(note.text)}</p>" for note in findings.notes if note.code in BESIDE_FOLDS)
    return f"<h3>Resampling</h3>{html_table(found, feet=True)}{varies}{_choices(findings)}{cards(drawn[:MOST])}{more}"


def _choices(findings: Findings) -> str:
    """What won the choices inside the training parts, which is no estimate of the risk."""
    items = [f"<li><strong>{short(m)}</strong>: {text(s.sentence())}</li>" for m, s in findings.about.selection.items()]
    return f"<ul>{''.join(items)}</ul>" if items else ""
