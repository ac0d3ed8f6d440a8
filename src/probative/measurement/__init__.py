"""Measures: named functions of evidence, one file per kind of evidence."""

from probative.measurement import averages, classes, confusion, ladder, others, outcomes, probabilities, residuals
from probative.measurement.registry import Measure, find, for_evidence, measures, value

__all__ = [
    "Measure",
    "averages",
    "classes",
    "confusion",
    "find",
    "for_evidence",
    "ladder",
    "measures",
    "others",
    "outcomes",
    "probabilities",
    "residuals",
    "value",
]
