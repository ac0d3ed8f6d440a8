"""Steps that were fitted before the run and are not fitted again: what they saw, every training part knows."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from probative.running.brought import Inputs, Model, has_parameters
from probative.running.problem import Problem

Step = tuple[str, object]
"""Where it stands in the model, and what was fitted."""


def fitted_before(model: Model) -> list[Step]:
    """Every part of a model that is frozen, or hidden in a function, and was fitted already.

    >>> from sklearn.frozen import FrozenEstimator
    >>> from sklearn.preprocessing import StandardScaler
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.linear_model import Ridge
    >>> scaler = StandardScaler().fit([[0.0], [2.0]])
    >>> [name for name, _ in fitted_before(make_pipeline(FrozenEstimator(scaler), Ridge()))]
    ['frozenestimator (StandardScaler)']
    >>> fitted_before(make_pipeline(scaler, Ridge()))
    []
    """
    parts: dict[str, object] = {"": model}
    if has_parameters(model):
        parts |= model.get_params(deep=True)
    found = {}
    for name, part in parts.items():
        for inner in _kept(part):
            if id(inner) not in found and _is_fitted(inner):
                kind = type(inner).__name__
                found[id(inner)] = (f"{name} ({kind})" if name else kind, inner)
    return list(found.values())


def saw_all_rows(step: Step, model: Model, problem: Problem) -> bool:
    """Whether fitting the step anew on all rows gives what it has learned: then it has seen every test row."""
    name, fitted = step
    try:
        from sklearn.base import clone

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            inputs = _reaching(name.partition(" ")[0].partition("__")[0], model, problem)
            again = clone(fitted).fit(inputs, problem.y)
            if _telling(fitted):
                return _same(_learned(fitted), _learned(again))
            some = slice(0, None, 2)
            half = clone(fitted).fit(inputs[some], problem.y[some])
            told = [_answer(part, inputs) for part in (fitted, again, half)]
            # Who keeps rows and learns no numbers, as neighbours do, is known by its answers; unless rows never matter.
            return _same(told[0], told[1]) and not _same(told[2], told[1])
    except Exception:
        # What cannot be fitted anew cannot be known either.
        return False


def _answer(part: object, inputs: Inputs) -> object:
    """What a fitted part makes of inputs."""
    ask = next(getattr(part, name) for name in ("transform", "predict_proba", "predict") if hasattr(part, name))
    return np.asarray(ask(inputs), np.float64)


def _reaching(step: str, model: Model, problem: Problem) -> Inputs:
    """What a step of a pipeline is given: the inputs behind the steps before it, fitted on all rows."""
    from sklearn.base import clone

    inputs = problem.X
    steps = getattr(model, "steps", [])
    for name, part in steps if any(name == step for name, _ in steps) else []:
        if name == step:
            break
        if hasattr(part, "fit_transform"):
            inputs = clone(part).fit_transform(inputs, problem.y)
    return inputs


def _kept(part: object) -> Iterator[object]:
    """What a part keeps when it is copied to be trained; any other step is a fresh one in the copy."""
    if isinstance(part, type):
        return
    if type(part).__name__ == "FrozenEstimator":
        yield getattr(part, "estimator", None)
    if callable(part) and not has_parameters(part):
        yield from _bound(part)


def _bound(function: object) -> Iterator[object]:
    """What a function carries with it: the object of a method, the arguments of a partial, what it closes over."""
    if isinstance(function, partial):
        yield from (*function.args, *function.keywords.values(), *_bound(function.func))
    yield getattr(function, "__self__", None)
    for cell in getattr(function, "__closure__", None) or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue
    code, known = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    yield from (known.get(name) for name in getattr(code, "co_names", ()))


def _is_fitted(part: object) -> bool:
    """Whether an estimator has learned something: attributes that end in an underscore, its own or of its steps."""
    if not has_parameters(part) or isinstance(part, type):
        return False
    return bool(_learned(part)) or any(_is_fitted(step) for _, step in getattr(part, "steps", ()))


def _learned(part: object) -> Mapping[str, object]:
    """What an estimator has learned, by name."""
    mine = {
        name: value
        for name, value in getattr(part, "__dict__", {}).items()
        if name.endswith("_") and not name.startswith("_")
    }
    for name, step in getattr(part, "steps", ()):
        mine |= {f"{name}__{key}": value for key, value in _learned(step).items()}
    return mine


def _same(one: object, other: object) -> bool:
    """Whether two things that were learned are equal in every number; what has none is not looked into."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        numbers = [key for key in one if _telling(one[key])]
        return bool(numbers) and one.keys() == other.keys() and all(_same(one[key], other[key]) for key in numbers)
    if has_parameters(one) and has_parameters(other):
        return _same(_learned(one), _learned(other))
    first, second = np.asarray(one, np.float64), np.asarray(other, np.float64)
    return first.shape == second.shape and bool(np.allclose(first, second, rtol=1e-9, atol=1e-12, equal_nan=True))


def _telling(value: object) -> bool:
    """Numbers with fractions, or a fitted estimator: a count of rows or a list of classes tells nothing."""
    if has_parameters(value) and not isinstance(value, type):
        return any(_telling(inner) for inner in _learned(value).values())
    try:
        array = np.asarray(value)
    except ValueError:
        return False
    return array.dtype.kind == "f" and array.size > 0
