"""Whole numbers in text files that have more digits than the engine's guess of a type can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from probative.evidence.arrays import EXACT
from probative.sources.headers import Options
from probative.sources.sql import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


def exact_relation(
    connection: DuckDBPyConnection, pattern: str, options: Options, relation: DuckDBPyRelation
) -> DuckDBPyRelation:
    """The relation in which integers beyond 64 bits, which were taken for floats, have all their digits again."""
    types = zip(relation.columns, map(str, relation.types), strict=True)
    doubles = [name for name, dtype in types if dtype == "DOUBLE"]
    if not doubles:
        return relation
    largest = relation.aggregate(", ".join(f"max(abs({quoted(name)}))" for name in doubles)).fetchall()[0]
    long = [name for name, top in zip(doubles, largest, strict=True) if top is not None and top >= EXACT]
    if not long:
        return relation
    plain: dict[str, Any] = {key: value for key, value in options.items() if key != "auto_type_candidates"}
    written = connection.read_csv(pattern, **(plain | {"all_varchar": True}))
    facts = ", ".join(
        f"bool_and(regexp_full_match(trim({quoted(name)}), '[+-]?[0-9]+')), max(length({quoted(name)}))"
        for name in long
    )
    found = written.aggregate(facts).fetchall()[0]
    whole = {name: found[2 * i + 1] for i, name in enumerate(long) if found[2 * i]}
    if not whole:
        return relation
    # 38 digits are what the engine's longest integers hold; longer ones stay text, which no digit is lost of.
    kinds = dict(zip(relation.columns, map(str, relation.types), strict=True))
    kinds |= {name: "HUGEINT" if size <= 38 else "VARCHAR" for name, size in whole.items()}
    return written.project(
        ", ".join(f"CAST({quoted(name)} AS {kind}) AS {quoted(name)}" for name, kind in kinds.items())
    )
