"""Fresh copies of a model for many trainings: what is the same for all of them is found out once."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from probative.running.brought import Model, Parameters, has_parameters

_STEADY = {"LogisticRegression": ("lbfgs", "newton-cg", "newton-cholesky")}
"""Models of scikit-learn's that take a seed and use it with other solvers than these only."""
_FITTED: set[str] = set()
"""Models of scikit-learn's that were trained in this process, with the parameters that they accepted."""
_KEPT = ("_metadata_request", "_sklearn_output_config")
"""What scikit-learn's clone carries over besides parameters."""


@dataclass(frozen=True, slots=True)
class Mould:
    """An untrained model, copied as `clone` copies it."""

    model: Model
    parameters: Parameters | None = None
    """Those of a model of scikit-learn's that has plain ones only: its class makes the copy, and no clone looks
    through the signature again for every training."""
    written: str = ""
    """Class and parameters in words, where they are plain."""

    @classmethod
    def of(cls, model: Model, parameters: Parameters) -> Mould:
        """The model with all its parameters, looked at once."""
        if not parameters or not _of_sklearn(model) or any(hasattr(model, name) for name in _KEPT):
            return cls(model)
        plain = all(isinstance(value, str | int | float | bool | None) for value in parameters.values())
        return cls(model, dict(parameters), f"{type(model)} {parameters}") if plain else cls(model)

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


@contextmanager
def accepted_once(mould: Mould | None) -> Iterator[None]:
    """Whatever is fitted inside looks at its parameters the first time only, as equal ones are accepted every time.

    Models of which others are a part, and those from elsewhere, look at them every time.
    """
    if mould is None or mould.written not in _FITTED:
        yield
    else:
        from sklearn import config_context

        with config_context(skip_parameter_validation=True):
            yield
    if mould is not None and mould.written:
        _FITTED.add(mould.written)


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
