"""Comparisons and gates in the ledger of test sets: who compares by the same rows again and again chooses by them."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from probative.comparison.gate_result import Gate
from probative.findings import Verdict
from probative.findings.entering import Best, enter
from probative.findings.usage_files import Place
from probative.guards import by_severity
from probative.predictions import Predictions


def entered_verdict(verdict: Verdict, said: Predictions, place: Place) -> Verdict:
    """The verdict, once it is in the ledger at a place, with what that has seen of these rows."""
    values = {name: value for c in verdict.contests for name, value in zip((c.a, c.b), c.values, strict=True)}

    def best(models: list[str]) -> Best:
        sign = {"higher": 1.0, "lower": -1.0}.get(verdict.better, 0.0)
        known = {name: values[name] for name in models if isfinite(values.get(name, float("nan")))}
        first = max(known, key=lambda name: sign * known[name]) if known else None
        return Best(first, verdict.measure, float("nan") if first is None else known[first])

    compared = [name for name in said.spoke if name in values]
    notes, _ = enter(said, compared, place, best)
    return replace(verdict, warnings=tuple(by_severity((*verdict.warnings, *notes))))


def entered_gate(gate: Gate, said: Predictions, place: Place) -> Gate:
    """The gate, once it is in the ledger at a place, with what that has seen of these rows."""

    def best(models: list[str]) -> Best:
        check = gate.checks[0]
        better = "candidate" if check.change > 0 else "baseline"
        return Best(better, check.measure, check.candidate if better == "candidate" else check.baseline)

    notes, _ = enter(said, ["baseline", "candidate"], place, best)
    return replace(gate, warnings=tuple(by_severity((*gate.warnings, *notes))))
