"""The expected cost of a prediction."""

from __future__ import annotations

from math import inf

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import Number
from probative.evidence.needed import a_number
from probative.measurement.declaring import ratio
from probative.measurement.margins import ACTUAL, binary, empty
from probative.measurement.registry import Parameter


def require_costs(fp: object, fn: object) -> None:
    """Both costs are numbers above 0, small enough to be multiplied: said in one way wherever costs come in."""
    for name, error, cost in (("fp", "false alarm", fp), ("fn", "miss", fn)):
        if isinstance(cost, bool) or not (isinstance(cost, int | float | np.number) and 1e-100 <= cost <= 1e100):
            raise BadParameter(
                f"the cost {name} of a {error} must be a number above 0, and at most 1e100.",
                found=repr(cost),
                remedy="Costs(fp=1, fn=5) (--cost-fp 1 --cost-fn 5); only the ratio decides, so make it small",
            )


def _absent_class(o: Outcomes, prior: float | None = None, **_: Parameter) -> str:
    if prior is None:
        return "no rows"
    return f"{empty(*ACTUAL)(o)}, but the operating prior counts on that class"


@binary(
    formula="C_FP FPR (1 - prior) + C_FN FNR prior",
    better="lower",
    high=inf,
    scale="log",
    reason=_absent_class,
    aka=("cost",),
    places=(
        "summary",
        "operating",
    ),
)
def expected_cost(o: Outcomes, fp: float = 1.0, fn: float = 1.0, prior: float | None = None) -> Number:
    """Mean cost of a prediction, at the sample's share of positives or at an operating prior."""
    require_costs(fp, fn)
    if prior is None:
        return ratio(fp * o.fp + fn * o.fn, o.n)
    if not 0 <= a_number(prior, "a prior") <= 1:
        raise BadParameter("a prior lies between 0 and 1.", found=prior)
    # A class that the operating prior excludes cannot cost anything, even where its rate is undefined.
    wrong_alarms = fp * (1 - prior) * ratio(o.fp, o.negatives) if prior < 1 else 0.0
    return wrong_alarms + (fn * prior * ratio(o.fn, o.positives) if prior > 0 else 0.0)
