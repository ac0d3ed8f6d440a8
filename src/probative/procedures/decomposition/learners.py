"""Fresh, seeded copies of a learner, trained side by side; equal seeds give equal results whatever n_jobs is."""

from __future__ import annotations

import copy

import numpy as np

from probative.errors import BadInput, BadParameter
from probative.evidence.arrays import Array, Floats, numbers
from probative.running.brought import Estimator, Inputs, Model, has_parameters, is_model, kind_named

Sequence = np.random.SeedSequence


def seeded(random_state: int | None) -> int:
    """The seed to record, from which every random number is spawned; None draws one.

    >>> seeded(7)
    7
    """
    if random_state is None:
        return int(np.random.default_rng().integers(2**31))
    if isinstance(random_state, bool) or not isinstance(random_state, int | np.integer) or random_state < 0:
        raise BadParameter("random_state must be a whole number, at least 0, or None.", found=repr(random_state))
    return int(random_state)


def fresh(model: Model, sequence: Sequence) -> Model:
    """An untrained copy of the model, whose unset random_state parameters (nested ones too) are set from the seed.

    >>> from sklearn.tree import DecisionTreeRegressor
    >>> fresh(DecisionTreeRegressor(), Sequence(0)).random_state is None
    False
    """
    rng = np.random.default_rng(sequence)
    if not has_parameters(model):
        other = copy.deepcopy(model)
        if hasattr(other, "random_state") and other.random_state is None:
            other.random_state = int(rng.integers(2**31))
        return other
    from sklearn.base import clone

    made: Estimator = clone(model)
    named = sorted(made.get_params().items(), key=lambda item: item[0])
    unset = [name for name, value in named if value is None and name.split("__")[-1] == "random_state"]
    return made.set_params(**{name: int(rng.integers(2**31)) for name in unset}) if unset else made


def require_learner(model: Model) -> None:
    """Refuse what cannot be trained.

    >>> require_learner("tree")
    Traceback (most recent call last):
    probative.errors.BadParameter: the model needs the methods fit and predict.
      Found: str.   Try: pass an untrained object, such as LinearRegression()
    """
    if not is_model(model):
        raise BadParameter(
            "the model needs the methods fit and predict.",
            found=kind_named(model),
            remedy="pass an untrained object, such as LinearRegression()",
        )


def classifies(model: Model) -> bool | None:
    """Whether the model is a classifier, or None where it does not say.

    >>> from sklearn.linear_model import Ridge
    >>> classifies(Ridge()), classifies(object())
    (False, None)
    """
    from sklearn.base import is_classifier, is_regressor

    try:
        return True if is_classifier(model) else False if is_regressor(model) else None
    except (AttributeError, TypeError):
        # Objects of other libraries carry no tags.
        return True if hasattr(model, "predict_proba") else None


def numeric_predictions(model: Model, points: Inputs) -> Floats:
    """What the trained model predicts, as one number per point.

    >>> from sklearn.dummy import DummyRegressor
    >>> numeric_predictions(DummyRegressor().fit([[0]], [3]), np.zeros((2, 1))).tolist()
    [3.0, 3.0]
    """
    found = np.asarray(model.predict(points))
    if found.ndim == 2 and found.shape[1] == 1:
        found = found[:, 0]
    return one_each(numbers(found, "the predictions") if found.ndim == 1 else found, points)


def one_each(found: Array, points: Inputs) -> Array:
    """The predictions, if there is one, and a finite one, for each point.

    >>> one_each(np.zeros(2), np.zeros((3, 1)))
    Traceback (most recent call last):
    probative.errors.BadInput: the model must predict one value per row.
      Found: shape (2,) for 3 rows.
    """
    size = points.shape[0] if hasattr(points, "shape") else len(points)
    if found.shape != (size,):
        raise BadInput("the model must predict one value per row.", found=f"shape {found.shape} for {size} rows")
    if found.dtype.kind == "f" and not np.isfinite(found).all():
        raise BadInput("the model's predictions are not finite.", found=f"{(~np.isfinite(found)).sum()} of {size}")
    return found
