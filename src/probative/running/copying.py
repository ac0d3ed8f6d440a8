"""Fresh copies of a model for many trainings: what is the same for all of them is found out once."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass

from probative.running.brought import Model, Parameters, has_parameters

_STEADY = {"LogisticRegression": ("lbfgs", "newton-cg", "newton-cholesky")}
"""Models of scikit-learn's that take a seed and use it with other solvers than these only."""
_KEPT = ("_metadata_request", "_sklearn_output_config")
"""What scikit-learn's clone carries over besides parameters."""


@dataclass(frozen=True, slots=True)
class Mould:
    """An untrained model, copied as `clone` copies it."""

    model: Model
    parameters: Parameters | None = None
    """Those of a model of scikit-learn's that has plain ones only: its class makes the copy, and no clone looks
    through the signature again for every training."""

    @classmethod
    def of(cls, model: Model, parameters: Parameters) -> Mould:
        """The model with all its parameters, looked at once."""
        if not parameters or not _of_sklearn(model) or any(hasattr(model, name) for name in _KEPT):
            return cls(model)
        plain = all(isinstance(value, str | int | float | bool | None) for value in parameters.values())
        return cls(model, dict(parameters) if plain else None)

    def copied(self) -> Model:
        """An untrained copy.

        >>> from sklearn.linear_model import Ridge
        >>> Mould.of(Ridge(), {"alpha": 2}).copied()
        Ridge(alpha=2)
        """
        if self.parameters is not None:
            made: Model = type(self.model)(**self.parameters)
            return made
        if not has_parameters(self.model):
            return copy.deepcopy(self.model)
        from sklearn.base import clone

        cloned: Model = clone(self.model)
        return cloned


def unseeded(model: Model, parameters: Mapping[str, object]) -> tuple[str, ...]:
    """The parameters by which a model is random and that have no seed yet.

    >>> from sklearn.linear_model import LogisticRegression
    >>> steady, random = LogisticRegression(), LogisticRegression(solver="saga")
    >>> unseeded(steady, steady.get_params()), unseeded(random, random.get_params())
    ((), ('random_state',))
    """
    found = []
    for key, value in parameters.items():
        owner, _, name = key.rpartition("__")
        if name == "random_state" and value is None and not _steady(parameters.get(owner) if owner else model):
            found.append(key)
    return tuple(found)


def _steady(model: object) -> bool:
    """Whether the seed is not used: making a generator for every training would cost more than the rest of our part."""
    solvers = _STEADY.get(type(model).__name__, ()) if _of_sklearn(model) else ()
    return getattr(model, "solver", None) in solvers


def _of_sklearn(model: object) -> bool:
    return type(model).__module__.partition(".")[0] == "sklearn"
