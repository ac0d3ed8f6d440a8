"""Permutation test of one model: whether it finds more structure in the data than in data without any."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, isnan
from typing import Any, Literal

import numpy as np

from probative.errors import BadParameter, FitFailed
from probative.evidence.arrays import Array, Floats
from probative.inference.permutation import permutation_p
from probative.inference.proportion import share_limits
from probative.predictions.target import Task
from probative.procedures.permuted import READINGS, PermutationTest
from probative.resampling import Plan
from probative.resampling.seeding import checked_seed
from probative.resampling.sizes import whole
from probative.running.checkpoint import Checkpoint
from probative.running.criterion import Criterion
from probative.running.identity import criterion_digest, identity
from probative.running.learner import Learner, learners
from probative.running.problem import Problem
from probative.running.progress import progress as progress_bar
from probative.running.runner import chosen_plan, gathered, pieces_of


def permutation_test(
    model: Any,
    X: Any,  # noqa: N803
    y: Any,
    *,
    plan: Any = None,
    measure: Any = None,
    better: Literal["higher", "lower"] | None = None,
    n_permutations: int = 999,
    labels: Literal["shuffle", "draw"] = "shuffle",
    test: tuple[Any, Any] | None = None,
    level: float = 0.05,
    early: bool = True,
    groups: Any = None,
    sample_weight: Any = None,
    task: Task | None = None,
    positive: Any = None,
    n_jobs: int | None = None,
    random_state: int = 0,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> PermutationTest:
    """Retrain on permuted targets again and again, and compare with the true ones.

    Under a plan all targets are permuted once per permutation and the full procedure is run, tuning and preprocessing
    included. With `test=(X_test, y_test)` only the training targets are permuted, and scores are on the true test
    targets. `labels="draw"` draws targets from their distribution instead. With `early`, permuting ends once p is
    clearly above `level`. Equal seeds give equal results whatever `n_jobs` is; with a `checkpoint` folder the same
    call goes on where it was stopped.

    >>> import probative as pv
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = pv.permutation_test(GaussianNB(), *load_iris(return_X_y=True), plan="3-fold", n_permutations=19)
    >>> found.p
    0.05
    """
    seed = checked_seed(random_state)
    wanted = whole(n_permutations, "n_permutations", 1)
    if labels not in ("shuffle", "draw"):
        raise BadParameter("labels must be 'shuffle' or 'draw'.", found=repr(labels))
    if not 0 < level < 1:
        raise BadParameter("a level lies between 0 and 1.", found=level)
    shared = {"sample_weight": sample_weight, "groups": groups, "task": task, "positive": positive}
    if test is None:
        problem = Problem.of(X, y, **shared)
        work = Work(problem, learners(model)[0], chosen_plan(plan, problem, seed), seed, None)
    else:
        problem, tested = _joined(X, y, test, shared, plan)
        work = Work(problem, learners(model)[0], None, seed, tested)
    criterion = Criterion.of(measure, better, problem.classifies)
    observed = work.value(criterion, problem)
    if isnan(observed):
        raise BadParameter(f"{criterion.name} is undefined on the true targets.", remedy="another measure or plan")
    store = None
    if checkpoint is not None:
        facts = identity(problem, [work.learner], work.scheme, seed)
        facts |= {"measure": criterion_digest(criterion), "labels": labels, "kind": "permutations", "tested": work.mode}
        store = Checkpoint(checkpoint, facts)
    null, redrawn = _null(work, criterion, observed, wanted, labels, level if early else None, store, n_jobs, progress)
    return _result(work, criterion, observed, null, wanted, labels, level, redrawn)


@dataclass(frozen=True, slots=True)
class Work:
    """What is done once per permutation: the whole procedure, and its one number."""

    problem: Problem
    learner: Learner
    plan: Plan | None
    seed: int
    tested: Array | None

    @property
    def mode(self) -> str:
        """By cross-validation (or another plan), or on a separate test set."""
        return "plan" if self.tested is None else "separate test set"

    @property
    def scheme(self) -> Plan:
        """The plan, or the one split that a separate test set is."""
        if self.plan is not None:
            return self.plan
        from probative.resampling.given import Given

        assert self.tested is not None
        return Given([(np.flatnonzero(~self.tested), np.flatnonzero(self.tested))])

    def value(self, criterion: Criterion, problem: Problem) -> float:
        """The criterion reached on this problem."""
        pieces = pieces_of(problem, [self.learner], self.scheme, self.seed)
        failed = next((fit for fit, _, _ in pieces.values() if fit.error is not None), None)
        if failed is not None:
            raise FitFailed(f"{failed.model} could not be trained or asked.", found=failed.error)
        return criterion.value(gathered(problem, [self.learner.name], pieces, {}))

    def permuted(self, number: int, labels: str) -> tuple[Problem, int]:
        """The problem with permuted training targets, and how many draws were thrown away for lack of classes."""
        rng = np.random.default_rng([self.seed, 7919, number])
        problem = self.problem
        movable = np.arange(problem.n) if self.tested is None else np.flatnonzero(~self.tested)
        order, redrawn = _drawn(rng, movable, labels), 0
        while problem.classifies and redrawn < 1000 and (problem.codes[order] == problem.codes[order[0]]).all():
            order, redrawn = _drawn(rng, movable, labels), redrawn + 1
        y, codes = problem.y.copy(), problem.codes.copy()
        y[movable], codes[movable] = problem.y[order], problem.codes[order]
        return problem.relabelled(y, codes), redrawn


def _drawn(rng: np.random.Generator, rows: Array, labels: str) -> Array:
    """Which row's target each row gets."""
    return rng.permutation(rows) if labels == "shuffle" else rng.choice(rows, len(rows))


