"""Costs: what wrong predictions cost, and how common positives are where the model will work."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from probative.errors import BadParameter


@dataclass(frozen=True, slots=True)
class Costs:
    """Cost of a false positive and of a false negative; prior is the operating share of positives.

    A prior of None means the sample's.

    >>> Costs(fp=1, fn=5).threshold
    0.16666666666666666
    """

    fp: float = 1.0
    fn: float = 1.0
    prior: float | None = None

    def __post_init__(self) -> None:
        for name in ("fp", "fn"):
            cost = getattr(self, name)
            if not (isfinite(cost) and cost > 0):
                raise BadParameter(f"the cost {name} must be a finite number greater than 0.", found=cost)
        if self.prior is not None and not 0 < self.prior < 1:
            raise BadParameter("the prior lies between 0 and 1.", found=self.prior)

    @property
    def threshold(self) -> float:
        """The posterior probability above which calling positive is cheaper, for calibrated scores."""
        return self.fp / (self.fp + self.fn)
