"""Losses of single rows, and the empirical risk: their mean, with what it admits not to know."""

from probative.losses.convergence import Convergence, convergence
from probative.losses.decisions import Asymmetric, Thresholds, asymmetric
from probative.losses.declared import loss_named
from probative.losses.empirical import EmpiricalRisk, empirical_risk
from probative.losses.risk_study import RiskStudy, risk_study
from probative.losses.rows import absolute, hinge, log, quadratic, zero_one

__all__ = [
    "Asymmetric",
    "Convergence",
    "EmpiricalRisk",
    "RiskStudy",
    "Thresholds",
    "absolute",
    "asymmetric",
    "convergence",
    "empirical_risk",
    "hinge",
    "log",
    "loss_named",
    "quadratic",
    "risk_study",
    "zero_one",
]
