"""Results too good to be true: predictions without an error, or better than the data allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from probative.evidence import ConfusionMatrix, Ladder, Outcomes, Residuals
from probative.guards.audit.copies import accuracy_bound
from probative.guards.audit.table import AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.measurement import value
from probative.predictions import Predictions

TOO_GOOD = Guard(
    "results-too-good",
    "warning",
    "",
    "Predictions of at least 50 rows are without any error, explain all but a ten-thousandth of the variance, or reach "
    "an accuracy that equal rows with different classes rule out.",
    "Results like these come from leaks far more often than from models: a column made from the target, copies on both "
    "sides, or a test on the training rows.",
    "audit the inputs, then predict rows that were collected later",
)
FEW = 50
BARELY_WRONG = 1e-4


def too_good(table: AuditTable, predictions: Predictions | None) -> Iterator[Note]:
    """Models whose predictions are suspicious."""
    if predictions is None:
        return
    for model in predictions.models:
        for words, numbers in _praised(table, predictions, model):
            yield replace(TOO_GOOD(words, table.say.audit(), model=model), numbers=numbers)
            break


def _praised(table: AuditTable, said: Predictions, model: str) -> Iterator[tuple[str, dict[str, float]]]:
    """What is suspicious about a model, with its numbers."""
    kinds = said.kinds(model)
    if said.n < FEW:
        return
    if Residuals in kinds:
        r2 = value("r2", said.evidence("r2", model).total())
        if 1 - r2 <= BARELY_WRONG:
            yield f"R² is {r2:.6f} in {said.n:,} rows: suspiciously perfect.", {"r2": r2}
    if Outcomes in kinds or ConfusionMatrix in kinds:
        accuracy = value("accuracy", said.evidence("accuracy", model).total())
        bound = accuracy_bound(table) if table.classifies and table.n == said.n else 1.0
        if accuracy == 1 and len(said.labels) > 1:
            yield f"not one of {said.n:,} rows is predicted wrongly: suspiciously perfect.", {"accuracy": 1.0}
        elif accuracy > bound + 1e-12:
            words = (
                f"accuracy {accuracy:.4f} is above {bound:.4f}, the most that equal rows with different classes allow."
            )
            yield words, {"accuracy": accuracy, "bound": bound}
    if Ladder in kinds and (auc := value("auc", said.evidence("auc", model).total())) == 1:
        yield f"AUC is 1 in {said.n:,} rows: suspiciously perfect.", {"auc": auc}
