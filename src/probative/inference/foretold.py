"""The spread that probabilities foretell: how a value would vary if rows turned out as their scores say.

Losses of rare or well separated classes are mostly tiny and rarely large, and a sample that happens to hold none of the
large ones shows hardly any spread. The scores of all rows are known, though, and say how often a large loss is to be
expected and how large. What they foretell is weighed like a number of events against what was seen, and only ever
widens an interval: a model that is too sure of itself foretells too little, and then the sample decides alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Floats
from probative.evidence.kinds import Measurable
from probative.evidence.steps import Step
from probative.measurement.registry import Measure, Parameters

EVENTS = 10.0
"""What is foretold counts as much as this many events. With 10 as with 30 the lowest of 1,152 coverages of Brier score
and log-loss (n 20 to 1,000, prevalence 0.01 to 0.5, AUC 0.6 to 0.995, calibrated and not) is 0.91, or 0.87 where logits
are four times too large; 10 widens large samples less."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """If the scores are true: a value's variance, the skewness of the rows' moves, and the events behind it."""

    variance: float
    skewness: float
    events: float

    @classmethod
    def of(cls, measure: Measure, evidence: Measurable, parameters: Parameters) -> Foretold | None:
        """What the scores say; None where the measure cannot ask them, or where they say that nothing varies."""
        if measure.foretold is None:
            return None
        sums, squares = np.zeros(5), 0.0
        for step, of_positives, of_negatives in measure.foretold(evidence, **parameters):
            sums += _powers(step, of_positives, of_negatives)
            squares += float((step.p_squared + step.n_squared).sum())
        if not (sums[0] > 0 and np.isfinite(sums).all()):
            return None
        _, mean, second, third, fourth = sums / sums[0]
        second_c = second - mean**2
        third_c = third - 3 * mean * second + 2 * mean**3
        fourth_c = fourth - 4 * mean * third + 6 * mean**2 * second - 3 * mean**4
        if not (second_c > 1e-14 * second and fourth_c > 0):
            return None
        # A variance of rare events is known as well as their number is: rows over the kurtosis.
        events = sums[0] ** 2 / squares * second_c**2 / fourth_c
        return cls(float(second_c * squares), float(third_c / second_c**1.5), float(events))

    @property
    def share(self) -> float:
        """How much of a mean of what was seen and what is foretold the latter makes up."""
        return EVENTS / (EVENTS + self.events)


def _powers(step: Step, of_positives: Floats, of_negatives: Floats) -> Floats:
    """Rows, and the sums of the first four powers of their expected moves."""
    rows = step.p + step.n
    positive, negative = rows * step.scores, rows * (1 - step.scores)
    # What has probability 0 may be infinitely bad; it is not expected.
    up, down = np.where(positive > 0, of_positives, 0.0), np.where(negative > 0, of_negatives, 0.0)
    sums = []
    for _ in range(5):
        sums.append(np.sum(positive + negative))
        positive, negative = positive * up, negative * down
    return np.array(sums)
