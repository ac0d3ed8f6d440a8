"""The lines of a validation: how often an interval held the truth, and how often a test gave a false alarm."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from probative.records import Record

COVERED = 0.93
"""The share of 95 % intervals that must hold the truth; the difference to 0.95 is what approximations may cost."""
SELDOM = 0.05
"""The share of samples with an interval below which its misses cannot be more than a nominal 95 % allows: the samples
that have one (three positives of 20 rows where one in 100 is expected) are then so odd that no method could hold."""
ALARMED = 0.06
"""The share of tests at 0.05 that may reject what is true."""


@dataclass(frozen=True, slots=True)
class Coverage(Record):
    """A 95 % interval in one setting: how often it held the truth, and on which side it missed.

    `left` is the share of intervals that the truth lies to the left of, `right` to the right. All three shares are of
    the intervals that exist; `none` is the share of samples without one, `why` the commonest reason.
    `said` is the share of the intervals beside which the output doubts that they hold, `warned` that of those which
    did not hold and said so: whoever reads on is misled by the others only.

    >>> Coverage("auc", "n 50", 0.8, 0.79, 0.94, 0.02, 0.04, 0.2, 0.0, "", "delong", 1000).holds
    True
    """

    also: ClassVar[dict[str, str]] = {"relied": "relied", "holds": "holds", "told": "told"}

    what: str
    setting: str
    truth: float
    """What is estimated; the mean of it where every sample has its own (the value of a chosen threshold)."""
    mean: float
    coverage: float
    left: float
    right: float
    width: float
    none: float
    why: str
    method: str
    replicates: int
    said: float = 0.0
    warned: float = 0.0

    @property
    def relied(self) -> float:
        """The share of the intervals that hold the truth or say that they may not."""
        return self.coverage + self.warned

    @property
    def given(self) -> int:
        """How many samples had an interval."""
        return round((1 - self.none) * self.replicates)

    @property
    def error(self) -> float:
        """Two standard errors of a coverage at the bound, which simulation cannot tell from it."""
        return 2 * sqrt(COVERED * (1 - COVERED) / self.given) if self.given else 0.0

    @property
    def holds(self) -> bool:
        """Whether enough intervals held the truth, as far as so many samples can tell, or hardly a sample had one."""
        return self._enough(self.coverage)

    @property
    def told(self) -> bool:
        """Whether nobody is misled more often than that: enough intervals held, or said that they may not."""
        return self._enough(self.relied)

    def _enough(self, share: float) -> bool:
        return 1 - self.none < SELDOM or share >= COVERED - self.error


@dataclass(frozen=True, slots=True)
class FalseAlarms(Record):
    """A test at 0.05 in one setting: how often it rejected what was true, and what was not.

    `power` is the share of rejections where `alternative` was true instead; nan where no alternative was tried.
    `warned` is the share of samples in which the truth was rejected, and the output said that this may be wrong.

    >>> FalseAlarms("delong", "n 100, prevalence 0.05", 0.1, 0.4, "AUC 0.9 against 0.8", 0.0, "", 1000).holds
    False
    """

    also: ClassVar[dict[str, str]] = {"relied": "relied", "holds": "holds", "told": "told"}

    what: str
    setting: str
    type_one: float
    power: float
    alternative: str
    none: float
    why: str
    replicates: int
    warned: float = 0.0

    @property
    def relied(self) -> float:
        """The share of samples in which the truth was rejected without a word of doubt."""
        return self.type_one - self.warned

    @property
    def error(self) -> float:
        """Two standard errors of an error rate at the bound, which simulation cannot tell from it."""
        return 2 * sqrt(ALARMED * (1 - ALARMED) / self.replicates)

    @property
    def holds(self) -> bool:
        """Whether it gave no more false alarms than it may, as far as so many samples can tell."""
        return self.type_one <= ALARMED + self.error

    @property
    def told(self) -> bool:
        """Whether false alarms that nothing is said of are no more than that."""
        return self.relied <= ALARMED + self.error


Line = Coverage | FalseAlarms
