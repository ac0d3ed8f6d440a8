"""Tables of results: of folds, data sets, measurements or samples, and what their numbers depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from probative.errors import (
    BadInput,
    BadParameter,
    BadScores,
    EmptyData,
    LengthMismatch,
    MissingColumn,
    MissingValues,
    nearest,
)
from probative.evidence.arrays import Array, Floats, at_home, same_length
from probative.evidence.labels import encode
from probative.predictions import Predictions, resampled
from probative.predictions.tally import Missing
from probative.sources import open_source
from probative.sources.ids import UNNAMED
from probative.sources.number_columns import mostly_numbers, refuse_infinite, require_numbers

Of = Literal["folds", "datasets", "paired", "independent"]
INDEX = ("fold", "repeat", "split", "dataset", "data_set", "row", "id", "seed", "n_train", "n_test", *UNNAMED)
"""Columns of a table of results that number its rows, and are no model's results."""
PLACES = ("repeat", "fold")
"""Columns that together tell five repeats of two folds from ten folds."""

MOST_FOLDS = 20
"""Results of folds that may be of one plan without its sizes being said; more are of a repeated one, as a rule."""


@dataclass(frozen=True, slots=True)
class Results:
    """Results of several models: a row per fold, data set or measurement, or samples of their own."""

    samples: dict[str, Floats]
    of: Of
    n_train: float | None = None
    n_test: float | None = None
    two_fold: bool = False
    """Whether these are five repeats of two folds."""
    cautions: tuple[str, ...] = ()

    @property
    def table(self) -> Floats:
        """Rows by models."""
        same_length(**{f"results of {name!r}": values for name, values in self.samples.items()})
        return np.column_stack(list(self.samples.values()))


def results_of(
    data: Any,
    of: Of,
    n_train: float | None,
    n_test: float | None,
    names: Sequence[str] = (),
    missing: Missing = "error",
) -> Results:
    """A table of results as the user holds it: a mapping, an array, a dataframe or a file, one column per model."""
    if of not in ("folds", "datasets", "paired", "independent"):
        raise BadParameter("of must be 'folds', 'datasets', 'paired' or 'independent'.", found=repr(of))
    cautions: tuple[str, ...] = ()
    if isinstance(data, np.ndarray) or (isinstance(data, list | tuple) and data and np.ndim(data[0])):
        given = _by_number(np.asarray(at_home(data), np.float64))
    elif isinstance(data, Mapping):
        given, cautions = _from_mapping(data, names)
    else:
        given, cautions = _from_table(data, names)
    if len(given) < 2:
        raise BadInput("a comparison needs at least two models.", found=", ".join(given) or "none")
    two_fold = of == "folds" and all(values.shape == (5, 2) for values in given.values())
    samples = {name: values.ravel() for name, values in given.items()}
    if of != "independent":
        same_length(**{f"results of {name!r}": values for name, values in samples.items()})
    if of == "folds" and n_train is None and n_test is None and not two_fold and not _repeated(cautions):
        n_train, n_test, said = _one_plan(len(next(iter(samples.values()))))
        cautions = (*cautions, *said)
    samples, gaps = _complete(samples, of, missing)
    return Results(samples, of, n_train, n_test, two_fold and not gaps, (*cautions, *gaps))


def _one_plan(folds: int) -> tuple[float | None, float | None, tuple[str, ...]]:
    """The sizes of training and test parts, relative to each other, of a k-fold cross-validation with a row a fold."""
    if not 2 <= folds <= MOST_FOLDS:
        return None, None, ()
    said = (
        f"{folds} results were taken for those of one {folds}-fold cross-validation, n_test / n_train = 1/{folds - 1}; "
        "if it was another plan, say n_train= and n_test= (--n-train, --n-test)"
    )
    return folds - 1.0, 1.0, (said,)


def _repeated(cautions: tuple[str, ...]) -> bool:
    """Whether a column numbers repeats: then there are more rows than folds of one plan."""
    return any("'repeat'" in said for said in cautions)


def _by_number(array: Floats) -> dict[str, Floats]:
    """Columns of a table, or for each model five repeats (rows) of two folds (columns)."""
    if array.ndim == 2:
        return {f"model {i + 1}": column for i, column in enumerate(array.T)}
    if array.ndim == 3 and array.shape[1:] == (5, 2):
        return {f"model {i + 1}": part for i, part in enumerate(array)}
    raise LengthMismatch("results need a row per fold or data set and a column per model.", found=array.shape)


def _from_table(data: Any, names: Sequence[str]) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """The columns named, or all numbers that are not known to count rows."""
    source = open_source(data)
    texts = [name for name, kind in source.kinds.items() if kind == "text" and not names]
    # A column of results with one cell that is none must not be passed over.
    require_numbers(source, [*names, *(name for name in texts if mostly_numbers(source, name))])
    wanted, cautions = _models_among([name for name, kind in source.kinds.items() if kind == "number"], names)
    found = {name: column.astype(np.float64) for name, column in source.listed(wanted).values.items()}
    for name, column in found.items():
        refuse_infinite(column, name)
    places = [name for place in PLACES for name in source.kinds if name.lower() == place and name not in wanted]
    numbered = source.listed(places).values if len(places) == len(PLACES) else {}
    return _five_by_two(found, list(numbered.values())), (*source.file.words, *cautions)


