"""The same rows seen by several models, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from probative.errors import BadParameter, NotPaired
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, encode
from probative.evidence.placed import Placed
from probative.predictions.answers import Answers
from probative.predictions.cut import Cut
from probative.predictions.needs import Kinds, kind_for
from probative.predictions.roles import ModelColumns
from probative.predictions.standing import Standing
from probative.predictions.target import Target


@dataclass(frozen=True, slots=True)
class Said:
    """What one model said of every row: labels or numbers, scores of the positive class, class probabilities."""

    predicted: Array | None = None
    score: Floats | None = None
    proba: Floats | None = None
    value: Floats | None = None
    """How each row was graded, where it was."""
    labels: tuple[Label, ...] = ()
    """The class of each column of probabilities: also those that no row is of."""

    def only(self, rows: Array) -> Said:
        """The same for some rows, in the order given."""
        columns = (self.predicted, self.score, self.proba, self.value)
        predicted, score, proba, value = (None if column is None else column[rows] for column in columns)
        return Said(predicted, score, proba, value, self.labels)

    def likeliest(self, labels: Sequence[Label]) -> Array:
        """The likeliest class of each row; `labels` where the columns do not say of which classes they are.

        >>> Said(proba=np.array([[0.2, 0.1, 0.7]]), labels=("a", "b", "absent")).likeliest(("a", "b")).tolist()
        ['absent']
        """
        assert self.proba is not None
        found: Array = np.array(self.labels or tuple(labels), object)[self.proba.argmax(axis=1)]
        return found


@dataclass(frozen=True, slots=True)
class SameRows:
    """Several models' predictions of the same rows."""

    truth: Array
    models: dict[str, Said]
    target: Target
    possible: Mapping[str, Kinds]
    """The kinds of evidence that each model can give."""
    groups: Array | None = None
    dropped: int = 0
    notes: tuple[str, ...] = ()
    slices: dict[str, Array] = field(default_factory=dict)
    cuts: Mapping[str, Cut] = field(default_factory=dict)
    folds: Array | None = None
    """By test: which fitted model said it, as a number."""
    ordered: bool = False
    """Whether the rows follow one another in time, one at a time."""
    standing: Standing = field(default_factory=Standing, compare=False, repr=False)
    """Where scores place the rows, as far as somebody asked."""

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.truth)

    @property
    def cautions(self) -> tuple[str, ...]:
        """What a reader must know about the rows."""
        return (*self.notes, *((f"{self.dropped} rows with missing values were left out",) if self.dropped else ()))

    def kind(self, measure: str) -> type:
        """The kind of evidence that a measure takes from all of these models."""
        return kind_for(measure, self.possible, self.target)

    def placed(self, positive: Array, models: Sequence[str]) -> list[Placed]:
        """Where the scores of these models place the rows, of which some are positive."""
        scores = {name: score for name in models if (score := self.models[name].score) is not None}
        return self.standing.of(positive, scores)

    def only(self, rows: Array) -> SameRows:
        """Some of the rows."""
        return replace(
            self,
            standing=Standing(),
            truth=self.truth[rows],
            models={name: said.only(rows) for name, said in self.models.items()},
            groups=None if self.groups is None else self.groups[rows],
            folds=None if self.folds is None else self.folds[rows],
            slices={name: column[rows] for name, column in self.slices.items()},
            ordered=False,
        )

    def in_order(self, time: Array) -> SameRows:
        """The rows in the order of time; as they stand where several have the same."""
        moments, place = encode(time, "time")
        if len(moments) < self.n:
            return self
        return replace(self.only(np.argsort(place)), ordered=True)


