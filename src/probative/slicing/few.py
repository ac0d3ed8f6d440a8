"""Few slices out of many: the simplest that say it, and none that another one explains."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.evidence.arrays import Array
from probative.slicing.excess import Losses
from probative.slicing.found import Tested
from probative.slicing.lattice import Lattice

ONE_ERROR = 1.0
"""A slice with fewer conditions is preferred if its t falls behind by no more than this: one standard error."""


def few(found: Sequence[Tested], losses: Losses, lattice: Lattice, limit: float, most: int) -> list[Tested]:
    """Slices by t, without those whose rows are no worse than the rest once the rows reported before are set aside.

    Leaving slices out costs nothing: those that stay were proven among all that were looked at.
    """
    kept: list[Tested] = []
    for one in sorted(found, key=lambda one: (-one.t, len(one.choice), one.choice)):
        if len(kept) == most:
            break
        if kept and _left(losses, lattice.rows(one.choice)) <= limit:
            continue
        simple = _simplest(one, found)
        held = lattice.rows(simple.choice)
        kept.append(simple)
        # Whatever comes next is held against the rows that no reported slice has.
        rest = np.flatnonzero(~held)
        if len(rest) < 2:
            break
        losses, lattice = Losses.of(losses.values[rest]), lattice.only(rest)
    return kept


def _simplest(one: Tested, found: Sequence[Tested]) -> Tested:
    """The slice with the fewest of these conditions that is as telling but for one standard error."""
    wanted = set(one.choice)
    near = [other for other in found if set(other.choice) <= wanted and other.t >= one.t - ONE_ERROR]
    return min(near, key=lambda other: (len(other.choice), -other.t), default=one)


def _left(losses: Losses, held: Array) -> float:
    """The t of what is left of a slice."""
    m = int(held.sum())
    if m < 2 or m == len(held) or losses.squares == 0:
        return -np.inf
    part = losses.values[held]
    return float(losses.excess(np.array([m]), np.array([part.sum()]), np.array([np.square(part).sum()]))[0][0])
