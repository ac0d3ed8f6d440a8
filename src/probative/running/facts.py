"""Facts about the data that guard rails look at; what they mean is said there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from probative.evidence.arrays import Array
from probative.predictions.provenance import DataFacts
from probative.running.brought import Inputs
from probative.running.problem import Problem
from probative.running.target_inputs import target_columns


def data_facts(problem: Problem) -> DataFacts:
    """How the rows look: classes, groups, times, runs of labels, equal rows, columns scaled in advance."""
    groups = None if problem.groups is None else len(np.unique(problem.groups.astype(str)))
    copies = target_columns(problem.X, problem.codes, classifies=problem.classifies)
    facts = DataFacts(groups, problem.time is not None, target_columns=copies)
    if problem.classifies:
        sizes = np.bincount(problem.codes)
        classes = {str(label): int(size) for label, size in zip(problem.target.labels, sizes, strict=True)}
        facts = replace(facts, classes=classes, label_runs=int((np.diff(problem.codes) != 0).sum()) + 1)
    table = _table(problem.X)
    if table is not None:
        equal, scaled = _equal_rows(table, problem.codes), _scaled_columns(table)
        facts = replace(facts, equal_rows=equal, scaled_columns=scaled, columns=int(table.shape[1]))
    return facts


def _table(X: Inputs) -> Array | None:  # noqa: N803
    """The inputs as an array of numbers, where they are one or can be seen as one."""
    table = X if isinstance(X, np.ndarray) else X.to_numpy() if hasattr(X, "to_numpy") else None
    return table if table is not None and table.ndim == 2 and table.dtype.kind in "iufb" and table.size else None


def _equal_rows(table: Array, codes: Array) -> int:
    """Rows whose inputs and target occur more than once."""
    rows = np.ascontiguousarray(np.column_stack([table.astype(np.float64), codes.astype(np.float64)]) + 0.0)
    keys = rows.view(f"V{rows.shape[1] * 8}").ravel()
    _, counts = np.unique(keys, return_counts=True)
    return int(counts[counts > 1].sum())


def _scaled_columns(table: Array) -> int:
    """Columns with mean 0 and standard deviation 1 over all rows: scaled before the rows were split."""
    if len(table) < 10 or table.dtype.kind != "f":
        return 0
    with np.errstate(over="ignore", invalid="ignore"):
        means, spreads = table.mean(axis=0), table.std(axis=0)
    sample = spreads * np.sqrt(len(table) / (len(table) - 1))
    return int(((np.abs(means) < 1e-6) & ((np.abs(spreads - 1) < 1e-6) | (np.abs(sample - 1) < 1e-6))).sum())
