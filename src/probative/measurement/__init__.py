"""Measures: named functions of evidence, one file per kind of evidence."""

# isort: off
# Measures of one kind of evidence stand everywhere in the order of these files.
from probative.measurement import outcomes, net_benefit, confusion, averages, ordered_classes
from probative.measurement import ladder, partial_areas, areas
from probative.measurement import probabilities, log_loss_skill, calibration_error, recalibration, smooth_calibration
from probative.measurement import top_rows, classes, class_skill, class_calibration, residuals
from probative.measurement import correlations, skill, growing_losses, deviances, graded, others

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
)
from probative.measurement.values import value

__all__ = [
    "Measure",
    "areas",
    "averages",
    "calibration_error",
    "class_calibration",
    "class_skill",
    "classes",
    "confusion",
    "correlations",
    "default_measure",
    "deviances",
    "find",
    "for_evidence",
    "graded",
    "growing_losses",
    "ladder",
    "leading",
    "log_loss_skill",
    "measures",
    "naive_scale",
    "net_benefit",
    "ordered_classes",
    "others",
    "outcomes",
    "partial_areas",
    "placed",
    "probabilities",
    "recalibration",
    "residuals",
    "skill",
    "smooth_calibration",
    "top_rows",
    "value",
]
