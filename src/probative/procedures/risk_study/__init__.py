"""Do risk estimators work? Studied on tasks whose risk is known."""

from probative.procedures.risk_study.judged import Judged
from probative.procedures.risk_study.result import EstimatorStudy
from probative.procedures.risk_study.study import study_estimators
from probative.procedures.risk_study.world import TwoGaussians

__all__ = ["EstimatorStudy", "Judged", "TwoGaussians", "study_estimators"]
