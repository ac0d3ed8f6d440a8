"""Two runs, or two tables of predictions, put side by side so that their models can be compared."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from probative.errors import NotPaired
from probative.guards import Note
from probative.guards.forced import of_forced
from probative.guards.pairing import SPLITS_DIFFER
from probative.predictions import Predictions
from probative.predictions.joining import OtherFolds, joined
from probative.predictions.provenance import Provenance
from probative.predictions.shelf import Shelf

SIDES = ("A", "B")
MOST = 10
"""Pairs that are compared at most: with more, adjusting leaves nothing to be seen."""


def two_runs(
    a: Predictions, b: Predictions, held: tuple[object, object] = (None, None), *, force: bool = False
) -> tuple[Predictions, tuple[tuple[str, str], ...], tuple[Note, ...]]:
    """The models of two runs as one table, and the pairs to compare; `held` is what the user named them by.

    Models of the same name are compared with each other and named after the side they stand on; where no name is
    shared, each of one side with each of the other. Trivial baselines stay out. Rows that were tested in other folds
    are refused as pairs; forced, they are paired by their ids, and the note says so.
    """
    names = [judged_models(said.spoke, said.about.baseline) for said in (a, b)]
    pairs, words = model_pairs(names[0], names[1])
    marked = of_forced(a, b)
    try:
        try:
            made, between = same_runs(a, b, pairs)
        except OtherFolds as error:
            if max(said.scheme.repeats for said in (a, b)) > 1:
                raise
            if not force:
                remedy = f"{error.remedy}; or force=True (--force), and the verdict is marked"
                raise OtherFolds(error.what, found=error.found, remedy=remedy) from error
            made, between = same_runs(_without_folds(a), _without_folds(b), pairs)
            told = "A and B were tested on the same rows in different folds: they are no pairs."
            marked = (*marked, SPLITS_DIFFER(told))
    except NotPaired as error:
        sides = "; ".join(map(_side, SIDES, held, names))
        found = f"{error.found}; {sides}" if error.found else sides
        raise NotPaired(error.what, found=found, remedy=error.remedy) from error
    return replace(made, about=made.about.warned(words)), between, marked


def _without_folds(said: Predictions) -> Predictions:
    """What models said of rows, each tested once, as a table that knows of no folds."""
    about = Provenance(data=said.about.data, models=said.about.models, n=said.about.n, forced=said.about.forced)
    roles = replace(said.roles, fold=None, repeat=None)
    return replace(said, roles=roles, fits=(), about=about, shelf=Shelf(said.source))


def _side(side: str, held: object, models: Sequence[str]) -> str:
    """What stands on a side, by its file or folder where it has one, and by its models."""
    where = f"{os.fspath(held)}, models " if isinstance(held, str | os.PathLike) else ""
    return f"{side} is {where}{', '.join(models[:6])}"


def same_runs(
    a: Predictions, b: Predictions, pairs: Sequence[tuple[str, str]]
) -> tuple[Predictions, tuple[tuple[str, str], ...]]:
    """These models of both, on the rows or folds that all of them were tested on, and their names there."""
    _require_same_trainings(a, b, pairs)
    notes = _inputs_differ(a, b)
    sides = [{pair[side]: called(pair[side], side) for pair in pairs} for side in (0, 1)]
    made = joined(a, b, (sides[0], sides[1]))
    between = tuple((sides[0][first], sides[1][second]) for first, second in pairs)
    return replace(made, about=made.about.warned(*notes)), between


def judged_models(names: Iterable[str], trivial: str | None) -> list[str]:
    """The models that compete: all but the trivial one, unless there is no other."""
    given = list(names)
    return [name for name in given if name != trivial] or given


def model_pairs(a: list[str], b: list[str]) -> tuple[list[tuple[str, str]], str]:
    """The models of the same name on both sides, or else each of one side with each of the other; and that in words.

    >>> model_pairs(["knn"], ["knn", "tree"])[0]
    [('knn', 'knn')]
    >>> model_pairs(["knn"], ["tree", "svm"])[0]
    [('knn', 'tree'), ('knn', 'svm')]
    """
    shared = [(name, name) for name in a if name in b]
    pairs = shared or list(product(a, b))
    words = "models of the same name" if shared else "no model has the same name in both: each of A with each of B"
    if len(pairs) > MOST:
        words += f"; the first {MOST} of {len(pairs)} pairs"
    return pairs[:MOST], words


def called(name: str, side: int) -> str:
    """A model's name with the side it stands on, so that equal names stay apart."""
    return f"{name} ({SIDES[side]})"


def _inputs_differ(a: Predictions, b: Predictions) -> list[str]:
    """A caution where the inputs differ, as for two sets of columns; refused if nothing else shows the same rows."""
    mine, other = a.about.data, b.about.data
    if mine == other or mine is None or other is None:
        return []
    truth = a.truth
    tested = truth[[value is not None and value == value for value in truth]]
    distinct, runs = len(set(tested.tolist())), int((tested[1:] != tested[:-1]).sum()) + 1
    if runs <= distinct < len(tested) / 2:
        # Any table sorted by its classes looks like this.
        raise NotPaired(
            "the data have other fingerprints, and rows sorted by their target do not show whether they are the same."
        )
    return [
        "the fingerprints of the data differ, as they do where other columns were learned from: "
        "rows are paired by their number and true value"
    ]


def _require_same_trainings(a: Predictions, b: Predictions, pairs: Sequence[tuple[str, str]]) -> None:
    """Equal tests may follow trainings on fewer rows: then the plans are compared, not the models."""
    if a.fits and b.fits and a.n != b.n:
        raise NotPaired("the predictions are of other rows or classes.", found=f"{a.n} rows in A and {b.n} in B")
    sizes = [
        {(fit.repeat, fit.fold): fit.n_train for fit in said.fits if fit.error is None and fit.model in models}
        for said, models in zip((a, b), (list(side) for side in zip(*pairs, strict=True)), strict=True)
    ]
    other = [place for place in sizes[0].keys() & sizes[1].keys() if sizes[0][place] != sizes[1][place]]
    if other:
        first = min(other)
        raise NotPaired(
            "the models were trained on different numbers of rows.",
            found=f"{sizes[0][first]} in A and {sizes[1][first]} in B for the same fold",
        )
