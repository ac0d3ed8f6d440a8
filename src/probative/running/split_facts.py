"""How the splits of a plan use the rows of a problem, and in which order the table has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from probative.evidence.arrays import Array
from probative.evidence.labels import encode
from probative.predictions.split_facts import Order, SplitFacts
from probative.predictions.times_tested import TimesTested
from probative.resampling import Given, Plan
from probative.resampling.crossing import crossing
from probative.resampling.evenness import uneven
from probative.resampling.kept_in_mind import keeps_shares
from probative.running.problem import Problem


def split_facts(problem: Problem, plan: Plan) -> tuple[SplitFacts, tuple[int, ...]]:
    """What guards ask of the splits, and the rows that a split both trains on and tests."""
    facts = SplitFacts(order=tuple(_orders(problem)))
    if plan.single:
        # Every row is tested, and trained on whenever it is not; making all the splits would take longer than they do.
        return facts, ()
    tests, trained, overlapping = [], np.zeros(problem.n, int), np.zeros(problem.n, bool)
    for part in plan.parts_of(problem.rows):
        mine = np.zeros(problem.n, bool)
        mine[part.train] = True
        trained += mine
        overlapping[part.test] |= mine[part.test]
        tests.append(part.test)
    apart = _groups_apart(problem, plan)
    stretches = not (apart or plan.ordered or plan.stratified) and _in_stretches(problem, tests)
    facts = replace(facts, trained=TimesTested.counted(trained, "trained on"), in_stretches=stretches)
    if _of_unknown_making(plan) and not apart:
        codes = problem.codes if problem.classifies else None
        facts = replace(facts, uneven=uneven(tests, problem.n, codes))
    return facts, tuple(np.flatnonzero(overlapping).tolist())


def _orders(problem: Problem) -> list[Order]:
    """How often labels, groups or targets change from row to row, and how often by chance."""
    found = []
    if problem.classifies:
        found.append(_runs("labels", problem.codes))
    else:
        # Of numbers: how often neighbours lie on different sides of the median.
        found.append(_runs("targets", (problem.codes > np.median(problem.codes)).astype(int)))
    if problem.groups is not None:
        found.append(_runs("groups", encode(problem.groups, "groups")[1]))
    return found


def _runs(what: str, codes: Array) -> Order:
    return Order.of(what, int((np.diff(codes) != 0).sum()) + 1, np.bincount(codes).tolist())


def _in_stretches(problem: Problem, tests: Sequence[Array]) -> bool:
    """Whether test sets have less than half the gaps of draws, and do not each have their share of every class."""
    n, runs, expected = problem.n, 0.0, 0.0
    for test in tests:
        rows = np.unique(test)
        runs += (np.diff(rows) > 1).sum() + 1
        expected += len(rows) * (n - len(rows) + 1) / n
    if runs >= expected / 2:
        return False
    if not problem.classifies:
        return True
    return not keeps_shares(problem.codes, tests)


def _groups_apart(problem: Problem, plan: Plan) -> bool:
    """Whether groups were named and none stands on both sides of a split."""
    if problem.groups is None:
        return False
    return plan.grouped or not crossing(plan, problem.rows, encode(problem.groups, "groups")[1]).any()


def _of_unknown_making(plan: Plan) -> bool:
    """Whether splits were made elsewhere, by nobody knows which rule; ours, and scikit-learn's, treat rows alike."""
    outer = getattr(plan, "outer", plan)
    return isinstance(outer, Given) and outer.kind == "other" and not outer.ordered
