"""Predictions of the same rows, from wherever they are held: a table, bare arrays, or what `run` gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from probative.comparison.held import Results, Said, SameRows
from probative.errors import BadInput, EmptyData, NotPaired
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.predictions import Predictions
from probative.predictions.resampled import resampled, share_tested
from probative.predictions.roles import ModelColumns, find_roles, model_columns
from probative.predictions.tally import Missing, read_rows
from probative.predictions.target import Target, Task, find_target
from probative.sources import open_source


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
    by: Sequence[str] = (),
) -> SameRows:
    """Predictions of the same rows from a table: a column per model, or a column that names the model of each row."""
    source = open_source(data)
    roles = find_roles(source, truth=truth, scores=scores, predicted=predicted, model=model, others=(groups, row, *by))
    names = [roles.truth, *roles.scores, *roles.predicted, *filter(None, (groups, roles.model)), *by]
    known = row if row is not None else "row" if roles.model and "row" in source.kinds else None
    columns, dropped = read_rows(source, [*names, *([known] if known else [])], None, missing, rowwise=True)
    values = columns.values
    target = find_target(values[roles.truth], task=task, positive=positive, scored=bool(roles.scores))
    cautions = (f"{dropped} rows with missing values were left out",) if dropped else ()
    if roles.model is not None:
        return _unstacked(values, roles, target, known, groups, dropped, cautions)
    models = {c.name: _said(values, c) for c in model_columns(roles, target.labels)}
    cut = values[groups] if groups else None
    ids = values[known] if known else None
    slices = {name: values[name] for name in by}
    return SameRows(values[roles.truth], models, target, cut, dropped, cautions, ids, slices)


def _said(values: Mapping[str, Array], columns: ModelColumns, chosen: Any = slice(None)) -> Said:
    proba = np.column_stack([values[name][chosen] for name in columns.proba]) if columns.proba else None
    return Said(
        values[columns.predicted][chosen] if columns.predicted else None,
        values[columns.score][chosen].astype(np.float64) if columns.score else None,
        proba,
    )


def _unstacked(
    values: Mapping[str, Array],
    roles: Any,
    target: Target,
    row: str | None,
    groups: str | None,
    dropped: int,
    cautions: tuple[str, ...],
) -> SameRows:
    """Models named in a column, put side by side by the id of their rows."""
    if row is None:
        raise NotPaired(
            "models in one column are paired by the id of their rows.", found="no such column", remedy="row= (--row)"
        )
    labels, codes = encode(values[roles.model], roles.model)
    _, ids = encode(values[row], row)
    columns = model_columns(roles, target.labels)[0]
    models: dict[str, Said] = {}
    first: Array = np.zeros(0, np.intp)
    for code, name in enumerate(labels):
        mine = np.flatnonzero(codes == code)
        order = mine[np.argsort(ids[mine], kind="stable")]
        if not np.diff(ids[order]).all():
            raise NotPaired(f"{name} predicted some rows several times.", remedy="compare one repeat at a time")
        first = first if models else order
        if not _same_rows(ids, values[roles.truth], first, order):
            raise NotPaired(
                "the models were not scored on the same rows.",
                found=f"{len(first)} rows of {labels[0]}, {len(order)} of {name}, or other true labels",
                remedy="keep the rows that all of them have",
            )
        models[str(name)] = _said(values, columns, order)
    cut = values[groups][first] if groups else None
    return SameRows(values[roles.truth][first], models, target, cut, dropped, cautions)


def _same_rows(ids: Array, truth: Array, first: Array, second: Array) -> bool:
    return np.array_equal(ids[first], ids[second]) and np.array_equal(truth[first], truth[second])


def arrays_held(truth: Any, scores: Any, predicted: Any, groups: Any, positive: Any, task: Task | None) -> SameRows:
    """Predictions of the same rows from bare arrays by model."""
    given = [values for values in (scores, predicted) if values is not None]
    if truth is None or not given or not all(isinstance(values, Mapping) for values in given):
        raise BadInput("there is nothing to compare.", remedy="a table, or truth= and scores= (or predicted=) by model")
    y = np.asarray(truth)
    cut = None if groups is None else np.asarray(groups)
    scores, predicted = scores or {}, predicted or {}
    target = find_target(y, task=task, positive=positive, scored=bool(scores))
    models: dict[str, Said] = {}
    for name in dict.fromkeys([*scores, *predicted]):
        score = np.asarray(scores[name], np.float64) if name in scores else None
        several = score is not None and score.ndim == 2
        labels = np.asarray(predicted[name]) if name in predicted else None
        models[str(name)] = Said(labels, None if several else score, score if several else None)
        for column in (labels, score):
            if column is not None and len(column) != len(y):
                raise BadInput(f"{name} has not as many predictions as rows.", found=f"{len(column)} for {len(y)}")
    if cut is not None and len(cut) != len(y):
        raise BadInput("there are not as many groups as rows.", found=f"{len(cut)} for {len(y)}")
    return SameRows(y, models, target, cut)


def run_rows(predictions: Predictions) -> SameRows:
    """Predictions of a plan that tested every row once, side by side."""
    told = {name: said for name, said in predictions.models.items() if len(said.row)}
    if not told:
        raise EmptyData("no model predicted anything.", remedy="see predictions.fits for what failed")
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
    cautions = () if predictions.weight is None else ("weights of rows are left out of the comparison",)
    return SameRows(predictions.decoded(predictions.truth)[rows], models, target, groups, 0, cautions)


def run_results(predictions: Predictions, measure: str, level: float, parameters: dict[str, Any]) -> Results:
    """Results of the folds that every model was tested on, in the same order for all."""
    scheme = predictions.about.get("scheme", {})
    if scheme.get("kind") == "leave-pair-out":
        raise BadInput(
            "the pairs of a leave-pair-out plan have no results to compare.", remedy="leave-one-out, or several folds"
        )
    names = [name for name, told in predictions.models.items() if len(told.row)]
    found = {name: resampled(predictions, measure, model=name, level=level, **parameters) for name in names}
    folds = {
        name: dict(zip(zip(part.repeat.tolist(), part.fold.tolist(), strict=True), part.folds.tolist(), strict=True))
        for name, part in found.items()
    }
    every = sorted(set().union(*folds.values()))
    table = np.array([[folds[name].get(key, np.nan) for name in names] for key in every]).reshape(len(every), -1)
    whole = ~np.isnan(table).any(axis=1)
    if not whole.any():
        raise EmptyData(f"no fold has a {measure} of all models.", found=f"{len(every)} folds")
    gaps = int((~whole).sum())
    return Results(
        {name: table[whole, i] for i, name in enumerate(names)},
        "folds",
        1.0,
        share_tested(predictions, names[0]),
        scheme.get("k") == 2 and predictions.repeats == 5 and len(every) == 10 and not gaps,
        (f"{gaps} folds without a result of every model were left out",) if gaps else (),
    )
