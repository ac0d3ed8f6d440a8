"""Numbers whose thousands are parted: 10,036.30 and 10.036,30 and 10 036,30 are 10036.3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from probative.sources.decimal_commas import pointed_relation
from probative.sources.headers import Options
from probative.sources.spellings import rewritten, spelled_like
from probative.sources.sql import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


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


DOTTED = r"[+-]?(\d{1,3}|[1-9]\d{0,2}(\.\d{3})+)"
"""A whole number whose thousands are parted by points, or one below a thousand."""


def dotted(
    connection: DuckDBPyConnection, pattern: str, options: Options, relation: DuckDBPyRelation, decimal: str | None
) -> tuple[DuckDBPyRelation, tuple[str, ...]]:
    """The relation in which 143.258, which was taken for a fraction, is 143258 where decimals have commas; and names.

    They have where that was named, or where another column of the file says so and none has fractions with a point. Of
    fractions some would have fewer decimals, or be less than 1.
    """
    types = dict(zip(relation.columns, map(str, relation.types), strict=True))
    doubles = [name for name, kind in types.items() if kind == "DOUBLE"]
    if decimal == "." or not doubles or not (decimal == "," or _commas_before_decimals(relation)):
        return relation, ()
    plain: dict[str, Any] = {key: value for key, value in options.items() if key != "auto_type_candidates"}
    written = connection.read_csv(pattern, **(plain | {"all_varchar": True}))
    if written.columns != relation.columns:
        return relation, ()
    numbers = written.project(", ".join(map(quoted, doubles)))
    parted = spelled_like(numbers, DOTTED, some=r".*\..*")
    others = [name for name in doubles if name not in parted]
    if not parted or (decimal is None and others and _have_points(written.project(", ".join(map(quoted, others))))):
        return relation, ()
    made = {name: f"replace({quoted(name)}, '.', '')" if name in parted else quoted(name) for name in types}
    return written.project(
        ", ".join(f"CAST({made[name]} AS {kind}) AS {quoted(name)}" for name, kind in types.items())
    ), parted


def _have_points(numbers: DuckDBPyRelation) -> bool:
    """Whether a number has a decimal point."""
    return bool(spelled_like(numbers, ".*", some=r".*\..*"))


def _commas_before_decimals(relation: DuckDBPyRelation) -> bool:
    """Whether a column of text holds numbers with decimal commas, such as 0,5 or 10.036,30."""
    european = SPELLINGS[1]
    return bool(pointed_relation(relation)[1] or spelled_like(relation, european.number, some=european.certain))


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
