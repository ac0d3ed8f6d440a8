"""Evidence of rows that stay where they are: counted, sorted or summed up by batches inside the engine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence import Ledger, Residuals
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.evidence.value_ladder import ValueLadder
from probative.predictions.tally import Question, is_positive, ledger_of, settled_positive
from probative.sources.far import FarRows
from probative.sources.staying import Staying


def far_ledger(rows: Staying, question: Question, keys: Sequence[str] = (), *, bins: bool = False) -> Ledger | None:
    """Evidence for a question, by any keys; None where the rows themselves are needed."""
    if question.score:
        return _ladders(rows, question, keys, bins)
    if question.regression and not question.pairs:
        return _residuals(rows, question, keys)
    if question.proba and not keys and isinstance(rows, FarRows):
        return Ledger((), {(): rows.class_scores(question.truth, question.proba, question.labels)})
    if question.pairs and question.predicted and not keys and isinstance(rows, FarRows):
        return Ledger((), {(): rows.pairs(question.truth, question.predicted)})
    if question.predicted and not question.regression:
        return ledger_of(rows.counted([*question.columns, *keys]), question, keys)
    return None


def _ladders(rows: Staying, question: Question, keys: Sequence[str], bins: bool) -> Ledger:
    assert question.score is not None
    positive = settled_positive(rows.classes(question.truth), question.positive)

    def wanted(label: Label) -> bool:
        return is_positive(label, positive)

    if bins:
        return Ledger(tuple(keys), rows.binned(question.score, question.truth, wanted, keys))
    if not keys:
        return Ledger((), {(): rows.ladder(question.score, question.truth, wanted)})
    return Ledger(tuple(keys), rows.ladders(question.score, question.truth, wanted, keys))


def _residuals(rows: Staying, question: Question, keys: Sequence[str]) -> Ledger:
    """Sums batch by batch, and the absolute errors in their order for medians."""
    assert question.predicted is not None
    names = rows.labels_of(keys) if keys else {0: ()}
    found: dict[tuple[Label, ...], Residuals] = {}
    for batch in rows.by_batches([question.truth, question.predicted], keys, _sums):
        for code, made in batch:
            label = names[code]
            found[label] = found[label] + made if label in found else made
    errors = {names[code]: ladder for code, ladder in rows.errors(question.truth, question.predicted, keys).items()}
    return Ledger(tuple(keys), {key: _with(found[key], errors[key]) for key in names.values() if key in found})


def _sums(codes: Array | None, columns: tuple[Array, ...]) -> list[tuple[int, Residuals]]:
    """The sums of every key in a batch, made where its rows are."""
    return [
        (code, Residuals.from_values(part[0], part[1], sample_weight=_weight(part), medians=False))
        for code, part in _split(codes, columns)
        if len(part[0])
    ]


def _with(residuals: Residuals, errors: ValueLadder) -> Residuals:
    return residuals.with_errors(errors)


def _weight(part: tuple[Array, ...]) -> Array | None:
    return part[2] if len(part) > 2 else None


def _split(codes: Array | None, columns: tuple[Array, ...]) -> list[tuple[int, tuple[Array, ...]]]:
    """The rows of each key in a batch."""
    if codes is None:
        return [(0, columns)]
    distinct, place = np.unique(codes, return_inverse=True)
    return [(int(code), tuple(column[place == i] for column in columns)) for i, code in enumerate(distinct)]
