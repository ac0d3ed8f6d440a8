"""The inputs of an audited table: kinds, gaps, different values, and what each tells about the target alone."""

from __future__ import annotations

from probative.findings.column import Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.guards.audit.summary import Audit

ALONE = "Alone: how far a rule of this input alone gets from chance (0) to perfect (1), on halves it was not made from."
ESTIMATED = " Distinct values are estimates, right to some per cent."


def columns_table(findings: Evaluated) -> Table | None:
    """Every input with what an audit found about it; those that notes are about first.

    >>> import probative as pv
    >>> found = pv.audit({"x": [1.0, 2.0, None, 4.0], "y": ["a", "b", "a", "b"]}, target="y")
    >>> print(found.table("columns"))
    Inputs
    column  kind    missing  distinct  alone  notes
    x       number        1         3
    Alone: how far a rule of this input alone gets from chance (0) to perfect (1), on halves it was not made from.
    """
    audits = [Audit.from_dict(found) for found in findings.diagnostics if found.get("kind") == "audit"]
    rows = tuple(
        (one.name, one.kind, float(one.missing), float(one.distinct), one.alone, ", ".join(one.notes))
        for audit in audits
        for one in sorted(audit.columns, key=lambda column: not column.notes)
    )
    columns = (
        Column("column", "name"),
        Column("kind"),
        Column("missing", "count"),
        Column("distinct", "count"),
        Column("alone", "decimals", 3),
        Column("notes"),
    )
    note = ALONE + (ESTIMATED if any(audit.estimated for audit in audits) else "")
    return Table("Inputs", columns, rows, note=note) if rows else None
