"""Curves: views of a ladder."""

from probative.curves.precision_recall import PrecisionRecallCurve, precision_recall
from probative.curves.roc import RocCurve, roc

__all__ = ["PrecisionRecallCurve", "RocCurve", "precision_recall", "roc"]
