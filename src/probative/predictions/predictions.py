"""Predictions: one table of what models said about rows, from a file, a frame, arrays or a run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from probative.decisions.class_costs import CostsLike, DeclaredCosts, costs_for
from probative.errors import BadParameter
from probative.evidence import Fingerprint, Ladder
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode
from probative.predictions.answers import Answers
from probative.predictions.cut import Cut
from probative.predictions.places import places_of
from probative.predictions.same_rows import SameRows, same_rows
from probative.predictions.saving import loaded, saved
from probative.predictions.tests_of_rows import tests_of_rows
from probative.predictions.times_tested import TimesTested
from probative.predictions.told import Told, long_table, score_columns, told_of


@dataclass(frozen=True, repr=False, eq=False)
class Predictions(Answers):
    """What models said about rows, and the only place that knows what follows from it.

    The positive class, each model's threshold, which rows are the same, which evidence a measure needs: whoever
    evaluates, compares, gates or explains asks here. Columns are read and evidence is made once.

    >>> import probative as pv
    >>> said = pv.read({"y": [1, 0, 1, 0], "score_A": [0.9, 0.2, 0.4, 0.6]}, truth="y")
    >>> said.threshold("A").value, said.evidence("auc", "A").total().n
    (0.5, 4.0)
    """

    @property
    def models(self) -> Mapping[str, Told]:
        """What every model said, by name; read when it is looked at."""
        return _Lazily(self)

    def model(self, name: str | None = None) -> Told:
        """What one model said, row by row; the name may be left out where there is one model."""
        known = self.named(name)
        return self.shelf.once(("told", known), lambda: told_of(self, known))

    @property
    def task(self) -> str:
        """Classification, regression, or graded."""
        return self.target.task

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes, in order; none for numbers."""
        return self.target.labels

    def priced(self, costs: CostsLike | None) -> DeclaredCosts | None:
        """What costs mean for these classes."""
        if costs is not None and self.task != "classification":
            raise BadParameter(
                "costs are those of false positives and false negatives, or of taking one class for another.",
                found="a regression" if self.task == "regression" else "graded rows",
                remedy="leave costs= (--cost-fp, --cost-fn, --prior, --costs) out",
            )
        return costs_for(costs, self.labels, self.classes[1] if self.binary else self.positive)

    @property
    def positive(self) -> Label | None:
        """The positive class of two, where one is known."""
        return self.target.positive

    @property
    def score_columns(self) -> tuple[str, ...]:
        """The score of the positive class of two, or one per class, as the long table names them."""
        return score_columns(self.target.labels, self.target.positive)

    @property
    def truth(self) -> Array:
        """The truth of every row of the data, in their order; None (NaN) where a row was never tested."""
        told = [self.model(name) for name in self.spoke]
        rows = np.concatenate([said.row for said in told])
        # Ids that are no numbers of rows are taken in their order.
        numbered = rows.dtype.kind in "iu" and rows.min() >= 0 and rows.max() < self.n
        found: Array = np.full(self.n, np.nan) if not self.labels else np.full(self.n, None, object)
        found[rows if numbered else encode(rows, "rows")[1]] = np.concatenate([said.truth for said in told])
        return np.array(found.tolist()) if all(value is not None for value in found) else found

    def cut_at(self, cuts: float | Mapping[str, Cut] | None) -> Self:
        """The same predictions with thresholds: one for all models that have scores, or some by model."""
        if cuts is None:
            return self
        if not isinstance(cuts, Mapping):
            self.require_scores("threshold= (--threshold)")
        given = cuts if isinstance(cuts, Mapping) else dict.fromkeys(self.by_model, Cut.given(cuts))
        return replace(self, cuts={**self.cuts, **given})

    def ladders(self, model: str | None = None) -> dict[tuple[int, int], Ladder]:
        """The ladder of every test set, by repeat and fold: one fitted model each, so one scale of scores each.

        >>> import probative as pv
        >>> table = {"y": [1, 0, 1, 0], "s": [0.9, 0.2, 0.4, 0.6], "f": [0, 0, 1, 1]}
        >>> said = pv.read(table, truth="y", scores="s", fold="f")
        >>> {place: pv.value("auc", ladder) for place, ladder in said.ladders().items()}
        {(0, 0): 1.0, (0, 1): 0.0}
        """
        name = self.named(model)
        found = self.folds(name, self.kind("auc", name))
        if found is None:
            raise BadParameter("there are no folds.", found="one table of tests", remedy="fold= (--fold), or pv.run")
        repeat, fold = places_of(found)
        return dict(zip(zip(repeat.tolist(), fold.tolist(), strict=True), found.entries.values(), strict=True))

    def times_tested(self, model: str | None = None) -> TimesTested:
        """How often each row of the data was tested, by one model; by the first where none is named.

        >>> import probative as pv
        >>> said = pv.read({"y": [1, 0, 1], "s": [0.9, 0.2, 0.4], "id": [0, 1, 0], "f": [0, 0, 1]},
        ...                truth="y", scores="s", row="id", fold="f")
        >>> said.times_tested().times
        (2, 1)
        """
        found = tests_of_rows(self, self.spoke[0] if model is None else self.named(model))
        if found is None:
            raise BadParameter("tests are told apart by the id of their row.", found="no ids", remedy="row= (--row)")
        return found

    def paired(self, *models: str) -> SameRows:
        """The rows that these models (by default all) said something about, side by side.

        Models that were not scored on the same rows raise `NotPaired`.
        """
        names = tuple(map(self.named, models)) or self.spoke
        held = self.shelf.once(("paired", names, self.by), lambda: same_rows(self, names))
        return replace(held, cuts={name: self.threshold(name) for name in names} if self.labels else {})

    def fingerprint(self, model: str) -> Fingerprint:
        """Of everything that was read of one model's rows."""
        key = ("fingerprint", model, self.by)
        if self.far:
            return self.shelf.once(key, lambda: self.far_rows(model).fingerprint())
        rows = self.rows(model)
        return self.shelf.once(key, lambda: Fingerprint.from_table(rows.values, rows.counts))

    def columns(self) -> dict[str, Array]:
        """One long table: row, model, repeat, fold, truth, predicted, scores, weight, group."""
        return long_table(self)

    def to_frame(self, backend: str | None = None) -> Any:
        """The long table as a dataframe: pandas, Polars or PyArrow, whichever is installed first, or the one named."""
        from probative.curves.curve import as_frame

        return as_frame(self.columns(), backend)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the table as Parquet; the record of the trainings goes into a JSON file beside it."""
        if self.task == "graded":
            raise BadParameter("grades are not saved as predictions.", remedy="keep the table they were read from")
        return saved(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Predictions saved before: the Parquet file, or the folder that holds it.

        >>> import probative as pv, tempfile
        >>> from sklearn.dummy import DummyClassifier
        >>> made = pv.run(DummyClassifier(), [[0], [1], [2], [3]], [0, 1, 0, 1], plan="2-fold stratified")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     pv.Predictions.load(made.save(folder + "/predictions.parquet")).n
        4
        """
        return cls(**loaded(path))

    def __repr__(self) -> str:
        plan = f"; {self.about.plan}" if self.about.plan else ""
        return f"<Predictions: {', '.join(self.by_model)}; {self.n:,} rows{plan}>"


class _Lazily(Mapping[str, Told]):
    """What the models said, each read when it is looked at."""

    def __init__(self, predictions: Predictions) -> None:
        self._predictions = predictions

    def __getitem__(self, name: str) -> Told:
        if name not in self._predictions.by_model:
            raise KeyError(name)
        return self._predictions.model(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._predictions.by_model)

    def __len__(self) -> int:
        return len(self._predictions.by_model)
