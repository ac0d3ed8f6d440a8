"""Bare arrays as a table: one array or one per model, with a column of scores or one per class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from probative.errors import BadInput, BadScores, LengthMismatch
from probative.evidence.arrays import Array, Floats, at_home, not_numbers, rectangular, vector
from probative.evidence.class_scores import are_probabilities
from probative.evidence.labels import Label
from probative.evidence.titled import named_classes, places, titles
from probative.predictions.lined_up import refuse_other_order
from probative.predictions.roles import ModelColumns
from probative.predictions.target import Task, find_target
from probative.predictions.words import Named
from probative.sources import ColumnLike, Said
from probative.sources.columns import missing_in

ALONE = "model"
"""What a model is called that nobody named."""


def as_table(named: Named, task: Task | None) -> tuple[dict[str, ColumnLike], Named]:
    """The columns of a table made of arrays, and the names of its columns by role.

    >>> given = {"truth": [1, 0], "scores": {"A": [0.9, 0.2]}, "predicted": None, "positive": None}
    >>> columns, names = as_table(given, None)
    >>> sorted(columns), names["truth"]
    (['score_A', 'y_true'], 'y_true')
    """
    refuse_other_order(named)
    named = {word: at_home(value) for word, value in named.items()}
    truth, classes = named["truth"], named.pop("classes", None) or {}
    if named.get("values") is not None and truth is None:
        return _graded(named)
    if truth is None or isinstance(truth, str):
        raise BadInput(
            "there is nothing to evaluate.", remedy="a table, or arrays as truth= and scores= or predicted=, or values="
        )
    if named["scores"] is None and named["predicted"] is None:
        raise BadInput("there are no predictions.", remedy="scores= or predicted=, an array or one per model")
    columns: dict[str, ColumnLike] = {"y_true": truth}
    names = dict.fromkeys(named) | {"truth": "y_true", "positive": named["positive"], "scores": [], "predicted": []}
    models: dict[str, Named] = {}
    for role, word in (("scores", "score"), ("predicted", "pred")):
        for model, values in _by_model(named[role]).items():
            parts, known = models.setdefault(model, {}), classes.get(model, ())
            # What nobody named is called in messages as it is in calls.
            title = f"y_{word}" if model == ALONE else f"{word}_{model}"
            _add(columns, names, parts, role, title, at_home(values), named, task, known)
    for role in named:
        if role not in names or (names[role] is None and named[role] is not None):
            columns[role], names[role] = named[role], role
    names["columns"] = [ModelColumns(model, **parts) for model, parts in models.items()]
    return columns, names


def _graded(named: Named) -> tuple[dict[str, ColumnLike], Named]:
    """Arrays of grades, one or one per model."""
    models = {f"value_{model}": (model, values) for model, values in _by_model(named["values"]).items()}
    columns: dict[str, ColumnLike] = {title: rectangular(values, "values") for title, (_, values) in models.items()}
    keys = {word: given for word, given in named.items() if given is not None and word not in ("values", "better")}
    names: Named = dict.fromkeys(named) | {word: word for word in keys} | {"better": named["better"]}
    names |= {"values": list(models), "columns": [ModelColumns(name, value=at) for at, (name, _) in models.items()]}
    return columns | keys, names


def _by_model(given: Said | None) -> Mapping[str, ColumnLike]:
    if given is None:
        return {}
    return {str(name): values for name, values in given.items()} if isinstance(given, Mapping) else {ALONE: given}


def _numbers(given: Array, role: str) -> Floats:
    """A table of numbers, whose gaps are NaN; anything else is refused."""
    if given.ndim != 2 or given.dtype.kind not in "biufOUS":
        raise BadScores(
            f"{role} must be numbers, one for each class or one alone.", found=f"{given.dtype} of shape {given.shape}"
        )
    flat = given.ravel()
    known = flat[~missing_in(flat)]
    bad = known[not_numbers(known)] if known.dtype.kind in "OUS" else known[:0]
    if len(bad):
        raise BadScores(f"{role} must be numbers.", found=f"{str(bad[0])[:60]!r}", remedy="what predict_proba gives")
    return given.astype(np.float64)


def _add(
    columns: dict[str, ColumnLike],
    names: Named,
    parts: Named,
    role: str,
    title: str,
    values: ColumnLike,
    named: Named,
    task: Task | None,
    classes: tuple[Label, ...] = (),
) -> None:
    """One model's scores or predictions; a table of scores has a column per class, in the order of the classes."""
    given = rectangular(values, role)
    if role == "predicted" or given.ndim < 2 or given.shape[1] == 1:
        columns[title] = given.ravel() if given.ndim == 2 else values
        names[role].append(title)
        parts["predicted" if role == "predicted" else "score"] = title
        return
    target = find_target(vector(named["truth"], "truth"), task=task, positive=named["positive"], scored=True)
    table = _numbers(given, role)
    order = classes or named_classes(values, target.labels) or target.labels
    if table.shape[1] != len(order) or not set(target.labels) <= {*order}:
        raise LengthMismatch(
            "scores need one column, or one for each class in sorted order.",
            found=f"{table.shape[1]} columns for {len(target.labels)} classes ({_some(target.labels)})",
            remedy="a frame whose columns are named by the classes, or evaluate(model, X_test, y_test): "
            "they say which class is whose"
            if table.shape[1] > len(order)
            else "what predict_proba gives, or the column of the positive class",
        )
    _refuse_models(values, table, order)
    table = table[:, places(values, order)]
    # Classes that no row has come after the others.
    ours = (*target.labels, *(label for label in order if label not in target.labels))
    made = {f"{title}_{label}": table[:, order.index(label)] for label in ours}
    if target.positive is not None and (len(order) == 2 or target.named):
        # Of two classes' probabilities, those of the positive one say all; of several, those of the one that was named.
        made = {title: table[:, order.index(target.positive)]}
        parts |= {"score": title, "labels": ours}
    else:
        parts |= {"proba": tuple(made), "labels": ours}
    columns |= made
    names[role] += list(made)


def _refuse_models(values: ColumnLike, table: Floats, order: Sequence[Label]) -> None:
    """Refuse a frame whose columns are neither named after classes nor probabilities: each may be a model's."""
    names, known = titles(values), table[~np.isnan(table).any(axis=1)]
    if names and len(known) and not {*names} & {*map(str, order)} and not are_probabilities(known):
        raise BadScores(
            "the columns of scores are neither named after the classes nor probabilities that add up to 1.",
            found=f"columns {_some(tuple(names))} for the classes {_some(tuple(order))}",
            remedy="scores={name: column} for several models, or columns named after the classes",
        )


def _some(labels: tuple[Label, ...]) -> str:
    return ", ".join(map(str, labels[:6])) + (", ..." if len(labels) > 6 else "")
