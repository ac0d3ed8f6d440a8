"""A chooser of schemes: what speaks for each, what against, what it costs, and which one these rows ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadParameter, ProbativeError
from probative.records import Record
from probative.resampling.base import Plan
from probative.resampling.names import plan
from probative.resampling.rows import Rows
from probative.resampling.sizes import whole

OFFERED = (
    "hold-out 70/30 stratified",
    "60/20/20 stratified",
    "2-fold stratified",
    "5-fold stratified",
    "10-fold stratified",
    "10x10 stratified",
    "5x2 stratified",
    "monte-carlo 100 80/20 stratified",
    "leave-one-out",
    "leave-2-out",
    "leave-pair-out",
    "bootstrap 200",
    "5-fold grouped",
    "leave-one-group-out",
    "time 5",
    "nested 10-fold stratified/5-fold stratified",
    "nested 5-fold grouped/3-fold grouped",
    "nested time 5/time 3",
)
"""One of each kind that users ask for; "stratified" falls away where there are no classes."""
MANY, FEW = 100_000, 200
"""Rows from which one split is enough, and up to which repeats pay."""
COSTLY = 1_000
"""Trainings that deserve a warning."""


@dataclass(frozen=True, slots=True)
class Facts(Record):
    """What the choice depends on: the number of rows, the size of the smallest class, groups, time, and a grid."""

    n: int
    smallest: int | None = None
    """Rows of the smallest class; None for numbers."""
    classes: int | None = None
    groups: int | None = None
    time: bool = False
    candidates: int = 0


@dataclass(frozen=True, slots=True)
class Option(Record):
    """One scheme: how many trainings it takes of one model, what speaks for it and against it, and whether it fits."""

    plan: str
    trainings: int | None
    fits: bool
    why: str
    """Why it does not fit, or what to mind where it does."""
    pros: str
    cons: str


@dataclass(frozen=True, slots=True)
class PlanChoice(Record):
    """The schemes, the one advised first, and the reasons for the advice.

    >>> import probative as pv
    >>> found = pv.plans(n=150, y=["a", "b", "c"] * 50)
    >>> found.advised, found.options[0].trainings
    ('10x10-fold stratified', 100)
    """

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "plans"}

    facts: Facts
    advised: str
    reasons: tuple[str, ...]
    options: tuple[Option, ...]

    def __str__(self) -> str:
        lines = [f"Advised: {self.advised}", *(f"  {reason}" for reason in self.reasons), ""]
        for option in self.options:
            if option.fits:
                count = f"{option.trainings:,} training{'s' * (option.trainings != 1)}"
                lines += [f"{option.plan}: {count}", f"  + {option.pros}", f"  - {option.cons}"]
                lines += [f"  ! {option.why}"] * bool(option.why)
        left = [f"  {option.plan}: {option.why}" for option in self.options if not option.fits]
        return "\n".join([*lines, "", "Not for these rows:", *left] if left else lines)


def plans(
    X: Any = None,  # noqa: N803
    y: Any = None,
    groups: Any = None,
    time: Any = None,
    *,
    n: int | None = None,
    candidates: int = 0,
    random_state: int = 0,
) -> PlanChoice:
    """Which resampling scheme: pros, cons and trainings of each, and advice from rows, balance, groups and time.

    Rows are given as for a plan, or by their number `n`; `candidates` is the size of a grid that is to be tuned.

    >>> import probative as pv
    >>> pv.plans(n=5000).advised, pv.plans(n=300, groups=[i % 30 for i in range(300)]).advised
    ('10-fold', '10-fold grouped')
    """
    if n is not None and X is None:
        X = range(whole(n, "n", 2))  # noqa: N806
    rows = Rows.of(X, y, groups, time)
    facts = _facts(rows, whole(candidates, "candidates", 0))
    advised, reasons = advice(facts)
    names = [name if facts.classes else name.replace(" stratified", "") for name in OFFERED]
    made = {one.name: one for one in (plan(name, random_state=random_state) for name in [advised, *names])}
    options = [_option(one, rows, facts) for one in made.values()]
    wanted = options[0]
    options.sort(key=lambda option: not option.fits)
    if not wanted.fits:
        # Too few rows, groups or times for what they ask for: the first scheme that can be done, if one can.
        reasons = (*reasons, f"{wanted.plan} cannot be done: {wanted.why}")
    return PlanChoice(facts, options[0].plan if options[0].fits else wanted.plan, reasons, tuple(options))


def _facts(rows: Rows, candidates: int) -> Facts:
    smallest = classes = None
    if rows.y is not None and (rows.y.dtype.kind in "OUSb" or len(np.unique(rows.y)) <= max(20, rows.n // 50)):
        counts = np.bincount(rows.classes()[1])
        smallest, classes = int(counts.min()), len(counts)
    groups = None if rows.groups is None else len(rows.group_codes()[0])
    return Facts(rows.n, smallest, classes, groups, rows.time is not None, candidates)


def advice(facts: Facts) -> tuple[str, tuple[str, ...]]:
    """The scheme that the facts ask for, and why; what must not be broken comes first: time, then groups.

    >>> advice(Facts(1000, time=True))[0]
    'time 5'
    """
    why: list[str] = []
    if facts.time:
        why.append("rows have times: a model may learn only from rows before those it is tested on")
        outer, inner = "time 5", "time 3"
    elif facts.groups is not None:
        if facts.groups < 2:
            raise BadParameter("a single group cannot be split.", found="1 group")
        outer = f"{min(10, facts.groups)}-fold grouped" if facts.groups > 10 else "leave-one-group-out"
        inner = "3-fold grouped" if facts.groups > 4 else "2-fold grouped"
        why.append(f"rows come in {facts.groups} groups: none may stand on both sides of a split")
    else:
        outer, inner = _by_size(facts, why)
    if facts.smallest is not None and facts.smallest < 10:
        why.append(f"the smallest class has {facts.smallest} rows: some folds of ten cannot test it")
    if facts.candidates:
        why.append(f"{facts.candidates} candidates are tuned: the choice needs rows of its own, inside training parts")
        return f"nested {outer}/{inner}", tuple(why)
    return outer, tuple(why)


def _by_size(facts: Facts, why: list[str]) -> tuple[str, str]:
    marks = " stratified" if facts.classes else ""
    if marks:
        why.append("classes keep their shares in every fold (stratified)")
    if facts.n >= MANY:
        why.append(f"{facts.n:,} rows: one split tests more rows than the estimate needs, and trains once")
        return f"hold-out 70/30{marks}", f"5-fold{marks}"
    if facts.n <= 10:
        why.append(f"{facts.n} rows: every one is needed for training")
        return "leave-one-out", "leave-one-out"
    if facts.n <= FEW and not facts.candidates:
        why.append(f"{facts.n:,} rows are few: repeats average over the chance of the split")
        return f"10x10-fold{marks}", f"5-fold{marks}"
    why.append("5 to 10 folds: nearly unbiased, and far fewer trainings than leave-one-out")
    return f"10-fold{marks}", f"5-fold{marks}"


def _option(made: Plan, rows: Rows, facts: Facts) -> Option:
    count, why = None, _unfit(made, facts)
    fits = not why
    try:
        count = made.trainings(rows, facts.candidates)
        if fits and (count or 0) <= COSTLY:
            part = next(iter(made.parts_of(rows)))
            next(iter(made.inner_parts(rows, part.train)), None)
    except ProbativeError as error:
        fits, why = False, str(error).splitlines()[0]
    if fits and count is not None and count > COSTLY:
        why = f"{count:,} trainings of every model"
    return Option(made.name, count, fits, why, made.pros, made.cons)


def _unfit(made: Plan, facts: Facts) -> str:
    """Why the scheme must not be used with such rows; empty where it may."""
    if facts.time and not made.ordered:
        return "it would train on rows later than those it tests"
    if made.ordered and not facts.time:
        return "the rows have no times"
    if facts.groups is not None and not made.grouped and not facts.time:
        return "it would tear groups apart"
    if facts.candidates and not made.nested:
        return "tuned on all its rows, its best score would be optimistic: a nested scheme keeps rows apart"
    if made.nested and not facts.candidates:
        return "nothing is tuned: candidates= (--candidates) where a grid is"
    return ""
