"""Pairing by predictions: two saved runs made one, after it was checked that their tests were the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from probative.comparison import Verdict, compare
from probative.errors import NotPaired, ProbativeError
from probative.evidence.arrays import Array
from probative.findings import Findings
from probative.predictions.predictions import Predictions, Told
from probative.serving.pairs import SIDES, called

Verdicts = dict[tuple[str, str], dict[str, Verdict]]


def prediction_verdicts(
    findings: tuple[Findings, Findings], files: tuple[Path, Path], pairs: Sequence[tuple[str, str]]
) -> tuple[Verdicts, list[str]]:
    """The comparison of every pair by the valid test, and what a reader must know about the pairing."""
    a, b = (_of(found, file, side) for found, file, side in zip(findings, files, SIDES, strict=True))
    if (a.labels, a.positive, a.n) != (b.labels, b.positive, b.n):
        raise NotPaired(
            "the predictions are of other rows or classes.",
            found=f"{a.n} rows in A and {b.n} in B, classes {list(a.labels)} and {list(b.labels)}",
        )
    notes = _inputs_differ(a, b)
    made: Verdicts = {}
    failed: list[ProbativeError] = []
    for names in pairs:
        verdicts = {}
        try:
            both, gaps = _joined(a, b, names)
            notes += gaps
            for measure in _measures(both):
                verdicts[measure] = compare(both, measure=measure, level=findings[0].level)
        except ProbativeError as error:
            failed.append(error)
            notes.append(f"{names[0]} and {names[1]}: {error.what}")
        if verdicts:
            made[names] = verdicts
    if not made:
        raise failed[0]
    return made, notes


def _of(findings: Findings, file: Path, side: str) -> Predictions:
    """The predictions in a file, if the findings were made from them."""
    try:
        made = Predictions.load(file)
    except (ProbativeError, OSError, KeyError, TypeError, ValueError) as error:
        raise NotPaired(f"the predictions beside {side} cannot be read.", found=str(error).splitlines()[0]) from error
    about = findings.about
    known = (("plan", "plan"), ("plan_seed", "seed"), ("data", "data"))
    if any(about.get(mine) is None or about[mine] != made.about.get(theirs) for mine, theirs in known):
        raise NotPaired(f"the predictions beside {side} are not those that its findings were made from.")
    if strangers := [name for name in findings.models if name not in made.models]:
        raise NotPaired(f"the predictions beside {side} lack models of its findings.", found=", ".join(strangers))
    return made


def _measures(both: Predictions) -> tuple[str, ...]:
    """The measures to compare by, the one that decides first; all have a test that is quick."""
    if not both.labels:
        return ("mse", "mae")
    scored = both.score_columns == ("score",) and all(told.scored for told in both.models.values())
    return ("auc", "accuracy") if scored else ("accuracy",)


def _inputs_differ(a: Predictions, b: Predictions) -> list[str]:
    """A caution where the inputs differ, as for two sets of columns; refused if nothing else shows the same rows."""
    if a.about.get("data") == b.about.get("data"):
        return []
    tested = a.truth[a.truth >= 0] if a.labels else a.truth[~np.isnan(a.truth)]
    distinct, runs = len(np.unique(tested)), int((np.diff(tested) != 0).sum()) + 1
    if runs <= distinct < len(tested) / 2:
        # Any table sorted by its classes looks like this.
        raise NotPaired(
            "the data have other fingerprints, and rows sorted by their target do not show whether they are the same."
        )
    return [
        "the fingerprints of the data differ, as they do where other columns were learned from: "
        "rows are paired by their number and true value"
    ]


def _joined(a: Predictions, b: Predictions, names: tuple[str, str]) -> tuple[Predictions, list[str]]:
    """One run of two models, on the folds that both were tested on."""
    told = [a.models[names[0]], b.models[names[1]]]
    places = [_places(part) for part in told]
    shared = np.intersect1d(places[0], places[1])
    if not len(shared):
        raise NotPaired(f"{names[0]} and {names[1]} share no fold that both predicted.")
    kept = [_sorted(part.only(np.isin(place, shared))) for part, place in zip(told, places, strict=True)]
    if not np.array_equal(kept[0].row, kept[1].row):
        raise NotPaired("the tests were made on other rows.", found=_difference(kept[0].row, kept[1].row))
    rows = np.unique(kept[0].row)
    if not np.array_equal(a.truth[rows], b.truth[rows]):
        raise NotPaired("the true values of the rows differ.", found=f"{int((a.truth[rows] != b.truth[rows]).sum())}")
    _require_same_trainings(a, b, names)
    groups = _agreed(a.groups, b.groups, rows, "groups")
    if (a.weight is None) != (b.weight is None):
        raise NotPaired("the rows have weights in one run only.")
    _agreed(a.weight, b.weight, rows, "weights")
    fits = tuple(
        replace(fit, model=called(fit.model, side))
        for side, run in enumerate((a, b))
        for fit in run.fits
        if fit.model == names[side]
    )
    models = {called(name, side): part for side, (name, part) in enumerate(zip(names, kept, strict=True))}
    left = len(np.union1d(places[0], places[1])) - len(shared)
    gaps = [f"{names[0]} and {names[1]}: {left} folds that only one of them predicted were left out"] if left else []
    return replace(a, models=models, fits=fits, groups=groups), gaps


def _agreed(a: Array | None, b: Array | None, rows: Array, what: str) -> Array | None:
    """A column that must not say two things about the same rows; that of one run where the other has none."""
    if a is not None and b is not None and not np.array_equal(a[rows], b[rows]):
        raise NotPaired(f"the {what} of the rows differ.")
    return b if a is None else a


def _places(told: Told) -> Array:
    """Repeat and fold of every prediction as one number."""
    return np.asarray(told.repeat.astype(np.int64) << 32 | told.fold)


def _sorted(told: Told) -> Told:
    return told.only(np.lexsort((told.row, told.fold, told.repeat)))


def _difference(a: Array, b: Array) -> str:
    only_a, only_b = len(np.setdiff1d(a, b)), len(np.setdiff1d(b, a))
    if only_a or only_b:
        return f"in folds of the same number {only_a} rows were tested in A only, {only_b} in B only"
    return "the same rows, in other folds"


def _require_same_trainings(a: Predictions, b: Predictions, names: tuple[str, str]) -> None:
    """Equal tests may follow trainings on fewer rows: then the plans are compared, not the models."""
    sizes = [
        {(fit.repeat, fit.fold): fit.n_train for fit in run.fits if fit.model == name and fit.error is None}
        for run, name in zip((a, b), names, strict=True)
    ]
    other = [place for place in sizes[0].keys() & sizes[1].keys() if sizes[0][place] != sizes[1][place]]
    if other:
        first = min(other)
        raise NotPaired(
            "the models were trained on different numbers of rows.",
            found=f"{sizes[0][first]} in A and {sizes[1][first]} in B for the same fold",
        )
