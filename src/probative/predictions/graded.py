"""Rows that are already graded: a number per row and model, such as a loss, a judge's grade or a latency.

There is no truth to compare with; the number itself is what counts. Several samples of one row (answers drawn again,
further judges) are no further rows: they are averaged before anything is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.errors import AmbiguousColumn, BadInput, BadParameter
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.predictions.long_tables import with_ids, with_models
from probative.predictions.model_columns import value_columns
from probative.predictions.roles import ModelColumns, Roles
from probative.predictions.tally import Missing, complete
from probative.predictions.target import Target
from probative.predictions.words import Named
from probative.sources import Columns, Source
from probative.sources.arrays import ArraySource, checked_weights
from probative.sources.columns import require, require_weights
from probative.sources.number_columns import refuse_infinite, require_numbers

NO_TRUTH = "(none)"
"""The column that stands in the place of the truth, in brackets like all names that are no user's column."""
KEYS = ("model", "row", "groups", "time")
"""What may be said of graded rows besides weights, slices and repeats."""
FOREIGN = {"truth": "--truth", "scores": "--score", "predicted": "--predicted", "positive": "--positive"}
"""What is about predictions, and not about grades."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A table with one number per row and model, and what it was made from."""

    source: Source
    roles: Roles
    target: Target
    columns: dict[str, ModelColumns]
    dropped: int
    samples: int
    """The most samples of a row that were averaged; 1 where every row stands once."""


def graded(source: Source, named: Named, values: Sequence[str], by: Sequence[str], missing: Missing) -> Graded:
    """The grades of every model, each row once; `named` says which columns are what, as in `read`."""
    target = Target("graded", better=checked_better(named["better"]))
    _refuse_foreign(named)
    keys = {word: named[word] for word in KEYS if named[word] is not None}
    repeat, weight = named["repeat"], named["weight"]
    require(source, [*values, *keys.values(), *by, repeat, weight])
    require_numbers(source, values, "a column of numbers, 1 and 0 for yes and no")
    roles = Roles(NO_TRUTH, values=tuple(values), weight=weight, **keys)
    if len(values) == 1 and not roles.model:
        roles = with_models(roles, {name: kind for name, kind in source.kinds.items() if name not in (*by, repeat)})
    roles = with_ids(roles, source)
    if repeat is not None and roles.row is None:
        raise BadInput("samples of the same row are told by its id.", found="no row ids", remedy="row= (--row)")
    for name in values:
        refuse_infinite(source.listed([name]).values[name], name)
    rows, dropped = _read(source, [*values, *roles.keys, roles.model, *by, repeat], weight, missing)
    samples = 1
    if roles.row is not None:
        rows, samples = averaged(rows, values, roles.row, roles.model, repeat)
    n = len(rows)
    table = {name: column for name, column in rows.values.items() if name != repeat or name in by}
    table[NO_TRUTH] = np.zeros(n)
    if weight is not None and rows.weight is not None:
        table[weight] = rows.weight
    columns = named.get("columns") or _models(roles, rows)
    return Graded(ArraySource(table), roles, target, {c.name: c for c in columns}, dropped, samples)


def checked_better(better: object) -> str:
    """Which way is better, which numbers do not say."""
    if better in ("lower", "higher"):
        return str(better)
    raise BadParameter(
        "whether lower or higher values are better must be said.",
        found="nothing" if better is None else repr(better),
        remedy="better='lower' for losses and latencies, better='higher' for grades (--better)",
    )


def _refuse_foreign(named: Named) -> None:
    """Grades have neither truth nor predictions; folds are results, which have their own comparison."""
    for word, option in FOREIGN.items():
        if named[word] is not None:
            what = f"rows that are already graded have no {word}."
            raise BadParameter(what, found=f"values= and {word}=", remedy=f"leave out one of them (--value, {option})")
    if named["fold"] is not None:
        remedy = "leave fold= (--fold) out, or compare results of folds with of='folds' (--of folds)"
        raise BadParameter("grades are of rows, not of folds.", found=f"fold={named['fold']!r}", remedy=remedy)


