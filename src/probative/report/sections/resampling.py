"""Resampling: means over folds beside pooled values, with what varies."""

from __future__ import annotations

from math import isnan

from probative.findings import Findings
from probative.report.tables import cell, table
from probative.report.words import name, text

HEAD = ("Model", "Measure", "Mean of folds", "Pooled", "SD of folds", "SD of repeats", "Undefined folds")


def resampling(findings: Findings) -> str:
    """One row for each model and measure that is known fold by fold."""
    rows = []
    for model_name, model in findings.models.items():
        for measure, found in model.resampling.items():
            both = [cell(estimate) for estimate in (found.fold_mean, found.pooled)]
            spread = ["" if isnan(sd) else f"{sd:#.2g}".rstrip(".") for sd in (found.within, found.between)]
            rows.append([name(model_name), text(measure), *both, *spread, str(found.undefined or "")])
    if not rows:
        return ""
    plan = f"{findings.about.description or ''}. Intervals of fold means allow for overlapping training sets; "
    words = text(plan + "those of pooled values let the test rows vary, each counted once.")
    return f"<h3>Resampling</h3>{table(HEAD, rows, words)}"
