"""Bias and variance of learners: on data by bootstrap, and simulated or exact where the truth is known."""

from probative.procedures.decomposition.decompose import bias_variance
from probative.procedures.decomposition.many_fits import Fits, extreme_fits, fits
from probative.procedures.decomposition.result import TRADE_OFF, BiasVariance
from probative.procedures.decomposition.sweep import BiasVarianceSweep, bias_variance_sweep
from probative.procedures.decomposition.terms import Terms

__all__ = [
    "TRADE_OFF",
    "BiasVariance",
    "BiasVarianceSweep",
    "Fits",
    "Terms",
    "bias_variance",
    "bias_variance_sweep",
    "extreme_fits",
    "fits",
]
