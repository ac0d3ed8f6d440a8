"""Identities of probabilities: joint, marginal, Bayes' theorem and complement, for finite sets and for densities."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from probative.errors import BadParameter, LengthMismatch
from probative.evidence.arrays import Floats
from probative.theory.quadrature import integral

SLACK = 1e-9


def joint(conditional: object, prior: object) -> Floats:
    """p(x, y) = p(x | y) p(y): a row for each class y, a column for each x (values of x, or points of a density).

    >>> joint([[0.5, 0.5], [0.1, 0.9]], [0.25, 0.75]).round(4).tolist()
    [[0.125, 0.125], [0.075, 0.675]]
    """
    given, shares = _table(conditional), _prior(prior)
    if len(given) != len(shares):
        raise LengthMismatch(
            "there must be a row of p(x | y) for each class.", found=f"{len(given)} rows, {len(shares)} priors"
        )
    return np.asarray(given * shares[:, None])


def marginal(table: object, over: str = "y") -> Floats:
    """p(x), summed over the classes y; or p(y), summed over the values x.

    >>> marginal([[0.125, 0.125], [0.075, 0.675]]).round(4).tolist()
    [0.2, 0.8]
    """
    if over not in ("x", "y"):
        raise BadParameter("a joint table is summed over 'x' or over 'y'.", found=repr(over))
    return np.asarray(_table(table).sum(axis=0 if over == "y" else 1))


def marginal_density(
    joint_density: Callable[[float], float], *, low: float = -math.inf, high: float = math.inf
) -> float:
    """The marginal of a density by its integral: p(y) = ∫ p(x, y) dx over [low, high].

    >>> from scipy import stats
    >>> round(marginal_density(lambda x: 0.3 * stats.norm.pdf(x)), 10)
    0.3
    """
    return integral(lambda x: float(joint_density(x)), low, high, [])


def bayes_theorem(conditional: object, prior: object) -> Floats:
    """p(y | x) = p(x | y) p(y) / p(x): a row for each class, a column for each x; nan where p(x) = 0.

    >>> bayes_theorem([[0.9, 0.1], [0.05, 0.95]], [0.01, 0.99])[0].round(4).tolist()
    [0.1538, 0.0011]
    """
    both = joint(conditional, prior)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(both / both.sum(axis=0))


def complement(probability: object) -> Floats:
    """p(-1 | x) = 1 - p(+1 | x).

    >>> complement([0.25, 1.0]).tolist()
    [0.75, 0.0]
    """
    found = np.asarray(probability, np.float64)
    if not ((found >= 0) & (found <= 1)).all():
        raise BadParameter("probabilities lie in [0, 1].", found=f"{found.min():g} to {found.max():g}")
    return np.asarray(1 - found)


def finite_risk(table: object, decided: object, losses: object = None) -> float:
    """Σ p(x, y) L(y, g(x)) of a decision for each x, given as the row of its class; zero-one loss unless given.

    With losses[y][g], the loss of saying g where y is true. The least possible is that of Bayes' rule.

    >>> finite_risk([[0.125, 0.125], [0.075, 0.675]], [0, 1])
    0.2
    """
    both, said = _table(table), np.asarray(decided, int)
    if abs(float(both.sum()) - 1) > SLACK:
        raise BadParameter("a joint table sums to 1.", found=f"{both.sum():g}", remedy="joint(conditional, prior)")
    if said.shape != both.shape[1:] or (said < 0).any() or (said >= len(both)).any():
        raise LengthMismatch("there must be a decision, a row of the table, for each x.", found=said.tolist())
    costs = 1 - np.eye(len(both)) if losses is None else _table(losses)
    return float((both * costs[:, said]).sum())


def _table(values: object) -> Floats:
    found = np.asarray(values, np.float64)
    if found.ndim != 2 or not found.size or not (np.isfinite(found).all() and (found >= 0).all()):
        raise BadParameter(
            "probabilities and densities stand in a table of numbers of at least 0.",
            found=f"shape {found.shape}",
            remedy="a row for each class y, a column for each x",
        )
    return found


def _prior(values: object) -> Floats:
    found = np.asarray(values, np.float64)
    if found.ndim != 1 or (found < 0).any() or abs(float(found.sum()) - 1) > SLACK:
        raise BadParameter("priors are at least 0 and sum to 1.", found=found.tolist(), remedy="divide by their sum")
    return found
