"""Heterogeneity: whether a measure differs between the slices of a column, in numbers and in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isnan, nan
from typing import ClassVar

from probative.findings.text import p_value, significant
from probative.records import Record
from probative.stats.meaning import rejected
from probative.stats.result import Freedom


@dataclass(frozen=True, slots=True)
class Heterogeneity(Record):
    """The test of whether one measure of one model is the same in all slices of a column.

    `p_adjusted` allows for all measures and columns that were tested of the model (Holm).
    """

    also: ClassVar[dict[str, str]] = {"sentence": "sentence"}

    by: str
    model: str
    measure: str
    slices: int
    statistic: float = nan
    df: Freedom = None
    p: float = nan
    p_adjusted: float = nan
    method: str | None = None
    why: str | None = None

    def sentence(self, level: float = 0.95) -> str:
        """What may be said of this measure, in one sentence."""
        about = f"{self.measure} of {self.model} between the {self.slices} slices by {self.by}"
        if isnan(self.p):
            return f"cannot tell whether {about} differs: {self.why or 'the test is undefined'}"
        p = p_value(self.p_adjusted)
        proof = f"{self.method}, adjusted p {p if p.startswith('<') else f'= {p}'}"
        return (
            f"{about} differs ({proof})"
            if rejected(self.p_adjusted, 1 - level)
            else f"cannot tell {about} apart ({proof})"
        )

    @property
    def freedom(self) -> str:
        """Degrees of freedom as text; empty where there are none."""
        return "" if self.df is None or isinstance(self.df, tuple) else significant(self.df, 4)


def most_surely(tests: Iterable[Heterogeneity]) -> list[Heterogeneity]:
    """For every column and model the measure that differs most surely: what a short answer is about."""
    first: dict[tuple[str, str], Heterogeneity] = {}
    for one in sorted(tests, key=lambda one: inf if isnan(one.p_adjusted) else one.p_adjusted):
        first.setdefault((one.by, one.model), one)
    return list(first.values())
