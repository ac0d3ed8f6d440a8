"""The book-keeping of test sets: an evaluation is entered into a ledger, and what that has seen is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite

from probative.findings import Findings
from probative.findings.usage import UsageLedger, Use, UsedRows
from probative.findings.usage_files import Place, changed, known_beside, ledger_file
from probative.guards import Note, by_severity
from probative.guards.reuse import of_used_rows
from probative.inference import Estimate
from probative.inference.proportion import normal_quantile
from probative.measurement import find
from probative.predictions import Predictions
from probative.predictions.tested_rows import tested_rows


def entered(findings: Findings, said: Predictions, place: Place) -> Findings:
    """The findings, entered into the ledger at a place, with what it knows of their test rows."""
    notes, used = list(findings.notes), []
    for fingerprint, (rows, models) in _by_rows(findings, said).items():
        use = _use(findings, said, models)

        def change(ledger: UsageLedger, key: str = fingerprint, n: int = rows, new: Use = use) -> UsageLedger:
            return ledger.using(key, n, new)

        mine = changed(ledger_file(place), change).of(fingerprint, rows)
        known = known_beside(place).of(fingerprint, rows) + mine
        used.append(known)
        notes += _notes(known, use, findings)
    about = replace(findings.about, used_rows=tuple(used))
    return replace(findings, notes=tuple(by_severity(notes)), about=about)


def _by_rows(findings: Findings, said: Predictions) -> dict[str, tuple[int, list[str]]]:
    """The models that are judged, by the fingerprint of the rows that they were tested on."""
    found: dict[str, tuple[int, list[str]]] = {}
    for name in findings.rivals:
        rows = tested_rows(said, name)
        if rows is not None:
            found.setdefault(str(rows), (rows.n, []))[1].append(name)
    return found


def _use(findings: Findings, said: Predictions, models: list[str]) -> Use:
    measure, best = _best(findings, said, models)
    # A model of a run is what was trained, whatever the seed; of a table, what it said.
    keys = {name: said.about.models.get(name) or str(said.fingerprint(name)) for name in models}
    value = float("nan") if best is None else findings.models[best].led(measure).value
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return Use(at, keys, best, None if best is None else measure, value, findings.about.command)


def _best(findings: Findings, said: Predictions, models: list[str]) -> tuple[str, str | None]:
    """The measure that models are compared by, and the best of them by it."""
    measure = findings.leader.measure if findings.leader is not None else said.default_measure()
    sign = {"higher": 1.0, "lower": -1.0}.get(find(measure).better, 0.0)
    values = {name: sign * found.value for name in models if (found := _led(findings, name, measure)) is not None}
    known = {name: value for name, value in values.items() if isfinite(value)}
    return measure, max(known, key=known.__getitem__) if known else None


def _led(findings: Findings, model: str, measure: str) -> Estimate | None:
    return findings.models[model].led(measure) if measure in findings.models[model].measures else None


def _notes(known: UsedRows, use: Use, findings: Findings) -> list[Note]:
    error = 0.0
    if use.best is not None and use.measure is not None:
        estimate = findings.models[use.best].led(use.measure)
        width = (estimate.high - estimate.low) / 2 / normal_quantile(estimate.level)
        error = width if isfinite(width) else 0.0
    return list(of_used_rows(known.evaluations, known.models, known.choices, use.measure, error))
