"""A task whose truth is known: y = f(x) + normal noise, for inputs from a known distribution."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from probative.errors import BadInput, BadParameter
from probative.evidence.arrays import Array, Floats, numbers

Function = Callable[[Floats], npt.ArrayLike]
"""A function of an array of inputs that gives one value per input."""
Loss = Callable[[float, float], float]
"""A loss L(y, g)."""
PANELS = 8
"""Pieces that every integral starts from, so that a function that repeats itself is not taken for a constant."""
TAIL = 12.0
"""Standard deviations of noise beyond which nothing is left in double precision."""


@dataclass(frozen=True, slots=True)
class NoisyFunction:
    """The task y = f(x) + e, e normal with mean 0 and standard deviation sigma, x uniform on [low, high].

    For another p(x), give its quantile function, such as scipy.stats.norm(0, 1).ppf; the design points stay on
    [low, high].

    >>> task = NoisyFunction(lambda x: x**2, sigma=0.1)
    >>> round(task.modelling_error(lambda x: x), 12), round(task.risk(lambda x: x), 12)
    (0.033333333333, 0.043333333333)
    """

    f: Function
    sigma: float
    low: float = 0.0
    high: float = 1.0
    quantile: Function | None = None

    def __post_init__(self) -> None:
        if not callable(self.f):
            raise BadParameter("f must be a function of an array of inputs.", found=repr(self.f))
        if not (_finite(self.sigma) and self.sigma >= 0):
            raise BadParameter("sigma must be a finite number, at least 0.", found=self.sigma)
        if not (_finite(self.low) and _finite(self.high) and self.low < self.high):
            raise BadParameter("low and high must be finite, low below high.", found=f"{self.low}, {self.high}")

    def truth(self, x: object) -> Floats:
        """E[y | x] = f(x), the best regressor, checked to be one finite number per input."""
        return values_of(self.f, numbers(x, "x"), "f")

    def design(self, n: int) -> Floats:
        """The points x_i = low + (high - low)(i - 1)/(n - 1), i = 1...n; a single one is at low.

        >>> NoisyFunction(np.sin, 0.5).design(6).tolist()
        [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
        """
        return np.linspace(self.low, self.high, whole(n, "n", 1))

    def inputs(self, n: int, rng: np.random.Generator) -> Floats:
        """Inputs drawn from p(x)."""
        return self._at_share(rng.random(whole(n, "n", 1)))

    def sample(self, n: int, rng: np.random.Generator, *, fixed: bool = True) -> tuple[Floats, Floats]:
        """Inputs and noisy targets: at the design points (fixed), or at inputs drawn from p(x).

        >>> x, y = NoisyFunction(np.sin, 0.0).sample(3, np.random.default_rng(0))
        >>> x.tolist(), bool((y == np.sin(x)).all())
        ([0.0, 0.5, 1.0], True)
        """
        x = self.design(n) if fixed else self.inputs(n, rng)
        return x, self.truth(x) + self.sigma * rng.standard_normal(len(x))

    def modelling_error(self, g: Function, loss: Loss | None = None) -> float:
        """The risk without the noise: the integral of L(f(x), g(x)) p(x); squared loss unless another is given.

        >>> NoisyFunction(lambda x: 2 * x, 0.3).modelling_error(lambda x: 2 * x)
        0.0
        """
        wanted = squared if loss is None else loss
        return self._expected(lambda f, g_x: _number(wanted, f, g_x), g)

    def risk(self, g: Function, loss: Loss | None = None) -> float:
        """E[L(y, g(x))] over inputs and noise; for squared loss the modelling error plus the variance of the noise.

        >>> round(NoisyFunction(np.sin, 0.5).risk(np.sin, loss=lambda y, g: abs(y - g)), 10)
        0.3989422804
        """
        if loss is None:
            return self.modelling_error(g) + self.sigma**2
        if self.sigma == 0:
            return self.modelling_error(g, loss)
        return self._expected(lambda f, g_x: self._over_noise(loss, f, g_x), g)

    def _over_noise(self, loss: Loss, f: float, g: float) -> float:
        def weighted(z: float) -> float:
            return _number(loss, f + self.sigma * z, g) * math.exp(-z * z / 2) / math.sqrt(2 * math.pi)

        # Losses have their kink or step where the target meets the prediction, or changes its sign.
        kinks = [z for z in ((g - f) / self.sigma, -f / self.sigma) if abs(z) < TAIL]
        return integral(weighted, -TAIL, TAIL, [-4.0, 0.0, 4.0, *kinks])

    def _at_share(self, u: Array) -> Floats:
        """The inputs below which the shares u of all inputs lie: uniform shares make inputs from p(x)."""
        if self.quantile is None:
            return self.low + (self.high - self.low) * u
        return values_of(self.quantile, u, "quantile")

    def _expected(self, point: Callable[[float, float], float], g: Function) -> float:
        def at(u: float) -> float:
            x = self._at_share(np.array([u]))
            return point(float(self.truth(x)[0]), float(values_of(g, x, "g")[0]))

        return integral(at, 0.0, 1.0, [i / PANELS for i in range(1, PANELS)])


def squared(y: float, g: float) -> float:
    """Squared loss (y - g)².

    >>> squared(3, 1)
    4
    """
    return (y - g) ** 2


def integral(function: Callable[[float], float], low: float, high: float, breaks: list[float]) -> float:
    """The integral by adaptive quadrature, or an error where that does not settle.

    >>> round(integral(lambda x: abs(x - 0.3), 0.0, 1.0, [0.3]), 12)
    0.29
    """
    from scipy.integrate import quad

    # With full output, trouble is reported in the result and not as a warning.
    value, error, *_ = quad(
        function, low, high, points=sorted(set(breaks)), epsabs=1e-13, epsrel=1e-12, limit=400, full_output=1
    )
    if not error <= 1e-8 * max(1.0, abs(value)):
        raise BadInput("the integral does not converge.", found=f"{value:g} with an error of {error:g}")
    return float(value)


def values_of(function: Function, x: Floats, name: str) -> Floats:
    """What the function gives for an array of inputs: one finite number each; a constant is spread over all.

    >>> values_of(lambda x: 2.0, np.zeros(2), "g").tolist()
    [2.0, 2.0]
    """
    found = np.asarray(function(x))
    if found.dtype.kind not in "biuf" or found.shape not in ((), x.shape):
        raise BadInput(
            f"{name} must give one number per input.",
            found=f"{found.dtype} of shape {found.shape} for inputs of shape {x.shape}",
            remedy="write it for arrays, with NumPy's functions",
        )
    result = np.broadcast_to(found, x.shape).astype(np.float64)
    if not np.isfinite(result).all():
        where = x[~np.isfinite(result)][0]
        raise BadInput(f"{name} must be finite.", found=f"{result[~np.isfinite(result)][0]} at x = {where:g}")
    return result


def whole(value: object, name: str, least: int) -> int:
    """The value as an integer, at least `least`.

    >>> whole(3, "repeats", 2)
    3
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or value < least:
        raise BadParameter(f"{name} must be a whole number, at least {least}.", found=repr(value))
    return int(value)


def _finite(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool) and math.isfinite(value)


def _number(loss: Loss, y: float, g: float) -> float:
    # NumPy's numbers, so that a loss written with array methods takes them too.
    return float(loss(np.float64(y), np.float64(g)))
