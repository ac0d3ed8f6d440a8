"""What measures of probabilities share: losses per rung, bins, isotonic recalibration."""

from __future__ import annotations

import numpy as np

from probative.errors import BadScores
from probative.evidence import Ladder, Moments
from probative.evidence.arrays import Array, Floats


def are_probabilities(ladder: Ladder) -> bool:
    """Whether all scores lie in [0, 1]."""
    return bool(ladder.scores[0] <= 1 and ladder.scores[-1] >= 0)


def require_probabilities(ladder: Ladder) -> None:
    """Refuse scores outside [0, 1]."""
    if not are_probabilities(ladder):
        raise BadScores(
            "this measure needs probabilities between 0 and 1.",
            found=f"scores from {ladder.scores[-1]:g} to {ladder.scores[0]:g}",
            remedy="calibrate the scores first, or use measures that only rank (auc, average_precision)",
        )


def squared_losses(ladder: Ladder) -> Moments:
    """Moments of (score - y)^2."""
    require_probabilities(ladder)
    return _moments(ladder, (1 - ladder.scores) ** 2, ladder.scores**2)


def log_losses(ladder: Ladder, clip: float) -> Moments:
    """Moments of -ln(probability given to what happened)."""
    require_probabilities(ladder)
    return _moments(ladder, *log_losses_by_rung(ladder, clip))


def log_losses_by_rung(ladder: Ladder, clip: float) -> tuple[Floats, Floats]:
    """Loss of a positive and of a negative on each rung."""
    p = np.clip(ladder.scores, clip, 1 - clip)
    with np.errstate(divide="ignore"):
        return -np.log(p) + 0.0, -np.log1p(-p) + 0.0


def _moments(ladder: Ladder, of_positives: Floats, of_negatives: Floats) -> Moments:
    losses = np.concatenate([of_positives, of_negatives])
    counts, squares = ladder.cells()
    some = counts > 0
    losses, counts, squares = losses[some], counts[some], squares[some]
    if np.isinf(losses).any():
        nothing = np.full(4, np.nan)
        nothing[0] = counts.sum()
        return Moments(np.inf, nothing)
    return Moments.from_groups(losses, counts, squares if ladder.weighted else None)


def bins_of_equal_mass(ladder: Ladder, bins: int) -> Array:
    """The bin of each rung; a rung lies where the middle of its mass lies, so ties are never split."""
    mass = (ladder.positives + ladder.negatives).astype(np.float64)
    middle = np.cumsum(mass) - mass / 2
    place: Array = np.minimum((middle * bins / mass.sum()).astype(np.intp), bins - 1)
    return place


def isotonic_rates(ladder: Ladder) -> Floats:
    """Share of positives per rung, made monotone in the score by least squares (the ROC hull's slopes)."""
    from scipy.optimize import isotonic_regression

    mass = (ladder.positives + ladder.negatives).astype(np.float64)
    occupied = mass > 0
    share = ladder.positives[occupied] / mass[occupied]
    fitted = isotonic_regression(share, weights=mass[occupied], increasing=False).x
    rates = np.zeros(len(mass))
    rates[occupied] = np.clip(fitted, 0.0, 1.0)
    return rates
