"""The context of findings: what a reader needs to judge the numbers, and to make them again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from probative.decisions import Costs
from probative.decisions.class_costs import ClassCosts
from probative.findings.selection_scores import SelectionScores
from probative.findings.usage import UsedRows
from probative.findings.verdict import Verdict
from probative.predictions.fit import Fit
from probative.predictions.roles import Roles
from probative.predictions.scheme import Scheme
from probative.predictions.times_tested import TimesTested
from probative.records import OPTIONAL, Document, Record, Shared, Written


@dataclass(frozen=True, slots=True)
class Context(Record):
    """Title, columns, weights, versions, fingerprints of the rows; and of a run its plan, its trainings, its tests."""

    title: str = ""
    version: str = "?"
    columns: Roles | None = None
    guesses: tuple[str, ...] = ()
    fingerprints: dict[str, str] = field(default_factory=dict)
    """By model, of the rows that it was evaluated on."""
    weight: str | None = None
    groups: str | None = None
    clusters: int | None = field(default=None, metadata=OPTIONAL)
    """How many groups there are, where rows were taken by them."""
    by: tuple[str, ...] = ()
    missing: Literal["error", "drop"] = "error"
    dropped: int = 0
    costs: Costs | None = None
    class_costs: ClassCosts | None = field(default=None, metadata=OPTIONAL)
    """What errors cost among more than two classes."""
    command: str | None = None
    """What makes the findings again."""
    verdict: Annotated[Verdict, Shared("comparisons")] | None = None
    """How the models were compared; in JSON its contests are the comparisons of the findings."""
    plan: str | None = None
    description: str | None = None
    plan_seed: int | None = None
    data: str | None = None
    """The fingerprint of the data that models were trained on."""
    software: dict[str, str] = field(default_factory=dict)
    scheme: Scheme | None = None
    baseline: str | None = None
    """The model that a run puts beside the others to be beaten: a rule that looks at no input."""
    optimum: dict[str, float] = field(default_factory=dict)
    """By measure: what no model can surpass, where the distribution of the rows is known."""
    fit_seconds: dict[str, float] = field(default_factory=dict)
    chosen: dict[str, tuple[Document, ...]] = field(default_factory=dict)
    """By model that tunes itself: what it chose in each training."""
    tested: TimesTested | None = None
    """How often each row was tested."""
    trained: TimesTested | None = None
    """How often each row was trained on, once for each training part that it was in."""
    used_rows: tuple[UsedRows, ...] = ()
    """What the ledger knows of the test rows, where one is kept: every evaluation on them."""
    selection: dict[str, SelectionScores] = field(default_factory=dict)
    """By model that tunes itself: the scores that won its choices, optimistic and corrected."""
    permutation: dict[str, Annotated[Document, Written.ALREADY]] = field(default_factory=dict)
    """By model: its permutation test, as that wrote itself."""
    forced: tuple[str, ...] = ()
    """Codes of the guards that refused and were overridden by force: what was forced stays marked."""
    accepted: dict[str, int] = field(default_factory=dict)
    """By code that was accepted (`accept=`): how many notes that silenced."""
    failed: tuple[Fit, ...] = ()
    asked: dict[str, str] | None = field(default=None, metadata=OPTIONAL)
    """By measure that was asked for with parameters: those, as people write them, such as auc_n(n=50)."""

    @property
    def called(self) -> dict[str, str]:
        """By measure that was asked for with parameters: those, as people write them; empty where none was."""
        return self.asked or {}
