"""A table to learn from: which columns are numbers, which are categories, and which are left out, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from probative.errors import AmbiguousColumn, BadParameter, EmptyData, MissingValues
from probative.evidence.arrays import Array
from probative.experiments.kinds import DATES, as_codes, as_moments, as_numbers, kind_of_column
from probative.predictions.provenance import FILLED, INCOMPLETE
from probative.running.brought import Estimator, Model
from probative.sources import Source, TableLike, open_source
from probative.sources.columns import missing_in, require
from probative.sources.decimal_commas import pointed

FEATURE_GAPS = ("impute", "error", "drop")
"""What may be done about gaps in inputs: fill them inside every training part, refuse them, leave their rows out."""


@dataclass(frozen=True, slots=True)
class LearningTable:
    """Inputs as numbers, with categories as codes that stand for their texts, and the target."""

    X: Array
    y: Array
    numeric: tuple[str, ...]
    categorical: tuple[str, ...]
    left_out: dict[str, str]
    """Columns that are not learned from, with the reason."""
    missing: dict[str, int] = field(default_factory=dict)
    extra: dict[str, Array] = field(default_factory=dict)
    """Groups, times and weights of the rows."""
    dropped: int = 0
    frame: dict[str, Array] = field(default_factory=dict)
    """The columns as they were read, for models that bring their own preprocessing."""
    incomplete: int = 0
    """Rows that were left out because inputs were missing in them."""
    commas: tuple[str, ...] = ()
    """Columns whose numbers had decimal commas."""
    places: Array = field(default_factory=lambda: np.empty(0, np.int64))
    """Where each row stands in the table, counted from 0: rows that were dropped leave gaps."""

    @property
    def told(self) -> dict[str, Array | None]:
        """Groups, times, ids and weights under the names that whatever trains takes them by."""
        same = ("time", "row", "sample_weight", "weight")
        words = {"groups": "group"} | {word: word for word in same}
        return {word: self.extra.get(name) for word, name in words.items()}

    @property
    def dates(self) -> tuple[str, ...]:
        """Columns of dates that were left out because nobody said what they are."""
        return tuple(name for name, why in self.left_out.items() if why.startswith(DATES))

    def without_gaps(self, policy: str) -> LearningTable:
        """The rows whose inputs are complete ("drop"); gaps are refused where they are to be an error."""
        gone = np.logical_or.reduce([missing_in(column) for column in self.frame.values()])
        if policy == "error":
            gaps = ", ".join(f"{name} {count}" for name, count in list(self.missing.items())[:8])
            raise MissingValues(
                "some inputs are missing.",
                found=f"{gaps} of {len(self.y)} rows",
                remedy="--missing-features impute (inside each training part), or drop (leave these rows out)",
            )
        if gone.all():
            raise EmptyData("no row is complete.", found=f"{len(self.y)} rows, all with gaps", remedy="impute")
        return replace(
            self,
            X=self.X[~gone],
            y=self.y[~gone],
            missing={},
            extra={word: column[~gone] for word, column in self.extra.items()},
            frame={name: column[~gone] for name, column in self.frame.items()},
            incomplete=int(gone.sum()),
            places=self.places[~gone],
        )

    def words(self) -> list[str]:
        """What was made of the columns, in sentences."""
        lines = []
        for title, names in (("numbers", self.numeric), ("categories", self.categorical)):
            if names:
                lines.append(f"{title}: {_listed(names)}")
        if self.commas:
            lines.append(f"decimal commas were read as points: {_listed(self.commas)}")
        lines += [f"left out: {name} ({why})" for name, why in self.left_out.items()]
        if self.missing:
            gaps = ", ".join(f"{name} {count}" for name, count in list(self.missing.items())[:8])
            lines.append(f"{FILLED}: {gaps}")
        if self.dropped:
            rows = "1 row" if self.dropped == 1 else f"{self.dropped} rows"
            lines.append(f"{rows} without a target {'was' if self.dropped == 1 else 'were'} dropped")
        if self.incomplete:
            lines.append(f"{self.incomplete} row{'s' * (self.incomplete != 1)} {INCOMPLETE}")
        return lines


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def read_table(
    data: TableLike,
    target: str,
    *,
    roles: dict[str, str | None] | None = None,
    numeric: Sequence[str] = (),
    categorical: Sequence[str] = (),
    drop: Sequence[str] = (),
    missing: str = "error",
    missing_features: str = "impute",
) -> LearningTable:
    """Read a table and find out the kind of every column; whatever is named is as the user says.

    >>> table = read_table({"age": [1, 2, 3], "sex": ["f", "m", "f"], "y": [0, 1, 1]}, "y")
    >>> table.numeric, table.categorical
    (('age',), ('sex',))
    """
    if missing not in ("error", "drop"):
        raise BadParameter("rows without a target are an error, or dropped.", found=missing, remedy="error or drop")
    if missing_features not in FEATURE_GAPS:
        raise BadParameter("gaps in inputs are imputed, an error, or dropped.", found=missing_features)
    source = open_source(data)
    kinds = dict(source.kinds)
    used = {word: name for word, name in (roles or {}).items() if name is not None}
    _require_known(source, target, used, numeric, categorical, drop)
    values, places = _with_target(source.listed(list(kinds)).values, target, missing)
    commas = (*source.file.commas, *_pointed(values, kinds, categorical))
    extra = {word: _complete(values[name], name) for word, name in used.items()}
    if "time" in used:
        extra["time"] = as_moments(extra["time"], used["time"])
    left_out = {name: f"used as {word}" for word, name in used.items() if name not in (*numeric, *categorical)}
    left_out |= dict.fromkeys(drop, "as asked")
    columns: dict[str, tuple[str, Array]] = {}
    for name, column in values.items():
        if name == target or name in left_out:
            continue
        kind, why = kind_of_column(column, name, kinds[name], numeric, categorical)
        if name not in (*numeric, *categorical) and np.array_equal(column, values[target]):
            kind, why = "left out", "a copy of the target"
        if kind == "left out":
            left_out[name] = why
        else:
            columns[name] = kind, as_numbers(column, name) if kind == "number" else as_codes(column)
    if not columns:
        found = "; ".join(f"{name}: {why}" for name, why in left_out.items())
        raise AmbiguousColumn("no column is left to learn from.", found=found or f"only the target {target!r}")
    numbers, texts = (tuple(n for n, (k, _) in columns.items() if k == kind) for kind in ("number", "category"))
    made = LearningTable(
        np.column_stack([columns[name][1] for name in (*numbers, *texts)]),
        values[target],
        numbers,
        texts,
        left_out,
        {name: count for name in columns if (count := int(missing_in(values[name]).sum()))},
        extra,
        source.size - len(places),
        {name: values[name] for name in (*numbers, *texts)},
        commas=commas,
        places=places,
    )
    return made if missing_features == "impute" or not made.missing else made.without_gaps(missing_features)


def _require_known(
    source: Source,
    target: str,
    used: dict[str, str],
    numeric: Sequence[str],
    categorical: Sequence[str],
    drop: Sequence[str],
) -> None:
    """Refuse names that are not columns, and columns that are said to be two things at once."""
    require(source, [target, *used.values(), *numeric, *categorical, *drop])
    said = [("target", {target}), ("numeric", {*numeric}), ("categorical", {*categorical}), ("drop", {*drop})]
    said += [(word, {name}) for word, name in used.items()]
    for (first, names), (second, others) in combinations(said, 2):
        if (both := names & others) and (first == "target" or {first, second} <= {"numeric", "categorical", "drop"}):
            raise BadParameter(f"column {min(both)!r} cannot be both.", found=f"--{first} and --{second}")


def _with_target(values: dict[str, Array], target: str, missing: str) -> tuple[dict[str, Array], Array]:
    """The rows that have a target, and where they stand."""
    gone = missing_in(values[target])
    if gone.all():
        raise EmptyData("no row has a target." if len(gone) else "the table has no rows.", found=f"column {target!r}")
    if gone.any() and missing != "drop":
        raise MissingValues(
            f"the target {target!r} is missing in some rows.",
            found=f"{int(gone.sum())} of {len(gone)} rows",
            remedy="--missing drop to leave these rows out",
        )
    kept = {name: column[~gone] for name, column in values.items()}
    if kept[target].dtype.kind == "O" and all(isinstance(value, bool) for value in kept[target].tolist()):
        kept[target] = kept[target].astype(bool)
    if kept[target].dtype.kind == "f":
        kept[target] = as_numbers(kept[target], target)
    return kept, np.flatnonzero(~gone)


def _pointed(values: dict[str, Array], kinds: dict[str, str], categorical: Sequence[str]) -> tuple[str, ...]:
    """Columns with decimal commas, which become numbers in place."""
    found = {name: pointed(values[name]) for name, kind in kinds.items() if kind == "text" and name not in categorical}
    numbers = {name: column for name, column in found.items() if column is not None}
    values.update(numbers)
    kinds.update(dict.fromkeys(numbers, "number"))
    return tuple(numbers)


def _complete(column: Array, name: str) -> Array:
    if count := int(missing_in(column).sum()):
        raise MissingValues(f"column {name!r} must be complete.", found=f"missing in {count} of {len(column)} rows")
    return column


def preprocessed(learner: Model, table: LearningTable, scale: bool = True) -> Estimator:
    """The learner behind what it needs: gaps filled, numbers scaled, categories spread over indicator columns.

    Without `scale`, numbers stay in their own units.

    Everything is fitted anew in every training part. A gap in a number becomes the training rows' median; a gap in a
    category is a category of its own, and a category that was never seen in training is none.
    """
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    count = len(table.numeric)
    scaler = StandardScaler() if scale else "passthrough"
    filled = Pipeline([("fill", SimpleImputer(strategy="median", keep_empty_features=True)), ("scale", scaler)])
    spread = OneHotEncoder(handle_unknown="ignore", max_categories=100, sparse_output=False)
    parts = []
    if count:
        parts.append(("numbers", filled, list(range(count))))
    if table.categorical:
        parts.append(("categories", spread, list(range(count, count + len(table.categorical)))))
    prepare = ColumnTransformer(parts, sparse_threshold=0)
    behind: Estimator = Pipeline([("prepare", prepare), ("learner", learner)])
    return behind
