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
from probative.resampling.neighbours import follow_each_other, sorted_by_any
from probative.running.looked_at import columns_of
from probative.running.problem import Problem


def split_facts(problem: Problem, plan: Plan) -> tuple[SplitFacts, tuple[int, ...]]:
    """What guards ask of the splits, and the rows that a split both trains on and tests."""
    facts = SplitFacts(order=tuple(_orders(problem)))
    if plan.single:
        # Every row is tested, and trained on whenever it is not; making all the splits would take longer than they do.
        return replace(facts, shuffled_likeness=_likeness(problem, plan)), ()
    tests, trained, overlapping = [], np.zeros(problem.n, int), np.zeros(problem.n, bool)
    for part in plan.parts_of(problem.rows):
        mine = np.zeros(problem.n, bool)
        mine[part.train] = True
        trained += mine
        overlapping[part.test] |= mine[part.test]
        tests.append(part.test)
    apart = _groups_apart(problem, plan)
    drawn = _drawn(problem.n, tests)
    stretches = not (apart or plan.ordered or plan.stratified or drawn) and not _shares_kept(problem, tests)
    facts = replace(facts, trained=TimesTested.counted(trained, "trained on"), in_stretches=stretches)
    facts = replace(facts, shuffled_likeness=_likeness(problem, plan) if drawn else None)
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


def _likeness(problem: Problem, plan: Plan) -> float | None:
    """How much neighbours resemble each other that splits tear apart, where neither groups nor times explain it."""
    if problem.groups is not None or problem.time is not None or plan.ordered:
        return None
    found = follow_each_other(problem.codes, len(problem.target.labels) if problem.classifies else 0)
    return None if found is None or sorted_by_any(columns_of(problem.X, problem.names).values()) else found


def _drawn(n: int, tests: Sequence[Array]) -> bool:
    """Whether test sets have at least half the gaps of draws: neighbours stand on both sides."""
    runs, expected = 0.0, 0.0
    for test in tests:
        steps = np.diff(np.sort(test))
        size = int((steps > 0).sum()) + (len(test) > 0)
        runs += int((steps > 1).sum()) + 1
        expected += size * (n - size + 1) / n
    return runs >= expected / 2


def _shares_kept(problem: Problem, tests: Sequence[Array]) -> bool:
    """Whether test sets each have their share of every class."""
    return problem.classifies and keeps_shares(problem.codes, tests)


def _groups_apart(problem: Problem, plan: Plan) -> bool:
    """Whether groups were named and none stands on both sides of a split."""
    if problem.groups is None:
        return False
    return plan.grouped or not crossing(plan, problem.rows, encode(problem.groups, "groups")[1]).any()


def _of_unknown_making(plan: Plan) -> bool:
    """Whether splits were made elsewhere, by nobody knows which rule; ours, and scikit-learn's, treat rows alike."""
    outer = getattr(plan, "outer", plan)
    return isinstance(outer, Given) and outer.kind == "other" and not outer.ordered
