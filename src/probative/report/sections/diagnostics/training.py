"""Curves of training: a measure on test rows beside training rows, as a picture and in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probative.curves.sweeps import spoken_step
from probative.findings import Column, Table
from probative.findings.column import Cell
from probative.findings.text import at_level
from probative.records import Document
from probative.report.cards import card, cards
from probative.report.sections.diagnostics.parts import remark_list
from probative.report.tables import html_table

if TYPE_CHECKING:
    from probative.procedures.learning_curve import LearningCurve
    from probative.procedures.resubstitution import Resubstitution
    from probative.procedures.validation_curve import ValidationCurve


def training_result(found: Document) -> str:
    """Everything about one curve: its picture, its numbers, how it was made."""
    curve = _curve(found)
    return f"{cards([card(curve.picture(), legend=True)])}{html_table(_numbers(curve))}{remark_list(curve.notes)}"


def _curve(found: Document) -> LearningCurve | ValidationCurve | Resubstitution:
    """The curve that findings hold."""
    # Only here: findings are shown without what can train a model, unless they hold such a curve.
    from probative.procedures.learning_curve import LearningCurve
    from probative.procedures.resubstitution import Resubstitution
    from probative.procedures.validation_curve import ValidationCurve

    kinds: tuple[type[LearningCurve | ValidationCurve | Resubstitution], ...]
    kinds = (LearningCurve, ValidationCurve, Resubstitution)
    kind = {one.head["kind"]: one for one in kinds}[found["kind"]]
    return kind.from_dict(found)


def _numbers(curve: LearningCurve | ValidationCurve | Resubstitution) -> Table:
    """A line for each step: the test rows with their interval, the folds' spread, the training rows and the gap."""
    from probative.procedures.both_sides import LABEL
    from probative.procedures.side_table import measure_title, spread

    swept, name = getattr(curve, "parameter", ""), measure_title(curve.measure)
    columns = (
        Column(swept or "model", "name"),
        Column("rows to train", "number", 6),
        Column("test rows", "estimate"),
        Column("sd of folds", "spread"),
        Column("training rows", "number", 4),
        Column("gap", "number", 4),
    )
    rows: list[tuple[Cell, ...]] = []
    for line in curve.lines:
        for step, side in zip(line.steps, line.sides, strict=True):
            first = spoken_step(step) if swept else line.model
            rows.append((first, side.n_train, side.test, spread(side.folds), side.training, side.gap))
    title = f"{name} in numbers{at_level(curve.level)}; of training rows it is {LABEL}"
    return Table(title, columns, tuple(rows), curve.level)
