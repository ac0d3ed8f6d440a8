"""Inference: values that know how uncertain they are."""

from probative.inference.estimate import Estimate
from probative.inference.estimation import estimate
from probative.inference.methods import default_method, methods_for

__all__ = ["Estimate", "default_method", "estimate", "methods_for"]
