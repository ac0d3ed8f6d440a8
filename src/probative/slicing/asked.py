"""What was asked: predictions and features, from whatever holds them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any, cast

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.predictions import Predictions, read
from probative.predictions.reading import opened
from probative.predictions.saving import saved_file
from probative.predictions.words import Words
from probative.slicing.drawn import Drawn
from probative.slicing.features import Feature
from probative.slicing.lattice import Lattice
from probative.slicing.looked_at import Rows, batches, feature_table, graded_origin, require_rows, rows_of
from probative.slicing.row_losses import RowLoss
from probative.sources import Source, TableLike


@dataclass(frozen=True, slots=True)
class Asked:
    """Predictions, the table that features are columns of, and how their rows belong together."""

    predictions: Predictions
    table: Source
    names: list[str]
    origin: Array | None
    """Where the rows of the predictions stand in the table; None: in the same place."""
    by_id: bool
    """Whether the table has a row for each row number of a run."""
    drawn: Drawn | None = None
    """Which rows of the file are looked at, where they are not all."""

    @classmethod
    def of(
        cls,
        data: TableLike | Predictions | None,
        features: Any,
        words: Words,
        threshold: float | None = None,
        seed: int = 0,
    ) -> Asked:
        """From a table that holds both, from a run with a table of inputs beside it, or from bare arrays."""
        found = cls._of(data, features, words, seed)
        return replace(found, predictions=found.predictions.unweighted().cut_at(threshold))

    @classmethod
    def _of(cls, data: TableLike | Predictions | None, features: Any, words: Words, seed: int) -> Asked:
        if words.get("by"):
            what = "slices are looked for by features, not given."
            raise BadParameter(what, found=f"by={words['by']!r}", remedy="features= (--features)")
        if data is None:
            return cls(read(**words), *feature_table(features, None), None, False)
        run = isinstance(data, Predictions) or (isinstance(data, str | os.PathLike) and saved_file(data) is not None)
        if run and words.get("truth") is None:
            said = read(data, **words)
            table, names = feature_table(features, said.source)
            return cls(said, table, names, None, table is not said.source and said.roles.row is not None)
        drawn = Drawn.of(opened(data, words), features, seed)  # type: ignore[arg-type]
        source = drawn.source
        said = read(source, **_of_columns(words))
        graded = words.get("values") is not None
        table, names = feature_table(features, source if graded else said.source)
        return cls(said, table, names, graded_origin(said, source) if graded else None, False, drawn)

    def rows(self, model: str, loss: RowLoss) -> Rows:
        """The rows of a model, with where they stand in the table of features."""
        found = rows_of(self.predictions, self.origin, model, loss)
        if self.drawn is not None:
            found = self.drawn.named(found, self.predictions, self.table)
        at = found.names if self.by_id else found.at
        require_rows(at, self.table.size)
        return replace(found, at=at)

    def features(self, bins: int, least: int) -> list[Feature]:
        """Every feature as codes, some columns at a time; those that cannot split the rows are left out."""
        made = []
        for names in batches(self.names, self.table.size):
            columns = self.table.listed(names).values
            made += [Feature.of(name, columns[name], bins=bins, least=least) for name in names]
        return [feature for feature in made if feature.cells > 1 and feature.conditions]

    @property
    def models(self) -> list[str]:
        """The models that are judged: all but the baseline that a run puts beside them."""
        spoke = list(self.predictions.spoke)
        return [name for name in spoke if name != self.predictions.about.baseline] or spoke

    @property
    def independent(self) -> bool:
        """Whether rows are, and count the same."""
        return not (self.predictions.roles.groups or self.predictions.roles.weight)

    def left_out(self, lattice: Lattice, least: int) -> list[str]:
        """Which features make no slice, in words."""
        known = {feature.name for feature in lattice.features}
        unused = [name for name in self.names if name not in known]
        said = [self.drawn.why] if self.drawn is not None and self.drawn.why else []
        return said + ([f"no slice of at least {least} rows comes from {', '.join(unused)}"] if unused else [])


def _of_columns(words: Words) -> Words:
    """What the words say of columns, once the file is open."""
    opening = ("memory", "spill", "encoding", "decimal")
    return cast("Words", {word: value for word, value in words.items() if word not in opening})
