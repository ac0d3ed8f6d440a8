"""Experiments: a table, its target and named learners to predictions."""

from probative.experiments.experiment import experiment

__all__ = ["experiment"]
