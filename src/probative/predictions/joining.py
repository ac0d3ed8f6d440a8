"""Two tables of predictions made one, after it was checked that they are about the same rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from probative.errors import NotPaired
from probative.evidence import Fingerprint
from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.predictions import Predictions
from probative.predictions.roles import ModelColumns, Roles
from probative.sources import Columns
from probative.sources.arrays import ArraySource

PLACE = ("repeat", "fold", "row")
"""What tells one test of a row from another."""


class OtherFolds(NotPaired):
    """The same rows on both sides, tested in other folds."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What one model said, in the order of the places of its tests."""

    title: str
    columns: ModelColumns
    place: dict[str, Array]
    truth: Array
    said: dict[str, Array]
    extra: dict[str, Array]

    def only(self, rows: Array) -> _Line:
        parts = (Columns(part).only(rows).values if part else {} for part in (self.place, self.said, self.extra))
        place, said, extra = parts
        return _Line(self.title, self.columns, place, self.truth[rows], said, extra)

    @property
    def folds(self) -> list[tuple[object, ...]]:
        keys = [self.place[key].tolist() for key in PLACE[:2] if key in self.place]
        return list(zip(*keys, strict=True))


def joined(first: Predictions, second: Predictions, names: tuple[Mapping[str, str], Mapping[str, str]]) -> Predictions:
    """One wide table of models of both (by their names there, the names wanted), on what all of them were tested on.

    Rows are the same by their ids, or, in tables without ids, by their order; true values must agree. The columns to
    slice and to cluster by are those of the first.
    """
    _require_same_question(first, second)
    sides = list(zip((first, second), names, strict=True))
    lines = [_line(said, model, title) for said, chosen in sides for model, title in chosen.items()]
    for line in lines:
        _require_once(line)
    lines, left = _shared_folds(lines)
    dropped = [said.dropped(model) for said, chosen in sides for model in chosen]
    whole = max(len(line.truth) + gone for line, gone in zip(lines, dropped, strict=True))
    if "drop" in (first.missing, second.missing) and first.roles.row is not None:
        lines = _shared_rows(lines)
    for line in lines:
        _require_same_rows(lines[0], line)
    base = lines[0]
    table = {_key("truth"): base.truth, **{_key(name): column for name, column in base.place.items()}, **base.extra}
    for line in lines:
        table |= line.said
    keys = (_key(name) for name in (*PLACE, "groups", "weight"))
    repeat, fold, row, groups, weight = (key if key in table else None for key in keys)
    guesses = tuple(dict.fromkeys((*first.roles.guesses, *second.roles.guesses)))
    roles = Roles(_key("truth"), row=row, fold=fold, repeat=repeat, weight=weight, groups=groups, guesses=guesses)
    fits = tuple(
        replace(fit, model=chosen[fit.model]) for said, chosen in sides for fit in said.fits if fit.model in chosen
    )
    gaps = whole - len(base.truth)
    cautions = [f"{left} folds that not all models predicted were left out"] if left else []
    cautions += [f"{gaps} rows with missing values were left out"] if gaps else []
    trained = {
        title: said.about.models[model]
        for said, chosen in sides
        for model, title in chosen.items()
        if model in said.about.models
    }
    forced = tuple(dict.fromkeys((*first.about.forced, *second.about.forced)))
    made_by = [said.about.declared for said in (first, second)]
    if made_by[0] != made_by[1]:
        told = ", ".join("none" if costs is None else f"{costs}" for costs in made_by)
        cautions.append(f"the runs were made by other costs ({told}): none decides unless costs are named")
    about = replace(first.about.warned(*cautions), scored={}, left_out=0, models=trained, forced=forced)
    about = about.minding(made_by[0] if made_by[0] == made_by[1] else None)
    columns = {line.title: line.columns for line in lines}
    return Predictions(ArraySource(table), roles, first.target, columns, first.by, fits=fits, about=about)


def _key(role: str) -> str:
    """The name of a column here: in brackets, so that it is none of the user's columns to slice by."""
    return f"({role})"


def _require_same_question(a: Predictions, b: Predictions) -> None:
    if a.target.task != b.target.task:
        raise NotPaired(f"the tasks differ: {a.target.task} and {b.target.task}.")
    if a.target.better != b.target.better:
        raise NotPaired("lower values are better in one of the two, higher ones in the other.")
    if a.target.positive != b.target.positive:
        raise NotPaired(f"the positive classes differ: {a.target.positive!r} and {b.target.positive!r}.")
    if bool(a.roles.fold) != bool(b.roles.fold):
        raise NotPaired("one of the two was tested in folds, the other was not.")
    if bool(a.roles.row) != bool(b.roles.row):
        raise NotPaired("only one of the two tables has row ids.", remedy="row= (--row) for both")
    if a.roles.count or b.roles.count:
        raise NotPaired(
            "lines that stand for several rows say how often, not which: two such tables cannot be paired.",
            remedy="one table with the labels of both models and a count of each combination",
        )
    if bool(a.roles.weight) != bool(b.roles.weight):
        raise NotPaired("the rows have weights in one of the two only.")
    dropped = [max(said.dropped(model) for model in said.spoke) for said in (a, b)]
    if a.roles.row is None and any(dropped):
        raise NotPaired(
            "rows were dropped, so what is left cannot be paired by its order.",
            found=f"{dropped[0]} and {dropped[1]} rows with missing values",
            remedy="pair them by an id with row= (--row)",
        )


