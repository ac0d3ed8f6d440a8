"""Integrals of one variable, and the checks of the functions and numbers that go into them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from probative.errors import BadInput, BadParameter
from probative.evidence.arrays import Array, Floats

Function = Callable[[Floats], npt.ArrayLike]
"""A function of an array of inputs that gives one value per input."""
ROUNDS = 60
"""How often a piece is halved before its integral is given up."""


def integral(function: Callable[[float], float], low: float, high: float, breaks: list[float]) -> float:
    """The integral by adaptive quadrature, or an error where that does not settle.

    >>> round(integral(lambda x: abs(x - 0.3), 0.0, 1.0, [0.3]), 12)
    0.29
    """
    from scipy.integrate import quad

    inside = sorted({point for point in breaks if low < point < high})
    # With full output, trouble is reported in the result and not as a warning.
    value, error, *_ = quad(
        function, low, high, points=inside or None, epsabs=1e-13, epsrel=1e-12, limit=400, full_output=1
    )
    if not error <= 1e-8 * max(1.0, abs(value)):
        raise BadInput("the integral does not converge.", found=f"{value:g} with an error of {error:g}")
    return float(value)


def piecewise_integral(function: Callable[[Floats], Floats], ends: Floats, *, within: float = 1e-11) -> float:
    """The integral of a function of arrays over pieces that are halved until two rules agree: also across jumps.

    >>> round(piecewise_integral(lambda x: np.where(x < 0.3, 1.0, 0.0), np.array([0.0, 1.0])), 10)
    0.3
    """
    (few, light), (many, heavy) = (np.polynomial.legendre.leggauss(order) for order in (7, 15))
    low, high, found = ends[:-1], ends[1:], 0.0
    for _ in range(ROUNDS):
        middle, half = (low + high)[:, None] / 2, (high - low)[:, None] / 2
        values = function((middle + half * np.concatenate([few, many])).ravel()).reshape(len(low), -1)
        rough, fine = (values[:, :7] * light * half).sum(axis=1), (values[:, 7:] * heavy * half).sum(axis=1)
        settled = np.abs(rough - fine) <= within
        found += float(fine[settled].sum())
        low, high = low[~settled], high[~settled]
        if not len(low):
            return found
        low, high = np.concatenate([low, (low + high) / 2]), np.concatenate([(low + high) / 2, high])
    raise BadInput("the integral does not converge.", found=f"{len(low)} pieces that do not settle")


def values_of(function: Function, x: Floats, name: str) -> Floats:
    """What the function gives for an array of inputs: one finite number each; a constant is spread over all.

    >>> values_of(lambda x: 2.0, np.zeros(2), "g").tolist()
    [2.0, 2.0]
    """
    found = np.asarray(function(x))
    if found.dtype.kind not in "biuf" or found.shape not in ((), x.shape[:1]):
        raise BadInput(
            f"{name} must give one number per input.",
            found=f"{found.dtype} of shape {found.shape} for inputs of shape {x.shape}",
            remedy="write it for arrays, with NumPy's functions",
        )
    result = np.broadcast_to(found, x.shape[:1]).astype(np.float64)
    if not np.isfinite(result).all():
        where = x[~np.isfinite(result)][0]
        raise BadInput(f"{name} must be finite.", found=f"{result[~np.isfinite(result)][0]} at x = {_said(where)}")
    return result


def whole(value: object, name: str, least: int) -> int:
    """The value as an integer, at least `least`.

    >>> whole(3, "repeats", 2)
    3
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or value < least:
        raise BadParameter(
            f"{name} must be a whole number, at least {least}.", found=repr(value), remedy=f"{name}={least}, or more"
        )
    return int(value)


def _said(where: Array | float) -> str:
    return f"{where:g}" if np.ndim(where) == 0 else str(np.asarray(where).tolist())