def _read(source: Source, names: Sequence[str | None], weight: str | None, missing: Missing) -> tuple[Columns, int]:
    wanted = list(dict.fromkeys(name for name in names if name))
    listed = source.listed([*wanted, *([weight] if weight else [])]).values
    weights: tuple[Floats | None, Floats | None] = (None, None)
    if weight is not None:
        require_weights(source, weight)
        weights = checked_weights(listed[weight])
    return complete(Columns({name: listed[name] for name in wanted}, None, *weights), missing)


def _models(roles: Roles, rows: Columns) -> list[ModelColumns]:
    """The models of columns side by side, or those that a column names."""
    if roles.model is None:
        return value_columns(roles.values)
    if len(roles.values) > 1:
        raise AmbiguousColumn(
            "where a column names the models, all of them share their columns.",
            found=", ".join(roles.values),
            remedy="one column of values; or no model column",
        )
    names = encode(rows.values[roles.model], roles.model)[0]
    return [ModelColumns(str(name), value=roles.values[0]) for name in names]


def averaged(
    rows: Columns, values: Sequence[str], row: str, model: str | None = None, repeat: str | None = None
) -> tuple[Columns, int]:
    """Rows with the mean of their samples, each once (for each model), and the most samples that one had.

    >>> rows = Columns({"id": np.array([7, 7, 8]), "loss": np.array([1.0, 2.0, 4.0])})
    >>> made, samples = averaged(rows, ["loss"], "id")
    >>> made.values["loss"].tolist(), samples
    ([1.5, 4.0], 2)
    """
    owner = _numbered(rows, [name for name in (model, row) if name])
    counts = np.bincount(owner)
    if repeat is not None:
        _require_once(rows, row, repeat, owner)
    if counts.max() == 1:
        return rows, 1
    first = np.empty(len(counts), np.intp)
    first[owner[::-1]] = np.arange(len(rows))[::-1]
    others = [name for name in rows.values if name not in (*values, repeat)]
    _require_alike(rows, others, row, owner, first)
    order = np.argsort(first)
    weight = np.ones(len(rows)) if rows.weight is None else rows.weight
    mass = np.bincount(owner, weight)
    table = {name: rows.values[name][first[order]] for name in others}
    # A row without weight counts for nothing, whatever stands in it.
    means = {name: np.bincount(owner, weight * rows.values[name].astype(np.float64)) for name in values}
    table |= {name: (sums / np.where(mass > 0, mass, 1.0))[order] for name, sums in means.items()}
    if rows.weight is None:
        return Columns(table), int(counts.max())
    kept = (mass / counts)[order]
    return Columns(table, None, kept, kept**2), int(counts.max())


def _numbered(rows: Columns, names: Sequence[str]) -> Array:
    """The number of each combination of these columns."""
    place = np.zeros(len(rows), np.int64)
    for name in names:
        labels, codes = encode(rows.values[name], name)
        place = place * len(labels) + codes
    return np.asarray(np.unique(place, return_inverse=True)[1])


def _require_once(rows: Columns, row: str, repeat: str, owner: Array) -> None:
    """A sample stands once."""
    labels, codes = encode(rows.values[repeat], repeat)
    places = owner * len(labels) + codes
    if len(np.unique(places)) < len(places):
        twice = int(np.flatnonzero(np.bincount(places)[places] > 1)[0])
        at = f"{row} {rows.values[row][twice]!s}, {repeat} {rows.values[repeat][twice]!s}"
        raise BadInput("a sample of a row stands in the table more than once.", found=at, remedy="keep one of them")


def _require_alike(rows: Columns, names: Sequence[str], row: str, owner: Array, first: Array) -> None:
    """What is known of a row is the same for all of its samples."""
    for name in names:
        codes = encode(rows.values[name], name)[1]
        apart = np.flatnonzero(codes != codes[first[owner]])
        if len(apart):
            found = f"{row} {rows.values[row][apart[0]]!s} has several values of {name!r}"
            remedy = "one value per row; or leave row= (--row) out, if these are different rows"
            raise BadInput("samples that are averaged must belong to one row.", found=found, remedy=remedy)
