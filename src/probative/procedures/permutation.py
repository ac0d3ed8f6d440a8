"""Permutation test of one model: whether it finds more structure in the data than in data without any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, isnan

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadParameter, Leakage
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label
from probative.inference.permutation import permutation_p
from probative.inference.proportion import share_limits
from probative.predictions.leaks import Leaks
from probative.predictions.target import Task
from probative.procedures.one_permutation import Mixing, Work, tested_once
from probative.procedures.permuted import ALIKE, READINGS, PermutationTest
from probative.resampling.sizes import whole
from probative.running.brought import Inputs, Model, PlanLike
from probative.running.checkpoint import Checkpoint, settled
from probative.running.criterion import Criterion, CriterionLike, Direction
from probative.running.leaks import leaks_of, require_no_leaks
from probative.running.learner import learners, require_weights_taken
from probative.running.problem import Problem
from probative.running.runner import chosen_plan
from probative.running.training import Folder, Training
from probative.running.workers import Hands, hands, side_by_side, workers
from probative.sources.progress import progress as progress_bar


def permutation_test(
    model: Model | Mapping[str, Model],
    X: Inputs,  # noqa: N803
    y: ArrayLike,
    *,
    plan: PlanLike | None = None,
    test: tuple[Inputs, ArrayLike] | None = None,
    groups: ArrayLike | None = None,
    time: ArrayLike | None = None,
    row: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    task: Task | None = None,
    positive: Label | None = None,
    measure: CriterionLike = None,
    better: Direction | None = None,
    n_permutations: int = 999,
    labels: Mixing = "shuffle",
    alpha: float = 0.05,
    early: bool = True,
    force: bool = False,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
    checkpoint: Folder | None = None,
    progress: bool | None = None,
) -> PermutationTest:
    """Retrain on permuted targets again and again, and compare with the true ones.

    Under a plan all targets are permuted once per permutation and the full procedure is run, tuning and preprocessing
    included. With `test=(X_test, y_test)`, or a plan of one split, only the training targets are permuted, and scores
    are on the true test targets. What compares rows by their scores (AUC and its kin) is the mean of folds, as
    everywhere. `labels="draw"` draws targets from their distribution instead, under a plan all of them. With `early`,
    permuting ends once p is clearly above `alpha`. With `time` the plan tests on later rows only, and rows that share
    an id (`row`; with `test` a pair, the ids of training and test rows) are never on both sides, unless forced
    (`force`). Equal seeds give equal results whatever `n_jobs` is; with a `checkpoint` folder the same call goes on
    where it was stopped.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = pv.permutation_test(GaussianNB(), *load_iris(return_X_y=True), plan="3-fold", n_permutations=19)
    >>> found.p
    0.05
    """
    training = Training(random_state, hands(n_jobs, backend), checkpoint, progress)
    wanted = whole(n_permutations, "n_permutations", 1)
    if labels not in ("shuffle", "draw"):
        raise BadParameter("labels must be 'shuffle' or 'draw'.", found=repr(labels))
    if not 0 < alpha < 1:
        raise BadParameter("alpha lies between 0 and 1.", found=alpha)
    scheme, tested = None, None
    if test is None:
        by_row = {"sample_weight": sample_weight, "weight": weight, "groups": groups, "time": time, "row": row}
        problem = Problem.of(X, y, task=task, positive=positive, **by_row)
        scheme = chosen_plan(plan, problem, training.seed, force=force)
    else:
        if any(given is not None for given in (plan, groups, time, sample_weight, weight)):
            what = "a separate test set goes without plan, groups, times and weights."
            raise BadParameter(what, remedy="leave them out")
        inputs, targets, tested = _joined((X, y), test)
        problem = Problem.of(inputs, targets, row=_joined_ids(row), task=task, positive=positive)
    how = Criterion.of(measure, better, problem.classifies)
    learner = learners(model)[0]
    require_weights_taken([learner], problem.sample_weight, force)
    # Drawn training targets have a mean of their own, from which true test targets are further off than from theirs.
    kept = tested if scheme is None or labels == "draw" else tested_once(problem, scheme)
    work = Work(problem, learner, scheme, training.seed, kept, how, labels)
    leaks = leaks_of(problem, [learner], work.scheme)
    require_no_leaks(leaks, force)
    shared = _of_twins(leaks, tested, force)
    observed = work.value(problem)
    if isnan(observed):
        raise BadParameter(f"{how.title} is undefined on the true targets.", remedy="another measure or plan")
    store = None if checkpoint is None else Checkpoint(checkpoint, work.manifest())
    null, redrawn = _null(work, observed, wanted, alpha if early else None, store, training)
    near = [of for of, given in (("within a group", groups), ("near in time", time)) if given is not None]
    alike = tuple(ALIKE.format(of=of) for of in near)
    return _result(work, observed, null, wanted, alpha, redrawn, shared + alike)


def _joined_ids(row: ArrayLike | None) -> Array | None:
    """The ids of training and test rows, one after the other."""
    if row is None:
        return None
    pair = list(row) if isinstance(row, tuple | list) else []
    if len(pair) != 2 or any(np.ndim(ids) != 1 for ids in pair):
        raise BadParameter(
            "with a separate test set, row= is a pair: the ids of training rows and of test rows.",
            remedy="row=(ids, test_ids)",
        )
    return np.concatenate([np.asarray(ids) for ids in pair])


def _of_twins(leaks: Leaks, tested: Array | None, force: bool) -> tuple[str, ...]:
    """What is to be said of rows that were trained on and tested; a test set of nothing else is refused."""
    if not leaks.twin_rows or leaks.by_chance:
        return ()
    if tested is not None and leaks.twin_rows == tested.sum() and not force:
        raise Leakage(
            "every test row also stands among the training rows.",
            found=f"{leaks.twin_rows} of {leaks.twin_rows} rows with the same inputs and target",
            remedy="test rows that were not trained on; or force=True",
        )
    # Row numbers of a separate test set are its own.
    first = 0 if tested is None else int((~tested).sum())
    some = ", ".join(str(row - first) for row in leaks.twins[:8]) + (", ..." if leaks.twin_rows > 8 else "")
    rows = f"{leaks.twin_rows} tested rows also stand among the training rows ({'rows' if first == 0 else 'test rows'}"
    return (f"{rows} {some}): a model that remembers them looks better than it is, and p is too small",)


def _joined(train: tuple[Inputs, ArrayLike], test: tuple[Inputs, ArrayLike]) -> tuple[Array, Array, Array]:
    """Inputs and targets of training and test rows, one after the other, and which rows are tested."""
    inputs, targets = (np.concatenate([np.asarray(a), np.asarray(b)]) for a, b in zip(train, test, strict=True))
    return inputs, targets, np.arange(len(inputs)) >= len(np.asarray(train[0]))


def _values(work: Work, numbers: list[int], n_jobs: Hands) -> Iterator[tuple[float, int]]:
    """Values of these permutations, in order, and how often each was drawn anew."""
    # In batches, so that little is computed in vain when the answer becomes clear.
    at_a_time = workers(n_jobs)
    size = 1 if at_a_time == 1 else max(16 * at_a_time, 32)
    for start in range(0, len(numbers), size):
        yield from list(side_by_side(work.permuted_value, [(i,) for i in numbers[start : start + size]], n_jobs))


def _null(
    work: Work, observed: float, wanted: int, alpha: float | None, store: Checkpoint | None, training: Training
) -> tuple[Floats, int]:
    """The null distribution in the order of the permutations, cut off where the answer is clear."""
    kept: dict[int, tuple[float, int]] = {}
    if store is not None:
        found = ((number, store.load(f"permutation-{number}")) for number in range(wanted))
        kept = {i: (float(piece[1]["value"][0]), int(piece[0]["redrawn"])) for i, piece in found if piece is not None}
    fresh = _values(work, [i for i in range(wanted) if i not in kept], training.n_jobs)
    values, redrawn, b = [], 0, 0
    with progress_bar("permuting", wanted, training.progress) as move, settled(store):
        for number in range(wanted):
            value, again = kept[number] if number in kept else next(fresh)
            if store is not None and number not in kept:
                store.store(f"permutation-{number}", {"redrawn": again}, {"value": np.array([value])})
            values.append(value)
            redrawn += again
            b += work.criterion.at_least_as_good(value, observed)
            move(1)
            if alpha is not None and clear(b, number + 1, alpha):
                break
    return np.array(values), redrawn


def clear(b: int, n: int, alpha: float) -> bool:
    """Whether p lies above alpha beyond reasonable doubt (99.9 %): b of n permutations did as well."""
    return b >= 10 and share_limits("clopper-pearson", b, n, 0.999)[0][0] > alpha


def _result(
    work: Work, observed: float, null: Floats, wanted: int, alpha: float, redrawn: int, leaks: tuple[str, ...] = ()
) -> PermutationTest:
    criterion = work.criterion
    strict = int(sum(criterion.strictly_better(value, observed) for value in null))
    as_good = int(sum(criterion.at_least_as_good(value, observed) for value in null))
    undefined = int(np.isnan(null).sum())
    notes = [READINGS, *leaks]
    if wanted < 1 / alpha - 1:
        notes.append(
            f"{wanted} permutations cannot reach p = {alpha:g}: at least {ceil(1 / alpha - 1 - 1e-9)} are needed"
        )
    if redrawn:
        notes.append(f"{redrawn} draws with a single class were drawn anew")
    if undefined:
        notes.append(f"{undefined} permutations have no value and count as at least as good")
    return PermutationTest(
        criterion.title,
        criterion.better,
        observed,
        null,
        permutation_p(strict, as_good - strict, len(null)),
        wanted,
        work.labels,
        work.mode,
        alpha,
        redrawn,
        undefined,
        work.seed,
        tuple(notes),
        work.learner.name,
    )
