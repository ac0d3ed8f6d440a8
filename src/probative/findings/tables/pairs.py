"""Pairs of models: the difference with its interval, the test, p before and after adjustment, which one is better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isnan
from typing import Any

from probative.findings.column import Cell, Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.tables.models import at_level
from probative.inference import Estimate
from probative.inference.estimate import number_from_json

UNTOLD = "cannot tell"
"""What stands where a better model would be named."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two models as findings hold their comparison; what an older file does not say is empty."""

    a: str
    b: str
    measure: str
    better: str
    unit: str
    difference: Estimate
    test: str
    p: float
    p_adjusted: float
    winner: str | None
    plain: dict[str, Any]

    @classmethod
    def of(cls, plain: dict[str, Any], level: float) -> Pair:
        """The pair that a contest described."""
        found = {"level": level} | (plain.get("difference") or {})
        return cls(
            str(plain.get("a", "?")),
            str(plain.get("b", "?")),
            str(plain.get("measure") or "the measure"),
            str(plain.get("better") or "neither"),
            str(plain.get("unit") or "value"),
            Estimate.from_dict(found),
            str(plain.get("test") or "unknown"),
            number_from_json(plain.get("p")),
            number_from_json(plain.get("p_adjusted")),
            None if plain.get("winner") is None else str(plain["winner"]),
            plain,
        )

    @property
    def what(self) -> str:
        """What differs, in words."""
        if self.unit == "ranks":
            return f"average rank of {self.measure}"
        return f"chance of a higher {self.measure}" if self.unit == "chance" else self.measure

    @property
    def better_if(self) -> str | None:
        """Whether higher or lower is better of what differs; None where neither is."""
        if self.better == "neither":
            return None
        return "lower" if self.unit == "ranks" else self.better

    @property
    def favoured_above_zero(self) -> str | None:
        """The model that a positive difference speaks for; None where neither direction is better."""
        return None if self.better_if is None else self.a if self.better_if == "higher" else self.b

    @property
    def df(self) -> tuple[float, ...]:
        """Degrees of freedom: none, one, or two."""
        known = self.plain.get("df")
        return tuple(map(number_from_json, known if isinstance(known, list | tuple) else [known] if known else []))

    @property
    def unseen(self) -> float | None:
        """The smallest difference that this much data would show 4 times in 5, where it is known."""
        found = number_from_json(self.plain.get("detectable"))
        return found if found > 0 else None

    def cells(self, tested: bool = True) -> tuple[Cell, ...]:
        """The row of the table; without p-values where nothing was tested."""
        free = (*self.df, None, None)[:2]
        statistic = self.plain.get("statistic")
        p = (self.p, self.p_adjusted) if tested else (None, None)
        said = self.winner or ("neither direction is better" if self.better == "neither" else UNTOLD)
        return (
            *(self.a, self.b, self.what, self.better_if, self.difference, self.test),
            *(None if statistic is None else number_from_json(statistic), *free, *p),
            *(self.difference.n, said if tested else None, self.unseen),
        )


COLUMNS = (
    Column("a", "name"),
    Column("b", "name"),
    Column("measure"),
    Column("better if", beneath=True),
    Column("difference", "estimate", signed=True),
    Column("test"),
    Column("statistic", "number", beneath=True),
    Column("df", "number", 4, beneath=True),
    Column("df 2", "number", 4, beneath=True),
    Column("p", "p"),
    Column("adjusted p", "p"),
    Column("n", "count"),
    Column("better", "name"),
    Column("unseen below", "spread", beneath=True),
)


def pairs_of(contests: Iterable[dict[str, Any]], level: float) -> list[Pair]:
    """All pairs, those with the smallest adjusted p first."""
    known = [Pair.of(contest, level) for contest in contests]
    return sorted(known, key=lambda pair: tuple(inf if isnan(p) else p for p in (pair.p_adjusted, pair.p)))


def pairs_table(pairs: Sequence[Pair], adjustment: str = "", *, untested: Iterable[Pair] = ()) -> Table:
    """Every pair with its numbers; those that were not tested come after the others and have no p."""
    rows = [*(pair.cells() for pair in pairs), *(pair.cells(tested=False) for pair in untested)]
    levels = {cell.level for row in rows for cell in row if isinstance(cell, Estimate)}
    level = levels.pop() if len(levels) == 1 else None
    made = Table(_title(pairs, adjustment, level), COLUMNS, tuple(rows), level)
    # Few tests have a second number of degrees of freedom.
    return made if any(cell is not None for cell in made.column("df 2")) else made.without("df 2")


def _title(pairs: Sequence[Pair], adjustment: str, level: float | None) -> str:
    words, best = "Pairs of models", ""
    if len({(pair.what, pair.better_if) for pair in pairs}) == 1:
        words = f"{pairs[0].what}, pairs of models"
        best = f"; {pairs[0].better_if} is better" if pairs[0].better_if else ""
    adjusted = f"; p adjusted: {adjustment}" if adjustment else ""
    return f"{words}, first minus second{best}{adjusted}{'' if level is None else at_level(level)}"


def comparisons_table(findings: Evaluated) -> Table | None:
    """Every pair of models that was compared: difference, test, p before and after adjustment.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0], predicted=[1, 0], positive=1)
    >>> comparisons_table(found) is None
    True
    """
    adjustment = str((findings.about.get("verdict") or {}).get("adjustment") or "")
    pairs = pairs_of(findings.comparisons, findings.level)
    return pairs_table(pairs, adjustment) if pairs else None
