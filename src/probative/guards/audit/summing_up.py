"""From the table under audit to what findings keep of it."""

from __future__ import annotations

from probative.guards.audit.summary import Audit, AuditedColumn
from probative.guards.audit.table import SEED, AuditTable


def made_columns(table: AuditTable, skills: dict[str, float], noted: dict[str, list[str]]) -> tuple[AuditedColumn, ...]:
    """The inputs, in the order of the table."""
    return tuple(
        AuditedColumn(
            field.name,
            field.kind,
            field.facts.missing,
            field.facts.distinct,
            skills[field.name] if skills.get(field.name) == skills.get(field.name) else None,
            tuple(dict.fromkeys(noted.get(field.name, ()))),
        )
        for field in table.fields
    )


def summary(table: AuditTable, skills: dict[str, float], noted: dict[str, list[str]], checks: tuple[str, ...]) -> Audit:
    """What findings keep."""
    sizes = {str(label): int(size) for label, size in zip(table.labels, _sizes(table), strict=True)}
    roles = {"group": table.group_name, "time": table.time_name}
    return Audit(
        table.target,
        table.task,
        table.n,
        len(table.sample),
        SEED,
        made_columns(table, skills, noted),
        sizes,
        tuple((len(pair.train), len(pair.test)) for pair in table.pairs),
        {word: name for word, name in roles.items() if name is not None},
        table.estimated,
        checks,
        len(table.y) if table.memory else None,
        table.memory,
    )


def _sizes(table: AuditTable) -> list[int]:
    return [] if table.sizes is None else table.sizes.tolist()
