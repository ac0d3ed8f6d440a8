"""probative: evaluate supervised models so that the numbers hold.

Names are loaded when first used, so that importing the package costs next to nothing. What stands here is the public
surface, and all of it; `__init__.pyi`, which editors and type checkers read, is made from it by `make docs`.
"""

from __future__ import annotations

import importlib
from typing import Any

from probative._version import __version__

SURFACE = {
    "evidence": "Agreement ClassScores ConfusionMatrix Fingerprint Ladder Ledger Moments Outcomes Residuals ValuePairs",
    "measurement": "measures naive_scale value",
    "measurement.harmonic": "harmonic_mean",
    "measurement.information_steps": "InformationSteps mutual_information_steps",
    "inference": "Estimate estimate",
    "inference.permutation": "permutation_p",
    "curves": (
        "accuracy_line accuracy_lines average_roc calibration corp cost_by_threshold cost_curve cost_line cost_lines "
        "decision_curve decision_difference det macro_roc micro_roc pooled_roc precision_recall roc roc_band "
        "roc_family roc_points smooth_calibration trade_off"
    ),
    "curves.calibration": "CalibrationCurve",
    "curves.det": "DetCurve",
    "curves.precision_recall": "PrecisionRecallCurve",
    "curves.roc": "RocCurve",
    "decisions": "Costs best_threshold break_even compare_costs cost_difference instances threshold_table",
    "planning": "SizePlan plan_size",
    "forecasts": (
        "PredictionIntervals PredictiveDistribution QuantileShare prediction_intervals predictive_distribution"
    ),
    "predictions": "Predictions Resampled combine read resampled tally",
    "predictions.meter": "Meter",
    "explanation": "ErrorTypes Explanation error_types explain",
    "resampling": "plan plans",
    "running": "run",
    "procedures.bootstrap_error": "BootstrapError bootstrap_error",
    "procedures.cost_sensitive": "CostSensitiveClassifier",
    "procedures.decomposition": (
        "BiasVariance BiasVarianceSweep Fits bias_variance bias_variance_sweep extreme_fits fits"
    ),
    "procedures.delivery": "Delivered deliver",
    "procedures.learning_curve": "LearningCurve learning_curve",
    "procedures.nested_interval": "NestedInterval nested_interval",
    "procedures.permutation": "permutation_test",
    "procedures.permuted": "PermutationTest",
    "procedures.resubstitution": "Resubstitution resubstitution",
    "procedures.risk_study": "EstimatorStudy TwoGaussians study_estimators",
    "procedures.scoring": "scorer",
    "procedures.selection": "Selection select",
    "procedures.tuned": "Tuned",
    "procedures.validation_curve": "ValidationCurve validation_curve",
    "experiments.experiment": "experiment",
    "theory": (
        "ClassTask GaussianTask NoisyFunction decision_regions gaussian_example gaussian_study plug_in "
        "score_demonstration"
    ),
    "theory.perceptron": "PrimalDual primal_and_dual",
    "papers": "Methods",
    "comparison": "Contest CriticalDifference Pilot Verdict compare gate pilot",
    "findings": "Findings",
    "findings.weak_slices": "WeakSlice WeakSlices",
    "slicing": "weak_slices",
    "validation": "Validation validate",
    "evaluation": "counts evaluate",
    "evaluation.auditing": "audit",
    "data.examples": "examples",
    "companion": "Companion decks",
}
"""By room, the names that are for users."""
ROOMS = ("losses", "resampling", "stats", "testing", "theory")
"""Rooms that users reach into by name: pv.stats.mcnemar, pv.resampling.KFold, pv.losses.quadratic."""

_HOME_OF = {name: home for home, names in SURFACE.items() for name in names.split()}

__all__ = ["__version__", *sorted([*_HOME_OF, *ROOMS])]


def __getattr__(name: str) -> Any:
    if name in ROOMS:
        return importlib.import_module(f"probative.{name}")
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'probative' has no attribute {name!r}")
    found = getattr(importlib.import_module(f"probative.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
