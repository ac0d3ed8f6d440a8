"""What a gate found: its checks in numbers, in sentences, as Markdown and as JUnit XML."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from math import isfinite
from typing import Any, ClassVar, Literal

from probative.errors import printable
from probative.findings import Column, Table
from probative.findings.answer import Answer
from probative.findings.contest import in_units
from probative.findings.markdown import markdown_text
from probative.findings.renderers import renderer
from probative.findings.text import number, percent
from probative.guards import Note
from probative.guards.accepting import forced_words, warned
from probative.guards.note import by_severity, counted
from probative.inference.estimate import decimals
from probative.records import OPTIONAL, Record

Status = Literal["passed", "failed", "inconclusive"]
Question = Literal["not worse", "equivalent"]
"""Whether a loss beyond the margin is to be ruled out, or a change in either direction."""
ASKED = {
    "not worse": "May the candidate replace the baseline?",
    "equivalent": "Is the candidate equivalent to the baseline?",
}
MOST = 3
"""Checks that an answer tells one by one."""
EXIT = {"passed": 0, "failed": 1, "inconclusive": 3}


@dataclass(frozen=True, slots=True)
class Check(Record):
    """One measure on one slice: how far the candidate is from the baseline, and what follows.

    `low` and `high` are one-sided limits of the change in the better direction (positive: improved): `low` at the
    gate's level, `high` at a level that allows for the number of checks; both at the gate's level where the question
    is whether the two are equivalent. `needed` is how many rows would tell 4 times in 5 if the change is as observed.
    """

    measure: str
    slice: str
    status: Status
    baseline: float
    candidate: float
    change: float
    low: float
    high: float
    margin: float
    n: int
    needed: float
    test: str
    why: str = ""
    question: Question = "not worse"
    doubt: str = ""
    """Why its limits may not hold, where they may not."""

    @property
    def name(self) -> str:
        """The measure and the slice, fit to be printed."""
        return printable(f"{self.measure} for {self.slice}" if self.slice else self.measure)

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """What the check found, in one sentence."""
        if self.why:
            return f"{self.status}: {self.name}: {self.why}"
        scale, unit = in_units(self.measure)
        word = "worse" if self.change < 0 else "better"
        change, low, high = _alike(*(abs(x) * scale for x in (self.change, self.low, self.high)))
        allowed = "a loss" if self.question == "not worse" else "a change"
        rows = "row" if self.n == 1 else "rows"
        text = (
            f"{self.status}: {self.name} got {word} by {change}{unit} ({self._bound(word, low, high)}; "
            f"allowed is {allowed} of {self.margin * scale:.6g}{unit}; {self.test}, n = {self.n:,} {rows})"
        )
        if self.status == "inconclusive" and isfinite(self.needed):
            text += f"; if the change is as observed, roughly {int(self.needed):,} rows would tell 4 times in 5"
        return text

    def _bound(self, word: str, low: str, high: str) -> str:
        """What is certain of the change, as far as it matters to the answer."""
        if self.question == "equivalent" and self.status != "failed":
            worse, better = (
                f"{'worse' if x < 0 else 'better'} by {s}" for x, s in ((self.low, low), (self.high, high))
            )
            return f"between {worse} and {better} with confidence"
        if self.status == "failed":
            return f"by at least {high if word == 'worse' else low} with confidence"
        if self.status == "inconclusive":
            return f"a loss of {low} is not ruled out"
        if self.low >= 0:
            return f"by at least {low} with confidence"
        return f"{'' if word == 'worse' else 'worse '}by at most {low} with confidence"


def _alike(first: float, *others: float) -> list[str]:
    """Numbers with as many decimals as show two digits of how far the others are from the first."""
    apart = [abs(first - other) for other in others if isfinite(other) and other != first]
    digits = decimals(min(apart, default=0.0))
    return [number(value, digits) for value in (first, *others)]


@dataclass(frozen=True, slots=True)
class Gate(Record):
    """All checks of a gate; it passes only if every one of them does."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "gate"}
    also: ClassVar[dict[str, str]] = {"status": "status", "question": "question", "answers": "answers"}

    checks: tuple[Check, ...]
    level: float
    notes: tuple[str, ...] = ()
    seed: int = 0
    """The seed of whatever was drawn."""
    warnings: tuple[Note, ...] = ()
    """What guards have to say about comparing these models so."""
    accepted: dict[str, int] = field(default_factory=dict)
    """By code that was accepted (`accept=`): how many warnings that silenced."""
    forced: tuple[str, ...] = ()
    """Codes of the guards that refused when models were trained, and were overridden by force."""
    guesses: tuple[str, ...] = field(default=(), metadata=OPTIONAL)
    """What was not named and therefore guessed: columns, classes, thresholds."""
    version: str | None = field(default=None, metadata=OPTIONAL)
    """The version that gated."""

    @property
    def status(self) -> Status:
        """Failed if a check failed, else inconclusive if one is, else passed."""
        found = {check.status for check in self.checks}
        return "failed" if "failed" in found else "inconclusive" if "inconclusive" in found else "passed"

    @property
    def passed(self) -> bool:
        """Whether every check passed; a gate that is inconclusive did not."""
        return self.status == "passed"

    @property
    def question(self) -> Question:
        """What was asked of every check."""
        return self.checks[0].question if self.checks else "not worse"

    @property
    def asked(self) -> str:
        """The question in words."""
        if self.question == "equivalent":
            return "is the candidate equivalent to the baseline, within the margin in either direction?"
        return "is the candidate worse than the baseline by no more than the margin?"

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed, 3 inconclusive."""
        return EXIT[self.status]

    @property
    def told(self) -> list[str]:
        """What was forced, notes, guesses, warnings and what was accepted, line by line."""
        guessed = [f"guessed: {text}" for text in self.guesses]
        told = warned(self.warnings, self.accepted)
        return [*filter(None, [forced_words(self.forced)]), *self.notes, *guessed, *told]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Whether the candidate may replace the baseline, and how far to trust that."""
        words = {"passed": "Yes.", "failed": "No.", "inconclusive": "Not enough data to tell."}
        # What decides comes first: one check that fails, or does not tell, is the answer.
        decide = [check for check in self.checks if check.status == self.status]
        said = "; ".join(check.sentence().partition(": ")[2] for check in decide[:MOST])
        more = f"; {len(decide) - MOST} more" if len(decide) > MOST else ""
        stress = words[self.status]
        asked = ASKED[self.question]
        evidence = f"The question: {self.asked} Limits at {percent(self.level)} confidence."
        may = Answer(asked, f"{stress} {said}{more}.", evidence, stress)
        notes = by_severity(self.warnings)
        told = [f"{note.severity.capitalize()}: {note.text}" for note in notes]
        if not told:
            return (may,)
        counts = f"{counted(notes)}."
        return (may, Answer("How far to trust it?", f"{counts} {told[0]}", " ".join(told[1:]), counts))

    def table(self) -> Table:
        """Every check with its numbers; changes are in the better direction, `at least` and `at most` with confidence.

        `at most` is at a level that allows for the number of checks, unless the question is of equivalence.
        """
        allowed = "allowed loss" if self.question == "not worse" else "allowed change"
        units = {in_units(check.measure) for check in self.checks}
        # Of one measure sentence and table are in one unit; several have no unit in common.
        times, unit = units.pop() if len(units) == 1 else (1.0, "")
        gaps = ("change for the better", "at least", "at most", allowed)
        columns = (
            Column("check", "name"),
            *(Column(name, "number", 4) for name in ("baseline", "candidate")),
            *(Column(name, "number", times=times, unit=unit.strip()) for name in gaps),
            Column("result"),
        )
        rows = tuple(
            (
                c.name,
                c.baseline,
                c.candidate,
                c.change,
                c.low,
                c.high,
                c.margin,
                c.status,
                int(c.needed) if isfinite(c.needed) else None,
            )
            for c in self.checks
        )
        return Table("", (*columns, Column("rows that would tell, if as observed", "count")), rows, self.level)

    def markdown(self) -> str:
        """A summary for a pull request."""
        notes = [f"- {markdown_text(note)}" for note in self.told]
        head = [f"### Model gate: {self.status}", ""]
        for answer in self.answers:
            rest = markdown_text(answer.headline[len(answer.stress) :])
            head += [f"{answer.question} **{answer.stress}**{rest}", ""]
            head += [markdown_text(answer.evidence), ""] if answer.evidence else []
        return "\n".join([*head, self.table().to_markdown(), *notes]) + "\n" * bool(notes)

    def methods(self) -> Any:
        """The paragraph on methods that a paper needs, with references."""
        return renderer("methods")(self)

    def junit(self) -> str:
        """JUnit XML: a test case per check; an inconclusive one is an error, not a failure."""
        # It loads what speaks to servers.
        from xml.sax.saxutils import quoteattr

        failures = sum(c.status == "failed" for c in self.checks)
        errors = sum(c.status == "inconclusive" for c in self.checks)
        cases = []
        for c in self.checks:
            tag = {"failed": "failure", "inconclusive": "error"}.get(c.status)
            inside = f"<{tag} message={quoteattr(c.sentence())}/>" if tag else ""
            cases.append(f'<testcase classname="probative.gate" name={quoteattr(c.name)}>{inside}</testcase>')
        counts = f'tests="{len(self.checks)}" failures="{failures}" errors="{errors}"'
        head = f'<testsuite name="probative gate: {self.question}" {counts}>'
        notes = f"<system-out>{escape('; '.join((self.asked, *self.told)))}</system-out>"
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}{notes}</testsuite>\n'

    def _repr_html_(self) -> str:
        html: str = renderer("words html")(str(self), self.table())
        return html

    def __str__(self) -> str:
        asked = f"gate {self.status}: {self.asked}"
        return "\n".join([asked, *(check.sentence() for check in self.checks), *self.told])
