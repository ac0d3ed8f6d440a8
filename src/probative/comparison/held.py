"""What the user holds: predictions of the same rows, or tables of results, and what their numbers depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from probative.errors import BadInput, BadParameter, LengthMismatch, NotPaired
from probative.evidence.arrays import Array, Floats, same_length
from probative.evidence.labels import encode
from probative.roles import ModelColumns, find_roles, model_columns
from probative.running.predictions import Predictions
from probative.sources import open_source
from probative.tally import Missing, read_rows
from probative.targets import Target, Task, find_target

Of = Literal["folds", "datasets", "paired", "independent"]


@dataclass(frozen=True, slots=True)
class Said:
    """What one model said of every row: labels or numbers, scores of the positive class, class probabilities."""

    predicted: Array | None = None
    score: Floats | None = None
    proba: Floats | None = None

    def only(self, rows: Array) -> Said:
        """The same for some rows, in the order given."""
        return Said(*(None if column is None else column[rows] for column in (self.predicted, self.score, self.proba)))


@dataclass(frozen=True, slots=True)
class SameRows:
    """Several models' predictions of the same rows."""

    truth: Array
    models: dict[str, Said]
    target: Target
    groups: Array | None = None
    dropped: int = 0
    cautions: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.truth)

    def only(self, rows: Array) -> SameRows:
        """Some of the rows."""
        models = {name: said.only(rows) for name, said in self.models.items()}
        groups = None if self.groups is None else self.groups[rows]
        return SameRows(self.truth[rows], models, self.target, groups, self.dropped, self.cautions)


@dataclass(frozen=True, slots=True)
class Results:
    """Results of several models: a row per fold, data set or measurement, or samples of their own."""

    samples: dict[str, Floats]
    of: Of
    n_train: float | None = None
    n_test: float | None = None
    two_fold: bool = False
    """Whether these are five repeats of two folds."""
    cautions: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Floats:
        """Rows by models."""
        return np.column_stack(list(self.samples.values()))


def results_of(data: Any, of: Of, n_train: float | None, n_test: float | None) -> Results:
    """A table of results as the user holds it: a mapping, an array, a dataframe or a file, one column per model."""
    if of not in ("folds", "datasets", "paired", "independent"):
        raise BadParameter("of must be 'folds', 'datasets', 'paired' or 'independent'.", found=repr(of))
    if isinstance(data, np.ndarray) or (isinstance(data, list | tuple) and data and np.ndim(data[0])):
        array = np.asarray(data, np.float64)
        if array.ndim == 3 and array.shape[1:] == (5, 2):
            return Results({f"model {i + 1}": part.ravel() for i, part in enumerate(array)}, of, two_fold=True)
        if array.ndim != 2:
            raise LengthMismatch("results need a row per fold or data set and a column per model.", found=array.shape)
        samples = {f"model {i + 1}": array[:, i] for i in range(array.shape[1])}
    elif isinstance(data, Mapping):
        samples = {str(name): np.asarray(values, np.float64).ravel() for name, values in data.items()}
    else:
        source = open_source(data)
        names = [name for name, kind in source.kinds.items() if kind == "number"]
        samples = {name: column.astype(np.float64) for name, column in source.listed(names).values.items()}
    if len(samples) < 2:
        raise BadInput("a comparison needs at least two models.", found=", ".join(samples) or "none")
    if of != "independent":
        same_length(**{f"results of {name!r}": values for name, values in samples.items()})
    return Results(samples, of, n_train, n_test)


def rows_held(
    data: Any,
    *,
    truth: str | None,
    scores: Sequence[str],
    predicted: Sequence[str],
    model: str | None,
    row: str | None,
    groups: str | None,
    positive: Any,
    task: Task | None,
    missing: Missing,
) -> SameRows:
    """Predictions of the same rows from a table: a column per model, or a column that names the model of each row."""
    source = open_source(data)
    roles = find_roles(source, truth=truth, scores=scores, predicted=predicted, model=model, others=(groups, row))
    names = [roles.truth, *roles.scores, *roles.predicted, *filter(None, (groups, roles.model))]
    known = row if row is not None else "row" if roles.model and "row" in source.kinds else None
    columns, dropped = read_rows(source, [*names, *([known] if known else [])], None, missing, rowwise=True)
    values = columns.values
    target = find_target(values[roles.truth], task=task, positive=positive, scored=bool(roles.scores))
    cut = values[groups] if groups else None
    if roles.model is None:
        models = {c.name: _said(values, c) for c in model_columns(roles, target.labels)}
        return SameRows(values[roles.truth], models, target, cut, dropped)
    return _unstacked(values, roles, target, known, groups, dropped)


def _said(values: Mapping[str, Array], columns: ModelColumns, chosen: Any = slice(None)) -> Said:
    proba = np.column_stack([values[name][chosen] for name in columns.proba]) if columns.proba else None
    return Said(
        values[columns.predicted][chosen] if columns.predicted else None,
        values[columns.score][chosen].astype(np.float64) if columns.score else None,
        proba,
    )


def _unstacked(
    values: Mapping[str, Array], roles: Any, target: Target, row: str | None, groups: str | None, dropped: int
) -> SameRows:
    """Models named in a column, put side by side by the id of their rows."""
    if row is None:
        raise NotPaired(
            "models in one column are paired by the id of their rows.", found="no such column", remedy="row= (--row)"
        )
    labels, codes = encode(values[roles.model], roles.model)
    columns = model_columns(roles, target.labels)[0]
    models, first = {}, None
    for code, name in enumerate(labels):
        mine = np.flatnonzero(codes == code)
        order = mine[np.argsort(values[row][mine], kind="stable")]
        ids = values[row][order]
        if len(np.unique(ids)) != len(ids):
            raise NotPaired(f"{name} predicted some rows several times.", remedy="compare one repeat at a time")
        if first is None:
            first = order
        elif not np.array_equal(ids, values[row][first]) or not np.array_equal(
            values[roles.truth][order], values[roles.truth][first]
        ):
            raise NotPaired(
                "the models were not scored on the same rows.",
                found=f"{len(first)} rows of {labels[0]}, {len(ids)} of {name}",
                remedy="keep the rows that all of them have",
            )
        models[str(name)] = _said(values, columns, order)
    assert first is not None
    return SameRows(values[roles.truth][first], models, target, values[groups][first] if groups else None, dropped)


def run_rows(predictions: Predictions) -> SameRows:
    """Predictions of a plan that tested every row once, side by side."""
    told = {name: said for name, said in predictions.models.items() if len(said.row)}
    first = next(iter(told.values()))
    order = np.argsort(first.row, kind="stable")
    models = {}
    for name, said in told.items():
        mine = np.argsort(said.row, kind="stable")
        if not np.array_equal(said.row[mine], first.row[order]):
            raise NotPaired(f"{name} was not tested on the same rows.", remedy="see predictions.fits for what failed")
        single = said.scored and predictions.score_columns == ("score",)
        models[name] = Said(
            predictions.decoded(said.predicted[mine]),
            said.scores[mine, 0] if single else None,
            said.scores[mine] if said.scored == "proba" and not single else None,
        )
    rows = first.row[order]
    target = Target(predictions.task, predictions.labels, predictions.positive)  # type: ignore[arg-type]
    groups = None if predictions.groups is None else predictions.groups[rows]
    return SameRows(predictions.decoded(predictions.truth)[rows], models, target, groups)
