"""Bias and variance of learners: on data by bootstrap, and simulated or exact where the truth is known."""

from probative.procedures.bias_variance.decompose import bias_variance
from probative.procedures.bias_variance.result import TRADE_OFF, BiasVariance
from probative.procedures.bias_variance.sweep import BiasVarianceSweep, bias_variance_sweep
from probative.procedures.bias_variance.terms import Terms

__all__ = ["TRADE_OFF", "BiasVariance", "BiasVarianceSweep", "Terms", "bias_variance", "bias_variance_sweep"]
