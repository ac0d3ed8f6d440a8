"""A selection: its candidates, what each outer fold chose, and the risk of choosing at all."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any

from probative.inference import Estimate
from probative.measurement.registry import measures
from probative.report.sections.diagnostics.parts import brief, decimals, known, numbers, percent, shown
from probative.report.tables import cell, details, table
from probative.report.words import sentence, short

MOST = 20
"""Candidates in view; the others are there on demand."""


def selection_result(found: dict[str, Any]) -> str:
    """Everything about one selection."""
    criterion = sentence(found.get("criterion", "criterion"))
    better = f", {sentence(found['better'])} is better" if found.get("better") else ""
    plan = f"Plan {sentence(found.get('plan', '?'))}, seed {sentence(found.get('seed', '?'))}"
    how = f"{plan}; criterion {criterion}{better}."
    parts = [f"<p>{how}</p>", _risk(found), _candidates(found, criterion), _choices(found, criterion)]
    return "".join(parts)


def _risk(found: dict[str, Any]) -> str:
    """The estimate that no choice has seen."""
    risk = found.get("risk") or {}
    rows = []
    for name, words in (("fold_mean", "Mean of the outer folds"), ("pooled", "All outer predictions together")):
        if risk.get(name):
            estimate = Estimate.from_dict(risk[name])
            rows.append([words, cell(estimate), percent(estimate.level), f"{len(risk.get('folds') or ()) or ''}"])
    if not rows:
        return ""
    # The findings name the criterion only; a function of the user's own is judged by the usual measure.
    own = str(found.get("criterion")) not in {measure.name for measure in measures()}
    measure = "accuracy, or mean squared error for numbers" if own else sentence(found["criterion"])
    caption = "Risk of the procedure, choosing included, on rows that no choice has seen, with the interval's method."
    return f"<p>{caption}</p>" + table(["Risk", measure, "Level of the interval", "Outer folds"], rows)


def _candidates(found: dict[str, Any], criterion: str) -> str:
    final = found.get("final")
    digits = _digits(found)
    rows = []
    for candidate in found.get("candidates") or ():
        parameters = candidate.get("parameters") or {}
        score = _score(known(candidate.get("selection_score_optimistic")), digits)
        rows.append([_spoken(parameters), score, "final model" if parameters == final else ""])
    if not rows:
        return ""
    corrected = known(found.get("corrected_selection_score"))
    less = f" The winning score less its estimated optimism is {brief(corrected)}." if isfinite(corrected) else ""
    caption = (
        "Selection scores are optimistic, because the best of several was taken, and have no interval: they are never "
        f"an estimate of the risk.{less}"
    )
    head = ["Candidate", f"Selection score, {criterion} (optimistic)", "Chosen for"]
    return f"<p>{caption}</p>" + table(head, rows[:MOST]) + _more(head, rows[MOST:], "candidates")


def _more(head: list[str], rows: list[list[str]], what: str) -> str:
    return details(f"{len(rows):,} more {what}", table(head, rows)) if rows else ""


def _choices(found: dict[str, Any], criterion: str) -> str:
    """What each outer fold chose, in the order of the folds."""
    chosen, digits = list(found.get("chosen") or ()), _digits(found)
    scores = numbers(found.get("selection_scores_optimistic"))
    scores += [float("nan")] * (len(chosen) - len(scores))
    rows = [
        [f"{i + 1}", _spoken(choice), _score(score, digits)]
        for i, (choice, score) in enumerate(zip(chosen, scores, strict=False))
    ]
    if not rows:
        return ""
    kinds = len({_spoken(choice) for choice in chosen})
    agreed = "All chose the same." if kinds == 1 else f"{kinds} different choices: the choice itself is uncertain."
    head = ["Outer fold", "Chosen", f"Selection score, {criterion} (optimistic)"]
    # A single hold-out has made one choice, with which nothing can agree.
    caption = f"Chosen in each outer fold. {agreed}" if len(rows) > 1 else "The one choice."
    return f"<p>{caption}</p>" + table(head, rows[:MOST]) + _more(head, rows[MOST:], "outer folds")


def _digits(found: dict[str, Any]) -> int:
    """Decimals of all selection scores."""
    scores = numbers(candidate.get("selection_score_optimistic") for candidate in found.get("candidates") or ())
    return decimals(scores + numbers(found.get("selection_scores_optimistic")))


def _score(score: float, digits: int) -> str:
    return shown(score, digits) if isfinite(score) else "undefined"


def _spoken(parameters: dict[str, Any]) -> str:
    """Parameters with their values."""
    words: Iterable[str] = (f"{name}={value}" for name, value in parameters.items())
    return short(", ".join(words) or "no parameters")
