"""Every resampling scheme, by name and as an object; all are scikit-learn splitters."""

from probative.resampling.base import Plan
from probative.resampling.choosing import PlanChoice, plans
from probative.resampling.draws import HoldOut, MonteCarlo, ThreeWay
from probative.resampling.exhaustive import LeavePairOut, LeavePOut
from probative.resampling.given import Given
from probative.resampling.kfold import KFold, LeaveOneGroupOut, LeaveOneOut
from probative.resampling.layout import Layout
from probative.resampling.names import plan
from probative.resampling.nested import Nested
from probative.resampling.ordered import TimeOrdered
from probative.resampling.out_of_bag import Bootstrap
from probative.resampling.rows import Part, Rows

__all__ = [
    "Bootstrap",
    "Given",
    "HoldOut",
    "KFold",
    "Layout",
    "LeaveOneGroupOut",
    "LeaveOneOut",
    "LeavePOut",
    "LeavePairOut",
    "MonteCarlo",
    "Nested",
    "Part",
    "Plan",
    "PlanChoice",
    "Rows",
    "ThreeWay",
    "TimeOrdered",
    "plan",
    "plans",
]
