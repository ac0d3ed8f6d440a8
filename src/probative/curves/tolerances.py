"""How close? The rows whose error stays within a tolerance, for every tolerance that a page can be moved to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, floor, log10

import numpy as np

from probative.curves.decimals import shortest
from probative.curves.packing import pack, unpack
from probative.errors import BadFormat
from probative.evidence import ValuePairs
from probative.evidence.arrays import Floats
from probative.records import OPTIONAL, Document, Record

PLACES, FAR = 200, 0.995
"""At most so many tolerances between 0 and the error that this share of the rows stays within."""
HUGE, BEYOND = 10, 40
"""Errors of so many times what three of four rows stay within are huge: even steps would crowd all others at 0. Beyond
are so many tolerances, with about as many of the huge errors between any two."""
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
        cls, pairs: Mapping[str, ValuePairs], said: Mapping[str, Floats] | None = None, leader: str = ""
    ) -> Tolerances | None:
        """From what was predicted; `said` are the errors of the same rows, in the same order, if models are paired."""
        errors = {name: np.abs(one.truth - one.predicted) for name, one in pairs.items()}
        far = max(_far(errors[name], one.mass) for name, one in pairs.items())
        if not (far > 0 and np.isfinite(far)):
            return None
        near = min(far, HUGE * _typical(errors, pairs))
        step = _round_up(near / PLACES)
        even = _places(step, ceil(near / step - 1e-9))
        beyond = _huge(np.concatenate(list(errors.values())), float(even[-1]), far) if near < far else ()
        at = np.concatenate([even, beyond])
        first = next(iter(pairs.values()))
        mean = float(np.average(first.truth, weights=first.mass))
        within = {name: pack(_within(errors[name], one.mass, at)) for name, one in pairs.items()}
        rule = pack(_within(np.abs(first.truth - mean), first.mass, at))
        rows = {name: float(one.mass.sum()) for name, one in pairs.items()}
        both: tuple[Together, ...] = ()
        if said is not None and leader in said:
            ones, away = np.ones(len(said[leader])), {name: np.abs(error) for name, error in said.items()}
            both = tuple(
                Together(leader, name, pack(_within(np.maximum(away[leader], error), ones, at)))
                for name, error in away.items()
                if name != leader
            )
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


def _far(errors: Floats, mass: Floats) -> float:
    """The error that nearly all of the weight stays within."""
    return _upto(errors, mass, FAR)


def _upto(errors: Floats, mass: Floats, share: float) -> float:
    """The error that a share of the weight stays within."""
    order = np.argsort(errors)
    total = np.cumsum(mass[order])
    return float(errors[order][np.searchsorted(total, share * total[-1])])


def _typical(errors: Mapping[str, Floats], pairs: Mapping[str, ValuePairs]) -> float:
    """The error that three of four rows of the closest model stay within, if there is one."""
    found = [_upto(errors[name], one.mass, 0.75) for name, one in pairs.items()]
    return min((part for part in found if part > 0), default=np.inf)


def _huge(errors: Floats, above: float, far: float) -> tuple[float, ...]:
    """Tolerances between two: the shortest numbers from one error up to the next, and the one that is farthest."""
    distinct = np.unique(errors[np.isfinite(errors) & (errors > above) & (errors <= far)])
    if not len(distinct):
        return ()
    places = np.unique(np.linspace(0, len(distinct) - 1, min(BEYOND, len(distinct))).round().astype(np.intp))
    after = np.append(distinct, 2 * distinct[-1])[places + 1]
    return tuple(
        -float(shortest(-high, -low)) for low, high in zip(distinct[places].tolist(), after.tolist(), strict=True)
    )


def _within(errors: Floats, mass: Floats, at: Floats) -> Floats:
    order = np.argsort(errors, kind="stable")
    total = np.concatenate([[0.0], np.cumsum(mass[order])])
    return np.asarray(total[np.searchsorted(errors[order], at, side="right")])
