"""Predictions: what every model said about every row that it was tested on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from probative.errors import BadFormat, UnknownModel
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode, plain
from probative.predictions.fit import Fit

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Told:
    """One model's predictions: the row, repeat and fold of each, the class number or value, and the scores."""

    row: Array
    repeat: Array
    fold: Array
    predicted: Array
    scores: Floats
    scored: str
    """"proba", "decision", or nothing."""

    def only(self, chosen: Array) -> Told:
        """Some of the predictions."""
        scores = self.scores[chosen] if len(self.scores) else self.scores
        return Told(
            self.row[chosen], self.repeat[chosen], self.fold[chosen], self.predicted[chosen], scores, self.scored
        )


@dataclass(frozen=True, slots=True, repr=False)
class Predictions:
    """All models' predictions on identical splits, with the record of every training.

    `truth` holds the target of every row of the data (a class number where there are `labels`), `about` the plan, the
    seed, the software and the fingerprint of the data.
    """

    truth: Array
    labels: tuple[Any, ...]
    positive: Any
    models: Mapping[str, Told]
    weight: Array | None = None
    groups: Array | None = None
    fits: tuple[Fit, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", MappingProxyType(dict(self.models)))
        object.__setattr__(self, "about", MappingProxyType(dict(self.about)))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.truth, self.labels, self.positive, dict(self.models), self.weight, self.groups, self.fits)
        return Predictions, (*parts, dict(self.about))

    @property
    def n(self) -> int:
        """The number of rows of the data."""
        return len(self.truth)

    @property
    def task(self) -> str:
        """Classification or regression."""
        return "classification" if self.labels else "regression"

    @property
    def repeats(self) -> int:
        """How often the scheme was repeated."""
        return max((int(told.repeat.max()) + 1 for told in self.models.values() if len(told.row)), default=0)

    @property
    def score_columns(self) -> tuple[str, ...]:
        """The score of the positive class of two, or one per class."""
        if not self.labels:
            return ()
        if self.positive is not None and len(self.labels) == 2:
            return ("score",)
        return tuple(f"proba_{label}" for label in self.labels)

    def model(self, name: str | None = None) -> Told:
        """One model's predictions; the name may be left out where there is one model."""
        if name is None and len(self.models) == 1:
            return next(iter(self.models.values()))
        if name is None or name not in self.models:
            raise UnknownModel(f"there is no model {name!r}.", found=", ".join(self.models))
        return self.models[name]

    def decoded(self, codes: Array) -> Array:
        """Class numbers as labels; values as they are."""
        if not self.labels:
            return codes
        values = [plain(label) for label in self.labels]
        kind = type(values[0]) if len({type(value) for value in values}) == 1 else object
        table: Array = np.array(values, kind if kind in (bool, int) else object)
        return table[codes]

    def columns(self) -> dict[str, Array]:
        """One long table: row, model, repeat, fold, truth, predicted, scores, weight, group."""
        said = list(self.models.items())
        rows = np.concatenate([told.row for _, told in said])
        columns: dict[str, Array] = {
            "row": rows,
            "model": np.repeat(np.array([name for name, _ in said], object), [len(told.row) for _, told in said]),
            "repeat": np.concatenate([told.repeat for _, told in said]),
            "fold": np.concatenate([told.fold for _, told in said]),
            "truth": self.decoded(self.truth)[rows],
            "predicted": self.decoded(np.concatenate([told.predicted for _, told in said])),
        }
        if any(told.scored for _, told in said):
            for i, name in enumerate(self.score_columns):
                parts = [told.scores[:, i] if told.scored else np.full(len(told.row), np.nan) for _, told in said]
                columns[name] = np.concatenate(parts)
        for name, column in (("weight", self.weight), ("group", self.groups)):
            if column is not None:
                columns[name] = column[rows]
        return columns

    def to_frame(self, backend: str | None = None) -> Any:
        """The long table as a dataframe: pandas, Polars or PyArrow, whichever is installed first, or the one named."""
        from probative.curves.curve import as_frame

        return as_frame(self.columns(), backend)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the table as Parquet; the record of the trainings goes into a JSON file beside it."""
        from probative.sources.parquet import write_parquet

        target = Path(path)
        stable = {
            "probative": FORMAT,
            "kind": "predictions",
            "n": self.n,
            "labels": [plain(label) for label in self.labels],
            "positive": None if self.positive is None else plain(self.positive),
            "scored": {name: told.scored for name, told in self.models.items()},
            "about": dict(self.about),
        }
        write_parquet(target, self.columns(), stable)
        fits = {"probative": FORMAT, "kind": "fits", "fits": [fit.to_dict() for fit in self.fits]}
        target.with_suffix(".fits.json").write_text(json.dumps(fits, indent=1), encoding="utf-8")
        return target

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Predictions:
        """Predictions saved before: the Parquet file, or the folder that holds it.

        >>> import probative as pv, tempfile
        >>> from sklearn.dummy import DummyClassifier
        >>> made = pv.run(DummyClassifier(), [[0], [1], [2], [3]], [0, 1, 0, 1], plan="2-fold stratified")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     pv.Predictions.load(made.save(folder + "/predictions.parquet")).n
        4
        """
        from probative.sources import open_source
        from probative.sources.parquet import read_about

        target = Path(path)
        target = target / "predictions.parquet" if target.is_dir() else target
        source = open_source(target)
        stable = read_about(target)
        if stable is None or stable.get("kind") != "predictions" or stable.get("probative") != FORMAT:
            raise BadFormat(f"{str(path)!r} does not hold predictions saved by probative.", remedy="probative run")
        values = source.listed(list(source.kinds)).values
        beside = target.with_suffix(".fits.json")
        fits = json.loads(beside.read_text(encoding="utf-8"))["fits"] if beside.exists() else []
        return _restored(values, stable, tuple(Fit(**_tuples(fit)) for fit in fits))

    def __repr__(self) -> str:
        plan = self.about.get("plan", "")
        return f"<Predictions: {', '.join(self.models)}; {self.n} rows; {plan}>"


def _tuples(fit: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in fit.items()}


def _restored(values: dict[str, Array], stable: dict[str, Any], fits: tuple[Fit, ...]) -> Predictions:
    labels, n = tuple(stable["labels"]), int(stable["n"])
    rows = values["row"].astype(np.intp)

    def codes(column: Array) -> Array:
        if not labels:
            return column.astype(np.float64)
        seen, found = encode(column, "labels")
        return np.array([labels.index(label) for label in seen], np.int32)[found]

    def by_row(column: Array, empty: Array) -> Array:
        empty[rows] = column
        return empty

    truth, predicted = codes(values["truth"]), codes(values["predicted"])
    scores = [values[name].astype(np.float64) for name in values if name == "score" or name.startswith("proba_")]
    table = np.column_stack(scores) if scores else np.empty((0, 0))
    models = {}
    for name, scored in stable["scored"].items():
        mine = values["model"] == name
        row, repeat, fold = (values[key][mine].astype(np.int32) for key in ("row", "repeat", "fold"))
        models[name] = Told(row, repeat, fold, predicted[mine], table[mine] if scored else np.empty((0, 0)), scored)
    extra = {key: by_row(values[key], np.full(n, None, object)) for key in ("group",) if key in values}
    weight = by_row(values["weight"], np.zeros(n)) if "weight" in values else None
    return Predictions(
        by_row(truth, np.full(n, -1, np.int32) if labels else np.full(n, np.nan)),
        labels,
        stable["positive"],
        models,
        weight,
        extra.get("group"),
        fits,
        stable["about"],
    )
