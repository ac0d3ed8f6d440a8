"""Measures: named functions of evidence, one file per kind of evidence."""

# isort: off
# Measures of one kind of evidence stand everywhere in the order of these files.
from probative.measurement import outcomes, net_benefit, confusion, averages, ladder, probabilities, calibration_error
from probative.measurement import areas, recalibration, smooth_calibration, top_rows
from probative.measurement import classes, residuals, others

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
    "areas",
    "averages",
    "calibration_error",
    "classes",
    "confusion",
    "default_measure",
    "find",
    "for_evidence",
    "ladder",
    "leading",
    "measures",
    "net_benefit",
    "others",
    "outcomes",
    "placed",
    "probabilities",
    "recalibration",
    "residuals",
    "smooth_calibration",
    "top_rows",
    "value",
]
