"""Measures: named functions of evidence, one file per kind of evidence."""

# isort: off
# Measures of one kind of evidence stand everywhere in the order of these files.
from probative.measurement import outcomes, confusion, averages, ordered_classes
from probative.measurement import ladder, probabilities, classes, residuals, others

# isort: on
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
    "ordered_classes",
    "others",
    "outcomes",
    "placed",
    "probabilities",
    "residuals",
    "value",
]
