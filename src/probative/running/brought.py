"""What a user brings to a run (models, inputs, a plan, a label), told by what it must be able to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self, TypeGuard

from numpy.typing import ArrayLike

from probative.records import Document
from probative.resampling import Plan

Parameters = Document
"""Hyper-parameters by name; a model may take anything for one."""
ParameterValues = Mapping[str, Iterable[Any]]
"""Values to try, by parameter."""
Grid = ParameterValues | Iterable[Mapping[str, Any]]
"""Values to try, or a list of candidates or of values to try."""


class Inputs(Protocol):
    """Rows to learn from: an array, a sparse matrix, a dataframe of any library, a list."""

    def __len__(self) -> int: ...

    def __getitem__(self, rows: Any, /) -> Any: ...


class Model(Protocol):
    """What can be trained and asked; parameters, probabilities and scores are used where it has them."""

    # Whoever writes a model takes narrower inputs than any, and asks for what else it needs.
    def fit(self, X: Any, y: Any, /, *args: Any, **extra: Any) -> object:  # noqa: N803
        """Learn from rows and their targets."""

    def predict(self, X: Any, /) -> ArrayLike:  # noqa: N803
        """One label or number per row."""
        ...


class Estimator(Model, Protocol):
    """A model whose parameters can be read and set, as scikit-learn's can."""

    def get_params(self, deep: bool = True) -> Parameters:
        """All parameters, by default with those of the models inside."""
        ...

    def set_params(self, **parameters: Any) -> Self:
        """The model itself, with these parameters."""
        ...


Models = Model | Sequence[Model | tuple[str, Model]] | Mapping[str, Model]
"""A model, a list of models or (name, model) pairs, or a mapping from names to models."""


class Splitter(Protocol):
    """What scikit-learn calls a splitter."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Any, Any]]:  # noqa: N803
        """Pairs of training and test rows."""
        ...


PlanLike = str | int | Plan | Splitter | Iterable[tuple[ArrayLike, ArrayLike]]
"""A plan by name, by its number of folds, as an object, or as pairs of training and test rows."""


def is_model(thing: object) -> TypeGuard[Model]:
    """Whether a thing is an object with fit and predict; a class is not one yet.

    >>> from sklearn.linear_model import Ridge
    >>> is_model(Ridge()), is_model(Ridge), is_model("ridge")
    (True, False, False)
    """
    return not isinstance(thing, type) and hasattr(thing, "fit") and hasattr(thing, "predict")


def has_parameters(model: object) -> TypeGuard[Estimator]:
    """Whether a model's parameters can be read and set.

    >>> from sklearn.linear_model import Ridge
    >>> has_parameters(Ridge()), has_parameters(object())
    (True, False)
    """
    return hasattr(model, "get_params")


def kind_named(thing: object) -> str:
    """What a thing is, for whoever passed it by mistake.

    >>> kind_named(dict), kind_named("ridge")
    ('the class dict', 'str')
    """
    return f"the class {thing.__name__}" if isinstance(thing, type) else type(thing).__name__
