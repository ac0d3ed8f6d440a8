"""Curves: views of a ladder."""

from probative.curves.averaging import AverageRoc, PooledRoc, average_roc, macro_roc, micro_roc, pooled_roc
from probative.curves.axes import TradeOff, trade_off
from probative.curves.bands import RocBand, roc_band
from probative.curves.calibration import CalibrationCurve, calibration
from probative.curves.corp import Corp, corp
from probative.curves.cost import CostByThreshold, CostCurve, cost_by_threshold, cost_curve, probability_cost
from probative.curves.decision import DecisionCurve, decision_curve
from probative.curves.det import DetCurve, det
from probative.curves.hull import Hull
from probative.curves.isolines import IsoLine, accuracy_line, cost_line
from probative.curves.line_families import LineFamily, accuracy_lines, cost_lines
from probative.curves.paired_decisions import DecisionDifference, decision_difference
from probative.curves.points import Mixture, RocPoints, roc_points
from probative.curves.precision_recall import PrecisionRecallCurve, precision_recall
from probative.curves.roc import RocCurve, roc
from probative.curves.roc_families import RocFamily, roc_family
from probative.curves.smooth_calibration import SmoothCalibration, smooth_calibration

__all__ = [
    "AverageRoc",
    "CalibrationCurve",
    "Corp",
    "CostByThreshold",
    "CostCurve",
    "DecisionCurve",
    "DecisionDifference",
    "DetCurve",
    "Hull",
    "IsoLine",
    "LineFamily",
    "Mixture",
    "PooledRoc",
    "PrecisionRecallCurve",
    "RocBand",
    "RocCurve",
    "RocFamily",
    "RocPoints",
    "SmoothCalibration",
    "TradeOff",
    "accuracy_line",
    "accuracy_lines",
    "average_roc",
    "calibration",
    "corp",
    "cost_by_threshold",
    "cost_curve",
    "cost_line",
    "cost_lines",
    "decision_curve",
    "decision_difference",
    "det",
    "macro_roc",
    "micro_roc",
    "pooled_roc",
    "precision_recall",
    "probability_cost",
    "roc",
    "roc_band",
    "roc_family",
    "roc_points",
    "smooth_calibration",
    "trade_off",
]
