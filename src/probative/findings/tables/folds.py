"""The table of models that were trained again and again: means of folds beside pooled values."""

from __future__ import annotations

from math import isnan

from probative.findings.column import Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.tables.models import estimates
from probative.findings.text import at_level

COLUMNS = (
    Column("model", "name"),
    Column("measure"),
    *estimates(("mean of folds", "pooled")),
    Column("sd of folds", "spread"),
    Column("sd of repeats", "spread"),
    Column("undefined folds", "count"),
)
NOTE = (
    "Intervals of fold means allow for overlapping training sets; those of pooled values let the test rows vary, "
    "each counted once."
)


def resampling_table(findings: Evaluated) -> Table | None:
    """Means over folds beside pooled values, with what varies; a spread that was not observed is left empty.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0], predicted=[1, 0], positive=1)
    >>> resampling_table(found) is None
    True
    """
    rows = tuple(
        (
            name,
            measure,
            *(found.fold_mean, found.pooled),
            *(None if isnan(spread) else spread for spread in (found.within, found.between)),
            found.undefined,
        )
        for name, model in findings.models.items()
        for measure, found in model.resampling.items()
    )
    plan = findings.about.description or "Under resampling"
    note = " ".join(filter(None, (NOTE, _expected(findings), _tested(findings))))
    return Table(plan + at_level(findings.level), COLUMNS, rows, findings.level, note) if rows else None


def _expected(findings: Evaluated) -> str:
    """Which models the values are right for: those of the training parts, not one of all rows."""
    found = next((part for model in findings.models.values() for part in model.resampling.values()), None)
    words = "" if found is None else found.nearly_unbiased
    return f"Values are {words}, and so a little pessimistic for a model of all rows." if words else ""


def _tested(findings: Evaluated) -> str:
    """How often rows were tested; and trained on, where that differs from row to row."""
    tested, trained = findings.about.tested, findings.about.trained
    told = [tested] if tested is not None else []
    if trained is not None and len(trained.by_times) > 1:
        told.append(trained)
    return " ".join(f"{use.sentence()[:1].upper()}{use.sentence()[1:]}." for use in told)
