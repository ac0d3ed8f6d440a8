"""The usual learners by short name, and models that users bring along."""

from __future__ import annotations

import importlib
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from probative.errors import BadParameter, UnreadableFile, nearest, spoken
from probative.predictions.target import Task
from probative.records import bracketed
from probative.running.brought import Estimator, Parameters, has_parameters, is_model, kind_named

BASELINE = "baseline"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A class of scikit-learn, the parameters that are not left as they are, and powers of the inputs before it."""

    place: str
    parameters: Parameters = field(default_factory=dict)
    degree: int | None = None

    def made(self) -> Estimator:
        """The untrained model.

        >>> Recipe("linear_model.Ridge", {"alpha": 2.0}).made()
        Ridge(alpha=2.0)
        """
        module, _, name = self.place.rpartition(".")
        model: Estimator = getattr(importlib.import_module(f"sklearn.{module}"), name)(**self.parameters)
        if self.degree is None:
            return model
        from sklearn.pipeline import Pipeline
        from sklearn.preprocessing import PolynomialFeatures

        powers = PolynomialFeatures(self.degree, include_bias=False)
        behind: Estimator = Pipeline([("powers", powers), ("learner", model)])
        return behind


LEARNERS: dict[str, dict[Task, Recipe]] = {
    BASELINE: {
        "classification": Recipe("dummy.DummyClassifier", {"strategy": "prior"}),
        "regression": Recipe("dummy.DummyRegressor"),
    },
    "knn": {
        "classification": Recipe("neighbors.KNeighborsClassifier"),
        "regression": Recipe("neighbors.KNeighborsRegressor"),
    },
    # Class-conditional normal distributions, estimated and plugged into Bayes' rule. Indicator columns are collinear;
    # without a little of the identity their covariance has no inverse.
    "gaussian": {"classification": Recipe("discriminant_analysis.QuadraticDiscriminantAnalysis", {"reg_param": 0.01})},
    "logistic": {"classification": Recipe("linear_model.LogisticRegression", {"max_iter": 1000})},
    "tree": {
        "classification": Recipe("tree.DecisionTreeClassifier", {"min_samples_leaf": 5}),
        "regression": Recipe("tree.DecisionTreeRegressor", {"min_samples_leaf": 5}),
    },
    "forest": {
        "classification": Recipe("ensemble.RandomForestClassifier"),
        "regression": Recipe("ensemble.RandomForestRegressor"),
    },
    "boosting": {
        "classification": Recipe("ensemble.HistGradientBoostingClassifier"),
        "regression": Recipe("ensemble.HistGradientBoostingRegressor"),
    },
    "svm": {"classification": Recipe("svm.SVC"), "regression": Recipe("svm.SVR")},
    "ridge": {
        "classification": Recipe("linear_model.RidgeClassifier"),
        "regression": Recipe("linear_model.Ridge"),
    },
    "linear": {"regression": Recipe("linear_model.LinearRegression")},
    "polynomial": {
        "classification": Recipe("linear_model.LogisticRegression", {"max_iter": 1000}, degree=2),
        "regression": Recipe("linear_model.Ridge", degree=2),
    },
}
_ALIASES = {"majority": BASELINE, "mean": BASELINE, "dummy": BASELINE, "k-nn": "knn", "svc": "svm", "svr": "svm"}
DEFAULTS = {True: ("logistic", "forest"), False: ("ridge", "forest")}
"""What is trained if nothing is asked for: a linear and a flexible learner."""


def short_name(name: str) -> str | None:
    """The learner that a name stands for, whatever its parameters; None for a model of the user's own.

    >>> short_name("K-NN(n_neighbors=1)"), short_name("mine:knn")
    ('knn', None)
    """
    word = name.partition("(")[0].strip().lower()
    known = _ALIASES.get(word, word)
    return known if known in LEARNERS else None


def model_named(name: str, classifies: bool, *, allow_pickle: bool = False) -> Estimator:
    """The model that the user named: a short name, with parameters in brackets; module:factory; or a pickled file.

    >>> model_named("knn(n_neighbors=1)", True)
    KNeighborsClassifier(n_neighbors=1)
    """
    if (known := short_name(name)) is not None:
        model = _learner(known, "classification" if classifies else "regression")
        _, given = bracketed(name, "knn(n_neighbors=1)")
        return model.set_params(**{parameter_named(model, key, known): value for key, value in given.items()})
    if Path(name).suffix.lower() in (".pkl", ".pickle", ".joblib"):
        return _usable(_pickled(name, allow_pickle), name)
    if ":" in name:
        return _usable(_imported(name), name)
    raise BadParameter(
        f"there is no learner {name!r}.",
        found=", ".join(LEARNERS),
        remedy=nearest(name, LEARNERS) or "one of these, or module:factory for a model of your own",
    )


def _learner(name: str, task: Task) -> Estimator:
    recipes = LEARNERS[name]
    if task not in recipes:
        other = "regression" if task == "classification" else "classification"
        raise BadParameter(
            f"the learner {name!r} is for {' and '.join(recipes)}.",
            found=f"a {task}",
            remedy=f"ridge, forest, boosting, knn do both; or task={other!r} (--task {other}), if that is what it is",
        )
    return recipes[task].made()


def parameter_named(model: Estimator, key: str, title: str) -> str:
    """The full name of a parameter: itself, or the only one further inside that ends like it.

    >>> parameter_named(model_named("polynomial", True), "degree", "polynomial")
    'powers__degree'
    """
    known = sorted(model.get_params())
    found = [key] if key in known else [name for name in known if name.endswith(f"__{key}")]
    if len(found) != 1:
        raise BadParameter(
            f"{title} has {'several parameters' if found else 'no parameter'} {key!r}.",
            found=", ".join(found or [name for name in known if not has_parameters(model.get_params()[name])]),
        )
    return found[0]


def _imported(name: str) -> object:
    """What the user's own module holds under this name, or makes."""
    module, _, attribute = name.partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(importlib.import_module(module), attribute)
        return made() if isinstance(made, type) or not hasattr(made, "fit") else made
    except Exception as error:
        # The user's code may fail in any way; --debug shows where.
        raise BadParameter(
            f"{name!r} does not make a model.",
            found=spoken(error),
            remedy="module:function, a module of this folder or of the path and a function without arguments",
        ) from error


def _pickled(name: str, allowed: bool) -> object:
    if not allowed:
        raise BadParameter(
            f"{name!r} is a pickled model.",
            found="a file that can run any code while it is loaded",
            remedy="--allow-pickle if you trust whoever made it, or module:factory",
        )
    import joblib

    try:
        return joblib.load(name)
    except Exception as error:
        raise UnreadableFile(f"{name!r} cannot be loaded.", found=error) from error


def _usable(made: object, name: str) -> Estimator:
    """A model that a pipeline can hold; anything else is refused."""
    if not is_model(made):
        raise BadParameter(
            f"{name!r} does not make a model.", found=kind_named(made), remedy="an object with fit and predict"
        )
    if has_parameters(made):
        return made
    from probative.experiments.foreign import Foreign

    return Foreign(made)
