"""Every resampling scheme, by name and as an object; all are scikit-learn splitters."""

from probative.resampling.draws import Bootstrap, HoldOut, MonteCarlo, ThreeWay
from probative.resampling.exhaustive import LeavePairOut, LeavePOut
from probative.resampling.given import Given
from probative.resampling.kfold import KFold, LeaveOneGroupOut, LeaveOneOut
from probative.resampling.names import plan
from probative.resampling.nested import Nested
from probative.resampling.ordered import TimeOrdered
from probative.resampling.scheme import Part, Plan, Rows

__all__ = [
    "Bootstrap",
    "Given",
    "HoldOut",
    "KFold",
    "LeaveOneGroupOut",
    "LeaveOneOut",
    "LeavePOut",
    "LeavePairOut",
    "MonteCarlo",
    "Nested",
    "Part",
    "Plan",
    "Rows",
    "ThreeWay",
    "TimeOrdered",
    "plan",
]
