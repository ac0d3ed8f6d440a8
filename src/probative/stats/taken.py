"""What a declared test is run on: the columns of two models, or of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.evidence.placed import Placed
from probative.measurement.registry import Parameters
from probative.stats.meaning import Alternative


@dataclass(frozen=True, slots=True)
class Two:
    """Two models' columns as a test takes them: predictions beside the truth, losses of rows, or results."""

    a: Array
    b: Array
    level: float = 0.95
    measure: str = "score"
    truth: Array | None = None
    labels: tuple[Label, ...] | None = None
    """The classes that columns of probabilities stand for."""
    groups: Array | None = None
    n_train: float | None = None
    n_test: float | None = None
    seed: int = 0
    parameters: Parameters = field(default_factory=dict)
    horizon: int = 1
    """How many steps ahead forecasts were made."""
    alternative: Alternative = "two-sided"
    """What is claimed of a in the unit of the measure; a test without directions is not asked for one."""
    standing: Callable[[], Sequence[Placed]] | None = None
    """Of scores: where they place the rows, as far as that is at hand for whoever asks."""

    joint: object = None
    """Of rows that stay where they are: what was counted or summed up over them, in the place of columns."""

    @property
    def placed(self) -> Sequence[Array | Placed]:
        """Where the scores of both place the rows, or the scores themselves."""
        return (self.a, self.b) if self.standing is None else self.standing()

    @property
    def asked(self) -> dict[str, Any]:
        """What every test is asked: its level, and a direction where one was named."""
        one_sided = self.alternative != "two-sided"
        return {"level": self.level} | ({"alternative": self.alternative} if one_sided else {})


@dataclass(frozen=True, slots=True)
class Many:
    """All models' columns by name."""

    models: Mapping[str, Array]
    better: str = "higher"
    level: float = 0.95
    adjustment: str = "holm"
    """Of a test of pairs that leaves it open."""
    correction: str = "none"
    """For models whose differences vary unequally, of a test that has one."""
