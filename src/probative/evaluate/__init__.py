"""Evaluate: predictions and questions to findings."""

from probative.evaluate.evaluation import evaluate

__all__ = ["evaluate"]
