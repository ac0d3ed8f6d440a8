"""Scores of known distributions, the risk of graded rows, and regions of a learner: numbers, then pictures."""

from __future__ import annotations

from collections.abc import Iterable

from probative.findings import Column, Table
from probative.losses.risk_study import RiskStudy
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.tables import html_table
from probative.report.words import sentence
from probative.theory.class_study import ClassStudy
from probative.theory.regions import DecisionRegions
from probative.theory.score_study import ScoreStudy


def classes_result(found: Document) -> str:
    """What is known of classes of any densities."""
    study = ClassStudy.from_dict(found)
    drawn = cards(card(one, legend=True) for one in study.charts())
    table = _table("Known of the task", ("quantity", "value"), tuple(study.rows()))
    return f"<p>{sentence(f'{study.title}: {study.task}')}.</p>{table}{drawn}"


def scores_result(found: Document) -> str:
    """What a threshold makes of scores."""
    study = ScoreStudy.from_dict(found)
    rows = tuple(
        (one.kind, *(f"{value:.4f}" for value in (one.auc, one.TP, one.FN, one.FP, one.TN)))
        for one in study.demonstrations
    )
    title = f"Shares of each class at threshold {study.threshold:g}"
    table = _table(title, ("scores", "AUC", "TP", "FN", "FP", "TN"), rows)
    return f"{table}{cards(card(one, legend=True) for one in study.charts())}"


def risk_result(found: Document) -> str:
    """The empirical risk, and how it converged."""
    study = RiskStudy.from_dict(found)
    drawn = cards(card(one, legend=True) for one in study.charts())
    return "".join(f"<p>{sentence(line)}</p>" for line in str(study).splitlines()) + drawn


def regions_result(found: Document) -> str:
    """Regions of a learner of two features, with the rows that it was trained on."""
    regions = DecisionRegions.from_dict(found)
    rows = tuple((name, f"{count:,}") for name, count in regions.counts.items())
    table = _table("The rows that it was trained on", ("answer", "rows"), rows)
    return f"<p>{sentence(str(regions))}</p>{table}{cards([card(regions.picture(regions.model), legend=True)])}"


def _table(title: str, names: Iterable[str], rows: tuple[tuple[str, ...], ...]) -> str:
    return html_table(Table(title, tuple(map(Column, names)), rows))
