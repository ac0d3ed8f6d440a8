"""What a gate found: its checks in numbers, in sentences, as Markdown and as JUnit XML."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import Any, ClassVar, Literal
from xml.sax.saxutils import quoteattr

from probative.errors import printable
from probative.findings import Column, Table
from probative.findings.contest import points
from probative.findings.text import number
from probative.inference.estimate import decimals
from probative.records import Record

Status = Literal["passed", "failed", "inconclusive"]
EXIT = {"passed": 0, "failed": 1, "inconclusive": 3}


@dataclass(frozen=True, slots=True)
class Check(Record):
    """One measure on one slice: how far the candidate is from the baseline, and what follows.

    `low` and `high` are one-sided limits of the change in the better direction (positive: improved): `low` at the
    gate's level, `high` at a level that allows for the number of checks.
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

    @property
    def name(self) -> str:
        """The measure and the slice, fit to be printed."""
        return printable(f"{self.measure} for {self.slice}" if self.slice else self.measure)

    def sentence(self) -> str:
        """What the check found, in one sentence."""
        if self.why:
            return f"{self.status}: {self.name}: {self.why}"
        scale, unit = points(self.measure)
        turn, word, bound = (-scale, "worse", "at most") if self.change < 0 else (scale, "better", "at least")
        change, low = _alike(self.change * turn, self.low * turn)
        text = (
            f"{self.status}: {self.name} got {word} by {change}{unit} (by {bound} {low} with confidence; "
            f"allowed is a loss of {self.margin * scale:.6g}; {self.test}, n = {self.n:,})"
        )
        if self.status == "inconclusive" and isfinite(self.needed):
            text += f"; about {int(self.needed):,} rows would tell"
        return text


def _alike(first: float, second: float) -> tuple[str, str]:
    """Two numbers with as many decimals as show two digits of their distance."""
    digits = decimals(abs(first - second))
    return number(first, digits), number(second, digits)


@dataclass(frozen=True, slots=True)
class Gate(Record):
    """All checks of a gate; it passes only if every one of them does."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "gate"}
    also: ClassVar[dict[str, str]] = {"status": "status"}

    checks: tuple[Check, ...]
    level: float
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        """Failed if a check failed, else inconclusive if one is, else passed."""
        found = {check.status for check in self.checks}
        return "failed" if "failed" in found else "inconclusive" if "inconclusive" in found else "passed"

    @property
    def exit_code(self) -> int:
        """0 passed, 1 failed, 3 inconclusive."""
        return EXIT[self.status]

    def table(self) -> Table:
        """Every check with its numbers; changes are in the better direction, and `at least` is with confidence."""
        numbers = ("baseline", "candidate", "change for the better", "at least", "allowed loss")
        columns = (Column("check", "name"), *(Column(name, "number", 4) for name in numbers), Column("result"))
        rows = tuple(
            (
                c.name,
                c.baseline,
                c.candidate,
                c.change,
                c.low,
                c.margin,
                c.status,
                int(c.needed) if isfinite(c.needed) else None,
            )
            for c in self.checks
        )
        return Table("", (*columns, Column("rows that would tell", "count")), rows, self.level)

    def markdown(self) -> str:
        """A summary for a pull request."""
        notes = [f"- {note}" for note in self.notes]
        return "\n".join([f"### Model gate: {self.status}", "", self.table().to_markdown(), *notes]) + "\n" * bool(
            notes
        )

    def junit(self) -> str:
        """JUnit XML: a test case per check; an inconclusive one is an error, not a failure."""
        failures = sum(c.status == "failed" for c in self.checks)
        errors = sum(c.status == "inconclusive" for c in self.checks)
        cases = []
        for c in self.checks:
            tag = {"failed": "failure", "inconclusive": "error"}.get(c.status)
            inside = f"<{tag} message={quoteattr(c.sentence())}/>" if tag else ""
            cases.append(f'<testcase classname="probative.gate" name={quoteattr(c.name)}>{inside}</testcase>')
        head = f'<testsuite name="probative gate" tests="{len(self.checks)}" failures="{failures}" errors="{errors}">'
        notes = f"<system-out>{escape('; '.join(self.notes))}</system-out>"
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{"".join(cases)}{notes}</testsuite>\n'

    def __str__(self) -> str:
        return "\n".join([f"gate {self.status}", *(check.sentence() for check in self.checks), *self.notes])
