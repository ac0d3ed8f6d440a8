"""Square and add: the interval of a function of shares from the intervals of the shares.

Each share that the value depends on is moved to its Wilson limits; the moves of the value are squared and
added (the method of variance estimates recovery of Zou and Donner, after Newcombe). To first order this is the
delta method, but it never collapses to a point where no error was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf, isfinite, isnan, nan

import numpy as np

from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import Floats, Number, single
from probative.inference.methods import interval, preferred
from probative.inference.proportion import share_limits
from probative.inference.task import Limits, Task
from probative.measurement.registry import Measure, Parameter, Parameters

Moves = Iterable[Sequence[float]]
STEPS = 17
"""Places between its limits at which a share is looked at."""


def square_and_add(value: float, moves: Moves) -> tuple[float, float]:
    """The interval from the values at the lower and upper limit of each share."""
    down = up = 0.0
    for ends in moves:
        shifts = [end - value for end in ends if not isnan(end)]
        down += min([0.0, *shifts]) ** 2
        up += max([0.0, *shifts]) ** 2
    return value - down**0.5, value + up**0.5


def _on_a_ratio_scale(value: float, moves: list[tuple[float, float]]) -> tuple[float, float]:
    """For ratios from 0 to infinity: on the log scale inside, on the reciprocal at infinity."""
    if value == inf:
        low, high = square_and_add(0.0, [(1 / a if a else inf, 1 / b if b else inf) for a, b in moves])
        return (1 / high if high else inf), inf
    if value == 0:
        low, high = square_and_add(0.0, moves)
        return 0.0, high
    logs = [tuple(float(np.log(end)) if end > 0 else -inf for end in ends) for ends in moves]
    low, high = square_and_add(float(np.log(value)), logs)
    return float(np.exp(low)), float(np.exp(high))


def of_outcomes(
    measure: Measure, evidence: Outcomes, level: float, parameters: Parameters, prevalence: float | None = None
) -> tuple[float, float]:
    """From prevalence, recall and specificity, which vary independently and determine every binary measure.

    A prevalence that is given is known: only recall and specificity vary.
    """
    o, squared = evidence, evidence.squares
    pairs: list[tuple[Callable[[Outcomes], Number], Callable[[Outcomes], Number]]] = [
        (lambda c: c.tp + c.fn, lambda c: c.n),
        (lambda c: c.tp, lambda c: c.tp + c.fn),
        (lambda c: c.tn, lambda c: c.tn + c.fp),
    ]
    shares, limits = [], []
    for part, whole in pairs:
        squares = None if squared is None else (float(part(squared)), float(whole(squared)))
        shares.append(float(part(o)) / float(whole(o)) if whole(o) else nan)
        limits.append(share_limits("wilson", single(part(o)), single(whole(o)), level, squares)[0])
    if prevalence is not None:
        shares[0], limits[0] = prevalence, (nan, nan)
    value = float(measure(evidence if prevalence is None else with_shares(*shares), **parameters))
    moves = _ends(measure, parameters, shares, limits)
    return _on_a_ratio_scale(value, moves) if measure.scale == "log" else square_and_add(value, moves)


def _ends(
    measure: Measure, parameters: Parameters, shares: list[float], limits: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    """The least and the largest value while each share moves between its limits; of those that have any."""
    paths = [_path(shares, i, ends) for i, ends in enumerate(limits) if not isnan(ends[0])]
    if not paths:
        return []
    places = np.concatenate(paths, axis=1)
    values = np.broadcast_to(np.ravel(measure(with_shares(*places), **parameters)), places.shape[1])
    found = []
    for part in np.split(values, np.cumsum([path.shape[1] for path in paths])[:-1]):
        known = part[~np.isnan(part)]
        found.append((float(known.min()), float(known.max())) if len(known) else (nan, nan))
    return found


def _path(shares: list[float], moved: int, limits: tuple[float, float]) -> Floats:
    """All shares while one moves between its limits.

    The extremes may lie between the limits; an entropy has its at one half, which is looked at too. While the
    prevalence moves, a class without rows may be recognised always or never: nothing is known of that.
    """
    path = np.repeat(np.array(shares)[:, None], STEPS + 1, axis=1)
    path[moved, :STEPS] = np.linspace(*limits, STEPS)
    path[moved, STEPS] = min(max(0.5, limits[0]), limits[1])
    if moved != 0 or not any(isnan(share) for share in shares):
        return path
    absent = next(i for i, share in enumerate(shares) if isnan(share))
    paths = np.concatenate([path, path, path], axis=1)
    paths[absent] = np.repeat([0.0, 0.5, 1.0], STEPS + 1)
    return paths


def with_shares(prevalence: Number, recall: Number, specificity: Number) -> Outcomes:
    """The cells, as shares of all rows, that have this prevalence, recall and specificity; a missing one counts 0."""
    p, r, s = (np.where(np.isnan(x), 0.0, x) for x in (prevalence, recall, specificity))
    tp, fn, fp, tn = (c if c.ndim else float(c) for c in (p * r, p * (1 - r), (1 - p) * (1 - s), (1 - p) * s))
    return Outcomes.trusted(tp, fn, fp, tn)


def of_matrix(measure: Measure, evidence: ConfusionMatrix, level: float, parameters: Parameters) -> tuple[float, float]:
    """From the recall of every class; new errors go where errors went, or else to the other classes by size."""
    counts, squared = np.asarray(evidence.counts, np.float64), evidence.squares
    moves = []
    for i, row in enumerate(counts):
        squares = None if squared is None else (float(squared[i, i]), float(squared[i].sum()))
        limits, _ = share_limits("wilson", row[i], row.sum(), level, squares)
        errors = row.copy()
        errors[i] = 0.0
        if not errors.any():
            errors = np.delete(counts.sum(axis=1), i)
            errors = np.insert(errors, i, 0.0)
        if isnan(limits[0]) or not errors.any():
            continue
        moves.append(
            tuple(_with_recall(measure, evidence, i, recall, errors / errors.sum(), parameters) for recall in limits)
        )
    return square_and_add(float(measure(evidence, **parameters)), moves)


def _with_recall(
    measure: Measure, cm: ConfusionMatrix, i: int, recall: float, errors: Floats, parameters: Parameters
) -> float:
    counts = np.array(cm.counts, np.float64)
    total = counts[i].sum()
    counts[i] = total * (1 - recall) * errors
    counts[i, i] = total * recall
    return float(measure(cm.with_cells(counts.ravel()), **parameters))


def of_ladder(measure: Measure, evidence: Ladder, level: float, parameters: Parameters) -> tuple[float, float]:
    """For scores that separate the classes without a flaw: as if as many rows as Wilson allows were mixed up."""
    p, n = evidence.positives.astype(np.float64), evidence.negatives.astype(np.float64)
    total_p, total_n = p.sum(), n.sum()
    p2, n2 = (float(c.sum()) for c in evidence.squared)
    moves = []
    for own, other, total, squares in ((p, n, total_p, p2), (n, p, total_n, n2)):
        if not total or not other.sum():
            continue
        share = share_limits("wilson", 0.0, total, level, (0.0, squares))[0][1]
        mixed = (1 - share) * own + share * total * other / other.sum()
        cells = np.concatenate([mixed, n] if own is p else [p, mixed])
        end = float(measure(evidence.with_cells(cells), **parameters))
        moves.append((end, end))
    value = float(measure(evidence, **parameters))
    return square_and_add(value, moves) if isfinite(value) else (value, value)


def moved(task: Task) -> tuple[float, float]:
    """The interval of a measure of counts or of a ladder."""
    what = (task.level, task.parameters)
    if isinstance(task.evidence, Outcomes):
        return of_outcomes(task.measure, task.evidence, *what)
    if isinstance(task.evidence, ConfusionMatrix):
        return of_matrix(task.measure, task.evidence, *what)
    assert isinstance(task.evidence, Ladder)
    return of_ladder(task.measure, task.evidence, *what)


@interval("mover", fits=lambda measure, clustered: measure.needs is Outcomes and not clustered, infinite=True)
def square_and_added(task: Task) -> Limits:
    """Square and add."""
    return Limits(*moved(task))


@interval("mover-predicted", fits=preferred("mover-predicted"))
def of_predicted(task: Task) -> Limits:
    """Square and add where the shares of predicted positives and negatives that are right determine the value."""
    assert isinstance(task.evidence, Outcomes)

    def measure(o: Outcomes, **parameters: Parameter) -> Number:
        return task.measure(_transposed(o), **parameters)

    turned = replace(task.measure, function=measure)
    return Limits(*of_outcomes(turned, _transposed(task.evidence), task.level, task.parameters))


def _transposed(o: Outcomes) -> Outcomes:
    """The same rows with truth and prediction in each other's place."""
    return Outcomes.trusted(o.tp, o.fp, o.fn, o.tn, None if o.squares is None else _transposed(o.squares))
