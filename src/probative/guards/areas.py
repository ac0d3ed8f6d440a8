"""Guards about areas under curves: an average over all thresholds says little about the one in use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from probative.curves.crossing import Crossing, roc_crossing
from probative.evidence import Ladder
from probative.guards.guard import Guard
from probative.guards.note import Note

AVERAGE = (
    "the area is an average over all thresholds: a larger one need not be better at the threshold in use, so look at "
    "both"
)
MOST = 5
"""Models whose curves are looked at pair by pair."""
TOLD = 2
"""Pairs whose crossing is told in full; the others are counted."""
CROSS = Guard(
    "curves-cross",
    "note",
    "R102",
    f"the ROC curves of two of at most {MOST} models cross",
    AVERAGE,
    "compare by a partial area, or where you act: threshold= (--threshold), threshold_by= (--threshold-by)",
    "003",
)


def of_crossings(ladders: Mapping[str, Ladder]) -> Iterator[Note]:
    """Models whose ROC curves cross: which is better depends on the threshold, whatever their areas are."""
    if len(ladders) > MOST:
        return
    if crossed := crossings(ladders):
        yield CROSS(f"{crossings_words(crossed)}: {AVERAGE}.")


def crossings(ladders: Mapping[str, Ladder]) -> dict[tuple[str, str], Crossing]:
    """Of every pair of models whose curves cross, where they are furthest apart on either side."""
    found = {(a, b): roc_crossing(ladders[a], ladders[b]) for a, b in combinations(ladders, 2)}
    return {pair: crossing for pair, crossing in found.items() if crossing is not None}


def crossings_words(crossed: Mapping[tuple[str, str], Crossing]) -> str:
    """All pairs in one note: the first ones in full, the others counted."""
    told = "; ".join(crossing_words(*pair, found) for pair, found in list(crossed.items())[:TOLD])
    more = len(crossed) - TOLD
    return f"{told}; so do those of {more} more pair{'s' * (more > 1)}" if more > 0 else told


def crossing_words(a: str, b: str, found: Crossing) -> str:
    """Where each of two curves is the higher one, in words.

    >>> crossing_words("A", "B", Crossing(0.1, 0.2, 0.6, 0.05))
    'the ROC curves of A and B cross (A is higher by 0.2 at FPR 0.1, B by 0.05 at FPR 0.6)'
    """
    return (
        f"the ROC curves of {a} and {b} cross ({a} is higher by {found.first_by:.2g} at FPR {found.first_at:.2g}, "
        f"{b} by {found.second_by:.2g} at FPR {found.second_at:.2g})"
    )
