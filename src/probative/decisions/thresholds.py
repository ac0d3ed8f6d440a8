"""Thresholds: where to cut the scores, for what aim, under which constraints, and what it is worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, ClassVar

import numpy as np

from probative.decisions.costs import Costs
from probative.errors import BadInput, BadParameter
from probative.evidence import Ladder, Outcomes
from probative.evidence.arrays import Array, Floats, Number, single
from probative.evidence.thinning import thinned
from probative.inference import Estimate, estimate
from probative.inference.bootstrap import resampled_ladders
from probative.measurement.registry import Parameters, find
from probative.records import Record, key

_PROBE = Outcomes(tp=1, fn=1, fp=1, tn=1)
_RESAMPLED_RUNGS = 1000
"""Longer ladders are thinned before their choice is resampled; the optimism of a choice hardly depends on it."""


@dataclass(frozen=True, slots=True)
class ThresholdChoice(Record):
    """The best threshold, everything that ties with it, and what it achieves.

    Every threshold in the interval (above, up to and including) gives the same predictions; `midpoint` lies in
    its middle. `apparent` is the value on the data that the threshold was chosen on; `achieved` allows for that choice.
    """

    also: ClassVar[dict[str, str]] = {"midpoint": "midpoint"}

    by: str
    threshold: float
    ties: tuple[float, ...]
    interval: tuple[float, float] = field(metadata=key("equivalent"))
    outcomes: Outcomes
    apparent: Estimate
    achieved: Estimate

    @property
    def midpoint(self) -> float:
        """The middle of the equivalent thresholds; the threshold itself where they are unbounded."""
        low, high = self.interval
        return (low + high) / 2 if np.isfinite(low) and np.isfinite(high) else self.threshold


@dataclass(frozen=True, slots=True)
class Aim:
    """What a threshold is chosen for: a value per threshold, and whether more of it is better."""

    name: str
    values: Callable[[Outcomes], Number]
    higher: bool
    constraints: tuple[tuple[str, str, float], ...] = ()

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
                rate = np.asarray(find(name, _PROBE)(cells), np.float64)
                kept &= rate >= bound - 1e-12 if sign == ">=" else rate <= bound + 1e-12
        return kept


def best_threshold(
    ladder: Ladder,
    by: str | None = None,
    *,
    costs: Costs | None = None,
    at: str | Sequence[str] = (),
    validation: Ladder | None = None,
    level: float = 0.95,
    replicates: int = 500,
    random_state: int = 0,
    **parameters: Any,
) -> ThresholdChoice:
    """The threshold that is best by a measure, by cost, or under constraints.

    `by` is any binary measure ("accuracy", "youden", "f_beta" with beta=2, ...), "cost" (with `costs`), "closest"
    (to a perfect classifier in the ROC diagram), "equal_errors", or "calibrated" (C_FP / (C_FP + C_FN), for
    probabilities that can be trusted). `at` holds constraints such as "recall>=0.95" or "fpr<=0.01". Without
    `validation` rows, `achieved` is corrected and widened by repeating the choice on resamples; with them, it is plain.

    >>> import probative as pv
    >>> ladder = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
    >>> pv.best_threshold(ladder, "accuracy", replicates=20).ties
    (0.8, 0.6)
    """
    _require_both_classes(ladder)
    aim = find_aim(by, costs, at, parameters)
    cells = ladder.outcomes()
    thresholds = np.concatenate([[inf], ladder.scores])
    if aim.name == "calibrated":
        assert costs is not None
        if aim.constraints:
            raise BadParameter(
                "the calibrated threshold follows from costs alone.", remedy="by='cost' with constraints"
            )
        return _analytic(ladder, costs, level, validation)
    scores = aim.scores(cells)
    if ladder.scores[0] == inf:
        scores[0] = -inf  # no threshold is above an infinite score, so "nothing is positive" cannot be had
    best = scores.max()
    if best == -inf:
        raise BadInput(_unreachable(aim, cells, thresholds), remedy="relax a constraint, or find a better model")
    ties = np.flatnonzero(scores >= (best if np.isinf(best) else best - 1e-12 * max(abs(best), 1.0)))
    # The largest threshold acts least often; all others are listed.
    chosen = int(ties[0])
    outcomes = ladder.at(float(thresholds[chosen]))
    apparent = _estimate(aim, costs, outcomes, level, parameters)
    if validation is not None:
        achieved = _estimate(aim, costs, validation.at(float(thresholds[chosen])), level, parameters)
    else:
        achieved = _resampled(ladder, aim, apparent, level, replicates, random_state)
    below = float(ladder.scores[chosen]) if chosen < len(ladder.scores) else -inf
    return ThresholdChoice(
        aim.name,
        float(thresholds[chosen]),
        tuple(float(t) for t in thresholds[ties]),
        (below, float(thresholds[chosen])),
        outcomes,
        apparent,
        achieved,
    )


def _require_both_classes(ladder: Ladder) -> None:
    positives, negatives = ladder.totals
    if not (positives and negatives):
        raise BadInput(
            "a threshold cannot be chosen on one class.", found=f"{positives:g} positives, {negatives:g} negatives"
        )


def find_aim(by: str | None, costs: Costs | None, at: str | Sequence[str], parameters: Parameters) -> Aim:
    """The aim that was named; with constraints alone, the usual one beside them."""
    constraints = tuple(_constraint(text) for text in _split(at))
    if by is None:
        on_recall = any(find(name, _PROBE).name in ("recall", "false_negative_rate") for name, _, _ in constraints)
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
    measure = find(by, _PROBE)
    if measure.better == "neither":
        raise BadParameter(f"{measure.name} has no better end.", remedy="name a constraint on it, and another aim")
    measure.checked(parameters)
    return Aim(measure.name, lambda o: measure(o, **parameters), measure.better == "higher", constraints)


def _split(at: str | Sequence[str]) -> list[str]:
    texts = [at] if isinstance(at, str) else list(at)
    return [part for text in texts for part in text.split(",") if part.strip()]


def _constraint(text: str) -> tuple[str, str, float]:
    found = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*(<=|>=|≤|≥)\s*([0-9.eE+-]+)\s*", text)
    try:
        if found is None:
            raise ValueError
        bound = float(found[3])
    except ValueError:
        raise BadParameter(f"{text!r} is not a constraint.", remedy="write it as recall>=0.95 or fpr<=0.01") from None
    return find(found[1], _PROBE).name, {"≤": "<=", "≥": ">="}.get(found[2], found[2]), bound


def _unreachable(aim: Aim, cells: Outcomes, thresholds: Floats) -> str:
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
    values = np.asarray(find(last, _PROBE)(cells), np.float64)
    values = np.where(allowed & ~np.isnan(values), values, -inf if sign == ">=" else inf)
    nearest = int(np.argmax(values) if sign == ">=" else np.argmin(values))
    return f"{wanted}; the best is {last} {values[nearest]:.4g} (threshold {thresholds[nearest]:g})."


def _estimate(aim: Aim, costs: Costs | None, outcomes: Outcomes, level: float, parameters: dict[str, Any]) -> Estimate:
    """The aim's value at one threshold, as if that had been fixed beforehand."""
    if aim.name in ("cost", "calibrated"):
        assert costs is not None
        return costs.expected(outcomes, level)
    if aim.name in ("closest", "equal_errors"):
        return Estimate(
            float(aim.values(outcomes)), level=level, n=single(outcomes.n), why="a distance has no interval here"
        )
    return estimate(aim.name, outcomes, level=level, **parameters)


