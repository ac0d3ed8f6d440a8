"""Numbers whose thousands are parted: 10,036.30 and 10.036,30 and 10 036,30 are 10036.3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from probative.sources.spellings import rewritten, spelled_like

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a country writes large numbers: the mark between thousands, as a pattern, and the one before decimals."""

    between: str
    decimal: str

    @property
    def number(self) -> str:
        """Any number in this spelling, large or small."""
        return rf"[+-]?(\d{{1,3}}({self.between}\d{{3}})+|\d+)({self.decimal}\d+)?"

    @property
    def certain(self) -> str:
        """One that can be nothing else: with both marks, or several between thousands."""
        parted = rf"[+-]?\d{{1,3}}({self.between}\d{{3}})"
        return rf"{parted}+{self.decimal}\d+|{parted}{{2,}}"


SPELLINGS = (
    Spelling(",", r"\."),
    Spelling(r"\.", ","),
    Spelling("[ \u00a0\u202f\u2019'']", "[.,]"),
)
"""English, that of most of Europe, and that of France and Switzerland."""


def joined(relation: DuckDBPyRelation, decimal: str | None = None) -> tuple[DuckDBPyRelation, tuple[str, ...]]:
    """The relation with such columns as numbers, and their names.

    One value at least must leave no doubt, unless the sign before decimals is named.

    >>> import duckdb
    >>> table, names = joined(duckdb.sql("SELECT * FROM (VALUES ('1,036.5', '1,036'), ('-7', '2')) AS t(price, other)"))
    >>> table.fetchall(), names
    ([(1036.5, '1,036'), (-7.0, '2')], ('price',))
    """
    every: tuple[str, ...] = ()
    for spelling in SPELLINGS:
        named = decimal is not None and decimal in spelling.decimal
        if decimal is not None and not named:
            continue
        names = spelled_like(relation, spelling.number, some=None if named else spelling.certain)
        plain = f"replace(regexp_replace({{column}}, '{spelling.between}', '', 'g'), ',', '.')"
        relation = rewritten(relation, names, f"CAST({plain} AS DOUBLE)")
        every += names
    return relation, every
