"""How close? The rows whose error stays within a tolerance, for every tolerance that a page can be moved to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, inf, log10

import numpy as np

from probative.curves.decimals import shortest
from probative.curves.packing import pack, unpack
from probative.errors import BadFormat
from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats
from probative.evidence.value_ladder import ValueLadder
from probative.records import OPTIONAL, Document, Record

PLACES, FAR = 200, 0.995
"""At most so many tolerances between 0 and the error that this share of the rows stays within."""
HUGE, BEYOND = 10, 40
"""Errors of so many times what three of four rows stay within are huge: even steps would crowd all others at 0. Beyond
are so many tolerances, with about as many of the huge errors between any two."""
Kept = Callable[[Floats], Mapping[str, Floats]]
ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Together(Record):
    """The rows that two models both keep within each tolerance, packed."""

    a: str
    b: str
    rows: str


@dataclass(frozen=True, slots=True)
class Tolerances(Record):
    """Rows (or their weight) within 0, 1, 2, ... steps of the truth, by model; columns are packed, see `packing`.

    >>> pairs = ValuePairs.from_values([0, 10, 20, 30], [1, 10, 17, 40])
    >>> found = Tolerances.of({"A": pairs})
    >>> found.step, float(found.at()[60]), found.count("A", 60), found.rows["A"]
    (0.05, 3.0, 3.0, 4.0)
    """

    step: float
    rows: dict[str, float]
    within: dict[str, str]
    rule: str
    """The same for saying the mean to all."""
    together: tuple[Together, ...] = field(default=())
    """The leader with each of the others, where single rows may vary."""
    beyond: tuple[float, ...] = field(default=(), metadata=OPTIONAL)
    """Tolerances after the steps, where few errors are huge."""

    @classmethod
    def of(
        cls, pairs: Mapping[str, ValuePairs], said: Mapping[str, Floats] | Kept | None = None, leader: str = ""
    ) -> Tolerances | None:
        """From what was predicted; `said` are the errors of the same rows, in the same order, if models are paired.

        Where rows are not at hand it is what tells, for tolerances, the rows that the leader and another both keep.
        """
        far = max(one.errors.reached(FAR) for one in pairs.values())
        if not (far > 0 and np.isfinite(far)):
            return None
        errors = [one.errors for one in pairs.values()]
        near = min(far, HUGE * min((typical for one in errors if (typical := one.reached(0.75)) > 0), default=inf))
        step = _round_up(near / PLACES)
        even = _places(step, ceil(near / step - 1e-9))
        beyond = _huge(errors, float(even[-1]), far) if near < far else ()
        at = np.concatenate([even, beyond])
        first = next(iter(pairs.values()))
        mean = first.mean_of(lambda rows: first.truth[rows])
        within = {name: pack(one.errors.within(at)) for name, one in pairs.items()}
        rule = pack(first.errors_of(mean).within(at))
        rows = {name: one.n for name, one in pairs.items()}
        if said is None or not (callable(said) or leader in said):
            return cls(step, rows, within, rule, (), beyond)
        kept = said(at) if callable(said) else _kept(said, leader, at)
        both = tuple(Together(leader, name, pack(some)) for name, some in kept.items())
        return cls(step, rows, within, rule, both, beyond)

    @classmethod
    def restored(cls, fields: Document) -> Tolerances:
        """What a file holds; damaged columns are refused here, not where they are drawn."""
        made = cls(**fields)
        columns = [*made.within.values(), made.rule, *(pair.rows for pair in made.together)]
        if len({len(unpack(column)) for column in columns}) != 1 or not made.step > 0:
            raise BadFormat("the columns of tolerances differ in length.", remedy="save the findings again")
        return made

    def at(self) -> Floats:
        """The tolerances."""
        return np.concatenate([_places(self.step, len(unpack(self.rule)) - 1 - len(self.beyond)), self.beyond])

    @property
    def end(self) -> float:
        """The last of the even steps: where the axis of a chart ends."""
        return float(self.at()[-1 - len(self.beyond)])

    def count(self, model: str, place: int) -> float:
        """The rows of a model within a tolerance."""
        return float(unpack(self.within[model])[place])

    def shares(self, model: str) -> Floats:
        """The share of a model's rows within each tolerance."""
        return unpack(self.within[model]) / self.rows[model]

    def both(self, a: str, b: str) -> Floats | None:
        """The rows that two models both keep within each tolerance; None where they are not paired."""
        found = next((pair for pair in self.together if {pair.a, pair.b} == {a, b}), None)
        return None if found is None else unpack(found.rows)


def _places(step: float, count: int) -> Floats:
    """Multiples of the step, each the float that is printed."""
    digits = max(0, 2 - floor(log10(step)))
    return np.array([round(i * step, digits) for i in range(count + 1)])


def _round_up(value: float) -> float:
    """The next round number.

    >>> _round_up(0.75), _round_up(0.021), _round_up(130.0)
    (1.0, 0.025, 200.0)
    """
    power = 10.0 ** floor(log10(value))
    found = next(part for part in ROUND if value <= part * power * (1 + 1e-9))
    return float(f"{found * power:.6g}")


def _kept(said: Mapping[str, Floats], leader: str, at: Floats) -> dict[str, Floats]:
    """The rows that the leader and each other model both keep within each tolerance."""
    away = {name: np.abs(error) for name, error in said.items()}
    return {name: both_within(away[leader], error, at) for name, error in away.items() if name != leader}


def _huge(errors: Sequence[ValueLadder], above: float, far: float) -> tuple[float, ...]:
    """Tolerances between two: the shortest numbers from one error up to the next, and the one that is farthest."""
    distinct = np.unique(np.concatenate([one.between(above, far, BEYOND) for one in errors]))
    if not len(distinct):
        return ()
    places = np.unique(np.linspace(0, len(distinct) - 1, min(BEYOND, len(distinct))).round().astype(np.intp))
    chosen = distinct[places]
    after = np.min([one.following(chosen) for one in errors], axis=0)
    after = np.where(np.isfinite(after), after, 2 * chosen)
    return tuple(-float(shortest(-high, -low)) for low, high in zip(chosen.tolist(), after.tolist(), strict=True))


def both_within(a: Floats, b: Floats, at: Floats) -> Floats:
    """How many of two models' absolute errors of a row both lie within each tolerance.

    >>> both_within(np.array([1.0, 3.0]), np.array([2.0, 1.0]), np.array([1.0, 2.0, 3.0])).tolist()
    [0.0, 1.0, 2.0]
    """
    first = np.searchsorted(at, np.maximum(a, b), "left")
    return np.asarray(np.cumsum(np.bincount(first, minlength=len(at) + 1)[: len(at)]), np.float64)
