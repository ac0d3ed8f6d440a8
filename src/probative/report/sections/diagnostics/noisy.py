"""A noisy function: the risk of a model of it, what is computed, what a sample says, and the pictures."""

from __future__ import annotations

from probative.findings import Column, Table
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.tables import html_table
from probative.report.words import sentence
from probative.theory.noisy_study import NoisyStudy


def noisy_result(found: Document) -> str:
    """Everything about one model of a noisy function."""
    study = NoisyStudy.from_dict(found)
    rows = [
        (study.title, str(study.risk)),
        ("modelling error", str(study.modelling_error)),
        ("variance of the noise", f"{study.noise_variance:.6g}"),
    ]
    if study.empirical is not None:
        rows.append((f"estimated on {study.empirical.n:,} rows, seed {study.seed}", str(study.empirical)))
    known = html_table(Table("Known of the model", (Column("quantity"), Column("value")), tuple(rows)))
    return f"<p>{sentence(study.head_line)}.</p>{known}{cards(card(one, legend=True) for one in study.charts())}"
