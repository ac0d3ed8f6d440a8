"""Curves: views of a ladder."""

from probative.curves.averaging import AverageRoc, PooledRoc, average_roc, macro_roc, micro_roc, pooled_roc
from probative.curves.axes import TradeOff, trade_off
from probative.curves.bands import RocBand, roc_band
from probative.curves.calibration import CalibrationCurve, calibration
from probative.curves.cost import CostByThreshold, CostCurve, cost_by_threshold, cost_curve, probability_cost
from probative.curves.hull import Hull
from probative.curves.isolines import IsoLine, accuracy_line, cost_line
from probative.curves.points import Mixture, RocPoints, roc_points
from probative.curves.precision_recall import PrecisionRecallCurve, precision_recall
from probative.curves.roc import RocCurve, roc

__all__ = [
    "AverageRoc",
    "CalibrationCurve",
    "CostByThreshold",
    "CostCurve",
    "Hull",
    "IsoLine",
    "Mixture",
    "PooledRoc",
    "PrecisionRecallCurve",
    "RocBand",
    "RocCurve",
    "RocPoints",
    "TradeOff",
    "accuracy_line",
    "average_roc",
    "calibration",
    "cost_by_threshold",
    "cost_curve",
    "cost_line",
    "macro_roc",
    "micro_roc",
    "pooled_roc",
    "precision_recall",
    "probability_cost",
    "roc",
    "roc_band",
    "roc_points",
    "trade_off",
]
