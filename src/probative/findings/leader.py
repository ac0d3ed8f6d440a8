"""The leader: the model that came out best of several, and what it is worth once the choice is allowed for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from probative.findings.text import measure_cells
from probative.inference import Estimate
from probative.records import Record, Shared

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
        seen, allowed = (" ".join(measure_cells(found)).strip() for found in (self.apparent, self.corrected))
        how = f", {self.corrected.method}" if self.corrected.method else ""
        return (
            f"{self.model} has the best {self.measure} of {self.models} models: {seen}, a {self.label}; "
            f"allowing for having been chosen as the best: {allowed}{how}"
        )
