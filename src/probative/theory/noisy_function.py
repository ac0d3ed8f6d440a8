"""A task whose truth is known: y = f(x) + noise, for inputs from a known distribution, in any dimension."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats, numbers
from probative.losses.declared import Loss, loss_named
from probative.theory.computed import Computed
from probative.theory.noise import Noise
from probative.theory.quadrature import Function, integral, values_of, whole

PANELS = 8
"""Pieces that every integral starts from, so that a function that repeats itself is not taken for a constant."""
TAIL = 12.0
"""Standard deviations of normal noise beyond which nothing is left in double precision."""
DRAWS = 200_000
"""Draws where inputs have several dimensions."""


@dataclass(frozen=True, slots=True)
class NoisyFunction:
    """The task y = f(x) + e: p(y | x) = p_n(y - f(x)).

    Noise is normal with mean 0 and standard deviation `sigma`, or has the distribution `noise`: one of SciPy's, frozen,
    or a density p_n(e). Inputs are uniform on [low, high], or have the distribution `x` (SciPy's, of numbers or of
    vectors), or the quantile function given; design points stay on [low, high].

    >>> task = NoisyFunction(lambda x: x**2, sigma=0.1)
    >>> round(task.modelling_error(lambda x: x), 12), round(task.risk(lambda x: x), 12)
    (0.033333333333, 0.043333333333)
    >>> from scipy import stats
    >>> plane = NoisyFunction(lambda x: x[:, 0], noise=stats.laplace(), x=stats.multivariate_normal([0, 0]))
    >>> risk = plane.risk(lambda x: 0.0)  # Var(x1) + Var(e) = 1 + 2
    >>> abs(risk - 3) < 4 * risk.standard_error, risk.method
    (True, 'Monte Carlo')
    """

    f: Function
    sigma: float | None = None
    low: float = 0.0
    high: float = 1.0
    quantile: Function | None = None
    noise: Any = None
    x: Any = None

    def __post_init__(self) -> None:
        if not callable(self.f):
            raise BadParameter("f must be a function of an array of inputs.", found=repr(self.f))
        if (self.sigma is None) == (self.noise is None):
            raise BadParameter(
                "say how the noise is spread: sigma, or another distribution as noise.",
                found="both" if self.noise is not None else "neither",
                remedy="sigma=0.5, or noise=scipy.stats.laplace(scale=0.5)",
            )
        if self.noise is not None:
            made = Noise.of(self.noise)
            object.__setattr__(self, "noise", made)
            object.__setattr__(self, "sigma", made.sd)
        elif not (_finite(self.sigma) and self.spread >= 0):
            raise BadParameter(
                "sigma, the standard deviation of the noise, must be a finite number, at least 0.",
                found=self.sigma,
                remedy="sigma=0.5 (--sigma 0.5); 0 for no noise",
            )
        if not (_finite(self.low) and _finite(self.high) and self.low < self.high):
            raise BadParameter(
                "low and high must be finite numbers, low below high.",
                found=f"{self.low}, {self.high}",
                remedy="low=0, high=3; for inputs that are vectors x=scipy.stats.multivariate_normal([0, 0])",
            )
        if self.x is not None and (self.quantile is not None or not hasattr(self.x, "rvs")):
            raise BadParameter("x must be a frozen distribution, instead of a quantile function.", found=repr(self.x))

    @property
    def spread(self) -> float:
        """The standard deviation of the noise."""
        assert self.sigma is not None
        return float(self.sigma)

    @property
    def shift(self) -> float:
        """The mean of the noise."""
        return 0.0 if self.noise is None else float(self.noise.mean)

    @property
    def several(self) -> bool:
        """Whether inputs are vectors."""
        return self.x is not None and not hasattr(self.x, "ppf")

    def truth(self, x: object) -> Floats:
        """E[y | x] = f(x), and the mean of the noise where that is not 0: the best regressor, finite at each input."""
        return self._f(x) + self.shift

    def design(self, n: int) -> Floats:
        """The points x_i = low + (high - low)(i - 1)/(n - 1), i = 1...n; a single one is at low.

        >>> NoisyFunction(np.sin, 0.5).design(6).tolist()
        [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
        """
        if self.several:
            raise BadParameter("design points are for inputs that are numbers.", found="vectors", remedy="fixed=False")
        return np.linspace(self.low, self.high, whole(n, "n", 1))

    def inputs(self, n: int, rng: np.random.Generator) -> Floats:
        """Inputs drawn from p(x)."""
        if self.several:
            return np.asarray(self.x.rvs(size=whole(n, "n", 1), random_state=rng), np.float64).reshape(n, -1)
        return self._at_share(rng.random(whole(n, "n", 1)))

    def sample(self, n: int, rng: np.random.Generator, *, fixed: bool = True) -> tuple[Floats, Floats]:
        """Inputs and noisy targets: at the design points (fixed), or at inputs drawn from p(x).

        >>> x, y = NoisyFunction(np.sin, 0.0).sample(3, np.random.default_rng(0))
        >>> x.tolist(), bool((y == np.sin(x)).all())
        ([0.0, 0.5, 1.0], True)
        """
        x = self.design(n) if fixed else self.inputs(n, rng)
        return x, self._f(x) + self._drawn_noise(len(x), rng)

    def modelling_error(
        self, g: Function, loss: str | Loss | None = None, *, draws: int = DRAWS, random_state: int = 0
    ) -> Computed:
        """The risk without the noise: the integral of L(f(x), g(x)) p(x); squared loss unless another is given.

        >>> float(NoisyFunction(lambda x: 2 * x, 0.3).modelling_error(lambda x: 2 * x))
        0.0
        """
        wanted = _wanted(loss) or squared
        return self._expected(lambda f, g_x, _: _number(wanted, f, g_x), g, draws, random_state)

    def risk(
        self, g: Function, loss: str | Loss | None = None, *, draws: int = DRAWS, random_state: int = 0
    ) -> Computed:
        """E[L(y, g(x))] over inputs and noise; for squared loss E[(f - g)²] and the variance of the noise.

        The loss is one by name ("absolute"), or a function of y and g.

        >>> round(NoisyFunction(np.sin, 0.5).risk(np.sin, "absolute"), 10)
        0.3989422804
        """
        used = _wanted(loss)
        if used is None:
            far = self._expected(lambda f, g_x, _: (f + self.shift - g_x) ** 2, g, draws, random_state)
            return Computed(far + self.spread**2, far.method, far.standard_error, draws=far.draws, seed=far.seed)
        if self.spread == 0:
            return self._expected(lambda f, g_x, _: _number(used, f + self.shift, g_x), g, draws, random_state)
        if self.several:
            return self._expected(lambda f, g_x, e: _number(used, f + e, g_x), g, draws, random_state)
        return self._expected(lambda f, g_x, _: self._over_noise(used, f, g_x), g, draws, random_state)

    def optimum(self, costs: Any = None, positive: Any = None) -> dict[str, Computed]:
        """By measure, what no regressor can surpass on rows of this task: the noise is left, and nothing is priced."""
        return {"mse": Computed(self.spread**2), "rmse": Computed(self.spread)}

    def conditional_density(self, y: object, x: object) -> Floats:
        """p(y | x) = p_n(y - f(x)), row by row.

        >>> NoisyFunction(lambda x: x, 1.0).conditional_density([0.0], [0.0]).round(6).tolist()
        [0.398942]
        """
        e = numbers(y, "y") - self._f(x)
        if self.noise is not None:
            return np.asarray(self.noise.density(e), np.float64)
        if self.spread == 0:
            raise BadParameter("without noise y has no density.", found="sigma 0", remedy="sigma greater than 0")
        return np.asarray(np.exp(-0.5 * (e / self.spread) ** 2) / (self.spread * math.sqrt(2 * math.pi)))

    def joint_density(self, x: object, y: object) -> Floats:
        """p(x, y) = p(x) p_n(y - f(x)), row by row."""
        if self.quantile is not None:
            raise BadParameter("a quantile function gives no density of x.", remedy="x=scipy.stats.norm(0, 1)")
        points = np.asarray(x, np.float64)
        if self.x is not None:
            shares = np.reshape(self.x.pdf(points), len(points))
        else:
            shares = np.where((points >= self.low) & (points <= self.high), 1 / (self.high - self.low), 0.0)
        return np.asarray(shares * self.conditional_density(y, x), np.float64)

    def pointwise_risk(self, x: object, g: Function, loss: str | Loss | None = None) -> Floats:
        """E[L(y, g(x)) | x] at every x: the risk there, over the noise alone.

        >>> NoisyFunction(lambda x: x, 0.5).pointwise_risk([0.0, 1.0], lambda x: 0.0).tolist()
        [0.25, 1.25]
        """
        points = np.atleast_2d(np.asarray(x, np.float64)) if self.several else numbers(x, "x")
        f, said = self._f(points), values_of(g, points, "g")
        used = _wanted(loss)
        if used is None:
            return np.asarray((f + self.shift - said) ** 2 + self.spread**2)
        return np.array([self._over_noise(used, float(a), float(b)) for a, b in zip(f, said, strict=True)])

    def _f(self, x: object) -> Floats:
        points = np.asarray(x, np.float64) if self.several else numbers(x, "x")
        return values_of(self.f, points, "f")

    def _drawn_noise(self, n: int, rng: np.random.Generator) -> Floats:
        return self.spread * rng.standard_normal(n) if self.noise is None else np.asarray(self.noise.draw(n, rng))

    def _over_noise(self, loss: Loss, f: float, g: float) -> float:
        # Losses have their kink or step where the target meets the prediction, or changes its sign.
        kinks = [g - f, -f]
        if self.noise is not None:
            return float(self.noise.expected(lambda e: _number(loss, f + e, g), kinks))
        if self.spread == 0:
            return _number(loss, f, g)

        def weighted(z: float) -> float:
            return _number(loss, f + self.spread * z, g) * math.exp(-z * z / 2) / math.sqrt(2 * math.pi)

        return integral(weighted, -TAIL, TAIL, [-4.0, 0.0, 4.0, *(kink / self.spread for kink in kinks)])

    def _at_share(self, u: Array) -> Floats:
        """The inputs below which the shares u of all inputs lie: uniform shares make inputs from p(x)."""
        quantile = self.quantile if self.x is None else self.x.ppf
        if quantile is None:
            return self.low + (self.high - self.low) * u
        return values_of(quantile, u, "quantile")

    def _expected(
        self, point: Callable[[float, float, float], float], g: Function, draws: int, random_state: int
    ) -> Computed:
        """E[point(f(x), g(x), e)] over inputs, and over the noise only where it is drawn."""
        if self.several:
            return self._simulated(point, g, whole(draws, "draws", 2), random_state)

        def at(u: float) -> float:
            x = self._at_share(np.array([u]))
            return point(float(self._f(x)[0]), float(values_of(g, x, "g")[0]), 0.0)

        return Computed(integral(at, 0.0, 1.0, [i / PANELS for i in range(1, PANELS)]), "quadrature")

    def _simulated(self, point: Callable[[float, float, float], float], g: Function, draws: int, seed: int) -> Computed:
        rng = np.random.default_rng(seed)
        x = self.inputs(draws, rng)
        columns = self._f(x), values_of(g, x, "g"), self._drawn_noise(draws, rng)
        found = np.array([point(*(float(part) for part in one)) for one in zip(*columns, strict=True)])
        error = float(found.std(ddof=1)) / math.sqrt(draws)
        return Computed(float(found.mean()), "Monte Carlo", error, draws=draws, seed=seed)


def squared(y: float, g: float) -> float:
    """Squared loss (y - g)².

    >>> squared(3, 1)
    4
    """
    return (y - g) ** 2


def _wanted(loss: str | Loss | None) -> Loss | None:
    """The loss meant; None for squared loss, whose risk is known without integrating over the noise."""
    return None if loss is None or loss == "quadratic" else loss_named(loss)


def _finite(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool) and math.isfinite(value)


def _number(loss: Loss, y: float, g: float) -> float:
    # NumPy's numbers, so that a loss written with array methods takes them too.
    return float(loss(np.float64(y), np.float64(g)))
