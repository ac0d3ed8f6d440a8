"""Results of other calls as plain values that findings can hold beside their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.findings.verdict import Verdict
from probative.findings.weak_slices import WeakSlices
from probative.records import Document, plain

MOST_POINTS = 400
"""Points of a decomposition that are kept to be drawn; the means are of all of them."""


def diagnostic(result: Any) -> Document:
    """A permutation test, bias and variance, a sweep, a selection, weak slices, a verdict, a training curve, a study.

    Each with its kind.
    """
    # Only here: findings are read and shown without any of what can train a model.
    from probative.guards.audit.summary import Audit
    from probative.losses.risk_study import RiskStudy
    from probative.procedures.decomposition.result import BiasVariance
    from probative.procedures.decomposition.sweep import BiasVarianceSweep
    from probative.procedures.learning_curve import LearningCurve
    from probative.procedures.permuted import PermutationTest
    from probative.procedures.resubstitution import Resubstitution
    from probative.procedures.selection import Selection
    from probative.procedures.validation_curve import ValidationCurve
    from probative.theory.class_study import ClassStudy
    from probative.theory.gaussian_study import GaussianStudy
    from probative.theory.noisy_study import NoisyStudy
    from probative.theory.regions import DecisionRegions
    from probative.theory.score_study import ScoreStudy

    if isinstance(result, PermutationTest):
        return {"kind": "permutation", **result.to_dict()}
    if isinstance(result, BiasVariance):
        return {"kind": "bias-variance", **_few_points(result.to_dict())}
    if isinstance(result, BiasVarianceSweep):
        return _sweep(result)
    if isinstance(result, Selection):
        return {"kind": "selection", **result.to_dict()}
    if isinstance(result, WeakSlices):
        return _without_rows(result.to_dict())
    curves = LearningCurve | ValidationCurve | Resubstitution
    studies = GaussianStudy | ClassStudy | NoisyStudy | ScoreStudy | RiskStudy | DecisionRegions
    if isinstance(result, Verdict | Audit | curves | studies):
        return result.to_dict()
    raise BadParameter(
        "findings cannot hold this.",
        found=type(result).__name__,
        remedy="a permutation test, bias_variance, bias_variance_sweep, select, weak_slices, compare, learning_curve, "
        "validation_curve, resubstitution, gaussian_study, class_study, noisy_study, score_study, risk_study "
        "or decision_regions",
    )


def _without_rows(plain: Document) -> Document:
    """Slices by their conditions; the rows stay with the result itself, as its notes do in the findings' own."""
    slices = [{**one, "rows": []} for one in plain["slices"]]
    return {key: value for key, value in plain.items() if key != "probative"} | {"slices": slices, "notes": []}


def _few_points(plain: Document) -> Document:
    """Not more points than a picture can show."""
    for table in plain["tables"].values():
        points = len(next(iter(table["values"].values())))
        kept = np.unique(np.linspace(0, points - 1, MOST_POINTS).round().astype(int))
        if points > MOST_POINTS:
            table["values"] = {name: [values[i] for i in kept] for name, values in table["values"].items()}
            table["x"] = None if table["x"] is None else [table["x"][i] for i in kept]
    return plain


def _sweep(sweep: Any) -> Document:
    terms, first = sweep.terms, sweep.results[0]
    columns = {name: column.tolist() for name, column in sweep.columns().items()}
    steps = columns.pop(sweep.by)
    return {
        "probative": 1,
        "kind": "sweep",
        "by": sweep.by,
        "steps": steps,
        "terms": columns,
        "parts": list(terms[0].parts),
        "total": terms[0].total,
        "standard_errors": [plain(t.standard_error) for t in terms],
        "table": sweep.table,
        "definition": terms[0].definition,
        "best": steps[[str(step) for step in sweep.at].index(str(sweep.best))],
        "loss": first.loss,
        "method": first.method,
        "repeats": first.repeats,
        "seed": first.seed,
        "notes": list(dict.fromkeys(note for result in sweep.results for note in result.notes)),
        "model": ", ".join(dict.fromkeys(result.model for result in sweep.results)),
    }
