"""Bias and variance along a ladder of complexity, or of training-set sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from probative.curves.curve import Curve
from probative.curves.decomposition import Parts
from probative.curves.sweeps import SweepPicture
from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.pictures import Chart
from probative.procedures.decomposition.decompose import bias_variance
from probative.procedures.decomposition.result import TRADE_OFF, BiasVariance
from probative.procedures.decomposition.terms import Terms
from probative.procedures.parameters import with_parameter
from probative.running.brought import Inputs, Model


@dataclass(frozen=True, slots=True, eq=False)
class BiasVarianceSweep(Curve):
    """Mean terms of one table along a sweep; `of` turns to another table: other points, or another definition.

    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> from probative.theory import NoisyFunction
    >>> sweep = bias_variance_sweep(KNeighborsRegressor(), task=NoisyFunction(lambda x: 4 * x, 0.5), n=9,
    ...     parameter="n_neighbors", values=[1, 3, 9])
    >>> sweep.columns()["variance"].round(4).tolist(), sweep.best
    ([0.25, 0.0833, 0.0278], 3)
    """

    by: str
    """What is swept over: "complexity", the name of a parameter, or "n"."""
    at: tuple[object, ...]
    results: tuple[BiasVariance, ...]
    table: str

    def of(self, table: str) -> BiasVarianceSweep:
        """The same sweep, seen at other points ("midpoints", "at") or by another definition ("kohavi-wolpert")."""
        for result in self.results:
            result[table]
        return replace(self, table=table)

    @property
    def terms(self) -> tuple[Terms, ...]:
        """The table's terms, one for each step."""
        return tuple(result[self.table] for result in self.results)

    def columns(self) -> dict[str, Array]:
        """The steps, and the mean of every term at each."""
        means = [terms.means for terms in self.terms]
        return {self.by: _steps(self.at)} | {name: np.array([m[name] for m in means]) for name in means[0]}

    @property
    def best(self) -> Any:
        """The step with the least mean total; the first among equals."""
        totals = [terms.means[terms.total] for terms in self.terms]
        return self.at[int(np.argmin(totals))]

    def picture(self, name: str = "") -> Chart:
        """The parts and the total."""
        first, found = self.terms[0], self.results[0]
        errors = [np.nan if terms.standard_error is None else terms.standard_error for terms in self.terms]
        return SweepPicture(
            self.by,
            self.at,
            Parts(first.parts, first.total),
            {term: column for term, column in self.columns().items() if term != self.by},
            self.table,
            found.loss,
            self.at.index(self.best),
            np.array(errors),
            found.repeats,
        ).picture(name)

    def __str__(self) -> str:
        columns = self.columns()
        widths = [max(len(name), 10) for name in columns]
        lines = ["  ".join(f"{name:>{width}}" for name, width in zip(columns, widths, strict=True))]
        for row in zip(*columns.values(), strict=True):
            cells = [f"{v:.5g}" if isinstance(v, float) else str(v) for v in row]
            lines.append("  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)))
        return "\n".join([*lines, f"Least total at {self.by} = {self.best}. {TRADE_OFF}"])


def bias_variance_sweep(
    model: Model | Mapping[object, Model],
    X: Inputs | None = None,  # noqa: N803
    y: ArrayLike | None = None,
    *,
    parameter: str | None = None,
    values: Iterable[object] | None = None,
    sizes: Iterable[int] | None = None,
    **options: Any,
) -> BiasVarianceSweep:
    """Bias and variance for each of several models, values of a parameter, or sizes of the training set.

    The model is a mapping from complexity to model; or one model, with `parameter` and `values`, or with `sizes`.
    Options go to `bias_variance`; every step has the same seed, so that steps differ by what is swept alone.

    >>> from sklearn.linear_model import LinearRegression
    >>> from probative.theory import NoisyFunction
    >>> sweep = bias_variance_sweep(LinearRegression(), task=NoisyFunction(lambda x: x, 1.0), sizes=[5, 10, 20])
    >>> sweep.columns()["n"].tolist(), sweep.columns()["variance"].round(3).tolist()
    ([5, 10, 20], [0.4, 0.2, 0.1])
    """
    by, steps = _plan(model, parameter, values, sizes)
    if not steps:
        raise BadParameter("a sweep needs at least one step.", remedy="give models, values or sizes")
    if by == "n" and sizes is not None:
        results = tuple(bias_variance(one, X, y, n=size, **options) for size, one in steps)
    else:
        results = tuple(bias_variance(one, X, y, **options) for _, one in steps)
    return BiasVarianceSweep(by, tuple(step for step, _ in steps), results, next(iter(results[0].tables)))


def _plan(
    model: Model | Mapping[object, Model],
    parameter: str | None,
    values: Iterable[object] | None,
    sizes: Iterable[int] | None,
) -> tuple[str, list[tuple[Any, Model]]]:
    """What is swept over, and the steps with their models."""
    named, valued, sized = isinstance(model, Mapping), parameter is not None or values is not None, sizes is not None
    if named + valued + sized != 1 or (valued and (parameter is None or values is None)):
        raise BadParameter(
            "a sweep is over one thing.",
            found=f"{type(model).__name__}, parameter {parameter!r}, values {values!r}, sizes {sizes!r}",
            remedy="a mapping from complexity to model; or a model with parameter and values; or a model with sizes",
        )
    if isinstance(model, Mapping):
        return "complexity", list(model.items())
    if parameter is not None and values is not None:
        return parameter, [(value, with_parameter(model, parameter, value)) for value in values]
    return "n", [(size, model) for size in sizes or ()]


def _steps(at: tuple[object, ...]) -> Array:
    """Numbers as numbers, anything else as text."""
    if all(isinstance(step, int | float | np.number) and not isinstance(step, bool) for step in at):
        return np.asarray(at)
    return np.array([str(step) for step in at])
