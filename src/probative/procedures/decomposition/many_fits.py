"""Bias and variance as a picture of the fits: the function, many models of it, their mean and how they spread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.curves.curve import Curve
from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.pictures import Axis, Band, Chart, Dots, Line, Shape
from probative.procedures.decomposition.affine import Fitter
from probative.procedures.decomposition.learners import Sequence, classifies, require_learner, seeded
from probative.procedures.decomposition.terms import squared_terms
from probative.records import Record
from probative.running.brought import Model
from probative.running.learner import learners
from probative.theory import NoisyFunction
from probative.theory.quadrature import whole

DRAWN = 25
"""Fits that a picture shows; the mean and the band are of all."""
BEYOND = 0.6
"""How far above and below what is known a picture reaches, in heights of it: wild fits leave it."""


@dataclass(frozen=True, slots=True, eq=False)
class Fits(Record, Curve):
    """Models of many training sets of one known function: their mean shows the bias, their spread the variance."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "fits"}

    model: str
    n: int
    repeats: int
    seed: int
    sigma: float
    x: Floats
    f: Floats
    fits: Floats
    """One row for each training set, one column for each x."""
    points: Floats
    """Inputs of the first training set."""
    targets: Floats

    @property
    def mean(self) -> Floats:
        """The mean prediction at every x."""
        return np.asarray(self.fits.mean(axis=0))

    @property
    def sd(self) -> Floats:
        """The standard deviation of predictions at every x."""
        return np.asarray(self.fits.std(axis=0))

    @property
    def bias2(self) -> float:
        """The squared distance of the mean prediction from f, averaged over x."""
        return float(((self.mean - self.f) ** 2).mean())

    @property
    def variance(self) -> float:
        """The variance of predictions around their mean, averaged over x; rounding errors are none."""
        found = float((self.sd**2).mean())
        return found if found > 1e-24 * float((self.fits**2).mean()) else 0.0

    def columns(self) -> dict[str, Array]:
        """At every x: f, the mean prediction, its standard deviation, squared bias and variance."""
        terms = squared_terms(self.fits, self.f)
        parts = {"bias2": terms["bias2"], "variance": terms["variance"]}
        return {"x": self.x, "f": self.f, "mean": self.mean, "sd": self.sd, **parts}

    def picture(self, name: str = "") -> Chart:
        """f, single fits thin, their mean, a band of one standard deviation, and one training set."""
        low, high = self.mean - self.sd, self.mean + self.sd
        shown = np.concatenate([self.f, self.mean, self.targets])
        reach = BEYOND * float(shown.max() - shown.min() or 1.0)
        ends = np.clip(np.concatenate([shown, low, high]), shown.min() - reach, shown.max() + reach)
        up = Axis.over("y", ends)
        thin: list[Shape] = [
            Line(self.x, _inside(fit, up), series=0, thin=True, hint="" if i else f"one of {self.repeats:,} fits")
            for i, fit in enumerate(self.fits[:DRAWN])
        ]
        shapes = (
            *thin,
            Band(self.x, np.clip(low, up.low, up.high), np.clip(high, up.low, up.high), series=1),
            Line(self.x, _inside(self.mean, up), series=1, dashed=False, name="mean of the fits", detail="± one sd"),
            Line(self.x, self.f, weight=2.0, name="f"),
            Dots(self.points, _inside(self.targets, up), series=6, name="one training set"),
        )
        heading = f"{name or self.model}: bias² {self.bias2:.4g}, variance {self.variance:.4g} (means over x)"
        title = f"{name or self.model}: fits to {self.repeats:,} training sets of {self.n} rows"
        return Chart(title, Axis.over("x", self.x, width=300), up, shapes, title, heading, (f"{heading}.",), 330, 240)

    def __str__(self) -> str:
        return (
            f"{self.model}, {self.repeats:,} training sets of {self.n} rows, seed {self.seed}: bias² {self.bias2:.6g}, "
            f"variance {self.variance:.6g} (means over {len(self.x)} inputs)"
        )


