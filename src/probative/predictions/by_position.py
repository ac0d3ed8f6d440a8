"""Arrays and models as people hand them over: by position, in scikit-learn's words, or a fitted model with its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from probative.errors import AmbiguousColumn, BadInput
from probative.evidence.arrays import PROTOCOLS, at_home, rectangular
from probative.evidence.labels import Label, encode
from probative.predictions.bare_arrays import ALONE
from probative.predictions.target import find_target
from probative.predictions.words import Named


def by_position(data: Any, said: Any, y: Any, words: Named) -> tuple[Any, Named]:
    """The table (None where there is none) and the words that two or three things in a row stand for.

    (truth, scores or labels), (model, X, y), ({name: model}, X, y): who has `predict` is a model, the rest are arrays.
    Truth may also stand alone, with predictions by name, and predictions with truth by name.

    >>> by_position([1, 0, 1], [0.9, 0.2, 0.4], None, {})
    (None, {'truth': [1, 0, 1], 'scores': [0.9, 0.2, 0.4]})
    >>> by_position([1, 0, 1], {"A": [1, 0, 0]}, None, {})
    (None, {'truth': [1, 0, 1], 'predicted': {'A': [1, 0, 0]}})
    >>> by_position([1, 0, 1], None, None, {"scores": [0.9, 0.2, 0.4]})
    (None, {'scores': [0.9, 0.2, 0.4], 'truth': [1, 0, 1]})
    >>> by_position([0.9, 0.2, 0.4], None, None, {"truth": [1, 0, 1]})
    (None, {'truth': [1, 0, 1], 'scores': [0.9, 0.2, 0.4]})
    """
    if models := models_of(data):
        if said is None or y is None:
            raise BadInput("a model needs rows to predict, and their truth.", remedy="evaluate(model, X_test, y_test)")
        return None, words | _asked(models, said, y)
    if said is None and y is None and _are_predictions(data, words):
        data, said, words = words["truth"], data, words | {"truth": None}
    if said is None and y is None:
        return (None, words | {"truth": data}) if _is_truth(data, words) else (data, words)
    if y is not None or not is_column(data):
        raise BadInput(
            "these are neither truth and predictions nor a model with rows.",
            found=", ".join(type(part).__name__ for part in (data, said, y) if part is not None),
            remedy="evaluate(y_true, y_score), evaluate(model, X_test, y_test), or a table with truth= and scores=",
        )
    if any(words.get(word) is not None for word in ("truth", "scores", "predicted")):
        raise BadInput("truth and predictions were given by position and by name.", remedy="leave one of them out")
    parts = said if isinstance(said, Mapping) else {ALONE: said}
    roles = {_role(data, values, words) for values in parts.values()}
    if len(roles) > 1:
        raise AmbiguousColumn(
            "some of these predictions look like scores, others like labels.",
            found=", ".join(map(str, parts)),
            remedy="scores={...} and predicted={...}",
        )
    return None, words | {"truth": data, roles.pop(): said}


def side_by_side(first: Any, second: Any, truth: Any, names: tuple[str, str]) -> dict[str, Any]:
    """What two models said, by name, where bare arrays of it stand beside an array of truth; none where they are else.

    >>> side_by_side([0.9, 0.2], [0.8, 0.4], [1, 0], ("old", "new"))
    {'old': [0.9, 0.2], 'new': [0.8, 0.4]}
    >>> side_by_side("old.csv", "new.csv", "y", ("old", "new"))
    {}
    """
    arrays = truth is not None and not isinstance(truth, str) and _bare(first) and _bare(second)
    return dict(zip(names, (first, second), strict=True)) if arrays else {}


def models_of(data: Any) -> dict[str, Any]:
    """The models handed over, by name; none where data are.

    Those of a list are called by their class, and numbered where several are of one.
    """
    if _predicts(data):
        return {_called(data): data}
    if isinstance(data, list | tuple) and data and all(map(_predicts, data)):
        called = [_called(model) for model in data]
        times = [called[: i + 1].count(name) for i, name in enumerate(called)]
        return {f"{name} {k}" if k > 1 else name: model for name, k, model in zip(called, times, data, strict=True)}
    if isinstance(data, Mapping) and data and all(map(_predicts, data.values())):
        return {str(name): model for name, model in data.items()}
    return {}


def _predicts(thing: Any) -> bool:
    # A dataframe may have a column of that name, and one of Spark Connect answers to any name.
    return callable(getattr(thing, "predict", None))


def _called(model: Any) -> str:
    """The name of the class, of a pipeline that of its last step."""
    steps = getattr(model, "steps", None)
    return type(steps[-1][1] if steps else model).__name__


def _asked(models: Mapping[str, Any], X: Any, y: Any) -> Named:  # noqa: N803
    """What each model says of the rows: probabilities or scores of a classifier, else labels or numbers."""
    scores: dict[str, Any] = {}
    predicted: dict[str, Any] = {}
    classes: dict[str, tuple[Label, ...]] = {}
    for name, model in models.items():
        known = getattr(model, "classes_", None)
        ask = getattr(model, "predict_proba", None) or getattr(model, "decision_function", None)
        if known is None or ask is None:
            predicted[name] = at_home(model.predict(X))
            continue
        found = at_home(ask(X))
        # A decision function of two classes speaks for the second of them, and against the first.
        scores[name] = np.column_stack([-found, found]) if np.ndim(found) == 1 else found
        classes[name] = tuple(encode(np.asarray(known), "classes")[0])
    return {"truth": y, "scores": scores or None, "predicted": predicted or None, "classes": classes or None}


def is_column(data: Any) -> bool:
    """Whether this is one value per row, and no table."""
    if not _bare(data):
        return False
    shape: tuple[int, ...] = rectangular(data, "the first argument").shape
    return len(shape) == 1 or (len(shape) == 2 and shape[1] == 1)


def _bare(data: Any) -> bool:
    """Whether these are values without names: a list, or an array of any library."""
    if isinstance(data, str | bytes | Mapping) or hasattr(data, "columns"):
        return False
    return any(hasattr(data, protocol) for protocol in ("__len__", *PROTOCOLS))


def _are_predictions(data: Any, words: Named) -> bool:
    """Whether bare predictions stand beside an array of truth; a dict may be of columns, and is not guessed at."""
    if not _bare(words.get("truth")) or any(words.get(word) is not None for word in ("scores", "predicted", "values")):
        return False
    return _bare(data)


def _is_truth(data: Any, words: Named) -> bool:
    """Whether a column stands alone whose predictions were handed over by name; names of columns are none."""
    said = [words.get(word) for word in ("scores", "predicted")]
    if words.get("truth") is not None or not any(_bare(one) or isinstance(one, Mapping) for one in said):
        return False
    return is_column(data)


def _role(truth: Any, values: Any, words: Named) -> str:
    """Scores or labels: a column per class, and numbers that are no labels of the truth, are scores."""
    found = rectangular(values, "the second argument")
    if found.ndim == 2 and found.shape[1] > 1:
        return "scores"
    actual = rectangular(truth, "the first argument").ravel()
    if words.get("task") == "regression" or found.dtype.kind not in "fiu":
        return "predicted"
    task = find_target(actual, task=words.get("task"), positive=words.get("positive"), scored=False).task
    if task == "regression":
        return "predicted"
    numbers = found.ravel().astype(np.float64)
    if actual.dtype.kind in "biuf":
        known = np.unique(actual.astype(np.float64))
        return "predicted" if np.isin(numbers[np.isfinite(numbers)], known).all() else "scores"
    return "scores"