def _resampled(ladder: Ladder, aim: Aim, apparent: Estimate, level: float, replicates: int, seed: int) -> Estimate:
    """What the chosen threshold achieves on other rows: the choice is repeated on every resample.

    The gap between a resample's best value and the value of that same threshold on the full sample shows how much
    too good a chosen value looks.
    """
    small = thinned(ladder, _RESAMPLED_RUNGS)
    full = np.asarray(aim.values(small.outcomes()), np.float64)
    gaps = []
    for resample in resampled_ladders(small, replicates=replicates, seed=seed, stratified=False):
        if not all(resample.totals):
            continue
        cells = resample.outcomes()
        scores = aim.scores(cells)
        if scores.max() == -inf:
            continue
        i = int(np.argmax(scores))
        with np.errstate(invalid="ignore"):
            gaps.append(float(np.asarray(aim.values(cells), np.float64)[i] - full[i]))
    usable = np.array([gap for gap in gaps if np.isfinite(gap)])
    if len(usable) < 2 or not np.isfinite(apparent.value):
        why = "the choice could not be repeated on resamples"
        return Estimate(apparent.value, level=level, n=apparent.n, why=why)
    optimism = float(usable.mean())
    least, most = _bounds(aim)
    value = min(max(apparent.value - optimism, least), most)
    # The end that the choice flatters is moved by the optimism; the other stays, which measured coverage asks for.
    low = max(apparent.low - max(optimism, 0.0), least)
    high = min(apparent.high - min(optimism, 0.0), most)
    return Estimate(value, low, high, level, f"{apparent.method}, widened for the choice", apparent.n, apparent.why)


def _bounds(aim: Aim) -> tuple[float, float]:
    if aim.name in ("cost", "calibrated", "closest", "equal_errors"):
        return 0.0, inf
    measure = find(aim.name, _PROBE)
    return float(measure.low), float(measure.high)


def _analytic(ladder: Ladder, costs: Costs, level: float, validation: Ladder | None) -> ThresholdChoice:
    """The threshold that theory gives for calibrated probabilities: nothing was chosen on these rows."""
    threshold = costs.threshold
    outcomes = ladder.at(threshold)
    above = ladder.scores[ladder.scores >= threshold]
    below = ladder.scores[ladder.scores < threshold]
    interval = (float(below[0]) if len(below) else -inf, float(above[-1]) if len(above) else inf)
    apparent = costs.expected(outcomes, level)
    achieved = apparent if validation is None else costs.expected(validation.at(threshold), level)
    return ThresholdChoice("calibrated", threshold, (threshold,), interval, outcomes, apparent, achieved)