def _line(said: Predictions, model: str, title: str) -> _Line:
    """One model's rows under common names, sorted by their place."""
    listed, roles = said.listed(model)[0], said.roles
    rows = listed.values
    place = {key: rows[role] for key, role in zip(PLACE, (roles.repeat, roles.fold, roles.row), strict=True) if role}
    extra = {name: rows[name] for name in said.by}
    if roles.groups is not None:
        extra[_key("groups")] = rows[roles.groups]
    if listed.weight is not None:
        extra[_key("weight")] = listed.weight
    own = {name: f"{title}: {name}" for name in said.by_model[model].names}
    mine = {new: rows[old] for old, new in own.items()}
    line = _Line(title, _renamed(said.by_model[model], title, own), place, rows[roles.truth], mine, extra)
    if not place:
        return line
    return line.only(np.lexsort([encode(column, "place")[1] for column in reversed(place.values())]))


def _renamed(columns: ModelColumns, title: str, own: Mapping[str, str]) -> ModelColumns:
    score, predicted, value = (
        own.get(name) if name else None for name in (columns.score, columns.predicted, columns.value)
    )
    return ModelColumns(title, score, predicted, tuple(own[name] for name in columns.proba), columns.labels, value)


def _require_once(line: _Line) -> None:
    """A row that stands twice in one test set cannot be paired."""
    keys = list(zip(*(column.tolist() for column in line.place.values()), strict=True))
    if "row" in line.place and len(set(keys)) < len(keys):
        raise NotPaired(
            f"the table of {line.title} does not hold every row once.",
            found=f"{len(keys)} rows with {len(set(keys))} ids",
        )


def _shared_folds(lines: list[_Line]) -> tuple[list[_Line], int]:
    """The tests of folds that all models predicted, and how many folds were left out."""
    if "fold" not in lines[0].place:
        return lines, 0
    folds = [set(line.folds) for line in lines]
    shared = set.intersection(*folds)
    if not shared:
        raise NotPaired("the models share no fold that all of them predicted.")
    left = len(set.union(*folds) - shared)
    if left:
        lines = [line.only(np.flatnonzero([fold in shared for fold in line.folds])) for line in lines]
    return lines, left


def _shared_rows(lines: list[_Line]) -> list[_Line]:
    """The tests that all models have."""
    keys = [list(zip(*(column.tolist() for column in line.place.values()), strict=True)) for line in lines]
    shared = set.intersection(*map(set, keys))
    if not shared:
        raise NotPaired("no row is complete for every model.", remedy="check the column named with row= (--row)")
    kept = (np.flatnonzero([key in shared for key in own]) for own in keys)
    return [line.only(rows) for line, rows in zip(lines, kept, strict=True)]


def _require_same_rows(a: _Line, b: _Line) -> None:
    """Equal fingerprints of places and true values, in order: the one rule of which rows are the same."""
    seen = [Fingerprint.from_rows(line.truth) + _placed(line) for line in (a, b)]
    if seen[0] == seen[1]:
        return
    if _in_other_folds(a, b):
        raise OtherFolds(
            "the two tables hold the same rows, tested in different folds: they are no pairs.",
            remedy="train both under one plan with one seed (probative run), or test both on one set of rows that "
            "neither was trained on",
        )
    raise NotPaired(
        "the two tables do not hold the same rows.",
        found=_difference(a, b),
        remedy="pair them by an id with row= (--row), and keep the rows that both have with --missing drop",
    )


def _placed(line: _Line) -> Fingerprint:
    n = len(line.truth)
    numbered = {key: line.place[key] for key in PLACE if key in line.place} | {"at": np.arange(n)}
    return Fingerprint.from_table(numbered)


def _difference(a: _Line, b: _Line) -> str:
    if len(a.truth) != len(b.truth):
        return f"{len(a.truth)} rows of {a.title}, {len(b.truth)} of {b.title}"
    if "row" in a.place and (apart := set(a.place["row"].tolist()) ^ set(b.place["row"].tolist())):
        return f"{len(apart)} ids in only one of them"
    if "row" in a.place:
        a, b = (line.only(np.argsort(encode(line.place["row"], "row")[1], kind="stable")) for line in (a, b))
    return f"{int((a.truth != b.truth).sum())} rows with other true values"


def _in_other_folds(a: _Line, b: _Line) -> bool:
    """Whether the same ids with the same true values stand in other folds; without ids nobody knows."""
    if "row" not in a.place or "fold" not in a.place or len(a.truth) != len(b.truth):
        return False
    mine, other = (sorted(zip(line.place["row"].tolist(), line.truth.tolist(), strict=True)) for line in (a, b))
    return mine == other
