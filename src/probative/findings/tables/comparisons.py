"""The table of all pairs that were compared."""

from __future__ import annotations

from probative.findings.pairs import ordered, pairs_table
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated


def comparisons_table(findings: Evaluated) -> Table | None:
    """Every pair of models that was compared: difference, test, p before and after adjustment.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0], predicted=[1, 0], positive=1)
    >>> comparisons_table(found) is None
    True
    """
    verdict = findings.about.verdict
    pairs = ordered(findings.comparisons)
    return pairs_table(pairs, "" if verdict is None else verdict.adjustment) if pairs else None
