"""The table of predictions: whose columns are whose, and the rows of each model, read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np

from probative.errors import BadInput, UnknownModel, nearest
from probative.evidence.arrays import Array
from probative.evidence.labels import Label, encode
from probative.predictions.cut import Cut
from probative.predictions.fit import Fit
from probative.predictions.provenance import Provenance
from probative.predictions.roles import ModelColumns, Roles
from probative.predictions.scheme import Scheme
from probative.predictions.shelf import Shelf
from probative.predictions.tally import Missing, complete
from probative.predictions.target import Target
from probative.predictions.whole_rows import whole_for_all
from probative.sources import Columns, Source
from probative.sources.arrays import checked_weights
from probative.sources.columns import require_weights
from probative.sources.staying import Staying, staying_rows, stays


@dataclass(frozen=True, repr=False, eq=False)
class PredictionTable:
    """Rows, the columns of every model, and what else is known of the rows: listed if at hand, else counted."""

    source: Source
    roles: Roles
    target: Target
    by_model: Mapping[str, ModelColumns]
    """The columns of each model."""
    by: tuple[str, ...] = ()
    """Columns to slice by, which are read with the rest."""
    missing: Missing = "error"
    cuts: Mapping[str, Cut] = field(default_factory=dict)
    """Thresholds that were given or chosen; any other model has its default."""
    fits: tuple[Fit, ...] = ()
    about: Provenance = field(default_factory=Provenance)
    """Of a run: the plan, the seed, the software, the fingerprint of the data."""
    shelf: Shelf = field(default=None)  # type: ignore[assignment]
    bins: bool = False
    """Whether scores are put into bins, whose areas are known up to a bound."""

    def __post_init__(self) -> None:
        if self.shelf is None:
            object.__setattr__(self, "shelf", Shelf(self.source))

    def named(self, name: str | None = None) -> str:
        """The name of a model; that of the only one where none is given."""
        if name is None and len(self.by_model) == 1:
            return next(iter(self.by_model))
        if name is None or name not in self.by_model:
            near = nearest(name, self.by_model) if name else "name one of these"
            raise UnknownModel(f"there is no model {name!r}.", found=", ".join(self.by_model), remedy=near)
        return name

    @property
    def n(self) -> int:
        """The number of rows of the data, tested or not."""
        known = self.about.n
        return known if known is not None else max(self.rows_of(model) for model in self.spoke)

    @property
    def spoke(self) -> tuple[str, ...]:
        """The models that said something: those of a run may all have failed in training."""
        if self.roles.model is None or not self.shelf.near:
            return tuple(self.by_model)
        return tuple(model for model, rows in self.places().items() if len(rows))

    @property
    def parts(self) -> tuple[str, ...]:
        """The columns that name the parts of a plan: repeat and fold, where there are any."""
        return tuple(name for name in (self.roles.repeat, self.roles.fold) if name)

    @property
    def scheme(self) -> Scheme:
        """How the rows were split, as far as it is known."""
        return self.about.scheme or Scheme()

    @property
    def repeats(self) -> int:
        """How often the rows were tested anew."""
        column = self.roles.repeat
        if column is None:
            return 1
        return self.shelf.once("repeats", lambda: len(encode(self.shelf.column(column), column)[0]))

    @property
    def far(self) -> bool:
        """Whether rows stay where they are, larger than memory: only counts, sums and sorted scores leave them.

        Rows with ids and folds are listed, whatever it costs; so are those that only some measures need.
        """
        roles = self.roles
        return not (self.shelf.near or roles.row or roles.fold) and stays(self.source)

    @property
    def how_held(self) -> tuple[str, ...]:
        """What must be said of how large tables were read, in words."""
        limits = self.source.limits
        far = f"rows stay on {self.source.place}: {limits.text} (--memory), larger columns in {limits.folder} (--spill)"
        return (far,) if self.far else ()

    @property
    def guesses(self) -> tuple[str, ...]:
        """What nobody said, and was taken for granted: columns, signs of a file, classes, how much is held."""
        return (*self.roles.guesses, *([self.target.guess] if self.target.guess else []), *self.how_held)

    def far_rows(self, model: str) -> Staying:
        """The rows of one model where they are, without gaps."""
        named = None if self.roles.model is None else (self.roles.model, model)

        def found() -> Staying:
            return staying_rows(self.source, self.names(model), self.roles.weight, named).require(self.missing)

        return self.shelf.once(("far", model, self.by), found)

    def rows_of(self, model: str) -> int:
        """How many rows a model said something about."""
        if self.far:
            return self.far_rows(model).size
        rows, row = self.rows(model), self.roles.row
        if row is None:
            return rows.rows
        return self.shelf.once(("distinct", model, self.by), lambda: len(encode(rows.values[row], row)[0]))

    def class_sizes(self, model: str) -> dict[Label, int]:
        """How many rows of each class a model said something about; none for numbers."""
        if self.target.task != "classification":
            return {}
        return self.shelf.once(("class sizes", model, self.by), lambda: self._class_sizes(model))

    def _class_sizes(self, model: str) -> dict[Label, int]:
        rows = self.far_rows(model).counted([self.roles.truth]) if self.far else self.rows(model)
        labels, codes = encode(rows.values[self.roles.truth], self.roles.truth)
        if rows.counts is None and len(labels) == 2:
            # A single counter that every row has to wait for takes several times as long.
            second = int(np.count_nonzero(codes))
            counts: Array = np.array([len(codes) - second, second])
        else:
            counts = np.bincount(codes, rows.counts, len(labels))
        # Rows that were tested several times count once.
        share = self.rows_of(model) / rows.rows
        return {label: round(float(size) * share) for label, size in zip(labels, counts, strict=True)}

    def dropped(self, model: str) -> int:
        """How many of a model's rows were left out because something is missing in them."""
        return self.far_rows(model).dropped if self.far else self._checked(model)[1]

    def rows(self, model: str, within: Sequence[str] = ()) -> Columns:
        """The rows of one model with all that was named; every row weighs once, shared among its tests.

        Where parts are named (repeats, folds), a row weighs once in each of them.
        """
        plain, row = self._checked(model)[0], self.roles.row
        if row is None:
            if self.roles.repeat is not None:
                raise BadInput("tests of the same row are told by its id.", found="no row ids", remedy="row= (--row)")
            return plain
        return self.shelf.once(("shared", model, self.by, tuple(within)), lambda: shared(plain, row, within))

    def listed(self, *models: str) -> tuple[Columns, int]:
        """Row by row, whatever it costs: the rows of one model, or those of several side by side, and how many dropped.

        Where a column names the models, one at a time.
        """
        rows = Columns(self.shelf.listed(self.names(*models)), None, *self._weights())
        if self.roles.model is None:
            whole, dropped = complete(rows, self.missing)
        else:
            places = self.places()[models[0]]
            kept = places[self._whole()[places]] if self.missing == "drop" and self.roles.row else places
            whole, dropped = complete(rows.only(kept), self.missing)
            dropped += len(places) - len(kept)
        return whole, dropped + self.about.left_out

    def names(self, *models: str) -> list[str]:
        """The columns that these models' rows need: the truth, their own, and the keys.

        Side by side, a row that is dropped for one model is dropped for all.
        """
        if self.missing == "drop" and self.roles.model is None:
            models = tuple(self.by_model)
        own = [name for model in models for name in self.by_model[model].names]
        return list(dict.fromkeys([self.roles.truth, *own, *self.roles.keys, *self.by]))

    def _whole(self) -> Array:
        """Which lines of a long table belong to a test that every model has without gaps."""
        row, spoke = self.roles.row, [model for model, rows in self.places().items() if len(rows)]
        columns, keys = self.names(*self.by_model), [name for name in (row, *self.parts) if name]
        places = {model: self.places()[model] for model in spoke}
        return self.shelf.once(("whole", self.by), lambda: whole_for_all(self.shelf.listed(columns), keys, places))

    def _checked(self, model: str) -> tuple[Columns, int]:
        """Rows without gaps, and how many were dropped."""
        return self.shelf.once(("rows", model, self.by), lambda: self._read(model))

    def _read(self, model: str) -> tuple[Columns, int]:
        roles, shelf = self.roles, self.shelf
        if shelf.near or roles.row or roles.fold or self.target.task != "classification":
            # A file is scanned once for all that any model needs.
            shelf.fetch([*self.names(*self.by_model), *(name for name in (roles.model, roles.weight) if name)])
            return self.listed(model)
        names = self.names(model)
        if any(self.by_model[model].proba) and not shelf.near:
            # Rows with probabilities of several classes hardly ever repeat: counted, they would all come here.
            shelf.fetch(names)
        if roles.model is None:
            return complete(shelf.counted(names, roles.weight), self.missing)
        return complete(shelf.counted_of(model, [*names, roles.model], roles.weight, roles.model), self.missing)

    def unweighted(self) -> Self:
        """The same rows without a weight that all of them have: it changes nothing, and no test need know of it.

        Rows that weigh differently keep their weights, and so do those that stay where they are.
        """
        roles, shelf = self.roles, self.shelf
        if roles.weight is None or not shelf.near:
            return self
        require_weights(self.source, roles.weight)
        shelf.fetch([*self.names(*self.by_model), *(name for name in (roles.model, roles.weight) if name)])
        weight, _ = self._weights()
        assert weight is not None
        if not len(weight) or weight.min() != weight.max():
            return self
        return replace(self, roles=replace(roles, weight=None), shelf=shelf.afresh())

    def _weights(self) -> tuple[Array | None, Array | None]:
        weight, shelf = self.roles.weight, self.shelf
        if weight is None:
            return None, None
        require_weights(self.source, weight)
        return shelf.once(("weights", weight), lambda: checked_weights(shelf.column(weight)))

    def places(self) -> dict[str, Array]:
        """Where the rows of each model stand, where a column names the models."""
        found = self.shelf.once("places", lambda: places_of(self.shelf.column(self.roles.model or ""), "models"))
        # A model of a run whose trainings all failed said nothing.
        return {model: found.get(model, np.zeros(0, np.intp)) for model in self.by_model}


def places_of(column: Array, name: str) -> dict[str, Array]:
    """The positions of every label of a column."""
    labels, codes = encode(column, name)
    order = np.argsort(codes, kind="stable")
    starts = np.cumsum(np.bincount(codes, minlength=len(labels)))[:-1]
    return {str(label): part for label, part in zip(labels, np.split(order, starts), strict=True)}


def shared(rows: Columns, row: str, within: Sequence[str] = ()) -> Columns:
    """Rows whose tests share the weight of one: every row counts once, however often it was tested."""
    place: Array = encode(rows.values[row], row)[1].astype(np.int64)
    for name in within:
        labels, codes = encode(rows.values[name], name)
        place = place * len(labels) + codes
    if within:
        place = np.unique(place, return_inverse=True)[1]
    tests = np.bincount(place)[place]
    if tests.max(initial=1) == 1:
        return rows
    w = np.ones(len(rows)) if rows.weight is None else rows.weight
    # Tests of one row are one observation: their squared weights sum to that of the row.
    return Columns(rows.values, None, w / tests, w * w / tests)
