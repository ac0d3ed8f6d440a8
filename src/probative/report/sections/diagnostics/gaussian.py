"""A Gaussian task: what is known of it, its pictures, and what a sample makes of it."""

from __future__ import annotations

from probative.findings import Column, Table
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.sections.diagnostics.parts import remark_list
from probative.report.tables import html_table
from probative.report.words import sentence
from probative.theory.gaussian_study import GaussianStudy, in_line
from probative.theory.sentences import ONLY_ESTIMATED


def gaussian_result(found: Document) -> str:
    """Everything about one task."""
    study = GaussianStudy.from_dict(found)
    drawn = [card(chart, legend=True) for chart in study.charts().values()]
    known = f"<p>{sentence(study.title)}.</p>{html_table(_known(study))}"
    # What every page about a known world says stands above it.
    notes = remark_list(note for note in study.notes if note != ONLY_ESTIMATED)
    return f"{known}{_rules(study)}{cards(drawn)}{notes}"


def _known(study: GaussianStudy) -> Table:
    """What is computed from the distribution."""
    border, cut = study.border, study.thresholds
    rows = [
        ("prior p(+1)", f"{study.prior_pos:.6g}"),
        ("border", border.kind),
        ("A", "; ".join(in_line(row) for row in border.A)),
        ("b", in_line(border.b)),
        ("c", f"{border.c:.9g}"),
        ("Bayes risk", str(study.risk)),
        ("TPR, FPR of Bayes' rule", f"{study.tpr}, {study.fpr}"),
        ("AUC of the log odds", str(study.auc)),
        ("losses (false alarm, miss)", f"{study.fp:g}, {study.fn:g}"),
        ("threshold of p(+1 | x)", f"{cut.posterior:.6g}"),
        ("threshold of the odds", f"{cut.odds:.6g}"),
        ("threshold of the log odds", f"{cut.log_odds:.6g}"),
        ("threshold of p(+1 | x) − p(−1 | x)", f"{cut.difference:.6g}"),
    ]
    return Table("Known of the task", (Column("quantity"), Column("value")), tuple(rows))


def _rules(study: GaussianStudy) -> str:
    """The rules that were made from the sample, by their true risk."""
    if study.sample is None:
        return ""
    risk, auc = study.sample.risk, study.sample.auc
    words = f"{len(study.sample.y)} rows were drawn (seed {study.sample.seed}). Bayes' rule on them: {risk}. AUC {auc}."
    made = [one for one in (study.plug_in, *study.models) if one is not None]
    rows = tuple((one.name, str(one.risk), one.shown_excess, *map(str, one.counts.values())) for one in made)
    names = ("rule", "true risk", "excess", "TP", "FN", "FP", "TN")
    title = "Rules made from the sample; TP to TN on the sample itself"
    return f"<p>{sentence(words)}</p>{html_table(Table(title, tuple(map(Column, names)), rows))}"
