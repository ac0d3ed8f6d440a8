"""The section itself: what is known about the models, then every further result under its own heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from probative.findings import Findings
from probative.report.sections.diagnostics.bias_variance import bias_variance_result
from probative.report.sections.diagnostics.calibration import calibration_cards
from probative.report.sections.diagnostics.errors import error_pictures
from probative.report.sections.diagnostics.fit_times import fit_time_cards
from probative.report.sections.diagnostics.permutation import permutation_cards, permutation_result
from probative.report.sections.diagnostics.selection import selection_result
from probative.report.sections.diagnostics.sweep import sweep_result
from probative.report.words import short, text

RESULTS: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "permutation": ("Permutation test", permutation_result),
    "bias-variance": ("Bias and variance", bias_variance_result),
    "sweep": ("Sweep of bias and variance", sweep_result),
    "selection": ("Selection", selection_result),
}
ELSEWHERE = ("comparison",)
"""Kinds that have a section of their own."""
ONLY_ESTIMATED = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."


def diagnostics_section(findings: Findings) -> str:
    """The body of the section as HTML; empty where there is nothing to show.

    >>> diagnostics_section(Findings("regression", 10, 0.95, {}))
    ''
    """
    of_models = [calibration_cards(findings), permutation_cards(findings), fit_time_cards(findings)]
    results = [found for found in findings.diagnostics if found.get("kind") not in ELSEWHERE]
    parts = [*of_models, error_pictures(findings), _caution(findings, results), *_results(results)]
    return "".join(parts)


def _caution(findings: Findings, results: list[dict[str, Any]]) -> str:
    """What a task with known truth does not show, where there is one."""
    known = any(found.get("method") in ("exact", "simulation") for found in results)
    return f"<p>{ONLY_ESTIMATED}</p>" if results and (known or findings.task == "theory") else ""


def _results(results: list[dict[str, Any]]) -> list[str]:
    """Every result under its own heading; those of the same kind are numbered."""
    kinds, seen, parts = Counter(str(found.get("kind")) for found in results), Counter[str](), []
    for found in results:
        kind = str(found.get("kind"))
        seen[kind] += 1
        count = f" {seen[kind]}" if kinds[kind] > 1 else ""
        if kind in RESULTS:
            title, draw = RESULTS[kind]
            parts.append(f"<h3>{text(title)}{count}</h3>{draw(found)}")
        else:
            parts.append(f"<h3>{short(kind)}{count}</h3><p>This release cannot draw a result of this kind.</p>")
    return parts
