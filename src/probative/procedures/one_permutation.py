"""What is done once per permutation: the whole procedure on permuted targets, and its one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.errors import FitFailed
from probative.evidence.arrays import Array
from probative.predictions.provenance import Provenance
from probative.records import Json
from probative.resampling import Given, Plan
from probative.running.criterion import Criterion
from probative.running.identity import Identity, criterion_digest
from probative.running.learner import Learner
from probative.running.pieces import pieces_of
from probative.running.problem import Problem
from probative.running.runner import gathered
from probative.running.training import Training

Mixing = Literal["shuffle", "draw"]
"""Targets are put in another order, or drawn from their distribution."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is done once per permutation: the whole procedure, and its one number."""

    problem: Problem
    learner: Learner
    plan: Plan | None
    seed: int
    tested: Array | None
    """The rows of the only test set, whose targets stay as they are."""
    criterion: Criterion
    labels: Mixing

    @property
    def mode(self) -> str:
        """By cross-validation (or another plan), or on a separate test set."""
        return "plan" if self.tested is None else "separate test set"

    @property
    def scheme(self) -> Plan:
        """The plan, or the one split that a separate test set is."""
        if self.plan is not None:
            return self.plan
        assert self.tested is not None
        return Given([(np.flatnonzero(~self.tested), np.flatnonzero(self.tested))])

    def manifest(self) -> dict[str, Json]:
        """What a checkpoint of it must agree with."""
        what = Identity.of(self.problem, [self.learner], self.scheme, self.seed)
        measure = criterion_digest(self.criterion)
        return what.manifest(measure=measure, labels=self.labels, kind="permutations", tested=self.mode)

    def value(self, problem: Problem) -> float:
        """The criterion reached on this problem."""
        pieces = pieces_of(problem, [self.learner], self.scheme, Training(self.seed))
        failed = next((fit for fit, _, _ in pieces.values() if fit.error is not None), None)
        if failed is not None:
            raise FitFailed(f"{failed.model} could not be trained or asked.", found=failed.error)
        about = Provenance(scheme=self.scheme.scheme(problem.rows))
        return self.criterion.led(gathered(problem, [self.learner.name], pieces, about))

    def permuted_value(self, number: int) -> tuple[float, int]:
        """The criterion reached on the problem of one permutation, and how often that was drawn anew."""
        problem, redrawn = self.permuted(number)
        return self.value(problem), redrawn

    def permuted(self, number: int) -> tuple[Problem, int]:
        """The problem with permuted training targets, and how many draws were thrown away for lack of classes."""
        rng = np.random.default_rng([self.seed, 7919, number])
        problem = self.problem
        movable = np.arange(problem.n) if self.tested is None else np.flatnonzero(~self.tested)
        order, redrawn = self._drawn(rng, movable), 0
        while problem.classifies and redrawn < 1000 and (problem.codes[order] == problem.codes[order[0]]).all():
            order, redrawn = self._drawn(rng, movable), redrawn + 1
        y, codes = problem.y.copy(), problem.codes.copy()
        y[movable], codes[movable] = problem.y[order], problem.codes[order]
        return problem.relabelled(y, codes), redrawn

    def _drawn(self, rng: np.random.Generator, rows: Array) -> Array:
        """Which row's target each row gets."""
        return rng.permutation(rows) if self.labels == "shuffle" else rng.choice(rows, len(rows))


def tested_once(problem: Problem, plan: Plan) -> Array | None:
    """The rows of the test set of a plan that has only one; None where rows are trained on and tested in turn."""
    if plan.count(problem.rows) != 1:
        return None
    tested: Array = np.zeros(problem.n, bool)
    tested[next(iter(plan.parts_of(problem.rows))).test] = True
    return tested