def _joined(X: Any, y: Any, test: tuple[Any, Any], shared: dict[str, Any], plan: Any) -> tuple[Problem, Array]:  # noqa: N803
    """Training and test rows as one problem, and which rows are tested."""
    if plan is not None or shared["groups"] is not None or shared["sample_weight"] is not None:
        raise BadParameter("a separate test set goes without plan, groups and weights.", remedy="leave them out")
    parts = [np.asarray(X), np.asarray(test[0])], [np.asarray(y), np.asarray(test[1])]
    joined = Problem.of(*(np.concatenate(part) for part in parts), task=shared["task"], positive=shared["positive"])
    return joined, np.arange(joined.n) >= len(parts[0][0])


def _one(work: Work, criterion: Criterion, number: int, labels: str) -> tuple[float, int]:
    problem, redrawn = work.permuted(number, labels)
    return work.value(criterion, problem), redrawn


def _values(
    work: Work, criterion: Criterion, numbers: list[int], labels: str, n_jobs: int | None
) -> Iterator[tuple[float, int]]:
    """Values of these permutations, in order."""
    import joblib

    if joblib.effective_n_jobs(n_jobs) == 1:
        yield from (_one(work, criterion, number, labels) for number in numbers)
        return
    # In batches, so that little is computed in vain when the answer becomes clear.
    size = max(16 * joblib.effective_n_jobs(n_jobs), 32)
    with joblib.Parallel(n_jobs=n_jobs) as parallel:
        for start in range(0, len(numbers), size):
            batch = numbers[start : start + size]
            yield from parallel(joblib.delayed(_one)(work, criterion, number, labels) for number in batch)


def _null(
    work: Work,
    criterion: Criterion,
    observed: float,
    wanted: int,
    labels: str,
    level: float | None,
    store: Checkpoint | None,
    n_jobs: int | None,
    watch: bool | None,
) -> tuple[Floats, int]:
    """The null distribution in the order of the permutations, cut off where the answer is clear."""
    kept: dict[int, tuple[float, int]] = {}
    if store is not None:
        found = ((number, store.load(f"permutation-{number}")) for number in range(wanted))
        kept = {i: (float(piece[1]["value"][0]), int(piece[0]["redrawn"])) for i, piece in found if piece is not None}
    fresh = _values(work, criterion, [i for i in range(wanted) if i not in kept], labels, n_jobs)
    values, redrawn, b = [], 0, 0
    with progress_bar("permuting", wanted, watch) as move:
        for number in range(wanted):
            value, again = kept[number] if number in kept else next(fresh)
            if store is not None and number not in kept:
                store.store(f"permutation-{number}", {"redrawn": again}, {"value": np.array([value])})
            values.append(value)
            redrawn += again
            b += criterion.at_least_as_good(value, observed)
            move(1)
            if level is not None and clear(b, number + 1, level):
                break
    return np.array(values), redrawn


def clear(b: int, n: int, level: float) -> bool:
    """Whether p lies above the level beyond reasonable doubt (99.9 %): b of n permutations did as well."""
    return b >= 10 and share_limits("clopper-pearson", b, n, 0.999)[0][0] > level


def _result(
    work: Work,
    criterion: Criterion,
    observed: float,
    null: Floats,
    wanted: int,
    labels: str,
    level: float,
    redrawn: int,
) -> PermutationTest:
    strict = int(sum(criterion.strictly_better(value, observed) for value in null))
    as_good = int(sum(criterion.at_least_as_good(value, observed) for value in null))
    undefined = int(np.isnan(null).sum())
    notes = [READINGS]
    if wanted < 1 / level - 1:
        notes.append(
            f"{wanted} permutations cannot reach p = {level:g}: at least {ceil(1 / level - 1 - 1e-9)} are needed (R141)"
        )
    if redrawn:
        notes.append(f"{redrawn} draws with a single class were drawn anew (R141)")
    if undefined:
        notes.append(f"{undefined} permutations have no value and count as at least as good")
    return PermutationTest(
        criterion.name,
        criterion.better,
        observed,
        null,
        permutation_p(strict, as_good - strict, len(null)),
        wanted,
        labels,
        work.mode,
        level,
        redrawn,
        undefined,
        work.seed,
        tuple(notes),
    )
