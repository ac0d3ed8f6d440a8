"""Running: models trained and tested under a plan, and what is learned from training them again and again."""

from probative.running.predictions import Predictions
from probative.running.resampled import Resampled, resampled
from probative.running.runner import run

__all__ = ["Predictions", "Resampled", "resampled", "run"]
