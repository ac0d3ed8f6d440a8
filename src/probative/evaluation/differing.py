"""Whether a measure differs between slices: the test that holds for the rows they have, or the reason for none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

from probative.evaluation.exchange import exchanged
from probative.evidence import ConfusionMatrix, Ladder, Ledger, Moments, Outcomes, Residuals
from probative.findings import Heterogeneity
from probative.inference import Estimate
from probative.inference.doubting import HEAVY_TAIL
from probative.measurement import Measure, for_evidence
from probative.stats import TestResult
from probative.stats.homogeneity import equal_shares, heterogeneity

MOST_DEALT = 100_000
"""Rows times slices up to which rows are exchanged, which is exact and takes its time."""
ENOUGH = 50
"""Rows of every class in every slice from which a test by intervals holds."""
LEAST_ROWS, LEAST_GROUPS = 10, 5
"""Rows of every slice, or groups of rows, from which a test by intervals of their means holds: in 8,000 samples each of
two slices of 10 to 500 rows, 5 % was at most 5 % for normal and exponential values, and 8 % for log-normal ones."""
FEW = f"a slice has fewer than {ENOUGH} rows of a class"
FEW_NUMBERS = f"a slice has fewer than {LEAST_ROWS} rows, or {LEAST_GROUPS} groups of rows"
SINGLE_ROWS = "single rows decide the value of a slice, and may lie in any slice by chance"
ACROSS = "groups of rows reach across slices, so slices vary together"


@dataclass(frozen=True, slots=True)
class Part:
    """One slice of one model: the evidence of its rows by kind, each a ledger where rows come in groups."""

    by: str
    value: Any
    evidence: tuple[Any, ...]

    @property
    def wholes(self) -> list[Any]:
        """The evidence of all rows together."""
        return [made.total() if isinstance(made, Ledger) else made for made in self.evidence]

    @property
    def groups(self) -> set[Any]:
        """The groups that rows come in."""
        return {key for made in self.evidence if isinstance(made, Ledger) for key in made}

    def behind(self, measure: str) -> tuple[Measure, Any]:
        """A measure and the evidence of the slice that it takes."""
        return next(
            (known, whole) for whole in self.wholes for known in for_evidence(type(whole)) if known.name == measure
        )


def compared(
    column: str, model: str, slices: Sequence[tuple[Part, Mapping[str, Estimate]]], seed: int
) -> Iterator[Heterogeneity]:
    """Whether each measure is the same in all slices of a column, where two of them have a value."""
    seen = [part.groups for part, _ in slices]
    across = sum(map(len, seen)) > len(set().union(*seen))
    for measure in dict.fromkeys(name for _, found in slices for name in found):
        known = [(part, found[measure]) for part, found in slices if measure in found and found[measure].defined]
        if len(known) < 2:
            continue
        result = TestResult(nan, None, nan, notes=(ACROSS,)) if across else _tested(measure, known, seed)
        why, numbers = "; ".join(result.notes) or None, (result.statistic, result.df, result.p)
        yield Heterogeneity(column, model, measure, len(known), *numbers, method=result.method or None, why=why)


def _tested(measure: str, slices: Sequence[tuple[Part, Estimate]], seed: int) -> TestResult:
    """The chi-squared test of a share; else by exchange of rows, or by the intervals of slices where those are many."""
    behind = [part.behind(measure) for part, _ in slices]
    wholes, trials = [whole for _, whole in behind], behind[0][0].trials
    alike = not any(part.groups for part, _ in slices) and not any(map(_weighted, wholes))
    if trials is not None and alike:
        counts = [trials(whole) for whole in wholes]
        return equal_shares(*([float(count[i]) for count in counts] for i in (0, 1)), random_state=seed)
    dealt = sum(float(whole.n) for whole in wholes) * len(wholes) <= MOST_DEALT
    if alike and dealt and all(isinstance(whole, Ladder | Outcomes | ConfusionMatrix) for whole in wholes):
        return exchanged(measure, wholes, seed)
    for (part, _), (known, whole) in zip(slices, behind, strict=True):
        if why := _too_small(known, part, whole):
            return TestResult(nan, None, nan, notes=(why,))
    if any((found.why or "").startswith(HEAVY_TAIL) for _, found in slices):
        return TestResult(nan, None, nan, notes=(SINGLE_ROWS,))
    return heterogeneity([found for _, found in slices])


def _too_small(measure: Measure, part: Part, whole: Any) -> str:
    """Why the interval of a slice is no ground for a test; empty if it is one."""
    if measure.losses is None or not isinstance(whole, Moments | Residuals):
        return "" if _fewest(whole) >= ENOUGH else FEW
    enough = len(part.groups) >= LEAST_GROUPS if part.groups else float(whole.effective_n) >= LEAST_ROWS
    return "" if enough else FEW_NUMBERS


def _fewest(whole: Any) -> float:
    """The rows of the smallest class of a slice (effective ones where weighted), or of all where there are none."""
    if isinstance(whole, Ladder):
        return min(whole.effective_totals)
    share = float(whole.effective_n / whole.n)
    if isinstance(whole, Outcomes):
        return min(float(whole.positives), float(whole.negatives)) * share
    if isinstance(whole, ConfusionMatrix):
        return float(whole.counts.sum(axis=1).min()) * share
    return float(whole.effective_n)


def _weighted(whole: Any) -> bool:
    """Whether rows weigh differently."""
    return bool(whole.weighted) if isinstance(whole, Ladder) else getattr(whole, "squares", None) is not None
