"""The kinds of pictures, by name."""

from __future__ import annotations

from probative.report.figures.calibration import draw_calibration, gather_calibration
from probative.report.figures.confusion import confusion_size, draw_confusion, gather_confusion
from probative.report.figures.cost_curve import draw_cost_curve, gather_cost_curve
from probative.report.figures.differences import draw_differences, gather_differences
from probative.report.figures.errors import draw_predicted, draw_quantiles, draw_residuals, gather_errors
from probative.report.figures.estimates import draw_measures, gather_measures
from probative.report.figures.folds import draw_folds, gather_folds
from probative.report.figures.frame import rows_size, square_size
from probative.report.figures.permutation import draw_permutation, gather_permutation
from probative.report.figures.picture import Data, Picture
from probative.report.figures.precision_recall import draw_precision_recall, gather_precision_recall
from probative.report.figures.roc import draw_roc, gather_roc
from probative.report.figures.times import draw_times, gather_times


def _square(data: Data) -> tuple[float, float]:
    return square_size(len(data["models"]) + 4)


def _rows(data: Data) -> tuple[float, float]:
    return rows_size(len(data["models"]), 1)


PICTURES: dict[str, Picture] = {
    "roc": Picture(gather_roc, draw_roc, _square, ("hull",)),
    "precision-recall": Picture(gather_precision_recall, draw_precision_recall, _square),
    "calibration": Picture(gather_calibration, draw_calibration, _square),
    "cost-curve": Picture(gather_cost_curve, draw_cost_curve, _square),
    "measures": Picture(gather_measures, draw_measures, _rows, ("measure",)),
    "confusion": Picture(gather_confusion, draw_confusion, confusion_size, single=True),
    "folds": Picture(gather_folds, draw_folds, lambda data: rows_size(2 * len(data["models"]), 2), ("measure",)),
    "differences": Picture(
        gather_differences, draw_differences, lambda data: rows_size(len(data["pairs"])), ("measure",)
    ),
    "permutation": Picture(gather_permutation, draw_permutation, lambda data: (6.4, 4.0 + 0.2 * len(data["models"]))),
    "fit-times": Picture(gather_times, draw_times, _rows),
    "predicted": Picture(gather_errors, draw_predicted, _square),
    "residuals": Picture(gather_errors, draw_residuals, _square),
    "quantiles": Picture(gather_errors, draw_quantiles, _square),
}
"""Every kind of picture, by name."""
