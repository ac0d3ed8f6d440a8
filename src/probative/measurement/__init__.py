"""Measures: named functions of evidence, one file per kind of evidence."""

# isort: off
# Measures of one kind of evidence stand everywhere in the order of these files.
from probative.measurement import rates, f_measures, chance_corrected, likelihood_ratios, overlap, binary_information
from probative.measurement import binary_cost, net_benefit, confusion, averages, ordered_classes
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
    "binary_cost",
    "binary_information",
    "calibration_error",
    "chance_corrected",
    "class_calibration",
    "class_skill",
    "classes",
    "confusion",
    "correlations",
    "default_measure",
    "deviances",
    "f_measures",
    "find",
    "for_evidence",
    "graded",
    "growing_losses",
    "ladder",
    "leading",
    "likelihood_ratios",
    "log_loss_skill",
    "measures",
    "naive_scale",
    "net_benefit",
    "ordered_classes",
    "others",
    "overlap",
    "partial_areas",
    "placed",
    "probabilities",
    "rates",
    "recalibration",
    "residuals",
    "skill",
    "smooth_calibration",
    "top_rows",
    "value",
]
