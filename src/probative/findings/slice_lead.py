"""The lead in each slice: how far one model is ahead of another there, and whether the leads differ by column."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

from probative.records import Record


@dataclass(frozen=True, slots=True)
class SliceLead(Record):
    """The paired difference a - b on the rows that share a value of a column, with the interval of that slice alone."""

    by: str
    value: Any
    a: str
    b: str
    measure: str
    n: float
    difference: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LeadTest(Record):
    """Whether the leads differ between the slices of a column: Cochran's Q; p adjusted for all columns (Holm)."""

    by: str
    measure: str
    slices: int
    statistic: float = nan
    df: float = nan
    p: float = nan
    p_adjusted: float = nan
