"""How many more rows until the difference of two models is proven: from predictions that are there already."""

from __future__ import annotations

import os
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probative.findings import Contest, Verdict


def is_file(what: str) -> bool:
    """Whether a file or folder of predictions is meant, rather than a design by its name.

    >>> is_file("p.csv"), is_file("-"), is_file("auc"), is_file("paired-proportions")
    (True, True, False, False)
    """
    # Whether a name is too long for a folder is asked of nobody: os.path answers where pathlib raises.
    return what == "-" or bool(Path(what).suffix) or os.path.isdir(what)


def rows_needed(file: str, words: dict[str, Any]) -> tuple[Verdict, list[str]]:
    """The verdict on these predictions, and of every pair how many rows would show the difference 4 times in 5."""
    from probative.comparison import compare

    verdict = compare(file, **words)
    told = [_told(contest) for contest in verdict.contests]
    return verdict, [*told, *(f"guessed: {text}" for text in verdict.guesses)]


def _told(contest: Contest) -> str:
    from probative.findings.contest import in_units
    from probative.findings.text import significant, two_digits

    pair, needed = f"{contest.a} and {contest.b}", contest.needed
    if isnan(contest.result.p) or not contest.gap:
        return f"{pair}: no difference of {contest.measure} that more rows could show"
    if contest.winner is not None:
        n = contest.result.n or 0
        told = f"{pair}: {contest.winner} is proven to be better already, n = {n:,.10g}"
        # What is proven here may have been luck: as many other rows need not show it.
        luck = f"; to prove it on other rows 4 times in 5, there must be some {two_digits(needed)} of them"
        return told + luck * (isfinite(needed) and needed > n)
    if not isfinite(needed):
        return f"{pair}: how many would be needed cannot be said (folds of the same rows, or no interval)"
    if not contest.more_rows:
        return f"{pair}: so near each other that no number of rows anybody has would show a difference"
    scale, unit = in_units(contest.measure)
    leader = contest.a if (contest.gap > 0) == (contest.better == "higher") else contest.b
    seen = f"{significant(scale * abs(contest.gap), 2)}{unit}"
    return (
        f"{pair}: {leader} leads by {seen} of {contest.measure}; if that is the true difference, some "
        f"{two_digits(needed)} rows would show it 4 times in 5: some {contest.more_rows} more; it may be smaller, and "
        "then it takes more"
    )
