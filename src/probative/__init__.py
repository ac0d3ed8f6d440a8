"""probative: evaluate supervised models so that the numbers hold.

Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from probative._version import __version__

if TYPE_CHECKING:
    from probative import resampling, stats
    from probative.comparison import Contest, CriticalDifference, Verdict, compare, gate
    from probative.curves import (
        accuracy_line,
        average_roc,
        calibration,
        cost_by_threshold,
        cost_curve,
        cost_line,
        macro_roc,
        micro_roc,
        pooled_roc,
        precision_recall,
        roc,
        roc_band,
        roc_points,
        trade_off,
    )
    from probative.decisions import (
        Costs,
        best_threshold,
        break_even,
        compare_costs,
        cost_difference,
        instances,
        threshold_table,
    )
    from probative.evaluate import evaluate
    from probative.evidence import (
        Agreement,
        ClassScores,
        ConfusionMatrix,
        Fingerprint,
        Ladder,
        Ledger,
        Moments,
        Outcomes,
        Residuals,
    )
    from probative.explain import Explanation, explain
    from probative.findings import Findings
    from probative.inference import Estimate, estimate
    from probative.measures import measures, value
    from probative.planning import SizePlan, plan_size
    from probative.resampling import plan
    from probative.running import (
        BiasVariance,
        BiasVarianceSweep,
        BootstrapError,
        NestedInterval,
        PermutationTest,
        Predictions,
        Resampled,
        Selection,
        bias_variance_sweep,
        bootstrap_error,
        nested_interval,
        permutation_test,
        resampled,
        run,
        select,
    )
    from probative.running.bias_variance import bias_variance
    from probative.running.tuned import Tuned
    from probative.tally import tally
    from probative.theory import NoisyFunction

_HOMES = {
    "probative.evidence": (
        "Agreement ClassScores ConfusionMatrix Fingerprint Ladder Ledger Moments Outcomes Residuals"
    ),
    "probative.tally": "tally",
    "probative.measures": "measures value",
    "probative.inference": "Estimate estimate",
    "probative.curves": (
        "accuracy_line average_roc calibration cost_by_threshold cost_curve cost_line macro_roc micro_roc "
        "pooled_roc precision_recall roc roc_band roc_points trade_off"
    ),
    "probative.decisions": ("Costs best_threshold break_even compare_costs cost_difference instances threshold_table"),
    "probative.planning": "SizePlan plan_size",
    "probative.resampling": "plan",
    "probative.running": (
        "BiasVariance BiasVarianceSweep BootstrapError NestedInterval PermutationTest Predictions Resampled Selection "
        "bias_variance_sweep bootstrap_error nested_interval permutation_test resampled run select"
    ),
    "probative.running.bias_variance": "bias_variance",
    "probative.running.tuned": "Tuned",
    "probative.theory": "NoisyFunction",
    "probative.comparison": "Contest CriticalDifference Verdict compare gate",
    "probative.explain": "Explanation explain",
    "probative.findings": "Findings",
    "probative.evaluate": "evaluate",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Agreement",
    "BiasVariance",
    "BiasVarianceSweep",
    "BootstrapError",
    "ClassScores",
    "ConfusionMatrix",
    "Contest",
    "Costs",
    "CriticalDifference",
    "Estimate",
    "Explanation",
    "Findings",
    "Fingerprint",
    "Ladder",
    "Ledger",
    "Moments",
    "NestedInterval",
    "NoisyFunction",
    "Outcomes",
    "PermutationTest",
    "Predictions",
    "Resampled",
    "Residuals",
    "Selection",
    "SizePlan",
    "Tuned",
    "Verdict",
    "__version__",
    "accuracy_line",
    "average_roc",
    "best_threshold",
    "bias_variance",
    "bias_variance_sweep",
    "bootstrap_error",
    "break_even",
    "calibration",
    "compare",
    "compare_costs",
    "cost_by_threshold",
    "cost_curve",
    "cost_difference",
    "cost_line",
    "estimate",
    "evaluate",
    "explain",
    "gate",
    "instances",
    "macro_roc",
    "measures",
    "micro_roc",
    "nested_interval",
    "permutation_test",
    "plan",
    "plan_size",
    "pooled_roc",
    "precision_recall",
    "resampled",
    "resampling",
    "roc",
    "roc_band",
    "roc_points",
    "run",
    "select",
    "stats",
    "tally",
    "threshold_table",
    "trade_off",
    "value",
]


_ROOMS = ("resampling", "stats")
"""Rooms that users reach into by name: pv.stats.mcnemar, pv.resampling.KFold."""


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return importlib.import_module(f"probative.{name}")
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'probative' has no attribute {name!r}")
    found = getattr(importlib.import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """The package, in which pv.evaluate, pv.measures and pv.tally are functions, not the rooms of these names."""

    def __setattr__(self, name: str, value: object) -> None:
        # Importing a submodule sets it as an attribute of its package, which would hide the function.
        if not (isinstance(value, ModuleType) and name in _HOME_OF):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