def fits(
    model: Model,
    task: NoisyFunction,
    *,
    n: int,
    repeats: int = 200,
    at: Any = None,
    redraw_inputs: bool = False,
    random_state: int | None = 0,
    n_jobs: int | None = None,
) -> Fits:
    """Bias and variance to be seen: a learner's fits to many training sets of a known function.

    Training sets are n design points with fresh noise, or all drawn anew (`redraw_inputs`); `at` are the inputs at
    which the fits are looked at, by default 201 from the lowest to the highest. `bias_variance` gives the exact terms.

    >>> import probative as pv
    >>> from sklearn.linear_model import LinearRegression
    >>> found = pv.fits(LinearRegression(), pv.NoisyFunction(lambda x: 2 * x, 0.0), n=6, repeats=3)
    >>> round(found.bias2, 12), round(found.variance, 12)
    (0.0, 0.0)
    """
    need(task, NoisyFunction)
    require_learner(model)
    if classifies(model):
        raise BadParameter("the targets of a task are numbers.", found=type(model).__name__, remedy="pass a regressor")
    size, count, seed = whole(n, "n", 1), whole(repeats, "repeats", 2), seeded(random_state)
    x = np.linspace(task.low, task.high, 201) if at is None else np.asarray(at, np.float64)
    noise, learner = Sequence(seed).spawn(2)
    generators = [np.random.default_rng(one) for one in noise.spawn(count)]
    sets = [task.sample(size, rng, fixed=not redraw_inputs) for rng in generators]
    found = Fitter(model, x, learner, n_jobs)(sets)
    return Fits(learners(model)[0].name, size, count, seed, task.spread, x, task.truth(x), found, *sets[0])


def extreme_fits(
    task: NoisyFunction | None = None, *, n: int = 6, repeats: int = 200, random_state: int | None = 0
) -> dict[str, Fits]:
    """The two extreme cases: a line that no data can move (all bias), and a curve through every point (all variance).

    By default the function is sin 2πx with noise of 0.5, and the line 1 - 2x.

    >>> found = extreme_fits(repeats=50)
    >>> found["fixed line"].variance, found["through all points"].bias2 < 0.01
    (0.0, True)
    """
    world = NoisyFunction(lambda x: np.sin(2 * np.pi * x), 0.5) if task is None else task
    options: dict[str, Any] = {"n": whole(n, "n", 1), "repeats": repeats, "random_state": random_state}
    cases = {"fixed line": FixedLine(), "through all points": polynomial(n - 1)}
    return {name: fits(model, world, **options) for name, model in cases.items()}


class FixedLine:
    """The line y = intercept + slope x, whatever the data: no variance, all bias.

    >>> FixedLine().fit([[0.0]], [5.0]).predict([[0.0], [0.5]]).tolist()
    [1.0, 0.0]
    """

    def __init__(self, slope: float = -2.0, intercept: float = 1.0) -> None:
        self.slope, self.intercept = slope, intercept

    def fit(self, X: Any, y: Any) -> FixedLine:  # noqa: N803
        """Nothing is learned."""
        return self

    def predict(self, X: Any) -> Array:  # noqa: N803
        """The line."""
        return self.intercept + self.slope * np.asarray(X, np.float64)[:, 0]


def polynomial(degree: int) -> Model:
    """Least squares of a polynomial of that degree; of degree n - 1 it goes through n points.

    >>> polynomial(2).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 4.0]).predict([[3.0]]).round(6).tolist()
    [9.0]
    """
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    whole(degree, "the degree", 0)
    made: Model = make_pipeline(PolynomialFeatures(degree, include_bias=True), LinearRegression(fit_intercept=False))
    return made


def _inside(values: Floats, axis: Axis) -> Floats:
    """Values in the frame; what lies beyond is not drawn."""
    return np.where((values >= axis.low) & (values <= axis.high), values, np.nan)
