"""The leader: the model that came out best of several, and what it is worth once the choice is allowed for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from probative.decisions.costs import COST
from probative.findings.text import measure_cells
from probative.inference import Estimate
from probative.records import Record, Shared

THOUSAND = 1000
"""Rows that costs are told of."""
Estimated = Annotated[Estimate, Shared("level")]
"""An estimate whose level is that of the findings."""


@dataclass(frozen=True, slots=True)
class Leader(Record):
    """The best of several models by one measure.

    `apparent` is what it reached, which flatters: the luckiest of equal models is taken. `corrected` allows for the
    choice, in its value and in its interval; its method says how.
    """

    also: ClassVar[dict[str, str]] = {"sentence": "sentence", "label": "label"}

    model: str
    measure: str
    models: int
    """How many it was chosen from."""
    apparent: Estimated
    corrected: Estimated

    @property
    def label(self) -> str:
        """What the value is that it reached: it won a choice, and is no estimate of the risk."""
        return "selection score (optimistic)"

    def sentence(self) -> str:
        """What may be said of the leader, in one sentence."""
        seen, allowed = (self._told(found) for found in (self.apparent, self.corrected))
        how = f", {self.corrected.method}" if self.corrected.method else ""
        return (
            f"{self.model} has the best {self.measure} of {self.models} models: {seen}, a {self.label}; "
            f"allowing for having been chosen as the best: {allowed}{how}"
        )

    def _told(self, found: Estimate) -> str:
        """A value and its interval in the unit of all sentences: costs are those of 1,000 rows."""
        times = THOUSAND if self.measure == COST else 1
        ends = {part: times * getattr(found, part) for part in ("value", "low", "high")}
        value, interval = measure_cells(replace(found, **ends))
        return f"{value}{' per 1,000 rows' * (times > 1)} {interval}".strip()
