"""Read: the one door through which predictions come in, whatever holds them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import AmbiguousColumn, BadInput, BadLabels, BadParameter
from probative.evidence.arrays import Array
from probative.evidence.class_scores import are_probabilities
from probative.evidence.labels import encode
from probative.predictions.bare_arrays import as_table
from probative.predictions.by_position import by_position
from probative.predictions.given_folds import given_folds
from probative.predictions.graded import graded
from probative.predictions.long_tables import as_long
from probative.predictions.mistaken import refuse_swapped, refuse_unclear_numbers
from probative.predictions.model_columns import model_columns, of_positive
from probative.predictions.predictions import Predictions
from probative.predictions.provenance import Provenance
from probative.predictions.roles import ModelColumns, Roles, find_roles
from probative.predictions.saving import saved_file
from probative.predictions.shelf import Shelf
from probative.predictions.tallied import Tallied
from probative.predictions.tally import Missing, complete
from probative.predictions.target import Target, Task, find_target
from probative.predictions.usable import predicted_labels, require_usable
from probative.predictions.words import AllWords, Models, Named, Words, in_our_words, refuse_strangers, takes_words
from probative.sources import Columns, Limits, Source, TableLike, open_source
from probative.sources.columns import require
from probative.sources.repeated import RepeatedSource

KEYS = ("model", "row", "fold", "repeat", "weight", "count", "groups", "time")
NAMED = ("truth", "scores", "predicted", "positive", "values", "better", *KEYS)


@takes_words
def read(
    data: TableLike | Predictions | ArrayLike | Models | None = None,
    said: object = None,
    y: object = None,
    **words: Unpack[AllWords],
) -> Predictions:
    """Predictions from a table of any kind: a path or pattern, a dataframe, a dict of columns, arrays, a saved run.

    In a table, truth, scores, predicted and the rest name columns: `row` the id of each row, `fold` and `repeat` the
    test set it was in, `weight` how much it counts, `count` how many equal rows a line stands for, `groups` the cluster
    it belongs to. Rows that are already graded, by a loss, a judge or a clock, have `values` in the place of truth and
    predictions, and `better` says whether "lower" or "higher" ones are; samples of one row (`repeat`) are averaged.
    Without a table they are the arrays themselves (scores, predicted and values: an array, or a dict of one array per
    model), or stand in a row: `read(y_true, y_score)`, with what `predict_proba` gives, labels, or a dict of them by
    model; scikit-learn's words `y_true`, `y_score`, `y_pred` will do, and so will a fitted model (or a dict of them)
    with its rows, `read(model, X_test, y_test)`. A file larger than `memory` ("1GB", as a rule) is sorted on disk, in
    the folder `spill` or the system's own, and evaluated just as exactly; `binned` scores are counted in bins, and
    areas known up to a bound. What `run` gave, or the folder it was saved to, knows its columns, and so does
    a file of evidence (`probative tally`). `evaluate`, `compare`, `gate` and `explain` take the same words.

    >>> import probative as pv
    >>> said = pv.read({"y": [1, 0, 1], "score_A": [0.9, 0.2, 0.4], "score_B": [3.0, -1.0, 0.5]}, truth="y")
    >>> [(model, said.threshold(model).value) for model in said.models]
    [('A', 0.5), ('B', 0.0)]
    """
    given: Any
    given, said_words = by_position(data, said, y, in_our_words(words))
    classes = said_words.pop("classes", None)
    refuse_strangers(said_words)
    words, data = cast("AllWords", said_words), given
    missing, task, by = words.get("missing", "error"), words.get("task"), words.get("by")
    if missing not in ("error", "drop"):
        raise BadParameter("missing must be 'error' or 'drop'.", found=missing)
    cuts = tuple(listed(by))
    named: Named = {word: words.get(word) for word in NAMED}
    if classes:
        named["classes"] = classes
    if isinstance(data, Predictions):
        return _known(data, named, cuts, task, words.get("missing"))
    if isinstance(data, str | os.PathLike):
        said = any(named[word] is not None for word in NAMED if word != "groups")
        file = saved_file(data)
        # A file of ours may be read as a plain table by naming its columns; a folder may not.
        if file is not None and (not said or file != Path(data)):
            return _known(Predictions.load(file), named, cuts, task, words.get("missing"))
        if not said and (tallied := Tallied.found(data)) is not None:
            return _known(tallied.predictions(), named, cuts, task, words.get("missing"))
    limits, data = _told_of_file(data, words)
    if data is None:
        data, named = as_table(named, task)
    table = cast("TableLike", data)
    _refuse_arrays(named)
    if named["values"] is not None:
        return _of_grades(table, named, cuts, task, missing)
    if named["better"] is not None:
        raise BadParameter("better goes with values that rows are graded by.", remedy="values= (--value)")
    found = _from_table(table, named, cuts, task, missing, limits)
    if words.get("binned"):
        found.require_scores("binned= (--bins)")
    return replace(found, bins=bool(words.get("binned")))


def opened(data: TableLike, words: Words) -> Source:
    """The table that predictions are read from, within the memory and by the spelling that were named."""
    limits, told = _told_of_file(data, words)
    return open_source(told, limits)


def _told_of_file(data: Any, words: Mapping[str, Any]) -> tuple[Limits, Any]:
    """How much memory there is; and a file of text, opened as was said, or anything else as it is."""
    limits = Limits.of(words.get("memory"), words.get("spill"))
    encoding, decimal = words.get("encoding"), words.get("decimal")
    if encoding is None and decimal is None:
        return limits, data
    if not isinstance(data, str | os.PathLike):
        raise BadParameter("an encoding and a decimal sign are those of a file.", remedy="leave them out")
    from probative.sources.files import open_file

    return limits, open_file(data, limits, encoding, decimal)


def _known(
    data: Predictions, named: Named, by: tuple[str, ...], task: Task | None, missing: Missing | None
) -> Predictions:
    """Predictions that know their columns; what to slice and cluster by, and what to drop, may still be said."""
    if any(value is not None for word, value in named.items() if word != "groups") or task not in (None, data.task):
        raise BadParameter("these predictions know their columns and their task.", remedy="leave these words out")
    require(data.source, [*by, named["groups"]])
    roles = data.roles if named["groups"] is None else replace(data.roles, groups=named["groups"])
    gaps = missing or data.missing
    # What was read before stays on the shelf, unless other rows are meant.
    shelf = data.shelf if (roles, gaps) == (data.roles, data.missing) else Shelf(data.source)
    return replace(data, by=by or data.by, roles=roles, missing=gaps, shelf=shelf)


def _of_grades(data: TableLike, named: Named, by: tuple[str, ...], task: Task | None, missing: Missing) -> Predictions:
    """Rows that are already graded: every row once, however many samples it has."""
    if task is not None:
        raise BadParameter("rows that are already graded have no task.", found=task, remedy="leave task= (--task) out")
    made = graded(open_source(data), named, listed(named["values"]), by, missing)
    about = Provenance(left_out=made.dropped, samples=made.samples)
    return Predictions(made.source, made.roles, made.target, made.columns, by, missing, about=about)


def _from_table(
    data: TableLike, named: Named, by: tuple[str, ...], task: Task | None, missing: Missing, limits: Limits
) -> Predictions:
    source, count = open_source(data, limits), named["count"]
    if count is not None:
        source = _repeated(source, named)
    known: Named = {word: named[word] for word in ("truth", *KEYS) if word != "count"}
    roles = find_roles(source, scores=listed(named["scores"]), predicted=listed(named["predicted"]), by=by, **known)
    roles = replace(roles, count=count)
    if len(roles.scores) < 2 and len(roles.predicted) < 2:
        roles = as_long(roles, source, by)
    every = [roles.truth, *roles.scores, *roles.predicted, *roles.keys, *by, roles.model, roles.weight]
    shelf = Shelf(source, len({name for name in every if name}))
    if shelf.near:
        shelf.fetch([name for name in every if name])
        if missing == "error":
            # All gaps are told at once, not those of the truth first.
            complete(Columns(shelf.listed([name for name in every if name and name != roles.weight])), missing)
    truth = _truth(shelf, roles, missing, task)
    refuse_swapped(shelf, roles, truth, task)
    if task is None:
        refuse_unclear_numbers(truth, roles.truth)
    said = partial(predicted_labels, shelf, roles)
    target = find_target(truth, task=task, positive=named["positive"], scored=bool(roles.scores), said=said)
    if len(target.labels) > 2 and roles.model is None and "columns" not in named:
        roles = as_long(roles, source, by)
    given = named.get("columns") or _columns(shelf, roles, target)
    if not target.named and any(len(columns.labels) > 2 for columns in given):
        # Probabilities of further classes, though no more than two have rows: every class against the rest.
        target = replace(target, positive=None)
    if len(target.labels) > 2 and (single := [c.name for c in given if c.score]):
        raise BadLabels(
            "a binary score needs two classes.",
            found=f"one column of scores of {single[0]} for {len(target.labels)} classes",
            remedy="a column of probabilities per class, or the labels of one class against the rest",
        )
    require_usable(shelf, roles.truth, target, given)
    found = Predictions(source, roles, target, {c.name: c for c in given}, by, missing, shelf=shelf)
    return replace(found, about=given_folds(found)) if roles.fold else found


def _repeated(source: Source, named: Named) -> Source:
    """The rows that lines with counts stand for; none of them has an id."""
    if named["row"] is not None or named["repeat"] is not None:
        raise BadParameter(
            "lines that stand for several rows have no ids, and nothing tells which of them was tested again.",
            found=f"count={named['count']!r} beside row= or repeat=",
            remedy="leave one of them out",
        )
    return RepeatedSource(source, named["count"])


def _truth(shelf: Shelf, roles: Roles, missing: Missing, task: Task | None) -> Array:
    """The true values, each at least once; of numbers that stay where they are and are too many for labels, some."""
    numbers = not (roles.scores or task == "classification" or shelf.near)
    if numbers and (some := shelf.source.many_numbers(roles.truth)) is not None:
        return some
    rows = Columns(shelf.listed([roles.truth])) if shelf.near else shelf.counted([roles.truth], None)
    return complete(rows, missing)[0].values[roles.truth]


def _columns(shelf: Shelf, roles: Roles, target: Target) -> list[ModelColumns]:
    """The columns of each model: side by side, or the same ones for every model that a column names."""
    found = model_columns(roles, target.labels, partial(_whole, shelf), target.positive)
    found = [of_positive(columns, target) for columns in found]
    if roles.model is None:
        return found
    rows = Columns(shelf.listed([roles.model])) if shelf.near else shelf.counted([roles.model], None)
    if len(found) > 1:
        raise AmbiguousColumn(
            "where a column names the models, all of them share their columns.",
            found=", ".join(name for columns in found for name in columns.names),
            remedy="one column of scores, or one per class; or no model column",
        )
    names, _ = encode(rows.values[roles.model], roles.model)
    return [replace(found[0], name=str(name)) for name in names]


def _whole(shelf: Shelf, columns: Sequence[str]) -> bool:
    """Whether columns at hand are probabilities that add up to 1 in every row."""
    rows = [shelf.column(name) for name in columns] if shelf.near else []
    numeric = bool(rows) and all(column.dtype.kind in "iuf" for column in rows)
    return numeric and are_probabilities(np.column_stack(rows).astype(np.float64))


def listed(names: Any) -> list[str]:
    """Names of columns as a list: none, one, or several."""
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def _refuse_arrays(named: Named) -> None:
    """Beside a table, columns are named; an array there is a mistake."""
    for role in ("truth", "scores", "predicted", "values", *KEYS):
        given = named[role]
        parts = given if role in ("scores", "predicted", "values") and isinstance(given, list | tuple) else [given]
        for name in parts:
            if name is not None and not isinstance(name, str):
                raise BadInput(
                    f"{role} must name columns of the table.",
                    found=type(name).__name__,
                    remedy="put the values into the table, or leave the table out and pass arrays only; "
                    "of a dict of scores by model: evaluate(y_true, {...})",
                )
