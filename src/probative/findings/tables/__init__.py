"""Every table that findings hold, by name."""

from __future__ import annotations

from collections.abc import Callable

from probative.errors import BadParameter
from probative.findings.table import Table
from probative.findings.tables.columns import columns_table
from probative.findings.tables.comparisons import comparisons_table
from probative.findings.tables.confusion import confused_table, confusion_table
from probative.findings.tables.context import method_table, notes_table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.tables.folds import resampling_table
from probative.findings.tables.heterogeneity import heterogeneity_table
from probative.findings.tables.information import information_table
from probative.findings.tables.matrix import matrix_table, transposed_matrix_table
from probative.findings.tables.models import classes_table, measures_table, slices_table
from probative.findings.tables.roc_points import roc_points_table
from probative.findings.tables.thresholds import thresholds_table

TABLES: dict[str, Callable[[Evaluated], Table | None]] = {
    "measures": measures_table,
    "classes": classes_table,
    "confusion": confusion_table,
    "matrix": matrix_table,
    "matrix-transposed": transposed_matrix_table,
    "information": information_table,
    "roc-points": roc_points_table,
    "confused": confused_table,
    "thresholds": thresholds_table,
    "slices": slices_table,
    "heterogeneity": heterogeneity_table,
    "comparisons": comparisons_table,
    "resampling": resampling_table,
    "columns": columns_table,
    "notes": notes_table,
    "method": method_table,
}
"""By name, what makes the table; None where these findings have nothing to put into it."""


def table_of(findings: Evaluated, name: str) -> Table:
    """The table of that name.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=["a", "b", "c", "c"], predicted=["a", "b", "c", "a"])
    >>> table_of(found, "classes").title
    'Each class against the rest; intervals at 95 %'
    """
    maker = TABLES.get(name)
    table = None if maker is None else maker(findings)
    if table is None:
        what = "there is no table" if maker is None else "these findings have no table"
        raise BadParameter(f"{what} {name!r}.", remedy=f"one of those there are: {', '.join(table_names(findings))}")
    return table


def table_names(findings: Evaluated) -> list[str]:
    """The names of the tables that these findings have.

    >>> import probative as pv
    >>> table_names(pv.evaluate(truth=[1.5, 2.5, 4.0, 5.5], predicted=[1.0, 2.0, 4.5, 5.0]))
    ['measures', 'notes', 'method']
    """
    return [name for name, maker in TABLES.items() if maker(findings) is not None]
