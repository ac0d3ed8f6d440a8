"""Running: models trained and tested under a plan, and what is learned from training them again and again."""

from probative.running.bias_variance import BiasVariance, BiasVarianceSweep, bias_variance_sweep
from probative.running.bootstrap_error import BootstrapError, bootstrap_error
from probative.running.nested_interval import NestedInterval, nested_interval
from probative.running.permutation import permutation_test
from probative.running.permuted import PermutationTest
from probative.running.predictions import Predictions
from probative.running.resampled import Resampled, resampled
from probative.running.runner import run
from probative.running.selection import Selection, select

__all__ = [
    "BiasVariance",
    "BiasVarianceSweep",
    "BootstrapError",
    "NestedInterval",
    "PermutationTest",
    "Predictions",
    "Resampled",
    "Selection",
    "bias_variance_sweep",
    "bootstrap_error",
    "nested_interval",
    "permutation_test",
    "resampled",
    "run",
    "select",
]
