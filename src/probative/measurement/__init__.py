"""Measures: named functions of evidence, one file per kind of evidence."""

from probative.measurement import averages, classes, confusion, ladder, others, outcomes, probabilities, residuals
from probative.measurement.registry import (
    Measure,
    default_measure,
    find,
    for_evidence,
    leading,
    measures,
    placed,
    value,
)

__all__ = [
    "Measure",
    "averages",
    "classes",
    "confusion",
    "default_measure",
    "find",
    "for_evidence",
    "ladder",
    "leading",
    "measures",
    "others",
    "outcomes",
    "placed",
    "probabilities",
    "residuals",
    "value",
]
