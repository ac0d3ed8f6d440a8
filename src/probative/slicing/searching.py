"""One model's search, and what it found in the words and units of the measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite

import numpy as np

from probative.findings.weak_slices import WeakSlice
from probative.guards import Note
from probative.guards.weak_slices import of_weak_slice
from probative.inference import Estimate
from probative.slicing.excess import Losses
from probative.slicing.few import few
from probative.slicing.found import Outcome, Proven
from probative.slicing.halves import by_halves
from probative.slicing.lattice import Lattice
from probative.slicing.looked_at import Rows, called
from probative.slicing.row_losses import RowLoss
from probative.slicing.settings import Settings
from probative.slicing.whole import whole
from probative.sources.progress import progress as progress_bar


def searched(rows: Rows, lattice: Lattice, settings: Settings) -> Outcome:
    """What can be proven of one model."""
    n = len(rows)
    if not lattice.features:
        return Outcome(why="no feature splits the rows")
    if n < 2 * settings.least:
        return Outcome(why=f"{n} rows are too few for slices of {settings.least} and a rest of as many")
    losses = rows.signed
    if np.ptp(losses) == 0:
        return Outcome(why="all rows lose the same")
    if settings.method == "halves":
        return by_halves(losses, lattice, settings, rows.weight, rows.groups)
    among = Losses.of(losses)
    rng = np.random.default_rng(settings.seed)
    with progress_bar("permuting", settings.n_permutations, settings.progress) as move:
        beyond, null, looked_at = whole(among, lattice, settings, rng, move)
    kept = few(beyond, among, lattice, null.upper, settings.most)
    return Outcome(tuple(null.proven(one, among.means(lattice.rows(one.choice))) for one in kept), looked_at)


def told(one: Proven, lattice: Lattice, rows: Rows, how: RowLoss, model: str, settings: Settings) -> WeakSlice:
    """A proven slice in the words and units of the measure; its interval does not leave the measure's range."""
    held = lattice.rows(one.tested.choice)
    low, high = sorted((how.sign * one.low, how.sign * one.high))
    if isfinite(how.span):
        low, high = max(low, -how.span), min(high, how.span)
    gap, inside, outside = (how.sign * value for value in (one.tested.gap, *one.means))
    effect = Estimate(
        gap, low, high, settings.level, f"max-t, {settings.method}", one.tested.inside, seed=settings.seed
    )
    conditions = tuple(lattice.features[place].conditions[number - 1] for place, number in one.tested.choice)
    n, names = int(held.sum()), called(rows.names[held])
    return WeakSlice(model, conditions, n, n / len(rows), inside, outside, effect, one.p, one.at_most, names)


def noted(slices: Iterable[WeakSlice], loss: str) -> Iterator[Note]:
    """A warning for every slice."""
    for one in slices:
        columns = [condition.column for condition in one.conditions]
        yield of_weak_slice(
            one.condition,
            loss,
            model=one.model,
            inside=one.inside,
            outside=one.outside,
            n=one.n,
            p=one.p,
            at_most=one.at_most,
            rows=one.rows,
            columns=columns,
        )
