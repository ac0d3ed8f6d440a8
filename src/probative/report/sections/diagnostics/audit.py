"""An audit of data on the page: what was looked for on which rows, the classes, and every input."""

from __future__ import annotations

from probative.findings import Column, Findings, Table
from probative.guards.audit.summary import Audit
from probative.records import Document
from probative.report.tables import folded_table
from probative.report.words import sentence, short, text

MOST = 60
"""Inputs in view."""


def audit_result(found: Document) -> str:
    """Everything about one audited table; its notes stand at the head of the page."""
    audit = Audit.from_dict(found)
    alone = Findings("audit", audit.n, 0.95, {}, diagnostics=(found,)).table("columns")
    return f"<p>{_how(audit)}</p>{_classes(audit)}{folded_table(alone, MOST, 'inputs')}{_checks(audit)}"


def _how(audit: Audit) -> str:
    """On which rows the audit rests."""
    looked = f"a sample of {audit.sample:,} rows (seed {audit.seed})" if audit.sample < audit.n else "all rows"
    parts = [
        f"{audit.n:,} rows were audited before any training, for {short(audit.target)}. Facts about columns, copies "
        f"and columns with a role are of all rows; inputs were judged on {looked}.",
    ]
    if audit.held is not None:
        parts[0] = f"{audit.n:,} rows were audited before any training, for {short(audit.target)}; inputs on {looked}."
        parts.append(audit.about_held())
    if audit.splits:
        sizes = ", ".join(f"{train:,} / {test:,}" for train, test in audit.splits[:5])
        parts.append(f"Splits (training / test rows): {sizes}{' and more' * (len(audit.splits) > 5)}.")
    if audit.roles:
        parts.append(
            "Declared: " + ", ".join(f"{text(word)} {short(name)}" for word, name in audit.roles.items()) + "."
        )
    return " ".join(parts)


def _classes(audit: Audit) -> str:
    if not audit.classes:
        return ""
    rows = tuple((label, float(size), size / audit.n) for label, size in audit.classes.items())
    columns = (Column("class", "name"), Column("rows", "count"), Column("share", "share"))
    return folded_table(Table("Classes", columns, rows), 20, "classes")


def _checks(audit: Audit) -> str:
    items = "".join(f"<li>{sentence(check)}</li>" for check in audit.checks)
    return f"<p>Looked for:</p><ul>{items}</ul>" if items else ""
