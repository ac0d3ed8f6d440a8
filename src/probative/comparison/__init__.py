"""Comparison: which model is better, by how much, and whether that may be said."""

from probative.comparison.comparing import compare
from probative.comparison.diagram import CriticalDifference
from probative.comparison.gate_result import Check, Gate
from probative.comparison.gating import gate
from probative.comparison.piloting import Pilot, pilot
from probative.findings import Contest, Verdict

__all__ = ["Check", "Contest", "CriticalDifference", "Gate", "Pilot", "Verdict", "compare", "gate", "pilot"]
