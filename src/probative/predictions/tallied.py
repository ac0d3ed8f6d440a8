"""Evidence in a file: the distinct rows of every model with their number, which add up over days and machines."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import numpy as np

from probative.errors import BadFormat, BadParameter, NotMergeable
from probative.evidence.arrays import Array
from probative.evidence.evidence import Evidence
from probative.evidence.labels import Label, encode, ordered
from probative.predictions.predictions import Predictions
from probative.predictions.roles import ModelColumns, Roles
from probative.predictions.target import Target
from probative.records import Json, put
from probative.sources import open_source
from probative.sources.arrays import ArraySource
from probative.sources.parquet import read_about, write_parquet
from probative.sources.repeated import RepeatedSource

FORMAT = 1
TOLD = ("task", "labels", "positive", "truth", "keys", "groups", "classes")
"""What is known of all lines."""
MODEL, SCORE, PREDICTED, WEIGHT, COUNT = "model", "score", "predicted", "weight", "count"


@dataclass(frozen=True, slots=True, eq=False)
class Tallied(Evidence):
    """Distinct lines of model, truth, what was said and keys, each with the number of rows that it stands for.

    >>> import probative as pv
    >>> one = Tallied.of(pv.read({"y": [1, 0, 1], "score": [0.9, 0.2, 0.9]}, truth="y"))
    >>> one.n, one.column("count").tolist(), (one + one).column("count").tolist()
    (3, [1, 2], [2, 4])
    """

    task: str
    labels: tuple[Label, ...]
    positive: Label | None
    truth: str
    keys: tuple[str, ...]
    """Columns to slice by."""
    groups: str | None
    classes: tuple[Label, ...]
    """Classes that have a column of probabilities each, in their order."""
    lines: Mapping[tuple[str, ...], Array]

    @classmethod
    def of(cls, said: Predictions) -> Tallied:
        """The evidence of predictions."""
        if said.roles.row or said.roles.fold or said.task == "graded":
            raise BadParameter(
                "evidence in a file keeps neither ids nor folds, nor grades.",
                found="ids of rows" if said.roles.row else "folds" if said.roles.fold else "graded rows",
                remedy="leave row= (--row) and fold= (--fold) out",
            )
        first = next(iter(said.by_model.values()))
        classes = first.labels if first.proba else ()
        parts = [_lines(said, model) for model in said.spoke]
        lines: dict[tuple[str, ...], Array] = {
            (name,): np.concatenate([part[name] for part in parts]) for name in parts[0]
        }
        target = said.target
        made = (target.task, target.labels, target.positive, said.roles.truth, said.by, said.roles.groups, classes)
        return cls(*made, _joined(lines))

    @property
    def n(self) -> int:
        """All rows, of the model that has most."""
        models, codes = encode(self.column(MODEL), MODEL)
        return int(np.bincount(codes, self.column(COUNT), len(models)).max())

    def column(self, name: str) -> Array:
        """One column of the lines."""
        return self.lines[name,]

    def predictions(self) -> Predictions:
        """The rows that these lines stand for, to evaluate."""
        source = RepeatedSource(ArraySource({name: column for (name,), column in self.lines.items()}), COUNT)
        there = source.kinds
        proba = tuple(_proba(label) for label in self.classes)
        score, predicted = (name if name in there else None for name in (SCORE, PREDICTED))
        roles = Roles(
            self.truth,
            tuple(name for name in (score, *proba) if name),
            tuple(name for name in (predicted,) if name),
            MODEL,
            weight=WEIGHT if WEIGHT in there else None,
            groups=self.groups,
            count=COUNT,
        )
        models = [str(name) for name in encode(self.column(MODEL), MODEL)[0]]
        columns = {name: ModelColumns(name, score, predicted, proba, self.classes) for name in models}
        target = Target(self.task, self.labels, self.positive, named=self.positive is not None)  # type: ignore[arg-type]
        return Predictions(source, roles, target, columns, self.keys)

    def __add__(self, other: Tallied) -> Tallied:
        if not isinstance(other, Tallied):
            return NotImplemented
        for what in ("task", "truth", "keys", "groups", "classes"):
            mine, its = getattr(self, what), getattr(other, what)
            if mine != its:
                raise NotMergeable(f"the two tallies differ in their {what}.", found=f"{mine} and {its}")
        if self.lines.keys() != other.lines.keys():
            odd = sorted(name for (name,) in self.lines.keys() ^ other.lines.keys())
            raise NotMergeable("the two tallies have different columns.", found=", ".join(odd))
        named = {label for label in (self.positive, other.positive) if label is not None}
        if len(named) > 1:
            raise NotMergeable("the two tallies have different positive classes.", found=" and ".join(map(str, named)))
        lines = {key: np.concatenate([column, other.lines[key]]) for key, column in self.lines.items()}
        labels = ordered([*self.labels, *other.labels])
        made = (self.task, labels, next(iter(named), None), self.truth, self.keys, self.groups, self.classes)
        return Tallied(*made, _joined(lines))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write to a file: .json, or .parquet, which is smaller."""
        target = Path(path)
        if target.suffix == ".parquet":
            columns = {name: column for (name,), column in self.lines.items()}
            write_parquet(target, columns, self._about() | {"checksum": self.checksum()})
            return target
        if target.suffix != ".json":
            what = f"evidence goes into .json or .parquet, not {target.suffix or 'a file without ending'}."
            raise BadParameter(what, remedy="evidence.json, or evidence.parquet for many distinct scores")
        plain = self.to_dict()
        whole = {"probative": FORMAT, "kind": "evidence", "checksum": self.checksum()} | plain
        return put(target, json.dumps(whole, allow_nan=False) + "\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tallied:
        """Evidence that was saved before, refused if a bit of it has changed."""
        made = cls.found(path)
        if made is None:
            raise BadFormat(f"{str(path)!r} holds no evidence.", remedy="probative tally FILE -o evidence.json")
        return made

    @classmethod
    def found(cls, path: str | os.PathLike[str]) -> Tallied | None:
        """The same; None where a file is none of evidence."""
        kept = _opened(path)
        if kept is None:
            return None
        about, made = kept
        if about.get("probative") != FORMAT:
            what = f"{str(path)!r} is of a format that is not known."
            raise BadFormat(what, found=about.get("probative"), remedy="a newer probative")
        if about.get("checksum") != made.checksum():
            raise BadFormat(f"{str(path)!r} was changed or cut short.", found="another checksum", remedy="tally again")
        return made

    def checksum(self) -> str:
        """A hash of all that is in it."""
        digest = hashlib.sha256(json.dumps(self._about(), sort_keys=True).encode())
        for (name,), column in sorted(self.lines.items()):
            text = column.dtype.kind in "OUS"
            digest.update(name.encode(errors="surrogatepass"))
            digest.update(
                "\0".join(map(str, column.tolist())).encode(errors="surrogatepass") if text else column.tobytes()
            )
        return digest.hexdigest()

    def _about(self) -> dict[str, Json]:
        told: dict[str, Any] = {name: getattr(self, name) for name in TOLD}
        listed: dict[str, Json] = {n: list(value) if isinstance(value, tuple) else value for n, value in told.items()}
        return {"probative": FORMAT, "kind": "evidence", **listed}


def _opened(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Tallied] | None:
    """What a file of evidence says of itself, and what it holds; None for any other file."""
    file = Path(path)
    if file.suffix == ".parquet" and file.is_file():
        about = read_about(file)
        if about is None or about.get("kind") != "evidence":
            return None
        source = open_source(file)
        lines: dict[tuple[str, ...], Array] = {
            (name,): column for name, column in source.listed(list(source.kinds)).values.items()
        }
        told: list[Any] = [tuple(about[n]) if isinstance(about[n], list) else about[n] for n in TOLD]
        task, labels, positive, truth, keys, groups, classes = told
        return about, Tallied(task, labels, positive, truth, keys, groups, classes, lines)
    if file.suffix != ".json" or not file.is_file():
        return None
    with file.open(encoding="utf-8", errors="replace") as lines_of_text:
        if '"kind": "evidence"' not in lines_of_text.read(200):
            return None
    try:
        whole = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadFormat(f"{str(path)!r} was cut short.", found=error, remedy="tally again") from error
    about = {name: whole.pop(name) for name in ("probative", "kind", "checksum")}
    return about, Tallied.from_dict(whole)


def merge(paths: Sequence[str | os.PathLike[str]]) -> Tallied:
    """The evidence of several files as one."""
    if not paths:
        raise BadParameter("there is nothing to merge.", remedy="name files of evidence")
    return reduce(add, map(Tallied.load, paths))


def _lines(said: Predictions, model: str) -> dict[str, Array]:
    """The rows of one model under names that all models share, one line each or counted."""
    columns, roles = said.by_model[model], said.roles
    stays = said.far and roles.weight is None
    rows = said.far_rows(model).counted(said.names(model)) if stays else said.rows(model)
    own = {
        SCORE: columns.score,
        PREDICTED: columns.predicted,
        **dict(zip(_probas(columns), columns.proba, strict=True)),
    }
    names = [name for name in (roles.truth, *said.by, roles.groups) if name]
    taken = {*names, *own} & {MODEL, COUNT, WEIGHT} | ({*names} & {*own})
    if taken:
        what = f"the column {sorted(taken)[0]!r} has a name that evidence uses for something else."
        raise BadParameter(what, remedy="give it another name")
    found = {MODEL: np.full(len(rows), model, object), **{name: rows.values[name] for name in names}}
    found |= {name: _numbers(rows.values[column]) for name, column in own.items() if column}
    if rows.weight is not None:
        found[WEIGHT] = rows.weight
    found[COUNT] = np.ones(len(rows), np.int64) if rows.counts is None else rows.counts.astype(np.int64)
    return found


def _numbers(column: Array) -> Array:
    """Numbers as floats, in which -0.0 is 0.0; labels as they are."""
    return column.astype(np.float64) + 0.0 if column.dtype.kind in "f" else column


def _probas(columns: ModelColumns) -> list[str]:
    return [_proba(label) for label in columns.labels] if columns.proba else []


def _proba(label: Label) -> str:
    return f"{SCORE}:{label}"


def _joined(lines: Mapping[tuple[str, ...], Array]) -> dict[tuple[str, ...], Array]:
    """Equal lines as one, in an order that does not depend on theirs."""
    codes = []
    for (name,), column in lines.items():
        if name != COUNT:
            floats = column.dtype.kind == "f"
            codes.append(np.unique(column, return_inverse=True)[1] if floats else encode(column, name)[1])
    order = np.lexsort(codes[::-1])
    ranked = np.column_stack([code[order] for code in codes])
    first = np.concatenate([[True], (ranked[1:] != ranked[:-1]).any(axis=1)])
    starts = np.flatnonzero(first)
    counts = np.add.reduceat(lines[COUNT,][order], starts)
    kept = order[starts]
    return {key: counts if key == (COUNT,) else column[kept] for key, column in lines.items()}
