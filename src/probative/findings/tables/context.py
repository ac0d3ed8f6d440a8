"""Tables of what surrounds the measures: notes and definitions."""

from __future__ import annotations

from probative.errors import UnknownMeasure
from probative.evidence import ClassScores, ConfusionMatrix
from probative.findings.column import Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.text import percent
from probative.measurement import Measure, find, measures


def notes_table(findings: Evaluated) -> Table | None:
    """What a reader of the numbers must know, the worst first.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 1, 1], scores=[0.2, 0.5, 0.9])
    >>> notes_table(found).names
    ('severity', 'code', 'model', 'message', 'remedy')
    """
    columns = tuple(Column(name) for name in ("severity", "code", "model", "message", "remedy"))
    rows = tuple((note.severity, note.code, note.model or "", note.message, note.remedy) for note in findings.notes)
    return Table("Notes", columns, rows) if rows else None


def method_table(findings: Evaluated) -> Table | None:
    """What each measure is, how its interval was made, and what to beware of.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], predicted=[1, 0, 1, 1], positive=1)
    >>> method_table(found).rows[0][:4]
    ('accuracy', 'Share of all rows that were predicted rightly.', '(TP + TN) / n', 'wilson')
    """
    used: dict[str, dict[str, None]] = {}
    for model in findings.models.values():
        for found in (model.measures, *model.classes.values()):
            for name, estimate in found.items():
                used.setdefault(name, {}).update({estimate.method: None} if estimate.method else {})
    several = any(model.classes for model in findings.models.values())
    interval = f"{percent(findings.level)} interval"
    columns = tuple(Column(name) for name in ("measure", "definition", "formula", interval, "caution"))
    rows = tuple(_facts(name, ", ".join(methods) or "none", several) for name, methods in used.items())
    return Table("Definitions, formulas and interval methods", columns, rows) if rows else None


def _facts(name: str, methods: str, several: bool) -> tuple[str, ...]:
    known = _definition(name, several=several)
    if known is None:
        return name, "not known to this release", "", methods, ""
    return name, known.doc.splitlines()[0], known.formula, methods, known.caution


def _definition(name: str, *, several: bool) -> Measure | None:
    """The measure as it was computed here: some have one formula for two classes and one for several."""
    try:
        known = find(name)
    except UnknownMeasure:
        return None
    kinds = (ConfusionMatrix, ClassScores) if several else ()
    return next((m for m in measures() if m.name == known.name and m.needs in kinds), known)
