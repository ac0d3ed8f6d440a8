"""What a validation found: how far every interval and test holds, by setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from probative.findings import Column, Table
from probative.records import Record
from probative.validation.lines import ALARMED, COVERED, Coverage, FalseAlarms, Line


@dataclass(frozen=True, slots=True)
class Validation(Record):
    """Lines for intervals and for tests, and whatever has no truth in these worlds and was not judged.

    >>> line = Coverage("auc", "n 50", 0.8, 0.79, 0.9, 0.02, 0.08, 0.2, 0.0, "", "delong", 1000)
    >>> print(Validation("quick", 1000, 0, (line,), ()))
    quick grid: 0 of 1 intervals and 0 of 0 tests hold
    falls short: auc, n 50: covers 0.900, and nothing said so
    """

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "validation"}
    also: ClassVar[dict[str, str]] = {"holds": "holds", "told": "told"}

    grid: str
    replicates: int
    seed: int
    intervals: tuple[Coverage, ...]
    tests: tuple[FalseAlarms, ...]
    unjudged: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every interval and every test does."""
        return not self.failing()

    @property
    def told(self) -> bool:
        """Whether every interval and every test holds, or the output says that it may not."""
        return all(line.told for line in self.failing())

    def failing(self) -> tuple[Line, ...]:
        """The lines that do not hold: intervals that cover too little, tests that give too many false alarms."""
        lines: tuple[Line, ...] = (*self.intervals, *self.tests)
        return tuple(line for line in lines if not line.holds)

    def table(self, of: Literal["intervals", "tests"] = "intervals") -> Table:
        """Every line of the intervals, or of the tests."""
        return interval_table(self.intervals) if of == "intervals" else alarm_table(self.tests)

    def __str__(self) -> str:
        held = [sum(line.holds for line in lines) for lines in (self.intervals, self.tests)]
        intervals, tests = f"{held[0]} of {len(self.intervals)}", f"{held[1]} of {len(self.tests)}"
        head = f"{self.grid} grid: {intervals} intervals and {tests} tests hold"
        return "\n".join([head, *(f"falls short: {shortfall(line)}" for line in self.failing())])


def shortfall(line: Line) -> str:
    """A line in words: what, where, how far it is from what it should be, and whether the output says so.

    >>> shortfall(FalseAlarms("delong", "n 100", 0.12, 0.5, "", 0.0, "", 500, 0.08))
    'delong, n 100: false alarms 0.120, of which 0.040 are not doubted'
    """
    if isinstance(line, Coverage):
        found = f"covers {line.coverage:.3f}"
        left = f"{line.relied:.3f} hold or say that they may not" if line.warned else "nothing said so"
    else:
        found = f"false alarms {line.type_one:.3f}"
        left = f"of which {line.relied:.3f} are not doubted" if line.warned else "nothing said so"
    return f"{line.what}, {line.setting}: {found}, {'' if left.startswith('of') else 'and '}{left}"


def interval_table(lines: Sequence[Coverage]) -> Table:
    """Coverages as a table."""
    shares = ("coverage", "miss left", "miss right")
    columns = (
        *(Column(name) for name in ("what", "setting")),
        *(Column(name, "number") for name in ("truth", "mean estimate")),
        *(Column(name, "decimals") for name in shares),
        Column("mean width", "number"),
        *(Column(name, "decimals") for name in ("doubted", "held or doubted")),
        Column("none", "decimals"),
        Column("commonest reason"),
        Column("method"),
        Column("replicates", "count"),
        Column("holds"),
    )
    rows = tuple(
        (
            *(c.what, c.setting, c.truth, c.mean, c.coverage, c.left, c.right, c.width, c.said, c.relied),
            *(c.none, c.why, c.method, float(c.replicates), "yes" if c.holds else "no"),
        )
        for c in lines
    )
    note = (
        f"Holds: at least {COVERED:g} of the intervals hold the truth, within two Monte Carlo errors; or there is none."
        " Doubted: beside so many of them the output says that they may not hold."
    )
    return Table("Intervals", columns, rows, note=note)


def alarm_table(lines: Sequence[FalseAlarms]) -> Table:
    """Error rates as a table."""
    columns = (
        *(Column(name) for name in ("what", "setting")),
        Column("false alarms", "decimals"),
        Column("not doubted", "decimals"),
        Column("power", "decimals"),
        Column("alternative"),
        Column("none", "decimals"),
        Column("commonest reason"),
        Column("replicates", "count"),
        Column("holds"),
    )
    rows = tuple(
        (
            *(t.what, t.setting, t.type_one, t.relied, t.power, t.alternative),
            *(t.none, t.why, float(t.replicates), "yes" if t.holds else "no"),
        )
        for t in lines
    )
    note = f"Holds: at most {ALARMED:g} of the tests at 0.05 reject what is true, within two Monte Carlo errors."
    return Table("Tests", columns, rows, note=note)
