"""A chosen threshold as a result: what it achieves, how it keeps its constraints, and how sure it is itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from probative.evidence import Outcomes
from probative.inference import Estimate
from probative.records import OPTIONAL, Record, key


@dataclass(frozen=True, slots=True)
class ConstrainedRate(Record):
    """A constraint, and the rate at the chosen threshold with its interval."""

    measure: str
    sign: str
    bound: float
    rate: Estimate

    @property
    def sure(self) -> bool:
        """Whether the interval keeps the bound too."""
        return bool(self.rate.high <= self.bound if self.sign == "<=" else self.rate.low >= self.bound)


@dataclass(frozen=True, slots=True)
class ThresholdChoice(Record):
    """The best threshold, everything that ties with it, and what it achieves.

    Every threshold in the interval (above, up to and including) gives the same predictions; `midpoint` lies in
    its middle. `apparent` is the value on the data that the threshold was chosen on; `achieved` allows for that choice.
    `chosen` is the threshold with the percentiles of those that resamples choose, `constraints` are the rates that were
    bounded, and `confidence` is that with which the bounds are kept on other rows, if it was asked for.
    """

    also: ClassVar[dict[str, str]] = {"midpoint": "midpoint"}

    by: str
    threshold: float
    ties: tuple[float, ...]
    interval: tuple[float, float] = field(metadata=key("equivalent"))
    outcomes: Outcomes
    apparent: Estimate
    achieved: Estimate
    chosen: Estimate | None = field(default=None, metadata=OPTIONAL)
    constraints: tuple[ConstrainedRate, ...] = field(default=(), metadata=OPTIONAL)
    confidence: float | None = field(default=None, metadata=OPTIONAL)
    seed: int | None = field(default=None, metadata=OPTIONAL)
    """The seed of the resamples that the choice was repeated on; None where nothing was drawn."""

    def __str__(self) -> str:
        low, high = self.interval
        how = "follows from the costs" if self.analytic else f"chosen by {self.by} on {self.outcomes.n:g} rows"
        ties = f"; as good: {', '.join(f'{other:.6g}' for other in self.ties[1:])}" if len(self.ties) > 1 else ""
        there = self.outcomes
        lines = [
            f"threshold {self.threshold:.6g} ({how}{ties}); all in ({low:.6g}, {high:.6g}] decide alike, their middle "
            f"is {self.midpoint:.6g}",
            f"TP {there.tp:g}, FN {there.fn:g}, FP {there.fp:g}, TN {there.tn:g}",
            f"on these rows {self.apparent}",
        ]
        if not self.analytic:
            lines.append(f"with the choice allowed for {self.achieved}")
        lines += [f"threshold that resamples choose {self.chosen}"] if self.chosen is not None else []
        lines += [f"{kept.measure} {kept.sign} {kept.bound:g}: {kept.rate}" for kept in self.constraints]
        return "\n".join(lines)

    @property
    def analytic(self) -> bool:
        """Whether the threshold follows from the costs alone: nothing was chosen on any rows."""
        return self.by == "calibrated"

    @property
    def midpoint(self) -> float:
        """The middle of the equivalent thresholds; the threshold itself where they are unbounded."""
        low, high = self.interval
        return (low + high) / 2 if np.isfinite(low) and np.isfinite(high) else self.threshold
