"""Planning: how many rows a claim needs, and which differences a number of rows can show."""

from probative.planning.plan import SizePlan
from probative.planning.power_curve import PowerCurve
from probative.planning.size import plan_size

__all__ = ["PowerCurve", "SizePlan", "plan_size"]
