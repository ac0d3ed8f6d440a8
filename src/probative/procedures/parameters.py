"""A copy of a model with one of its parameters set, for whatever sweeps over it."""

from __future__ import annotations

from typing import Any

from probative.errors import BadParameter
from probative.running.brought import Estimator, Model, has_parameters


def with_parameter(model: Model, parameter: str, value: Any) -> Model:
    """A copy of the model with one parameter set.

    >>> from sklearn.linear_model import Ridge
    >>> with_parameter(Ridge(), "alpha", 3.0)
    Ridge(alpha=3.0)
    """
    from sklearn.base import clone

    known = model.get_params() if has_parameters(model) else None
    if known is None or parameter not in known:
        found = "no get_params" if known is None else ", ".join(known)
        raise BadParameter(f"the model has no parameter {parameter!r}.", found=found)
    other: Estimator = clone(model)
    return other.set_params(**{parameter: value})
