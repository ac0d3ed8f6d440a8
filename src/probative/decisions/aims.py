"""Aims: what a threshold is chosen for, and the constraints that it must keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from probative.decisions.costs import Costs
from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import Array, Floats, Number
from probative.measurement.registry import Parameters, find

PROBE = Outcomes(tp=1, fn=1, fp=1, tn=1)
Constraint = tuple[str, str, float]
"""A measure, <= or >=, and the bound."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a threshold is chosen for: a value per threshold, and whether more of it is better."""

    name: str
    values: Callable[[Outcomes], Number]
    higher: bool
    constraints: tuple[Constraint, ...] = ()

    def scores(self, cells: Outcomes) -> Floats:
        """The values with their sign such that more is better; forbidden and undefined ones are -inf."""
        values = np.asarray(self.values(cells), np.float64)
        values = np.where(np.isnan(values), -inf, values if self.higher else -values)
        return np.where(self.allowed(cells), values, -inf)

    def allowed(self, cells: Outcomes) -> Array:
        """Which thresholds meet all constraints."""
        kept = np.ones(np.shape(cells.tp), bool)
        for name, sign, bound in self.constraints:
            with np.errstate(invalid="ignore"):
                rate = np.asarray(find(name, PROBE)(cells), np.float64)
                kept &= rate >= bound - 1e-12 if sign == ">=" else rate <= bound + 1e-12
        return kept


def find_aim(by: str | None, costs: Costs | None, at: str | Sequence[str], parameters: Parameters) -> Aim:
    """The aim that was named; with constraints alone, the usual one beside them."""
    constraints = tuple(_constraint(text) for text in _split(at))
    if by is None:
        on_recall = any(find(name, PROBE).name in ("recall", "false_negative_rate") for name, _, _ in constraints)
        by = "cost" if costs is not None else "precision" if on_recall else "recall" if constraints else "accuracy"
    if by == "closest":
        return Aim("closest", lambda o: np.hypot(o.fp / (o.fp + o.tn), o.fn / (o.tp + o.fn)), False, constraints)
    if by == "equal_errors":
        return Aim(by, lambda o: np.abs(o.fp / (o.fp + o.tn) - o.fn / (o.tp + o.fn)), False, constraints)
    if by in ("cost", "calibrated"):
        if costs is None:
            raise BadParameter(
                f"choosing by {by} needs costs.", remedy="costs=Costs(fp=1, fn=5) (--cost-fp, --cost-fn)"
            )
        return Aim(by, costs.cost, False, constraints)
    measure = find(by, PROBE)
    if measure.better == "neither":
        raise BadParameter(f"{measure.name} has no better end.", remedy="name a constraint on it, and another aim")
    measure.checked(parameters)
    return Aim(measure.name, lambda o: measure(o, **parameters), measure.better == "higher", constraints)


def _split(at: str | Sequence[str]) -> list[str]:
    texts = [at] if isinstance(at, str) else list(at)
    return [part for text in texts for part in text.split(",") if part.strip()]


def _constraint(text: str) -> Constraint:
    found = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*(<=|>=|≤|≥)\s*([0-9.eE+-]+)\s*", text)
    try:
        if found is None:
            raise ValueError
        bound = float(found[3])
    except ValueError:
        raise BadParameter(f"{text!r} is not a constraint.", remedy="write it as recall>=0.95 or fpr<=0.01") from None
    return find(found[1], PROBE).name, {"≤": "<=", "≥": ">="}.get(found[2], found[2]), bound


def unreachable(aim: Aim, cells: Outcomes, thresholds: Floats) -> str:
    """Which constraint cannot be met beside the others, and how near one comes."""
    if aim.allowed(cells).any():
        beside = " where the constraints hold" if aim.constraints else ""
        return f"{aim.name} is undefined at every threshold{beside}."
    # A constraint that nothing meets is to blame before one that only fails beside others.
    order = sorted(aim.constraints, key=lambda c: not Aim("", aim.values, True, (c,)).allowed(cells).any())
    *others, (last, sign, bound) = order
    beside = " and ".join(f"{name} {sign} {b:g}" for name, sign, b in others)
    allowed = Aim("", aim.values, True, tuple(others)).allowed(cells)
    if not allowed.any() or (len(others) and not Aim("", aim.values, True, (order[-1],)).allowed(cells).any()):
        allowed, beside = np.ones(len(thresholds), bool), ""
    wanted = f"no threshold reaches {last} {sign} {bound:g}" + (f" at {beside}" if beside else "")
    values = np.asarray(find(last, PROBE)(cells), np.float64)
    values = np.where(allowed & ~np.isnan(values), values, -inf if sign == ">=" else inf)
    nearest = int(np.argmax(values) if sign == ">=" else np.argmin(values))
    return f"{wanted}; the best is {last} {values[nearest]:.4g} (threshold {thresholds[nearest]:g})."
