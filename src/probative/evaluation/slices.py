"""Slices: the same measures on parts of the rows, with intervals that hold for all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from probative.evaluation.differing import Part, compared
from probative.evaluation.models import Estimator, without_interval
from probative.evidence import ConfusionMatrix, Ledger
from probative.evidence.labels import plain
from probative.findings import Heterogeneity, Slice
from probative.inference import Estimate
from probative.measurement import placed
from probative.predictions import Predictions
from probative.records import json_count
from probative.stats import adjust

ONE_GROUP = "one group of rows alone: how groups vary does not show"


def sliced(
    predictions: Predictions, model: str, kinds: Sequence[type], estimator: Estimator
) -> tuple[list[Slice], list[Heterogeneity]]:
    """Every slice of one model by every column, and for every column whether measures differ between its slices.

    Intervals hold for all slices of the model together: at the level that Sidak's inequality asks for, which holds
    for overlapping slices (of several columns) too.
    """
    parts = [part for column in predictions.by for part in _parts(predictions, model, kinds, column)]
    together = estimator.at(estimator.level ** (1 / max(len(parts), 1)))
    slices = []
    for part in parts:
        alone = _measured(part, estimator)
        held = _measured(part, together) if len(parts) > 1 else alone
        # The level that intervals hold at is that of all slices together.
        held = {name: replace(found, level=estimator.level) for name, found in held.items()}
        n = json_count(part.wholes[0].n)
        slices.append(Slice(part.by, plain(part.value), model, n, held, alone, len(parts)))
    tests: list[Heterogeneity] = []
    for column in predictions.by:
        mine = [(part, found.alone) for part, found in zip(parts, slices, strict=True) if part.by == column]
        tests += compared(column, model, mine, estimator.seed)
    adjusted = adjust([one.p for one in tests], "holm").tolist()
    return slices, [replace(one, p_adjusted=p) for one, p in zip(tests, adjusted, strict=True)]


def _parts(predictions: Predictions, model: str, kinds: Sequence[type], column: str) -> Iterator[Part]:
    groups = predictions.roles.groups
    made = [predictions.evidence(kind, model, by=[column, groups] if groups else [column]) for kind in kinds]
    for value in dict.fromkeys(key[0] for key in made[0]):
        if groups:
            yield Part(column, value, tuple(_clusters(ledger, value) for ledger in made))
        else:
            yield Part(column, value, tuple(ledger[value,] for ledger in made))


def _clusters(ledger: Ledger, value: Any) -> Ledger:
    """The groups of rows inside one slice."""
    entries = {key[1:]: evidence for key, evidence in ledger.entries.items() if key[0] == value}
    clusters = Ledger(ledger.keys[1:], entries)
    whole = clusters.total()
    # A group may lack a class; all of them are counted against the same table.
    return clusters.map(lambda cm: cm.reordered(whole.labels)) if isinstance(whole, ConfusionMatrix) else clusters


def _measured(part: Part, estimator: Estimator) -> dict[str, Estimate]:
    """The measures of a slice; with intervals by cluster where rows come in groups, or none and the reason."""
    found: dict[str, Estimate] = {}
    for evidence, whole in zip(part.evidence, part.wholes, strict=True):
        if not isinstance(evidence, Ledger):
            found |= estimator.all(evidence, only=placed("slices"))
        elif len(evidence) < 2:
            found |= without_interval(estimator.all(whole, only=placed("slices")), ONE_GROUP)
        else:
            found |= estimator.all(evidence, only=placed("slices"))
    return found
