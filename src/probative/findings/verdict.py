"""The verdict: which models differ, by how much, by which test and why that one; in numbers and in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan
from typing import Any, ClassVar

from probative.findings.answer import Answer
from probative.findings.contest import Contest
from probative.findings.deviations import deviations_table
from probative.findings.pairs import ordered, pairs_table
from probative.findings.renderers import renderer
from probative.findings.table import Table
from probative.findings.text import significant
from probative.guards import Note
from probative.guards.accepting import forced_words, warned
from probative.records import INHERITED, OPTIONAL, Document, Record, key
from probative.stats.meaning import HOLDS_NOT, claim, decision, worked
from probative.stats.result import Pairwise, TestResult

MOST = 10
"""Pairs whose counts are told."""
FALSE_ALARM = (
    "{} comparisons: without adjustment the chance of at least one false alarm would be {:.3g}, "
    "if they were independent"
)


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
    """Why the test is not valid here, where it was forced all the same."""
    marked: tuple[str, ...] = ()
    """Codes of the guards that refused, here or when models were trained, and were overridden by force."""
    notes: tuple[str, ...] = ()
    level: float = field(default=0.95, metadata=INHERITED)
    seed: int = 0
    warnings: tuple[Note, ...] = ()
    """What guards have to say about comparing these models so."""
    accepted: dict[str, int] = field(default_factory=dict)
    """By code that was accepted (`accept=`): how many warnings that silenced."""
    called: str | None = field(default=None, metadata=OPTIONAL)
    """The measure with its parameters, as it was asked for, where it has any."""
    guesses: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """What was not named and therefore guessed: columns, classes, thresholds."""
    unasked: bool = field(default=False, metadata=OPTIONAL)
    """Whether nobody named the measure, nor costs that would decide."""
    version: str | None = field(default=None, metadata=OPTIONAL)
    """What compared, where that stands by itself and not among findings, which say it."""

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

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Which model is better, as far as may be said: a question, a headline and the evidence in a line."""
        made: tuple[Answer, ...] = renderer("verdict answers")(self)
        return made

    def table(self) -> Table:
        """Every pair with its difference, interval and p-values."""
        return pairs_table(ordered(self.contests), self.adjustment)

    def differences(self) -> Table | None:
        """The differences of the only pair, one by one with their deviations, where the test kept them (up to 50).

        >>> import probative as pv
        >>> table = pv.compare({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88]}, of="paired").differences()
        >>> table.column("deviation")
        (0.2, 2.2, 0.2, -0.8, -1.8)
        """
        return deviations_table(self.contests[0]) if len(self.contests) == 1 else None

    def sentences(self) -> list[str]:
        """What may be said about every pair."""
        return [contest.sentence() for contest in self.contests]

    def probabilities(self) -> list[str]:
        """How probable a practical difference of every pair is, in sentences, where a region was named (`rope=`)."""
        said = (contest.posterior_sentence() for contest in self.contests)
        return [sentence for sentence in said if sentence is not None]

    def plot(self, kind: str | None = None, ax: Any = None, **style: Any) -> Any:
        """Draw the differences of all pairs, or the probabilities of a practical difference ("rope"; extra `plots`).

        The default is "rope" where a region was named, else "differences". "null" is the distribution under H0 of the
        test of all models, or of the pair with the smallest p, with the rejection region and what was seen.

        >>> import probative as pv
        >>> y = [1, 0] * 20
        >>> said = {"A": y, "B": [1, 0, 0, 1] * 10}
        >>> pv.compare(truth=y, predicted=said, measure="accuracy", rope=0.02).plot().get_xlabel()
        'Probability'
        """
        return renderer("verdict")(self, kind, ax, style)

    def methods(self) -> Any:
        """The paragraph on methods that a paper needs, with references.

        >>> import probative as pv
        >>> y = [1, 0] * 20
        >>> found = pv.compare(truth=y, predicted={"A": y, "B": [1, 0, 0, 1] * 10}, measure="accuracy")
        >>> [one.key for one in found.methods().references]
        ['fagerland2013', 'mcnemar1947', 'tango1998']
        """
        return renderer("methods")(self)

    def diagram(self) -> Any:
        """The critical-difference diagram of average ranks, where there are ranks."""
        return renderer("diagram").of(self)

    def _together(self) -> list[str]:
        """The test of all models, the ranks it compares, what it doubts, and what is to be known of it."""
        if self.omnibus is None:
            return []
        doubted = [f"H0 of all together: {self.omnibus.h0}; alternative: {HOLDS_NOT}"] if self.omnibus.h0 else []
        doubted += [decision(self.omnibus.p, 1 - self.omnibus.level)] if doubted and self.omnibus.defined else []
        notes = [f"note on all together: {note}" for note in self.omnibus.notes]
        return [f"all models together: {self.omnibus.line}", *self._ranked(), *doubted, *notes]

    def _ranked(self) -> list[str]:
        """Average ranks in a line, where ranks were compared."""
        best_first = sorted(self.ranks.items(), key=lambda item: item[1])
        line = ", ".join(f"{name} {significant(rank, 3)}" for name, rank in best_first)
        return [f"average ranks, the best first: {line}"] if line else []

    def meaning(self) -> list[str]:
        """What the test of pairs doubts and claims, and of a single pair at which levels, and the numbers behind it."""
        if not self.contests:
            return []
        first, several = self.contests[0], len(self.contests) > 1
        result = first.result
        who = ("the first of a pair", "the second") if several else (first.a, first.b)
        one_sided = result.alternative != "two-sided"
        h1 = claim(result.alternative, *who) if one_sided else result.h1 or HOLDS_NOT
        told = [f"H0: {result.h0}; alternative: {h1}"] if result.h0 else []
        if several:
            told += [line for contest in self.contests[:MOST] for line in (*contest.counts(), *contest.size())]
            return told + ([FALSE_ALARM.format(len(self.contests), self.false_alarm)] if self.false_alarm > 0 else [])
        told += [decision(result.p, 1 - result.level)] if result.defined else []
        return told + worked(result.details, result.effect_name, *who) + first.size()

    def _repr_html_(self) -> str:
        html: str = renderer("words html")("\n".join(self.sentences()), self.table())
        return html

    def __str__(self) -> str:
        lines = [*filter(None, [forced_words(self.marked)]), *self._together(), *self.sentences()]
        lines += [*self.probabilities(), *self.meaning()]
        lines += [f"why this test: {reason}" for reason in self.reasons]
        lines += [f"assumes: {text}" for text in self.assumptions]
        lines += [f"guessed: {text}" for text in self.guesses]
        lines += [f"note: {text}" for text in self.notes]
        lines += warned(self.warnings, self.accepted)
        return "\n".join(lines)
