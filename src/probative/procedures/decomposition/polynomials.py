"""Polynomials of one input by least squares, in a basis that keeps the equations well conditioned."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from probative.running.brought import Estimator


def polynomial(degree: int, low: float = 0.0, high: float = 1.0) -> Estimator:
    """A polynomial of that degree on [low, high], as an untrained model.

    >>> x = np.linspace(0, 1, 9).reshape(-1, 1)
    >>> polynomial(3).fit(x, x[:, 0] ** 3).predict([[0.5]]).round(6).tolist()
    [0.125]
    """
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import FunctionTransformer

    powers = FunctionTransformer(partial(_basis, degree=degree, low=low, high=high))
    made: Estimator = Pipeline([("powers", powers), ("learner", LinearRegression(fit_intercept=False))])
    return made


def _basis(x: Any, degree: int, low: float, high: float) -> Any:
    """Chebyshev's polynomials: powers of x would be all but equal to each other."""
    return np.polynomial.chebyshev.chebvander(2 * (np.asarray(x)[:, 0] - low) / (high - low) - 1, degree)
