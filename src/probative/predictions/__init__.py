"""Predictions: what models said about rows, wherever the table comes from."""

from probative.predictions.combining import combine
from probative.predictions.predictions import Predictions
from probative.predictions.reading import read
from probative.predictions.resampled import Resampled, resampled
from probative.predictions.tally import tally

__all__ = ["Predictions", "Resampled", "combine", "read", "resampled", "tally"]
