"""Forecasts that admit their uncertainty: prediction intervals, quantiles, ensembles and normal distributions."""

from probative.forecasts.distributions import PredictiveDistribution, QuantileShare, predictive_distribution
from probative.forecasts.intervals import PredictionIntervals, prediction_intervals

__all__ = [
    "PredictionIntervals",
    "PredictiveDistribution",
    "QuantileShare",
    "prediction_intervals",
    "predictive_distribution",
]
