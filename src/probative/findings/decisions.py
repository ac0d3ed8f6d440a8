"""What was decided about one model on the rows at hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from probative.curves.partial import FirstFalsePositives
from probative.decisions.cheapest_cut import CheapestCut
from probative.decisions.choice import ThresholdChoice
from probative.decisions.costs import ModelCosts
from probative.records import OPTIONAL, Record


@dataclass(frozen=True, slots=True)
class Decisions(Record):
    """What was asked for beyond measures: the chosen operating point, costs beside trivial rules, ROC_n."""

    operating: ThresholdChoice | None = field(default=None, metadata=OPTIONAL)
    costs: ModelCosts | None = field(default=None, metadata=OPTIONAL)
    roc_n: FirstFalsePositives | None = field(default=None, metadata=OPTIONAL)
    cheapest: CheapestCut | None = field(default=None, metadata=OPTIONAL)
    """Where the model costs least on these rows, at the declared costs or else at equal ones."""
