"""Measures: named functions of evidence, one file per kind of evidence."""

# isort: off
# Measures of one kind of evidence stand everywhere in the order of these files.
from probative.measurement import outcomes, confusion, averages, ladder, partial_areas, probabilities, log_loss_skill
from probative.measurement import classes, class_skill, class_calibration, residuals
from probative.measurement import correlations, skill, growing_losses, deviances, others

# isort: on
from probative.measurement.growing_losses import naive_scale
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
    "class_calibration",
    "class_skill",
    "classes",
    "confusion",
    "correlations",
    "default_measure",
    "deviances",
    "find",
    "for_evidence",
    "growing_losses",
    "ladder",
    "leading",
    "log_loss_skill",
    "measures",
    "naive_scale",
    "others",
    "outcomes",
    "partial_areas",
    "placed",
    "probabilities",
    "residuals",
    "skill",
    "value",
]
