"""Entering: what is done with test rows goes into the ledger of test sets, and what that has seen is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import nan

from probative.findings.usage import UsageLedger, Use, UsedRows
from probative.findings.usage_files import Place, changed, known_beside, ledger_file
from probative.guards import Note
from probative.guards.reuse import of_used_rows
from probative.predictions import Predictions
from probative.predictions.tested_rows import tested_rows
from probative.predictions.who import who


@dataclass(frozen=True, slots=True)
class Best:
    """The best of some models, by a measure; `error` is the standard error of its value, 0 where it is not known."""

    model: str | None = None
    measure: str | None = None
    value: float = nan
    error: float = 0.0


def enter(
    said: Predictions,
    models: Sequence[str],
    place: Place,
    best: Callable[[list[str]], Best],
    command: str | None = None,
) -> tuple[list[Note], tuple[UsedRows, ...]]:
    """Enter what these models were just used for; what guards say of it, and what the ledger knows of the rows.

    `best` is asked which of the models that were tested on the same rows came out best.
    """
    notes: list[Note] = []
    used: list[UsedRows] = []
    for fingerprint, (rows, names) in _by_rows(said, models).items():
        chosen = best(names)
        use = _use(said, names, chosen, command)

        def change(ledger: UsageLedger, key: str = fingerprint, n: int = rows, new: Use = use) -> UsageLedger:
            return ledger.using(key, n, new)

        mine = changed(ledger_file(place), change).of(fingerprint, rows)
        known = known_beside(place).of(fingerprint, rows) + mine
        used.append(known)
        notes += of_used_rows(known.evaluations, known.models, known.choices, chosen.measure, chosen.error)
    return notes, tuple(used)


def _by_rows(said: Predictions, models: Sequence[str]) -> dict[str, tuple[int, list[str]]]:
    """The models, by the fingerprint of the rows that they were tested on."""
    found: dict[str, tuple[int, list[str]]] = {}
    for name in models:
        rows = tested_rows(said, name)
        if rows is not None:
            found.setdefault(str(rows), (rows.n, []))[1].append(name)
    return found


def _use(said: Predictions, models: list[str], best: Best, command: str | None) -> Use:
    at = datetime.now(UTC).isoformat(timespec="seconds")
    keys = {name: who(said, name) for name in models}
    return Use(at, keys, best.model, None if best.model is None else best.measure, best.value, command)
