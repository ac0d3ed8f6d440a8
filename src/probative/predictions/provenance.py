"""Where predictions come from: the run that made them, or what a table shows of one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Self

from probative.predictions.scheme import Scheme
from probative.records import OMITTED, Record, Written


@dataclass(frozen=True, slots=True)
class DataFacts(Record):
    """How the rows that models were trained on look; what does not apply is nothing."""

    groups: int | None = None
    timed: bool = False
    classes: dict[str, int] = field(default_factory=dict)
    """The rows of each class."""
    label_runs: int = 0
    equal_rows: int = 0
    scaled_columns: int = 0
    """Columns with mean 0 and standard deviation 1 over all rows."""
    columns: int = 0
    target_columns: tuple[str, ...] = ()
    """Inputs that are the target itself, under another name."""


@dataclass(frozen=True, slots=True)
class Combination(Record):
    """Which models were combined into one more, and how: the mean of their scores, or their vote."""

    members: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Provenance(Record):
    """The plan, the seed, the software and the data of a run; of a plain table next to nothing.

    >>> known = Provenance.from_dict({"plan": "10-fold", "seed": 7})
    >>> known.plan, known.seed, known.baseline, known.warned("rows were left out").cautions
    ('10-fold', 7, None, ('rows were left out',))
    """

    plan: str | None = None
    description: str | None = None
    seed: int | None = None
    data: str | None = None
    """The fingerprint of the data that models were trained on."""
    software: dict[str, str] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    """By model, the fingerprint of its class and parameters."""
    scheme: Scheme | None = None
    facts: DataFacts = field(default_factory=DataFacts)
    weights_ignored: tuple[str, ...] = ()
    """Models that were trained without the weights, because they take none."""
    guesses: tuple[str, ...] = ()
    """What an experiment took its columns for."""
    target: str | None = None
    baseline: str | None = None
    """The trivial rule that was put beside the models to be beaten."""
    permutation: Annotated[dict[str, dict[str, object]], Written.ALREADY] = field(default_factory=dict)
    """By model: its permutation test, as that wrote itself."""
    combined: dict[str, Combination] = field(default_factory=dict)
    """By name, the models that were combined of others."""
    forced: tuple[str, ...] = ()
    """Codes of the guards that refused the run and were overridden by force."""
    cautions: tuple[str, ...] = ()
    """What a reader must know of how the rows were put together."""
    n: int | None = field(default=None, metadata=OMITTED)
    """How many rows the data have, tested or not; saved with the table."""
    left_out: int = field(default=0, metadata=OMITTED)
    """Rows with missing values that were left out when the table was made."""
    samples: int = field(default=1, metadata=OMITTED)
    """The most samples of one row whose grades were averaged."""
    scored: dict[str, str] = field(default_factory=dict, metadata=OMITTED)
    """By model, what its scores are: "proba", "decision", "score" or nothing; saved with the table."""

    def warned(self, *cautions: str) -> Self:
        """The same, with further cautions."""
        return replace(self, cautions=(*self.cautions, *cautions))
