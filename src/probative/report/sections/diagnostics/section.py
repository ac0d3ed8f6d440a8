"""The section itself: what is known about the models, then every further result under its own heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from probative.findings import Findings
from probative.records import Document
from probative.report.cards import card, cards, charts_of
from probative.report.charts.kinds import kinds
from probative.report.sections.diagnostics.audit import audit_result
from probative.report.sections.diagnostics.bias_variance import bias_variance_result
from probative.report.sections.diagnostics.demonstrations import (
    classes_result,
    regions_result,
    risk_result,
    scores_result,
)
from probative.report.sections.diagnostics.gaussian import gaussian_result
from probative.report.sections.diagnostics.noisy import noisy_result
from probative.report.sections.diagnostics.permutation import permutation_notes, permutation_result
from probative.report.sections.diagnostics.selection import selection_result
from probative.report.sections.diagnostics.sweep import sweep_result
from probative.report.sections.diagnostics.terms import trade_off
from probative.report.sections.diagnostics.training import training_result
from probative.report.sections.diagnostics.weak_slices import weak_slices_result
from probative.report.tables import details
from probative.report.words import short, text
from probative.theory.sentences import ONLY_ESTIMATED

RESULTS: dict[str, tuple[str, Callable[[Document], str]]] = {
    "permutation": ("Permutation test", permutation_result),
    "bias-variance": ("Bias and variance", bias_variance_result),
    "sweep": ("Sweep of bias and variance", sweep_result),
    "selection": ("Selection", selection_result),
    "gaussian": ("Gaussian task", gaussian_result),
    "risk": ("Risk of a noisy function", noisy_result),
    "classes": ("Known classes", classes_result),
    "scores": ("Scores of two classes", scores_result),
    "empirical-risk": ("Empirical risk", risk_result),
    "regions": ("Decision regions", regions_result),
    "learning curve": ("Learning curve", training_result),
    "validation curve": ("Validation curve", training_result),
    "resubstitution": ("Training rows beside test rows", training_result),
    "audit": ("Audit of the data", audit_result),
    "weak-slices": ("Weak slices", weak_slices_result),
}
MOST = 8
"""Models in view."""
KNOWN_WORLDS = ("gaussian", "classes", "risk", "scores", "regions")
"""Kinds whose numbers real data do not have."""
ELSEWHERE = ("comparison",)
"""Kinds that have a section of their own."""


def diagnostics_section(findings: Findings) -> str:
    """The body of the section as HTML; empty where there is nothing to show.

    >>> diagnostics_section(Findings("regression", 10, 0.95, {}))
    ''
    """
    results = [found for found in findings.diagnostics if found.get("kind") not in ELSEWHERE]
    parts = [_of_models(findings), *_results(results, findings.task == "theory")]
    return "".join(parts)


def _of_models(findings: Findings) -> str:
    """Cards beside each other; those of the first models in view, the others on demand."""
    first, rest = [], []
    for kind in kinds().values():
        if kind.section == "diagnostics":
            # Results that were added come under headings of their own.
            made = [card(chart, legend=kind.most > 1) for chart in charts_of(kind, replace(findings, diagnostics=()))]
            first += made[: -(-MOST // kind.most)]
            rest += made[-(-MOST // kind.most) :]
    return cards(first) + details("Further models", cards(rest)) + permutation_notes(findings)


def _results(results: list[Document], theory: bool) -> list[str]:
    """Every result under its own heading; those of the same kind are numbered, and each caution is given once."""
    kinds, seen, parts = Counter(str(found.get("kind")) for found in results), Counter[str](), []
    said: list[str] = []
    if theory and any(ONLY_ESTIMATED in _cautions(found) for found in results):
        said.append(ONLY_ESTIMATED)
        parts.append(f"<p>{text(ONLY_ESTIMATED)}</p>")
    for found in results:
        kind = str(found.get("kind"))
        seen[kind] += 1
        count = f" {seen[kind]}" if kinds[kind] > 1 else ""
        title, draw = RESULTS.get(kind, ("", _unknown))
        cautions = [caution for caution in _cautions(found) if caution not in said]
        said += cautions
        words = f"<p>{text(' '.join(cautions))}</p>" if cautions else ""
        whose = _whose(found)
        parts.append(f"<h3>{text(title) or short(kind)}{count}{whose}</h3>{words}{draw(found)}")
    return parts


def _whose(found: Document) -> str:
    """The one model that a result is about, where it is about one."""
    points = found.get("points") or ()
    named = [str(point.get("model") or "") for point in points if isinstance(point, dict)]
    name = str(found.get("model") or "") or (named[0] if len(set(named)) == 1 else "")
    return f" of {short(name)}" if name else ""


def _cautions(found: Document) -> list[str]:
    """What to keep in mind about a result."""
    cautions = (
        [ONLY_ESTIMATED] if found.get("method") in ("exact", "simulation") or found.get("kind") in KNOWN_WORLDS else []
    )
    return [*cautions, trade_off()] if found.get("kind") in ("bias-variance", "sweep") else cautions


def _unknown(_: Document) -> str:
    return "<p>This release cannot draw a result of this kind.</p>"
