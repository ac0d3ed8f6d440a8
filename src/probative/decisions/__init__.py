"""Decisions: what predictions are used for."""

from probative.decisions.costs import Costs

__all__ = ["Costs"]
