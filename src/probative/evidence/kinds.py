"""Evidence of any kind, for whoever takes more than one."""

from __future__ import annotations

from probative.evidence.agreement import Agreement
from probative.evidence.class_scores import ClassScores
from probative.evidence.confusion import ConfusionMatrix
from probative.evidence.ladder import Ladder
from probative.evidence.moments import Moments
from probative.evidence.outcomes import Outcomes
from probative.evidence.residuals import Residuals
from probative.evidence.value_pairs import ValuePairs

Counted = Outcomes | ConfusionMatrix | Ladder | ClassScores | ValuePairs | Agreement
"""Evidence made of cells that hold rows: `cells()` are their counts, `with_cells()` is the same with other counts."""
Measurable = Outcomes | ConfusionMatrix | Ladder | ClassScores | Residuals | ValuePairs | Moments | Agreement
"""What measures are functions of."""
