"""How slices are looked for, and which way is the right one."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Literal

from probative.errors import BadParameter, InvalidMethod
from probative.slicing.lattice import Lattice

Method = Literal["permutation", "halves"]
MOST_WORK = 1e10
"""Numbers that permutations of the whole lattice may add up: some 20 seconds on one core."""
PER_SLICE, PER_ROW = 8.0, 20.0
"""What a slice costs in each permutation, in numbers added up, and what it costs to give a row another loss."""
MOST_DEALT, FEWEST_DEALINGS = 100_000_000, 199
"""Losses that are dealt to rows in all, where slices are confirmed; how often at least."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is the same for every model."""

    method: Method
    level: float
    least: int
    n_permutations: int
    most: int
    families: int
    """Models that share the chance of a false alarm."""
    seed: int
    progress: bool | None


def chosen_method(
    wanted: Method | None, lattice: Lattice, n: int, n_permutations: int, *, independent: bool
) -> tuple[Method, str]:
    """The method, and why: all rows at once where rows are independent and that is soon done, else halves."""
    if wanted not in (None, "permutation", "halves"):
        raise BadParameter("method must be 'permutation' or 'halves'.", found=repr(wanted))
    if not independent:
        if wanted == "permutation":
            raise InvalidMethod(
                "losses of grouped or weighted rows cannot be dealt to other rows.",
                found="method='permutation' with groups= or weight=",
                remedy="method='halves': groups stay together, and their sums show how they vary",
            )
        return "halves", "halves: rows come in groups or weigh differently, so that losses cannot change places"
    if wanted is not None:
        return wanted, f"{wanted}: as asked for"
    work = n_permutations * sum(_sizes(lattice, n))
    if work > MOST_WORK:
        return "halves", "halves: so many rows and slices are soon searched once, but not once for each permutation"
    return "permutation", "permutation: rows are independent, and all of them serve to find and to prove"


def _sizes(lattice: Lattice, n: int) -> tuple[float, float]:
    """What the rows of all blocks, and the slices of all blocks, cost."""
    ways = [1.0] + [0.0] * lattice.depth
    blocks = [1.0] + [0.0] * lattice.depth
    for feature in lattice.features:
        for size in range(lattice.depth, 0, -1):
            ways[size] += ways[size - 1] * len(feature.covers)
            blocks[size] += blocks[size - 1]
    deep = min(lattice.depth, len(lattice.features))
    return (blocks[deep] + PER_ROW) * n, PER_SLICE * ways[deep]


def enough(level: float, families: int) -> int:
    """The fewest permutations with which p can reach 1 - level.

    >>> enough(0.95, 1), enough(0.95, 3)
    (39, 119)
    """
    return ceil(2 * families / (1 - level) - 1 - 1e-9)


def dealings(settings: Settings, rows: int) -> int:
    """How often losses are dealt anew: as asked for, of very many rows less often, which makes p coarser, not wrong."""
    least = max(FEWEST_DEALINGS, 4 * enough(settings.level, settings.families))
    return min(settings.n_permutations, max(MOST_DEALT // rows, least))
