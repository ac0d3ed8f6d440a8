"""The asymmetric loss, and the thresholds that are best for it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.losses.signs import broadcast, signs
from probative.records import Record


@dataclass(frozen=True, slots=True)
class Thresholds(Record):
    """One decision, four ways to say it: predict +1 where the quantity is at least its threshold."""

    posterior: float
    """Of p(+1 | x): fp / (fp + fn)."""
    odds: float
    """Of p(+1 | x) / p(-1 | x): fp / fn."""
    log_odds: float
    """Of ln p(+1 | x) - ln p(-1 | x): ln(fp / fn)."""
    difference: float
    """Of p(+1 | x) - p(-1 | x): (fp - fn) / (fp + fn)."""


@dataclass(frozen=True, slots=True)
class Asymmetric:
    """0 where the answer is right, `fp` for a false alarm, `fn` for a miss; only their ratio decides where to cut.

    >>> loss = Asymmetric(fp=1, fn=5)
    >>> loss([1, 1, -1, -1], [1, -1, 1, -1]).tolist(), round(loss.thresholds.posterior, 6)
    ([0.0, 5.0, 1.0, 0.0], 0.166667)
    """

    fp: float
    fn: float
    pos_label: object = None

    def __post_init__(self) -> None:
        for name, value in (("fp", self.fp), ("fn", self.fn)):
            good = isinstance(value, int | float | np.number) and not isinstance(value, bool)
            if not (good and math.isfinite(value) and value > 0):
                raise BadParameter(
                    f"the loss of a {'false alarm' if name == 'fp' else 'miss'} must be greater than 0.",
                    found=f"{name} = {value!r}",
                    remedy="asymmetric(fp=1, fn=5) (--cost-fp 1 --cost-fn 5)",
                )

    @property
    def title(self) -> str:
        """What its mean is called."""
        return "expected cost"

    @property
    def thresholds(self) -> Thresholds:
        """The four equivalent thresholds of the Bayes rule under this loss."""
        fp, fn = float(self.fp), float(self.fn)
        return Thresholds(fp / (fp + fn), fp / fn, math.log(fp / fn), (fp - fn) / (fp + fn))

    def __call__(self, y: object, g: object) -> Floats:
        """What each row lost."""
        truth, said = broadcast(signs(y, "y", self.pos_label), signs(g, "g", self.pos_label))
        return np.where(truth == said, 0.0, np.where(truth > 0, float(self.fn), float(self.fp)))


def asymmetric(*, fp: float, fn: float, pos_label: object = None) -> Asymmetric:
    """The loss of decisions whose errors differ: `fp` if y = -1 and g = +1, `fn` if y = +1 and g = -1.

    >>> asymmetric(fp=1, fn=5)([1, -1], [-1, 1]).tolist()
    [5.0, 1.0]
    """
    return Asymmetric(fp, fn, pos_label)
