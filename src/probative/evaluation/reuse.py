"""The book-keeping of test sets: an evaluation is entered into a ledger, and what that has seen is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

from probative.findings import Findings, ModelFindings
from probative.findings.entering import Best, enter
from probative.findings.usage_files import Place
from probative.guards import by_severity
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.predictions import Predictions


def entered(findings: Findings, said: Predictions, place: Place) -> Findings:
    """The findings, entered into the ledger at a place, with what it knows of their test rows."""

    def best(models: list[str]) -> Best:
        return _best(findings, said, models)

    notes, used = enter(said, list(findings.rivals), place, best, findings.about.command)
    about = replace(findings.about, used_rows=used)
    return replace(findings, notes=tuple(by_severity((*findings.notes, *notes))), about=about)


def _best(findings: Findings, said: Predictions, models: list[str]) -> Best:
    """The best of models by the measure that they are compared by."""
    measure = findings.leader.measure if findings.leader is not None else said.default_measure()
    return best_by(measure, {name: findings.models[name] for name in models})


def best_by(measure: str, models: Mapping[str, ModelFindings]) -> Best:
    """The best of models by a measure, with the standard error of its value."""
    sign = {"higher": 1.0, "lower": -1.0}.get(find(measure).better, 0.0)
    values = {name: sign * model.led(measure).value for name, model in models.items() if measure in model.measures}
    known = {name: value for name, value in values.items() if isfinite(value)}
    if not known:
        return Best(measure=measure)
    model = max(known, key=known.__getitem__)
    estimate = models[model].led(measure)
    width = (estimate.high - estimate.low) / 2 / normal_quantile(estimate.level)
    return Best(model, measure, estimate.value, width if isfinite(width) else 0.0)
