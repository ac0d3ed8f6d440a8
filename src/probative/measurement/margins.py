"""What binary measures share: the margins of the four outcomes, and the reason when one is empty."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from probative.evidence import Outcomes
from probative.measurement.declaring import measure
from probative.measurement.registry import Parameter

MARGINS = {
    "rows": lambda o: o.n,
    "actual positives": lambda o: o.tp + o.fn,
    "actual negatives": lambda o: o.fp + o.tn,
    "predicted positives": lambda o: o.tp + o.fp,
    "predicted negatives": lambda o: o.fn + o.tn,
}
ACTUAL = ("actual positives", "actual negatives")
PREDICTED = ("predicted positives", "predicted negatives")


def empty(*names: str) -> Callable[..., str]:
    """A reason function: which of these margins is empty."""

    def reason(o: Outcomes, **_: Parameter) -> str:
        return next((f"no {name}" for name in ("rows", *names) if not MARGINS[name](o)), "")

    return reason


binary = partial(measure, needs=Outcomes)
binary_share = partial(measure, needs=Outcomes, kind="share")
