"""An audit: what is wrong with a table before anything is trained on it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace

from probative._version import __version__
from probative.errors import AmbiguousColumn
from probative.findings import Findings
from probative.findings.context import Context
from probative.guards import GUARDS, Note, by_severity
from probative.guards.audit.copies import copies
from probative.guards.audit.drift import drift
from probative.guards.audit.empty import empty_columns
from probative.guards.audit.future import future
from probative.guards.audit.identifiers import identifiers
from probative.guards.audit.missingness import gaps_that_tell
from probative.guards.audit.near_copies import near_copies
from probative.guards.audit.one_feature import one_feature, skill
from probative.guards.audit.order import order
from probative.guards.audit.parts import parts
from probative.guards.audit.perfect import too_good
from probative.guards.audit.reading import PASSES, audit_table
from probative.guards.audit.summing_up import summary
from probative.guards.audit.suspects import label_suspects
from probative.guards.audit.table import SEED, AuditTable
from probative.predictions import Predictions, read
from probative.predictions.target import Task
from probative.resampling.told_splits import Splits
from probative.sources import Limits, TableLike
from probative.sources.progress import progress

Check = Callable[[AuditTable], Iterator[Note]]
CHECKS: dict[str, Check] = {
    "columns without values, or with one": empty_columns,
    "columns that name rows, groups or times": identifiers,
    "columns later than the declared time": future,
    "exact copies within and across parts, and labels that disagree among them": copies,
    "near copies, by nearest neighbours": near_copies,
    "gaps that tell the target, adjusted over columns": gaps_that_tell,
    "rows in an order that matters": order,
    "rows, groups, times and classes across the splits": parts,
    "drift between parts, by adversarial validation": drift,
    "labels that are confidently denied out of fold": label_suspects,
}
"""What is looked for in the table alone, in words; further checks also need skills of columns, or predictions."""
ALONE, PERFECT = "columns that alone determine the target, on held-out halves", "results too good to be true"


def audit(
    table: TableLike,
    *,
    target: str,
    group: str | None = None,
    time: str | None = None,
    row: str | None = None,
    splits: Splits = None,
    predictions: TableLike | Predictions | None = None,
    task: Task | None = None,
    title: str | None = None,
    memory: str | float | None = None,
    spill: str | os.PathLike[str] | None = None,
) -> Findings:
    """Findings about a table before anything is trained on it: leaks, copies, order, gaps, drift, doubtful labels.

    `table` is a path, a frame or a dict of columns; `target`, `group`, `time` and `row` name columns. `splits` is a
    file (what `probative plan --indices` writes, or a column `part` with train and test), a column of the table, the
    part of every row, pairs of row numbers, or a plan ("10-fold stratified"). `predictions` (a table as `read` takes
    it) are looked at for results too good to be true; `task` says whether whole numbers are classes
    ("classification") or numbers ("regression"). Of a file with more rows than `memory` holds ("1GB" is usual), copies
    and facts are still of all rows; splits, groups and order are looked at in rows that are drawn. What the engine
    cannot hold goes to the folder `spill`.

    `notes` of the findings say what is wrong, with rows, columns and a command that mends it; `table("columns")` tells
    what each input is, and how much of the target it tells alone. Statistical checks are adjusted for their number: a
    table of noise raises nothing above a note in at least 95 of 100 cases.

    >>> import probative as pv
    >>> x = [float(i % 17) for i in range(60)]
    >>> found = pv.audit({"x": x, "row_id": list(range(60)), "y": [i % 7 < 3 for i in range(60)]}, target="y")
    >>> [(note.code, note.columns) for note in found.notes if note.severity != "note"]
    [('column-names-rows', ('row_id',))]
    """
    limits = Limits.of(memory, spill)
    said = None if predictions is None else _read(predictions, limits)
    notes: list[Note] = []
    with progress("reading", PASSES) as step:
        roles = {"group": group, "time": time, "row": row}
        ready = audit_table(table, target, **roles, splits=splits, task=task, limits=limits, step=step)
    skills: dict[str, float] = {}
    with progress("auditing", len(ready.fields) + len(CHECKS)) as step:
        for field in ready.fields:
            skills[field.name] = skill(field, ready.target_here, len(ready.labels), ready.units)
            step(1)
        notes += one_feature(ready, skills)
        for check in CHECKS.values():
            notes += check(ready)
            step(1)
    notes += too_good(ready, said)
    noted: dict[str, list[str]] = {}
    for note in notes:
        for name in note.columns:
            noted.setdefault(name, []).append(note.code)
    notes = [replace(note, remedy=f"{GUARDS[note.code].remedy}: {note.remedy}") for note in by_severity(notes)]
    checks = (*CHECKS, ALONE, *((PERFECT,) if said is not None else ()))
    found = summary(ready, skills, noted, checks)
    name = title or f"Audit of {ready.say.path or 'a table'} before training on {target}"
    about = Context(name, __version__)
    return Findings("audit", ready.n, 0.95, {}, seed=SEED, notes=tuple(notes), about=about).adding(found)


def _read(predictions: TableLike | Predictions, limits: Limits) -> Predictions:
    """The predictions; an audit does not ask which columns they are, so that their names must tell."""
    try:
        return read(predictions, memory=f"{limits.memory}B", spill=limits.spill)
    except AmbiguousColumn as error:
        remedy = "call it predicted or score, and the true values truth; in Python, pv.read(...) takes any names"
        raise AmbiguousColumn(error.what, found=error.found, remedy=remedy) from error