def _from_mapping(data: Mapping[Any, Any], names: Sequence[str]) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """The columns named, or all that are not known to count rows: as of any other table."""
    given = {str(name): values for name, values in data.items()}
    if unknown := [name for name in names if name not in given]:
        near = nearest(unknown[0], given)
        raise MissingColumn(f"there is no column {unknown[0]!r}.", found=", ".join(given), remedy=near)
    wanted, cautions = _models_among(list(given), names)
    found = {name: np.asarray(at_home(given[name]), np.float64) for name in wanted}
    places = [name for place in PLACES for name in given if name.lower() == place and name not in wanted]
    numbered = [np.asarray(given[name]) for name in places] if len(places) == len(PLACES) else []
    return _five_by_two(found, numbered), cautions


def _five_by_two(results: dict[str, Floats], numbered: Sequence[Array]) -> dict[str, Floats]:
    """The results with a row for each repeat, where two columns number five repeats of two folds; else as they are."""
    if not numbered or any(len(column) != 10 or column.ndim != 1 for column in (*numbered, *results.values())):
        return results
    repeat, fold = (encode(column, "places")[1] for column in numbered)
    if np.bincount(repeat).tolist() != [2] * 5 or len(np.unique(10 * repeat + fold)) < 10:
        return results
    order = np.lexsort([fold, repeat])
    return {name: column[order].reshape(5, 2) for name, column in results.items()}


def _models_among(columns: Sequence[str], names: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """The columns that are a model's results, and what is to be said about the others."""
    left = [name for name in columns if name.lower() in INDEX and not names]
    wanted = list(names) or [name for name in columns if name not in left]
    return wanted, tuple(f"column {name!r} was taken to number the rows, not as a model" for name in left)


def _complete(samples: dict[str, Floats], of: Of, missing: Missing) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """Samples without missing results: those that belong to one fold or data set are dropped together."""
    gaps: dict[str, Array] = {name: np.isnan(values) for name, values in samples.items()}
    count = sum(int(gap.sum()) for gap in gaps.values())
    if count and missing != "drop":
        raise MissingValues(
            "some results are missing.",
            found=", ".join(f"{int(gap.sum())} of {name}" for name, gap in gaps.items() if gap.any()),
            remedy="find out why, or leave them out for all models with missing='drop' (--missing drop)",
        )
    if count and of != "independent":
        some = np.logical_or.reduce(list(gaps.values()))
        gaps, count = dict.fromkeys(samples, np.asarray(some)), int(some.sum())
    samples = {name: values[~gaps[name]] for name, values in samples.items()}
    if empty := [name for name, values in samples.items() if not len(values)]:
        raise EmptyData("there are no results to compare.", found=f"none of {', '.join(empty)}")
    what = "values" if of == "independent" else "rows"
    return samples, (f"{count} {what} with missing results were left out",) if count else ()


def fold_results(
    predictions: Predictions, measure: str, level: float, parameters: dict[str, Any], models: Sequence[str] = ()
) -> Results:
    """Results of the folds that every model was tested on, in the same order for all."""
    scheme = predictions.scheme
    if scheme.single:
        raise BadInput(
            f"the test sets of a {scheme.kind} plan have no results to compare.",
            remedy="leave-one-out, or several folds",
        )
    names = models or predictions.spoke
    found = {name: resampled(predictions, measure, model=name, level=level, **parameters) for name in names}
    folds = {name: part.by_fold() for name, part in found.items()}
    every = sorted(set().union(*folds.values()))
    table = np.array([[folds[name].get(key, np.nan) for name in names] for key in every]).reshape(len(every), -1)
    whole = ~np.isnan(table).any(axis=1)
    if not whole.any():
        raise EmptyData(f"no fold has a {measure} of all models.", found=f"{len(every)} folds")
    gaps = int((~whole).sum())
    if endless := [name for name, column in zip(names, np.isinf(table).T, strict=True) if column.any()]:
        raise BadScores(
            f"the {measure} of {', '.join(endless[:3])} is infinite on some folds, and has no mean to compare.",
            found=f"{int(np.isinf(table).sum())} of {table.size} results",
            remedy="a measure that is finite, such as brier in place of log_loss",
        )
    return Results(
        {name: table[whole, i] for i, name in enumerate(names)},
        "folds",
        1.0,
        found[names[0]].test_over_train,
        scheme.two_fold and len(every) == 10 and not gaps,
        (
            *predictions.about.cautions,
            *((f"{gaps} folds without a result of every model were left out",) if gaps else ()),
        ),
    )
