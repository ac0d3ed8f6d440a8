"""Decisions: costs, thresholds, and what follows from both."""

from probative.decisions.choice import ConstrainedRate, ThresholdChoice
from probative.decisions.costs import CostComparison, Costs, break_even, compare_costs, cost_difference
from probative.decisions.threshold_tables import instances, threshold_table
from probative.decisions.thresholds import best_threshold

__all__ = [
    "ConstrainedRate",
    "CostComparison",
    "Costs",
    "ThresholdChoice",
    "best_threshold",
    "break_even",
    "compare_costs",
    "cost_difference",
    "instances",
    "threshold_table",
]
