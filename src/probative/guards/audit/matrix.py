"""The inputs as one matrix of numbers, for checks that train a model or measure distances."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.guards.audit.field import Field
from probative.guards.audit.identifiers import names_rows, tells_time
from probative.guards.audit.table import AuditTable

INDICATORS = 50
"""Columns that one category is spread over, at most."""


def ordinary(table: AuditTable) -> list[Field]:
    """Inputs that say something about rows: not names, not times, not one value only."""
    n = table.rows_of_all
    return [f for f in table.fields if f.learnable and not names_rows(f, n) and not tells_time(f)]


def matrix(fields: list[Field], chosen: Array) -> Floats:
    """A column for each input, gaps filled with the median; codes of categories as they are, which trees can split."""
    columns = []
    for field in fields:
        values = field.values[chosen]
        gone = np.isnan(values)
        columns.append(np.where(gone, np.median(values[~gone]) if (~gone).any() else 0.0, values))
    return np.column_stack(columns) if columns else np.zeros((len(chosen), 0))


def spread_out(fields: list[Field], chosen: Array) -> Floats:
    """For distances: numbers in units of their spread, and categories as indicators, so that two differ by 1."""
    columns = []
    for field in fields:
        values = matrix([field], chosen)[:, 0]
        if field.kind == "category":
            # Of very many categories some share an indicator.
            shared = values % INDICATORS
            columns += [(shared == code) / np.sqrt(2) for code in np.unique(shared)]
            continue
        low, high = np.quantile(values, [0.05, 0.95])
        spread = (high - low) / 3.29 or values.std() or 1.0
        columns.append(values / spread)
    return np.column_stack(columns) if columns else np.zeros((len(chosen), 0))
