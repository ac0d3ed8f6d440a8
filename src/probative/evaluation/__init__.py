"""Evaluate: predictions and questions to findings."""

from probative.evaluation.counted import counts
from probative.evaluation.evaluation import evaluate

__all__ = ["counts", "evaluate"]
