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


def model_named(name: str, classifies: bool, *, allow_pickle: bool = False) -> Any:
    """The model that the user named: a short name, with parameters in brackets; module:factory; or a pickled file.

    >>> model_named("knn(n_neighbors=1)", True)
    KNeighborsClassifier(n_neighbors=1)
    """
    word, _, rest = name.partition("(")
    known = _ALIASES.get(word.strip().lower(), word.strip().lower())
    if known in LEARNERS:
        model = LEARNERS[known](classifies)
        return model.set_params(**_parameters(name, rest)) if rest else model
    if Path(name).suffix in (".pkl", ".pickle", ".joblib"):
        return _pickled(name, allow_pickle)
    if ":" in name:
        return _imported(name)
    raise BadParameter(
        f"there is no learner {name!r}.",
        found=", ".join(LEARNERS),
        remedy="one of these, or module:factory for a model of your own",
    )


def _parameters(name: str, rest: str) -> dict[str, Any]:
    """Keyword arguments written in brackets; plain values only."""
    try:
        call = ast.parse(f"f({rest}", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError("keywords only")
        return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError):
        raise BadParameter(f"{name!r} cannot be read.", remedy="'knn(n_neighbors=1)'") from None


def _imported(name: str) -> Any:
    """The model that a function of the user's own makes."""
    module, _, attribute = name.partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadParameter(
            f"{name!r} cannot be imported.", found=error, remedy="module:function, on the path"
        ) from error
    if isinstance(made, type) or not hasattr(made, "fit"):
        made = made()
    if not (hasattr(made, "fit") and hasattr(made, "predict")):
        raise BadParameter(f"{name!r} does not make a model.", found=type(made).__name__, remedy="fit and predict")
    return made


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
