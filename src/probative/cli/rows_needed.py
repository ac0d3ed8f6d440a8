"""How many more rows until the difference of two models is proven: from predictions that are there already."""

from __future__ import annotations

from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probative.findings import Contest, Verdict


def rows_needed(file: str, measure: str | None, level: float, words: dict[str, Any]) -> tuple[Verdict, list[str]]:
    """The verdict on these predictions, and of every pair how many rows would show the difference 4 times in 5."""
    from probative.comparison import compare

    verdict = compare(file, measure=measure, level=level, **words)
    return verdict, [_told(contest) for contest in verdict.contests]


def _told(contest: Contest) -> str:
    from probative.findings.contest import in_units

    pair, needed = f"{contest.a} and {contest.b}", contest.needed
    if isnan(contest.result.p) or not contest.gap:
        return f"{pair}: no difference of {contest.measure} that more rows could show"
    if contest.winner is not None:
        n = contest.result.n or 0
        told = f"{pair}: {contest.winner} is proven to be better already, n = {n:,.10g}"
        # What is proven here may have been luck: as many other rows need not show it.
        luck = f"; so many other rows would show it less than 4 times in 5, roughly {needed:,.0f} would"
        return told + luck * (isfinite(needed) and needed > n)
    if not isfinite(needed):
        return f"{pair}: how many would be needed cannot be said (folds of the same rows, or no interval)"
    more = needed - (contest.result.n or 0)
    scale, unit = in_units(contest.measure)
    seen = f"{scale * contest.gap:+.3g}{unit}"
    return (
        f"{pair}: if the difference of {contest.measure} is as observed ({seen}), roughly {needed:,.0f} "
        f"rows would show it 4 times in 5: {max(more, 0):,.0f} more; it may be smaller, and then it takes more"
    )
