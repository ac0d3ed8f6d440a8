"""Tables of what surrounds the measures: comparisons, folds, notes, definitions."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from probative.errors import UnknownMeasure
from probative.evidence import ClassScores, ConfusionMatrix
from probative.findings.table import Table
from probative.findings.tables.cells import at_level, cell, count, filled, short
from probative.measurement import Measure, find, measures

if TYPE_CHECKING:
    from probative.findings.findings import Findings


def comparisons_table(findings: Findings) -> Table | None:
    """Every pair of models that was compared: difference, test, p before and after adjustment.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0], predicted=[1, 0], positive=1)
    >>> comparisons_table(found) is None
    True
    """
    rows = []
    levels = {contest.result.level for contest in findings.comparisons}
    for contest in findings.comparisons:
        test, gap = contest.result, contest.difference
        rows.append(
            (
                contest.a,
                contest.b,
                contest.measure + ("" if contest.unit == "value" else f" ({contest.unit})"),
                cell(gap) + ("" if len(levels) == 1 else f" at {gap.level * 100:g} %"),
                test.method,
                *(short(number) for number in (test.statistic, test.p, contest.p_adjusted)),
                "" if gap.n is None else count(gap.n),
                contest.winner or "cannot tell",
            )
        )
    level = levels.pop() if len(levels) == 1 else None
    columns = ("a", "b", "measure", "a - b", "test", "statistic", "p", "adjusted p", "n", "better")
    title = "Pairs of models" + ("" if level is None else at_level(level))
    return filled(title, columns, rows, "lllrlrrrrl", level)


def resampling_table(findings: Findings) -> Table | None:
    """Means over folds beside pooled values, with what varies; a spread that was not observed is left empty.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0], predicted=[1, 0], positive=1)
    >>> resampling_table(found) is None
    True
    """
    rows = [
        (
            name,
            measure,
            *(cell(estimate) for estimate in (found.fold_mean, found.pooled)),
            *("" if isnan(spread) else short(spread) for spread in (found.within, found.between)),
            str(found.undefined),
        )
        for name, model in findings.models.items()
        for measure, found in model.resampling.items()
    ]
    columns = ("model", "measure", "mean of folds", "pooled", "sd of folds", "sd of repeats", "undefined folds")
    plan = findings.about.description or "Under resampling"
    return filled(plan + at_level(findings.level), columns, rows, "ll", findings.level)


def notes_table(findings: Findings) -> Table | None:
    """What a reader of the numbers must know, the worst first.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 1, 1], scores=[0.2, 0.5, 0.9])
    >>> notes_table(found).columns
    ('severity', 'code', 'model', 'message', 'remedy', 'requirement')
    """
    rows = [
        (note.severity, note.code, note.model or "", note.message, note.remedy, note.requirement)
        for note in findings.notes
    ]
    return filled("Notes", ("severity", "code", "model", "message", "remedy", "requirement"), rows, "llllll")


def method_table(findings: Findings) -> Table | None:
    """What each measure is, and how its interval was made.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], predicted=[1, 0, 1, 1], positive=1)
    >>> method_table(found).rows[0]
    ('accuracy', 'Share of all rows that were predicted rightly.', '(TP + TN) / n', 'wilson')
    """
    used: dict[str, dict[str, None]] = {}
    for model in findings.models.values():
        for found in (model.measures, *model.classes.values()):
            for name, estimate in found.items():
                used.setdefault(name, {}).update({estimate.method: None} if estimate.method else {})
    several = any(model.classes for model in findings.models.values())
    rows = []
    for name, methods in used.items():
        known = _definition(name, several=several)
        facts = ("not known to this release", "") if known is None else (known.doc.splitlines()[0], known.formula)
        rows.append((name, *facts, ", ".join(methods) or "none"))
    columns = ("measure", "definition", "formula", f"{findings.level * 100:g} % interval")
    return filled("Definitions, formulas and interval methods", columns, rows, "llll")


def _definition(name: str, *, several: bool) -> Measure | None:
    """The measure as it was computed here: some have one formula for two classes and one for several."""
    try:
        known = find(name)
    except UnknownMeasure:
        return None
    kinds = (ConfusionMatrix, ClassScores) if several else ()
    return next((m for m in measures() if m.name == known.name and m.needs in kinds), known)
