"""One estimate in the making: everything that an interval method may look at."""

from __future__ import annotations

from dataclasses import dataclass

from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Moments
from probative.evidence.arrays import single
from probative.evidence.kinds import Measurable
from probative.inference.clusters import Clusters
from probative.inference.number_clusters import NumberClusters
from probative.measurement.registry import Measure, Parameters

NO_SPREAD = "the sample shows no spread from which an interval could be made"


@dataclass(frozen=True, slots=True)
class Limits:
    """The ends of an interval; why there is none, or what else must be said; and the method if it is another one."""

    low: float
    high: float
    why: str | None = None
    method: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A measure of evidence and its value, with what was asked for."""

    measure: Measure
    evidence: Measurable
    parameters: Parameters
    value: float
    level: float
    method: str
    given: bool
    """Whether the method was asked for by name."""
    losses: Moments | None
    clusters: Clusters | NumberClusters | None
    seed: int
    replicates: int
    stratified: bool


def rows_behind(measure: Measure, evidence: Measurable, parameters: Parameters) -> float:
    """The rows that a value is about: those of the denominator, effective ones where weighted."""
    n = float(evidence.effective_n) if evidence.n else 0.0
    if measure.trials is not None:
        whole = float(measure.trials(evidence, **parameters)[1])
        squares = squared_trials(measure, evidence, parameters)
        n = whole if squares is None or not whole else whole**2 / float(squares[1])
    return int(n) if n.is_integer() else n


def squared_trials(measure: Measure, evidence: Measurable, parameters: Parameters) -> tuple[float, float] | None:
    """Sums of squared weights behind the successes and the trials; None where rows are not weighted."""
    if measure.trials is None or isinstance(evidence, Ladder) or evidence.squares is None:
        return None
    if isinstance(evidence, ConfusionMatrix | ClassScores):
        part, whole = measure.trials(evidence.with_cells(evidence.squares.ravel()), **parameters)
    else:
        part, whole = measure.trials(evidence.squares, **parameters)
    return single(part), single(whole)
