"""Halves: slices found on one half of the rows, and confirmed on the other."""

from __future__ import annotations

from math import comb, nan

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.slicing.confirm import permuted
from probative.slicing.excess import Losses
from probative.slicing.few import few
from probative.slicing.found import Outcome, Proven, Tested
from probative.slicing.grouped import FEWEST_GROUPS, Clustered, too_few
from probative.slicing.lattice import Choice, Lattice
from probative.slicing.search import Search
from probative.slicing.settings import Settings, dealings
from probative.slicing.weighted import WeightedLosses
from probative.slicing.whole import measured
from probative.sources.progress import progress as progress_bar
from probative.stats.max_t import Family
from probative.stats.meaning import rejected

CANDIDATES = 10
"""Slices that one half hands to the other."""
PROMISING = 2.0
"""The t from which a slice is worth a confirmation, and that it must keep beside those before it."""
FEWEST = 10
"""Rows of a slice that a confirmation needs."""


def by_halves(
    losses: Floats,
    lattice: Lattice,
    settings: Settings,
    weight: Floats | None = None,
    groups: Array | None = None,
) -> Outcome:
    """Candidates from one half, held against the other; rows of a group stay on one side."""
    rng = np.random.default_rng(settings.seed)
    if groups is not None and (count := len(np.unique(groups))) < 4 * FEWEST_GROUPS:
        return Outcome(why=f"rows come in {count} groups: {4 * FEWEST_GROUPS} are needed to find and to confirm")
    first = _half(losses, rng) if groups is None else _half_of_groups(groups, rng)
    seen, hidden = np.flatnonzero(first), np.flatnonzero(~first)
    found, looked_at = _candidates(losses[seen], lattice.only(seen), settings, None if weight is None else weight[seen])
    other = lattice.only(hidden)
    kept = [choice for choice in found if FEWEST <= other.rows(choice).sum() <= len(hidden) - FEWEST]
    mine = losses[hidden]
    if not kept or np.ptp(mine) == 0:
        return Outcome(looked_at=looked_at)
    w = None if weight is None else weight[hidden]
    if groups is None:
        proven = _dealt_anew(mine, other, kept, settings, w, rng)
    else:
        g = np.unique(groups[hidden], return_inverse=True)[1]
        proven = _clustered(mine, other, kept, settings, np.ones(len(g)) if w is None else w, g)
    return Outcome(tuple(proven), looked_at)


def _half(losses: Floats, rng: np.random.Generator) -> Array:
    """One row of every pair of neighbours in the order of losses: both halves have as many errors of each size."""
    order = np.lexsort([rng.random(len(losses)), losses])
    first = np.zeros(len(losses), bool)
    pairs = len(losses) // 2
    first[order[2 * np.arange(pairs) + rng.integers(0, 2, pairs)]] = True
    return first


def _half_of_groups(groups: Array, rng: np.random.Generator) -> Array:
    known, which = np.unique(groups, return_inverse=True)
    chosen = np.zeros(len(known), bool)
    chosen[rng.permutation(len(known))[: len(known) // 2]] = True
    return chosen[which]


def _candidates(
    losses: Floats, lattice: Lattice, settings: Settings, weight: Floats | None
) -> tuple[list[Choice], int]:
    """The few slices of one half that are worth a confirmation, and how many were looked at."""
    w = np.ones(len(losses)) if weight is None else weight / weight.mean()
    if np.ptp(losses) == 0:
        return [], 0
    values = w * (losses - np.average(losses, weights=w))
    pieces = sum(comb(len(lattice.features), size) for size in range(2, lattice.depth + 1))
    with progress_bar("searching", pieces, settings.progress) as move:
        search = Search(values, lattice, max(settings.least // 2, FEWEST), move=move)
        best = search.run()
    among = Losses.of(values)
    unit = np.sqrt(among.variance)
    promising = [Tested(choice, score / unit, nan, nan, 0) for score, choice in best if score >= PROMISING * unit]
    kept = few(promising, among, lattice, PROMISING, CANDIDATES)
    return [one.choice for one in kept], search.looked_at


def _dealt_anew(
    losses: Floats,
    lattice: Lattice,
    kept: list[Choice],
    settings: Settings,
    weight: Floats | None,
    rng: np.random.Generator,
) -> list[Proven]:
    """Independent rows: t against what permuted losses give."""
    among = Losses.of(losses)
    used: Losses | WeightedLosses = among
    masks = [lattice.rows(choice) for choice in kept]
    with progress_bar("confirming", dealings(settings, len(losses)), settings.progress) as move:
        if weight is None:
            null = permuted(among, masks, settings, rng, move)
            tested = [measured(among, choice, mask) for choice, mask in zip(kept, masks, strict=True)]
        else:
            weighted = used = WeightedLosses.of(losses, weight)
            null, tested = weighted.null(masks, settings, rng, move), weighted.tested(kept, masks)
    beyond = [one for one in tested if one.t > null.upper]
    few_of = few(beyond, among, lattice, null.upper if weight is None else PROMISING, settings.most)
    return [null.proven(one, used.means(lattice.rows(one.choice))) for one in few_of]


def _clustered(
    losses: Floats, lattice: Lattice, kept: list[Choice], settings: Settings, weight: Floats, groups: Array
) -> list[Proven]:
    """Weighted rows, or rows in groups: t with the degrees of freedom that the groups have."""
    from scipy.stats import t as student

    masks = {choice: lattice.rows(choice) for choice in kept}
    masks = {choice: mask for choice, mask in masks.items() if not too_few(mask, weight, groups)}
    if not masks:
        return []
    found, weighted = Clustered.of(losses, list(masks.values()), weight, groups), WeightedLosses.of(losses, weight)
    family = Family.of(found.moves.T @ found.moves)
    alpha = family.per_test((1 - settings.level) / settings.families)
    proven: dict[Choice, Proven] = {}
    for i, (choice, mask) in enumerate(masks.items()):
        gap, error, freedom = float(found.gap[i]), float(found.error[i]), float(found.freedom[i])
        if not error > 0 or gap <= 0:
            continue
        p = min(family.adjusted(2 * float(student.sf(gap / error, freedom))) * settings.families, 1.0)
        reach = float(student.isf(alpha / 2, freedom)) * error
        if rejected(p, 1 - settings.level) and gap > reach:
            one = Tested(choice, gap / error, gap, error, int(mask.sum()))
            proven[choice] = Proven(one, gap - reach, gap + reach, p, False, weighted.means(mask))
    few_of = few([one.tested for one in proven.values()], Losses.of(losses), lattice, PROMISING, settings.most)
    return [proven[one.choice] for one in few_of]
