"""Evaluate: predictions and questions to findings."""

from probative.evaluation.evaluation import evaluate

__all__ = ["evaluate"]
