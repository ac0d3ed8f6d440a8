"""Gaps that tell the target: whether a value is missing depends on the outcome."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Array
from probative.guards.audit.table import SEED, AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.stats import adjust

TELLING = Guard(
    "gaps-tell-target",
    "warning",
    "",
    "Whether an input is missing goes with the target (tests by column, adjusted after Holm, p below 0.002, and an "
    "association of at least 0.1; one row of each group, where groups are declared).",
    "Either the gap is information that will be there in use, and should be an input of its own, or the column was "
    "filled in after the outcome was known; and rows with gaps that are dropped take their targets with them.",
    "find out why values are missing; keep the gap as an indicator, or leave the column out",
)
ALPHA, LEAST = 0.002, 0.1
FEW = 5
"""Gaps, and values, below which nothing is said."""


def gaps_that_tell(table: AuditTable) -> Iterator[Note]:
    """Tests of every column that has gaps and values."""
    alone = _one_of_each(table)
    y = table.target_here[alone]
    tried = []
    for field in table.fields:
        gaps = field.missing[alone]
        if min(gaps.sum(), (~gaps).sum()) >= FEW:
            tried.append((field, *(_by_class(gaps, y, len(table.labels)) if table.classifies else _by_number(gaps, y))))
    if not tried:
        return
    adjusted = np.atleast_1d(adjust([p for _, p, _ in tried], method="holm"))
    for (field, _, effect), p in zip(tried, adjusted.tolist(), strict=True):
        if p < ALPHA and effect >= LEAST:
            share = field.facts.missing / table.rows_of_all
            yield TELLING(
                f"{field.name!r} is missing in {share:.1%} of rows, and that goes with {table.target!r} (association "
                f"{effect:.2f}, p {_p(p)} after Holm, {len(tried)} with gaps{table.about_sample(len(y))}).",
                table.say.run(drop=[field.name]),
                columns=[field.name],
                p=p,
                association=effect,
                missing=float(field.facts.missing),
            )


def _one_of_each(table: AuditTable) -> Array:
    """Indices into the sample: a row of every group, drawn at random, since rows of a group are no further evidence."""
    shuffled = np.random.default_rng(SEED).permutation(len(table.sample))
    _, first = np.unique(table.units[shuffled], return_index=True)
    return np.sort(shuffled[first])


def _p(p: float) -> str:
    return "< 0.0001" if p < 1e-4 else f"= {p:.4f}"


def _by_class(gaps: Array, y: Array, classes: int) -> tuple[float, float]:
    """Fisher's test for two classes, chi-squared for more (small classes together); and Cramér's V."""
    from scipy.stats import chi2_contingency, fisher_exact

    table = np.array([np.bincount(y[gaps], minlength=classes), np.bincount(y[~gaps], minlength=classes)], float)
    table = table[:, table.sum(axis=0) > 0]
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    small = expected.min(axis=0) < FEW
    if table.shape[1] > 2 and small.any():
        # Without enough expected rows the approximation does not hold.
        table = np.column_stack([table[:, ~small], table[:, small].sum(axis=1)])
    if table.shape[1] < 2:
        return 1.0, 0.0
    if table.shape[1] == 2:
        p = float(fisher_exact(table.astype(int)).pvalue)
    else:
        p = float(chi2_contingency(table, correction=False).pvalue)
    margin = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    return p, float(np.sqrt((((table - margin) ** 2) / margin).sum() / table.sum()))


def _by_number(gaps: Array, y: Array) -> tuple[float, float]:
    """Mann and Whitney's test, and the rank-biserial correlation."""
    from scipy.stats import mannwhitneyu

    found = mannwhitneyu(y[gaps], y[~gaps])
    return float(found.pvalue), abs(2 * float(found.statistic) / (gaps.sum() * (~gaps).sum()) - 1)
