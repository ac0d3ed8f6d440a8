"""Confirmation where rows come in groups: groups vary as wholes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from probative.evidence.arrays import Array, Floats

FEWEST_GROUPS = 10
"""Groups of rows inside a slice, and outside, from which their sums show how they vary."""


@dataclass(frozen=True, slots=True)
class Clustered:
    """The excess of slices where rows weigh differently or come in groups: what each group moves it by."""

    gap: Floats
    error: Floats
    freedom: Floats
    moves: Floats
    """By group and slice; to first order."""

    @classmethod
    def of(cls, losses: Floats, masks: Sequence[Array], weight: Floats, groups: Array) -> Clustered:
        """Excess, standard error and degrees of freedom, groups varying as wholes."""
        count = int(groups.max()) + 1
        columns, gaps = [], []
        for mask in masks:
            w_in, w_out = float(weight[mask].sum()), float(weight[~mask].sum())
            mean_in = float((weight * losses)[mask].sum()) / w_in
            mean_out = float((weight * losses)[~mask].sum()) / w_out
            moved = weight * np.where(mask, (losses - mean_in) / w_in, (mean_out - losses) / w_out)
            columns.append(np.bincount(groups, moved, count))
            gaps.append(mean_in - mean_out)
        moves = np.stack(columns, axis=1) * np.sqrt(count / (count - 1))
        squares = np.square(moves)
        total = squares.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            # As many degrees of freedom as equally large moves would have (Satterthwaite).
            freedom = np.maximum(total**2 / np.square(squares).sum(axis=0) - 1, 1.0)
        error = np.sqrt(np.maximum(total, _as_elsewhere(losses, masks, weight, groups)))
        return cls(np.array(gaps), error, freedom, moves)


def _as_elsewhere(losses: Floats, masks: Sequence[Array], weight: Floats, groups: Array) -> Floats:
    """The squared error that slices would have if their losses varied as all do.

    A slice whose losses happen to be alike varies less than it seems to: rows that are all wrong, where nearly all are,
    prove nothing. How rows of a group hang together is that of all rows (Kish's design effect).
    """
    centred = losses - np.average(losses, weights=weight)
    spread = float(np.average(np.square(centred), weights=weight))
    together = max(_crowd(weight, groups) - 1, 1e-9)
    shared = np.square(np.bincount(groups, weight * centred)).sum() / np.square(weight * centred).sum() - 1
    correlation = min(max(float(shared) / together, 0.0), 1.0)
    found = []
    for mask in masks:
        parts = ((weight[part], groups[part]) for part in (mask, ~mask))
        sizes = [(w.sum() ** 2 / np.square(w).sum(), _crowd(w, g)) for w, g in parts]
        found.append(sum(spread * (1 + (crowd - 1) * correlation) / rows for rows, crowd in sizes))
    return np.array(found)


def _crowd(weight: Floats, groups: Array) -> float:
    """How many rows the group of a row has, on average over rows."""
    sums, squares = np.bincount(groups, weight), float(np.square(weight).sum())
    return float(np.square(sums).sum()) / squares if squares else 1.0


def too_few(mask: Array, weight: Floats, groups: Array) -> bool:
    """Whether a slice, or what is outside of it, has too few groups to see how they vary."""
    return min(len(np.unique(groups[part & (weight > 0)])) for part in (mask, ~mask)) < FEWEST_GROUPS
