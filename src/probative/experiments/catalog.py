"""The usual learners by short name, and models that users bring along."""

from __future__ import annotations

import ast
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from probative.errors import BadParameter, UnreadableFile

BASELINE = "baseline"


def _baseline(classifies: bool) -> Any:
    from sklearn.dummy import DummyClassifier, DummyRegressor

    return DummyClassifier(strategy="prior") if classifies else DummyRegressor()


def _knn(classifies: bool) -> Any:
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

    return KNeighborsClassifier() if classifies else KNeighborsRegressor()


def _gaussian(classifies: bool) -> Any:
    """Class-conditional normal distributions, estimated and plugged into Bayes' rule."""
    from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

    _only(classifies, "gaussian")
    # Indicator columns are collinear; without a little of the identity their covariance has no inverse.
    return QuadraticDiscriminantAnalysis(reg_param=0.01)


def _logistic(classifies: bool) -> Any:
    from sklearn.linear_model import LogisticRegression

    _only(classifies, "logistic")
    return LogisticRegression(max_iter=1000)


def _tree(classifies: bool) -> Any:
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    return DecisionTreeClassifier(min_samples_leaf=5) if classifies else DecisionTreeRegressor(min_samples_leaf=5)


def _forest(classifies: bool) -> Any:
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    return RandomForestClassifier() if classifies else RandomForestRegressor()


def _boosting(classifies: bool) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    return HistGradientBoostingClassifier() if classifies else HistGradientBoostingRegressor()


def _svm(classifies: bool) -> Any:
    from sklearn.svm import SVC, SVR

    return SVC() if classifies else SVR()


def _ridge(classifies: bool) -> Any:
    from sklearn.linear_model import Ridge, RidgeClassifier

    return RidgeClassifier() if classifies else Ridge()


def _linear(classifies: bool) -> Any:
    from sklearn.linear_model import LinearRegression

    _only(not classifies, "linear", "regression")
    return LinearRegression()


def _polynomial(classifies: bool) -> Any:
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import PolynomialFeatures

    last = _logistic(True) if classifies else _ridge(False)
    return Pipeline([("powers", PolynomialFeatures(2, include_bias=False)), ("learner", last)])


def _only(fits: bool, name: str, task: str = "classification") -> None:
    if not fits:
        raise BadParameter(f"the learner {name!r} is for {task}.", remedy="ridge, forest, boosting, knn do both")


LEARNERS: dict[str, Callable[[bool], Any]] = {
    BASELINE: _baseline,
    "knn": _knn,
    "gaussian": _gaussian,
    "logistic": _logistic,
    "tree": _tree,
    "forest": _forest,
    "boosting": _boosting,
    "svm": _svm,
    "ridge": _ridge,
    "linear": _linear,
    "polynomial": _polynomial,
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


def model_named(name: str, classifies: bool, *, allow_pickle: bool = False) -> Any:
    """The model that the user named: a short name, with parameters in brackets; module:factory; or a pickled file.

    >>> model_named("knn(n_neighbors=1)", True)
    KNeighborsClassifier(n_neighbors=1)
    """
    if (known := short_name(name)) is not None:
        model = LEARNERS[known](classifies)
        given = _parameters(name) if "(" in name else {}
        return model.set_params(**{parameter_named(model, key, known): value for key, value in given.items()})
    if Path(name).suffix.lower() in (".pkl", ".pickle", ".joblib"):
        return _usable(_pickled(name, allow_pickle), name)
    if ":" in name:
        return _usable(_imported(name), name)
    raise BadParameter(
        f"there is no learner {name!r}.",
        found=", ".join(LEARNERS),
        remedy="one of these, or module:factory for a model of your own",
    )


def parameter_named(model: Any, key: str, title: str) -> str:
    """The full name of a parameter: itself, or the only one further inside that ends like it.

    >>> parameter_named(model_named("polynomial", True), "degree", "polynomial")
    'powers__degree'
    """
    known = sorted(model.get_params())
    found = [key] if key in known else [name for name in known if name.endswith(f"__{key}")]
    if len(found) != 1:
        raise BadParameter(
            f"{title} has {'several parameters' if found else 'no parameter'} {key!r}.",
            found=", ".join(found or [name for name in known if not hasattr(model.get_params()[name], "get_params")]),
        )
    return found[0]


def _parameters(name: str) -> dict[str, Any]:
    """Keyword arguments written in brackets; plain values only."""
    try:
        call = ast.parse(f"f({name.partition('(')[2]}", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            raise ValueError("keywords only")
        return {_keyword(keyword): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, TypeError, ValueError):
        raise BadParameter(f"{name!r} cannot be read.", remedy="'knn(n_neighbors=1)'") from None


def _keyword(keyword: ast.keyword) -> str:
    if keyword.arg is None:
        raise ValueError("keywords only")
    return keyword.arg


def _imported(name: str) -> Any:
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
            found=f"{type(error).__name__}: {error}",
            remedy="module:function, a module of this folder or of the path and a function without arguments",
        ) from error


def _pickled(name: str, allowed: bool) -> Any:
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


def _usable(made: Any, name: str) -> Any:
    """A model that a pipeline can hold; anything else is refused."""
    if isinstance(made, type) or not (hasattr(made, "fit") and hasattr(made, "predict")):
        what = f"the class {made.__name__}" if isinstance(made, type) else type(made).__name__
        raise BadParameter(f"{name!r} does not make a model.", found=what, remedy="an object with fit and predict")
    if hasattr(made, "get_params"):
        return made
    from probative.experiments.foreign import Foreign

    return Foreign(made)
