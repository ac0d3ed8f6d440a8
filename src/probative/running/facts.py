"""Facts about data and plan that guard rails look at; what they mean is said there."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.evidence.arrays import Array
from probative.resampling import Bootstrap, LeaveOneOut, LeavePairOut, Nested, Plan
from probative.resampling.draws import MonteCarlo, ThreeWay
from probative.resampling.given import Given
from probative.running.problem import Problem

SPLITTERS = {
    **dict.fromkeys(("KFold", "StratifiedKFold", "GroupKFold", "StratifiedGroupKFold"), "k-fold"),
    **dict.fromkeys(("ShuffleSplit", "StratifiedShuffleSplit", "GroupShuffleSplit"), "monte-carlo"),
    "LeaveOneOut": "leave-one-out",
}
"""What scikit-learn's splitters are called here."""


def plan_facts(plan: Plan, problem: Problem) -> dict[str, Any]:
    """What kind of scheme it is."""
    outer = plan.outer if isinstance(plan, Nested) else plan
    kind = _kind(outer)
    return {
        "kind": kind,
        "k": plan.count(problem.rows) if isinstance(outer, Given) and kind == "k-fold" else getattr(outer, "k", None),
        "stratified": bool(plan.stratified),
        "grouped": bool(plan.grouped),
        "shuffled": bool(plan.shuffled),
        "ordered": bool(plan.ordered),
        "nested": isinstance(plan, Nested | ThreeWay),
        "splits": plan.count(problem.rows),
    }


def _kind(plan: Plan) -> str:
    if isinstance(plan, Given):
        kind = SPLITTERS.get(type(plan.splitter).__name__, "other")
        return "hold-out" if kind == "monte-carlo" and plan.fixed_count == 1 else kind
    if isinstance(plan, MonteCarlo):
        return "monte-carlo" if plan.repeats > 1 else "hold-out"
    kinds = {LeaveOneOut: "leave-one-out", LeavePairOut: "leave-pair-out", Bootstrap: "bootstrap", ThreeWay: "hold-out"}
    return kinds.get(type(plan), "k-fold" if hasattr(plan, "k") and not plan.ordered else "other")


def data_facts(problem: Problem) -> dict[str, Any]:
    """How the rows look: classes, groups, times, runs of labels, equal rows, columns scaled in advance."""
    facts: dict[str, Any] = {
        "groups": None if problem.groups is None else len(np.unique(problem.groups.astype(str))),
        "timed": problem.time is not None,
    }
    if problem.classifies:
        sizes = np.bincount(problem.codes)
        facts["classes"] = {str(label): int(size) for label, size in zip(problem.target.labels, sizes, strict=True)}
        facts["label_runs"] = int((np.diff(problem.codes) != 0).sum()) + 1
    table = _table(problem.X)
    if table is not None:
        facts["equal_rows"] = _equal_rows(table, problem.codes)
        facts["scaled_columns"] = _scaled_columns(table)
        facts["columns"] = int(table.shape[1])
    return facts


def _table(X: Any) -> Array | None:  # noqa: N803
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