def same_rows(predictions: Answers, names: Sequence[str]) -> SameRows:
    """The rows that these models said something about: as they stand in a wide table, by their ids in a long one."""
    roles = predictions.roles
    if roles.weight is not None:
        raise BadParameter(
            "tests of weighted rows are not offered.",
            found=f"weights in column {roles.weight!r}",
            remedy="leave the weights out to compare the rows as they are",
        )
    if roles.model is None:
        rows, dropped = predictions.listed(*names)
        values = dict.fromkeys(names, rows.values)
        if roles.row is not None and len(encode(rows.values[roles.row], roles.row)[0]) < len(rows):
            raise NotPaired(
                "some rows were predicted several times.",
                found=f"column {roles.row!r} names some rows more than once",
                remedy=f"groups={roles.row!r} (--group {roles.row}) and no row=: lines of one row then vary together",
            )
    else:
        values, dropped = _by_id(predictions, names)
    first = values[names[0]]
    held = SameRows(
        first[roles.truth],
        {name: said_of(values[name], predictions.by_model[name]) for name in names},
        predictions.target,
        {name: predictions.kinds(name) for name in names},
        first[roles.groups] if roles.groups else None,
        dropped,
        predictions.about.cautions,
        {name: first[name] for name in predictions.by},
        standing=predictions.standing,
    )
    return held if roles.time is None else held.in_order(first[roles.time])


def same_tests(predictions: Answers, names: Sequence[str]) -> SameRows:
    """Every test that these models were put to, however often a row was tested; tests of one row are a group.

    Where groups of rows were named, those are the groups.
    """
    roles = predictions.roles
    if roles.weight is not None:
        raise BadParameter("tests of weighted rows are not offered.", found=f"weights in column {roles.weight!r}")
    if roles.row is None:
        raise NotPaired("tests are told apart by the id of their row.", found="no such column", remedy="row= (--row)")
    keys = [key for key in (roles.row, roles.repeat, roles.fold) if key is not None]
    values = {}
    for name in names:
        rows = predictions.listed(name)[0]
        order = np.lexsort([encode(rows.values[key], key)[1] for key in keys])
        values[name] = rows.only(order).values
        first, mine = values[names[0]], values[name]
        if not all(np.array_equal(first[key], mine[key]) for key in (*keys, roles.truth)):
            raise NotPaired("the models were not put to the same tests.", found=f"{names[0]} and {name}")
    first = values[names[0]]
    return SameRows(
        first[roles.truth],
        {name: said_of(values[name], predictions.by_model[name]) for name in names},
        predictions.target,
        {name: predictions.kinds(name) for name in names},
        first[roles.groups or roles.row],
        folds=_parts([first[key] for key in (roles.repeat, roles.fold) if key is not None]),
        cuts={name: predictions.threshold(name) for name in names} if predictions.target.labels else {},
    )


def _parts(columns: Sequence[Array]) -> Array | None:
    """The number of the fitted model behind every test: one for each repeat and fold."""
    if not columns:
        return None
    codes = np.stack([encode(column, "folds")[1] for column in columns], axis=1)
    parts: Array = np.unique(codes, axis=0, return_inverse=True)[1].ravel()
    return parts


def said_of(values: Mapping[str, Array], columns: ModelColumns) -> Said:
    """What one model said, from the columns that are its own."""
    return Said(
        values[columns.predicted] if columns.predicted else None,
        values[columns.score].astype(np.float64) if columns.score else None,
        np.column_stack([values[name] for name in columns.proba]).astype(np.float64) if columns.proba else None,
        values[columns.value].astype(np.float64) if columns.value else None,
        columns.labels,
    )


def _by_id(predictions: Answers, names: Sequence[str]) -> tuple[dict[str, dict[str, Array]], int]:
    """Models named in a column, put side by side by the ids of their rows."""
    roles = predictions.roles
    if roles.row is None:
        raise NotPaired(
            "models in one column are paired by the id of their rows.",
            found="no such column",
            remedy="name the column of ids: row= (--row)",
        )
    found, dropped = {}, 0
    for name in names:
        rows, gaps = predictions.listed(name)
        dropped = max(dropped, gaps)
        place = encode(rows.values[roles.row], roles.row)[1]
        order = np.argsort(place, kind="stable")
        if not np.diff(place[order]).all():
            raise NotPaired(f"{name} predicted some rows several times.", remedy="compare one repeat at a time")
        found[name] = rows.only(order).values
        first, mine = found[names[0]], found[name]
        if not all(np.array_equal(first[key], mine[key]) for key in (roles.row, roles.truth)):
            raise NotPaired(
                "the models were not scored on the same rows.",
                found=f"{len(first[roles.row])} rows of {names[0]}, {len(order)} of {name}, or other true labels",
                remedy="keep the rows that all of them have: missing='drop' (--missing drop)",
            )
    return found, dropped
