"""A study of a noisy function: the risk of a model g of y = f(x) + noise, computed and estimated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadParameter
from probative.losses import Convergence, EmpiricalRisk, convergence, empirical_risk, loss_named
from probative.losses.declared import risk_title
from probative.losses.empirical import row_losses
from probative.pictures import Axis, Band, Chart, Line
from probative.records import Document, Record
from probative.theory.functions import function_named
from probative.theory.known import Known
from probative.theory.noisy_function import NoisyFunction
from probative.theory.sentences import ONLY_ESTIMATED

SHAPES = ("normal", "laplace", "uniform", "logistic")
POINTS = 201
"""Points at which functions are drawn: as many as a picture shows."""


@dataclass(frozen=True, slots=True, eq=False)
class NoisyStudy(Record):
    """The risk of a model of a noisy function, the modelling error apart; and what a sample says of it."""

    head: ClassVar[Document] = {"probative": 1, "kind": "risk"}
    also: ClassVar[dict[str, str]] = {"noise_variance": "noise_variance", "text": "__str__"}

    f: str
    """The truth as it was named: a word, or the coefficients of a polynomial."""
    g: str
    noise: str
    sigma: float
    loss: str
    title: str
    risk: Known
    modelling_error: Known
    seed: int | None = None
    empirical: EmpiricalRisk | None = None
    view: Convergence | None = None
    """How the empirical risk converges."""
    notes: tuple[str, ...] = (ONLY_ESTIMATED,)

    @property
    def noise_variance(self) -> float:
        """The risk that is left to the best model, under quadratic loss."""
        return self.sigma**2

    @property
    def head_line(self) -> str:
        """The task in one line."""
        truth, model = function_named(self.f)[0], function_named(self.g)[0]
        noise = f"{self.noise} noise of variance {self.noise_variance:.6g}"
        return f"y = f(x) + noise, f = {truth}, g = {model}, x uniform on [0, 1], {noise}"

    def charts(self) -> list[Chart]:
        """The truth with its noise beside the model; with a sample also how the estimate converges."""
        return [self._functions(), *([] if self.view is None else [self.view.picture()])]

    def _functions(self) -> Chart:
        (truth, f), (model, g) = function_named(self.f), function_named(self.g)
        x = np.linspace(0.0, 1.0, POINTS)
        said, right = np.broadcast_to(g(x), x.shape), np.broadcast_to(f(x), x.shape)
        low, high = right - self.sigma, right + self.sigma
        shapes = (
            Band(x, low, high, series=0),
            Line(x, right, series=0, name="f", detail=f"{truth}, ± one standard deviation of the noise"),
            Line(x, said, series=1, name="g", detail=model),
        )
        title = "The truth f and the model g"
        return Chart(title, Axis.unit("x"), Axis.over("y", [*low, *high, *said]), shapes, title)

    def __str__(self) -> str:
        lines = [
            self.head_line,
            f"  {self.title:<24}{self.risk}",
            f"  modelling error         {self.modelling_error}",
            f"  variance of the noise   {self.noise_variance:.6g}",
        ]
        if self.empirical is not None:
            lines.append(f"  estimated, seed {self.seed:<8}{self.empirical}")
        return "\n".join([*lines, *self.notes])


def noisy_study(
    f: str = "sine",
    g: str = "zero",
    *,
    sigma: float = 0.5,
    noise: str = "normal",
    loss: str = "quadratic",
    sample: int | None = None,
    random_state: int = 0,
) -> NoisyStudy:
    """Risk, modelling error and variance of the noise, x uniform on [0, 1]; with a sample also the empirical risk.

    f and g are named: sine, zero, line, square, ..., or the coefficients of a polynomial, "1,0,-2".

    >>> found = noisy_study("square", "line", sigma=0.1)
    >>> round(found.risk.value, 12), round(found.modelling_error.value, 12)
    (0.043333333333, 0.033333333333)
    """
    (_, f_of), (_, g_of) = function_named(f), function_named(g)
    task = NoisyFunction(f_of, sigma) if noise == "normal" else NoisyFunction(f_of, noise=_shaped(noise, sigma))
    used = None if loss == "quadratic" else loss_named(loss)
    title, risk = risk_title(loss_named(loss)), task.risk(g_of, used)
    drawn: dict[str, Any] = {}
    if sample is not None:
        x, y = task.sample(sample, np.random.default_rng(random_state), fixed=False)
        view = convergence(row_losses(loss, y, g_of(x)), risk=float(risk), title=title)
        drawn = {"seed": random_state, "empirical": empirical_risk(y, g_of(x), loss), "view": view}
    error = Known.of(task.modelling_error(g_of, used))
    return NoisyStudy(f, g, noise, sigma, loss, title, Known.of(risk), error, **drawn)


def _shaped(noise: str, sigma: float) -> Any:
    """Noise of another shape with mean 0 and this standard deviation."""
    from scipy import stats

    if noise not in SHAPES:
        raise BadParameter(f"there is no noise {noise!r}.", found=", ".join(SHAPES))
    if not sigma > 0:
        raise BadParameter("sigma must be greater than 0.", found=sigma, remedy="--sigma 0.5")
    unit = {"laplace": stats.laplace, "uniform": stats.uniform, "logistic": stats.logistic}[noise]
    scale = sigma / float(unit.std())
    return unit(loc=-scale / 2 if noise == "uniform" else 0.0, scale=scale)
