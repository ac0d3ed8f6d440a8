"""Where predictions come from: the run that made them, or what a table shows of one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Self

from probative.decisions import Costs
from probative.decisions.class_costs import ClassCosts, DeclaredCosts
from probative.predictions.leaks import Leaks
from probative.predictions.scheme import Scheme
from probative.predictions.split_facts import SplitFacts
from probative.records import OMITTED, OPTIONAL, Document, Record, Written

FILLED = "missing values, filled in inside each training part"
INCOMPLETE = "with missing inputs were dropped"
"""What a run says of inputs that were missing: so it begins, or so it ends."""


@dataclass(frozen=True, slots=True)
class DataFacts(Record):
    """How the rows that models were trained on look; what does not apply is nothing."""

    groups: int | None = None
    timed: bool = False
    classes: dict[str, int] = field(default_factory=dict)
    """The rows of each class."""
    target_columns: tuple[str, ...] = ()
    """Inputs that are the target itself, under another name."""
    telling_columns: tuple[str, ...] = ()
    """Further inputs that alone determine the class."""
    dates: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """Columns of dates that were left out because nobody said what they are."""


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
    costs: Costs | None = field(default=None, metadata=OPTIONAL)
    """What errors were said to cost, where the run was made by it: two kinds of error, or a table of classes."""
    class_costs: ClassCosts | None = field(default=None, metadata=OPTIONAL)
    permutation: Annotated[dict[str, dict[str, object]], Written.ALREADY] = field(default_factory=dict)
    """By model: its permutation test, as that wrote itself."""
    combined: dict[str, Combination] = field(default_factory=dict)
    """By name, the models that were combined of others."""
    forced: tuple[str, ...] = ()
    """Codes of the guards that refused the run and were overridden by force."""
    cautions: tuple[str, ...] = ()
    """What a reader must know of how the rows were put together."""
    kinds: dict[str, str] = field(default_factory=dict)
    """By model, the class of its learner, whatever stands before it in a pipeline."""
    leaks: Leaks = field(default_factory=Leaks)
    """What training could know of test rows."""
    splits: SplitFacts = field(default_factory=SplitFacts)
    """What the splits did with the rows."""
    n: int | None = field(default=None, metadata=OMITTED)
    """How many rows the data have, tested or not; saved with the table."""
    left_out: int = field(default=0, metadata=OMITTED)
    """Rows with missing values that were left out when the table was made."""
    samples: int = field(default=1, metadata=OMITTED)
    """The most samples of one row whose grades were averaged."""
    scored: dict[str, str] = field(default_factory=dict, metadata=OMITTED)
    """By model, what its scores are: "proba", "decision", "score" or nothing; saved with the table."""

    @property
    def declared(self) -> DeclaredCosts | None:
        """The costs that the run was made by."""
        return self.costs if self.class_costs is None else self.class_costs

    def minding(self, costs: DeclaredCosts | None) -> Self:
        """The same, made by these costs."""
        if isinstance(costs, ClassCosts):
            return replace(self, costs=None, class_costs=costs)
        return replace(self, costs=costs, class_costs=None)

    @classmethod
    def upgraded(cls, plain: Document) -> Document:
        """Runs of the first release counted equal rows, scaled columns and runs of labels among the facts."""
        facts, scheme = plain.get("facts"), plain.get("scheme")
        if not isinstance(facts, dict) or "leaks" in plain or "equal_rows" not in facts:
            return plain
        counts = (facts.get(name, 0) for name in ("equal_rows", "scaled_columns", "columns"))
        how = scheme if isinstance(scheme, dict) else {}
        careful = any(how.get(word) for word in ("shuffled", "ordered", "stratified", "grouped"))
        splits = SplitFacts.counted(
            facts.get("label_runs", 0), facts.get("classes", {}), how.get("kind") == "k-fold" and not careful
        )
        return plain | {"leaks": Leaks.counted(*counts).to_dict(), "splits": splits.to_dict()}

    def warned(self, *cautions: str) -> Self:
        """The same, with further cautions."""
        return replace(self, cautions=(*self.cautions, *cautions))
