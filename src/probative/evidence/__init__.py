"""Evidence: small, frozen, mergeable records of what was observed. NumPy only."""

from probative.evidence.agreement import Agreement
from probative.evidence.class_scores import ClassScores
from probative.evidence.confusion import ConfusionMatrix
from probative.evidence.evidence import Evidence
from probative.evidence.fingerprint import Fingerprint
from probative.evidence.ladder import Ladder
from probative.evidence.ledger import Ledger
from probative.evidence.moments import Moments
from probative.evidence.outcomes import Outcomes
from probative.evidence.residuals import Residuals
from probative.evidence.value_pairs import ValuePairs

__all__ = [
    "Agreement",
    "ClassScores",
    "ConfusionMatrix",
    "Evidence",
    "Fingerprint",
    "Ladder",
    "Ledger",
    "Moments",
    "Outcomes",
    "Residuals",
    "ValuePairs",
]
