"""Procedures: what training again and again teaches: selection, permutation, bootstrap error, bias and variance."""

from probative.procedures.bias_variance import BiasVariance, BiasVarianceSweep, bias_variance, bias_variance_sweep
from probative.procedures.bootstrap_error import BootstrapError, bootstrap_error
from probative.procedures.nested_interval import NestedInterval, nested_interval
from probative.procedures.permutation import permutation_test
from probative.procedures.permuted import PermutationTest
from probative.procedures.selection import Selection, select
from probative.procedures.tuned import Tuned

__all__ = [
    "BiasVariance",
    "BiasVarianceSweep",
    "BootstrapError",
    "NestedInterval",
    "PermutationTest",
    "Selection",
    "Tuned",
    "bias_variance",
    "bias_variance_sweep",
    "bootstrap_error",
    "nested_interval",
    "permutation_test",
    "select",
]
