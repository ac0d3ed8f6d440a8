"""A selection: its candidates, what each outer fold chose, and the risk of choosing at all."""

from __future__ import annotations

from math import isfinite, nan

from probative.findings import Column, Table
from probative.findings.column import Cell
from probative.findings.text import at_level
from probative.inference import Estimate
from probative.measurement.registry import measures
from probative.records import Document
from probative.report.charts.values import brief, known, numbers
from probative.report.sections.diagnostics.parts import decimals
from probative.report.tables import folded_table, html_table
from probative.report.words import sentence

MOST = 20
"""Candidates in view; the others are there on demand."""


def selection_result(found: Document) -> str:
    """Everything about one selection."""
    criterion = str(found.get("criterion", "criterion"))
    better = f", {sentence(found['better'])} is better" if found.get("better") else ""
    plan = f"Plan {sentence(found.get('plan', '?'))}, seed {sentence(found.get('seed', '?'))}"
    how = f"{plan}; criterion {sentence(criterion)}{better}."
    score = Column(f"selection score, {criterion} (optimistic)", "decimals", _digits(found))
    return "".join([f"<p>{how}</p>", _risk(found), _candidates(found, score), _choices(found, score)])


def _risk(found: Document) -> str:
    """The estimate that no choice has seen."""
    risk = found.get("risk") or {}
    folds = len(risk.get("folds") or ()) or None
    ways = {"fold_mean": "mean of the outer folds", "pooled": "all outer predictions together"}
    rows = [(words, Estimate.from_dict(risk[name]), folds) for name, words in ways.items() if risk.get(name)]
    if not rows:
        return ""
    # The findings name the criterion only; a function of the user's own is judged by the usual measure.
    own = str(found.get("criterion")) not in {measure.name for measure in measures()}
    measure = "accuracy, or mean squared error for numbers" if own else str(found["criterion"])
    level = rows[0][1].level
    title = f"Risk of the procedure, choosing included, on rows that no choice has seen{at_level(level)}"
    columns = (Column("risk"), Column(measure, "estimate"), Column("outer folds", "count"))
    return html_table(Table(title, columns, tuple(rows), level))


def _candidates(found: Document, score: Column) -> str:
    rows: list[tuple[Cell, ...]] = []
    for candidate in found.get("candidates") or ():
        parameters = candidate.get("parameters") or {}
        reached = _score(candidate.get("selection_score_optimistic"))
        rows.append((_spoken(parameters), reached, "final model" if parameters == found.get("final") else ""))
    if not rows:
        return ""
    corrected = known(found.get("corrected_selection_score"))
    less = f" The winning score less its estimated optimism is {brief(corrected)}." if isfinite(corrected) else ""
    caption = (
        "Selection scores are optimistic, because the best of several was taken, and have no interval: they are never "
        f"an estimate of the risk.{less}"
    )
    made = Table("", (Column("candidate", "name"), score, Column("chosen for")), tuple(rows))
    return f"<p>{caption}</p>" + folded_table(made, MOST, "candidates")


def _choices(found: Document, score: Column) -> str:
    """What each outer fold chose, in the order of the folds."""
    chosen, scores = list(found.get("chosen") or ()), list(found.get("selection_scores_optimistic") or ())
    if not chosen:
        return ""
    scores += [None] * (len(chosen) - len(scores))
    rows = [(str(i), _spoken(c), _score(s)) for i, (c, s) in enumerate(zip(chosen, scores, strict=False), 1)]
    kinds = len({_spoken(choice) for choice in chosen})
    agreed = "All chose the same." if kinds == 1 else f"{kinds} different choices: the choice itself is uncertain."
    # A single hold-out has made one choice, with which nothing can agree.
    caption = f"Chosen in each outer fold. {agreed}" if len(rows) > 1 else "The one choice."
    made = Table("", (Column("outer fold"), Column("chosen", "name"), score), tuple(rows))
    return f"<p>{caption}</p>" + folded_table(made, MOST, "outer folds")


def _digits(found: Document) -> int:
    """Decimals of all selection scores."""
    scores = [candidate.get("selection_score_optimistic") for candidate in found.get("candidates") or ()]
    return decimals(numbers([*scores, *(found.get("selection_scores_optimistic") or ())]))


def _score(score: float | str | None) -> float:
    """A score as the table shows it: whatever is not finite is undefined."""
    return known(score) if isfinite(known(score)) else nan


def _spoken(parameters: Document) -> str:
    """Parameters with their values."""
    return ", ".join(f"{name}={value}" for name, value in parameters.items()) or "no parameters"
