"""The table of whether slices differ."""

from __future__ import annotations

from math import isnan

from probative.findings.column import Column
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated

COLUMNS = (
    Column("column", "name"),
    Column("model", "name"),
    Column("measure"),
    Column("slices", "count"),
    Column("statistic", "number"),
    Column("df", "number", 4, beneath=True),
    Column("p", "p"),
    Column("adjusted p", "p"),
    Column("differs"),
    Column("test", beneath=True),
    Column("why", beneath=True),
)


def heterogeneity_table(findings: Evaluated) -> Table | None:
    """Whether measures differ between the slices of a column: test, p before and after adjustment.

    >>> import probative as pv
    >>> table = {"y": [1, 0] * 20, "pred": [1, 0] * 10 + [0, 1] * 10, "site": ["n"] * 20 + ["s"] * 20}
    >>> found = pv.evaluate(table, truth="y", predicted="pred", positive=1, by="site")
    >>> next(heterogeneity_table(found).shown())[:5]
    ('site', 'model', 'accuracy', '2', '40')
    """
    rows = tuple(
        (
            *(one.by, one.model, one.measure, one.slices),
            *(None if isnan(one.statistic) else one.statistic, None if isinstance(one.df, tuple) else one.df),
            *(one.p, one.p_adjusted),
            None if isnan(one.p) else "yes" if one.p_adjusted <= 1 - findings.level else "cannot tell",
            *(one.method, one.why),
        )
        for one in findings.heterogeneity
    )
    title = "Does a measure differ between the values of a column? p adjusted for all measures and columns (holm)"
    return Table(title, COLUMNS, rows) if rows else None
