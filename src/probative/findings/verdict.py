"""The verdict: which models differ, by how much, by which test and why that one; in numbers and in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan
from typing import Any, ClassVar

from probative.findings.contest import Contest
from probative.findings.pairs import ordered, pairs_table
from probative.findings.renderers import renderer
from probative.findings.table import Table
from probative.records import INHERITED, Document, Record, key
from probative.stats.result import Pairwise, TestResult


@dataclass(frozen=True, slots=True)
class Verdict(Record):
    """Everything that a comparison found, and why it was done that way."""

    head: ClassVar[Document] = {"probative": 1, "kind": "comparison"}

    measure: str
    better: str
    contests: tuple[Contest, ...] = field(default=(), metadata=key("comparisons", inherited=True))
    reasons: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    omnibus: TestResult | None = None
    post_hoc: Pairwise | None = None
    ranks: dict[str, float] = field(default_factory=dict)
    false_alarm: float = field(default=nan, metadata=key("false_alarm_unadjusted"))
    """Chance of at least one false alarm if nobody had adjusted for the number of comparisons."""
    adjustment: str = "holm"
    forced: str | None = None
    notes: tuple[str, ...] = ()
    level: float = field(default=0.95, metadata=INHERITED)
    seed: int = 0

    @property
    def test(self) -> str:
        """The test that was run."""
        return self.contests[0].result.method if self.contests else ""

    @property
    def p(self) -> float:
        """The adjusted p-value of the only contest, or that of the test of all models."""
        if len(self.contests) == 1:
            return self.contests[0].p_adjusted
        return self.omnibus.p if self.omnibus is not None else nan

    def table(self) -> Table:
        """Every pair with its difference, interval and p-values."""
        return pairs_table(ordered(self.contests), self.adjustment)

    def sentences(self) -> list[str]:
        """What may be said about every pair."""
        return [contest.sentence() for contest in self.contests]

    def probabilities(self) -> list[str]:
        """How probable a practical difference of every pair is, in sentences, where a region was named (`rope=`)."""
        said = (contest.posterior_sentence() for contest in self.contests)
        return [sentence for sentence in said if sentence is not None]

    def plot(self, kind: str | None = None, ax: Any = None, **style: Any) -> Any:
        """Draw the differences of all pairs, or the probabilities of a practical difference ("rope"; extra `plots`).

        The default is "rope" where a region was named, else "differences".

        >>> import probative as pv
        >>> y = [1, 0] * 20
        >>> said = {"A": y, "B": [1, 0, 0, 1] * 10}
        >>> pv.compare(truth=y, predicted=said, measure="accuracy", rope=0.02).plot().get_xlabel()
        'Probability'
        """
        return renderer("verdict")(self, kind, ax, style)

    def diagram(self) -> Any:
        """The critical-difference diagram of average ranks, where there are ranks."""
        return renderer("diagram").of(self)

    def __str__(self) -> str:
        lines = [*self.sentences(), *self.probabilities()]
        if self.omnibus is not None:
            lines.insert(0, f"all models together: {self.omnibus}")
        lines += [f"why this test: {reason}" for reason in self.reasons]
        lines += [f"assumes: {text}" for text in self.assumptions]
        lines += [f"note: {text}" for text in self.notes]
        return "\n".join(lines)
