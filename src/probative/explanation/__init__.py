"""Explain: one measure under every convention that tools use, on the user's data, and which rule makes the difference.

Tools are named where their documentation or source says so; a convention that nobody is known to follow names none.
"""

from probative.explanation import (
    agreement,
    balanced,
    calibration,
    degrees_of_freedom,
    determinant,
    f_measure,
    log_loss,
    mcnemar,
    partial_areas,
    percentages,
    precision_recall,
    r2,
    ranking,
    ratios,
    spread,
)
from probative.explanation.convention import Convention, agree
from probative.explanation.explanation import Explanation, explain
from probative.explanation.hypothesis_errors import ErrorTypes, error_types
from probative.explanation.topics import Topic, topics

__all__ = [
    "Convention",
    "ErrorTypes",
    "Explanation",
    "Topic",
    "agree",
    "agreement",
    "balanced",
    "calibration",
    "degrees_of_freedom",
    "determinant",
    "error_types",
    "explain",
    "f_measure",
    "log_loss",
    "mcnemar",
    "partial_areas",
    "percentages",
    "precision_recall",
    "r2",
    "ranking",
    "ratios",
    "spread",
    "topics",
]
