"""One training and its test: fit a fresh model on the training rows, ask it about the test rows."""

from __future__ import annotations

import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import RLock

import numpy as np
from numpy.typing import ArrayLike

from probative.errors import BadLabels, BadScores, LengthMismatch, spoken
from probative.evidence.arrays import Array, Floats, at_home, numbers
from probative.predictions.fit import Fit
from probative.resampling.rows import Part, rows_of
from probative.running.answer import Answer, checked, require_rows
from probative.running.brought import Inputs, Model
from probative.running.choices import Choice, chosen_by
from probative.running.copying import accepted_once
from probative.running.learner import Learner
from probative.running.plain import plain
from probative.running.problem import Problem, take
from probative.running.timing import TookTooLong, in_time


def fit_part(
    learner: Learner, problem: Problem, part: Part, base_seed: int, timeout: float | None = None
) -> tuple[Fit, Answer | None, str]:
    """Train and test once; an error, an exit and running late are part of the record, with a traceback beside it."""
    seed = learner.seed(base_seed, part.repeat, part.fold)
    choice = Choice()
    answer, failed, trace = None, None, ""
    start = middle = end = time.perf_counter()
    with warnings.catch_warnings(record=True) as heard, quiet_seed(seed, learner) if learner.unruly else nullcontext():
        warnings.simplefilter("default")
        try:
            with in_time(timeout):
                model = trained(learner, problem, part.train, seed, part.validation)
                middle = time.perf_counter()
                answer = asked(model, problem, take(problem.X, part.test))
                end = time.perf_counter()
                choice = chosen_by(model)
        except (Exception, SystemExit, GeneratorExit, TookTooLong) as error:
            answer, failed = None, spoken(error)
            trace = traceback.format_exc()
            end = max(middle, time.perf_counter())
    fit = Fit(
        learner.name,
        part.repeat,
        part.fold,
        len(part.train),
        len(part.test),
        seed,
        fit_seconds=middle - start,
        predict_seconds=end - middle,
        chosen=choice.chosen,
        selection_score=choice.score,
        corrected_score=choice.corrected,
        criterion=choice.criterion,
        training_guess=_guess(problem, part),
        missing_classes=_missing_classes(problem, part),
        redrawn=part.redrawn,
        warnings=tuple(dict.fromkeys(f"{w.category.__name__}: {str(w.message)[:200]}" for w in heard)),
        error=failed,
    )
    return fit, answer, trace


def trained(
    learner: Learner, problem: Problem, rows: Array | None, seed: int, validation: Array | None = None
) -> Model:
    """A fresh model fitted on these rows (None: all), with their training weights and groups where it takes them."""
    model = learner.fresh(seed)
    extra: dict[str, Array] = {}
    chosen: slice | Array = slice(None) if rows is None else rows
    if problem.sample_weight is not None and learner.weight_key is not None:
        extra[learner.weight_key] = problem.sample_weight[chosen]
    if problem.groups is not None and learner.groups_key is not None:
        extra[learner.groups_key] = problem.groups[chosen]
    if problem.time is not None and learner.time_key is not None:
        extra[learner.time_key] = problem.time[chosen]
    if hasattr(model, "selects_on_validation"):
        if problem.weight is not None:
            # What is chosen inside is judged as it will be judged outside.
            extra["weight"] = problem.weight[chosen]
        if validation is not None:
            extra["validation"] = np.isin(np.arange(problem.n)[chosen], validation)
    with accepted_once(learner.mould):
        model.fit(problem.X if rows is None else take(problem.X, rows), problem.y[chosen], **extra)
    return model


def asked(model: Model, problem: Problem, X: Inputs) -> Answer:  # noqa: N803
    """The model's answers for these inputs, in the order of the problem's classes; what is no answer is refused."""
    return checked(_said(model, problem, X), problem, rows_of(X))


def _said(model: Model, problem: Problem, X: Inputs) -> Answer:  # noqa: N803
    predicted = np.asarray(at_home(model.predict(X)))
    if predicted.ndim == 2 and predicted.shape[1] == 1:
        predicted = predicted[:, 0]
    require_rows(predicted, rows_of(X), "predict")
    if not problem.classifies:
        return Answer(numbers(predicted, "the predictions"))
    codes = coded(predicted, problem)
    if hasattr(model, "predict_proba"):
        return Answer(codes, _selected(widened(model.predict_proba(X), model, problem), problem), "proba")
    if hasattr(model, "decision_function") and problem.score_columns == ("score",):
        return Answer(
            codes, _oriented(_real(model.decision_function(X), "decision_function"), model, problem), "decision"
        )
    return Answer(codes)


def coded(predicted: Array, problem: Problem) -> Array:
    """Predicted labels as class numbers."""
    classes = () if problem.classes is None else problem.classes
    # Targets drawn at random may lack a class; those that are there do not number all of them.
    if len(classes) == len(problem.target.labels) and predicted.dtype.kind == problem.y.dtype.kind:
        codes = np.minimum(np.searchsorted(classes, predicted), len(classes) - 1)
        if np.array_equal(classes[codes], predicted):
            return codes.astype(np.int32)
    from probative.evidence.labels import encode

    seen, codes = encode(predicted, "the predictions")
    place = {label: i for i, label in enumerate(problem.target.labels)}
    strangers = [label for label in seen if label not in place]
    if strangers:
        raise BadLabels("the model predicts labels that are not classes.", found=f"{strangers[:6]}")
    return np.array([place[label] for label in seen], np.int32)[codes]


def _real(said: object, name: str) -> Floats:
    given = np.asarray(at_home(said))
    if given.dtype.kind == "c":
        raise BadScores(f"{name} gives complex numbers.", found=str(given.ravel()[:1]), remedy="mend the model")
    return given.astype(np.float64)


def widened(proba: ArrayLike, model: Model, problem: Problem) -> Floats:
    """Probabilities in the order of all classes; a class that the model never saw has probability 0."""
    columns = _real(proba, "predict_proba")
    told = len(model.classes_) if hasattr(model, "classes_") else len(problem.target.labels)
    if columns.ndim != 2 or columns.shape[1] != told:
        raise LengthMismatch(
            "predict_proba must give a column for every class that the model knows.",
            found=f"shape {columns.shape} for {told} classes",
            remedy="mend the model",
        )
    known = (
        _known_classes(np.asarray(model.classes_), problem)
        if hasattr(model, "classes_")
        else np.arange(columns.shape[1])
    )
    if len(known) == len(problem.target.labels) and np.array_equal(known, np.arange(len(known))):
        return columns
    full = np.zeros((len(columns), len(problem.target.labels)))
    full[:, known] = columns
    return full


def _known_classes(told: Array, problem: Problem) -> Array:
    """The class numbers of the classes that a model knows, in its order: mostly all of them."""
    classes = problem.classes
    if (
        classes is not None
        and len(classes) == len(problem.target.labels)
        and told.dtype == classes.dtype
        and told.shape == classes.shape
        and (told == classes).all()
    ):
        return np.arange(len(classes), dtype=np.int32)
    return coded(told, problem)


def _selected(proba: Floats, problem: Problem) -> Floats:
    if problem.score_columns != ("score",):
        return proba
    place = problem.target.labels.index(problem.target.positive)
    return proba[:, place : place + 1]


def _oriented(decision: Floats, model: Model, problem: Problem) -> Floats:
    """Signed scores of the positive class: scikit-learn's speak for the second class."""
    known = _known_classes(np.asarray(model.classes_), problem) if hasattr(model, "classes_") else np.arange(2)
    second = problem.target.labels[int(known[-1])]
    signed = decision if second == problem.target.positive else -decision
    return np.asarray(signed, np.float64).reshape(-1, 1)


def _guess(problem: Problem, part: Part) -> float | int | bool | str:
    """The mean of the training targets, or their largest class (the first of equals), weighed as the rows are."""
    weight = None if problem.sample_weight is None else problem.sample_weight[part.train]
    targets = problem.codes[part.train]
    if not problem.classifies:
        return float(np.average(targets, weights=weight))
    largest = problem.target.labels[int(np.bincount(targets, weight).argmax())]
    label = plain(largest)
    return str(largest) if label is None else label


def _missing_classes(problem: Problem, part: Part) -> tuple[str, ...]:
    if not problem.classifies:
        return ()
    present = np.bincount(problem.codes[part.train], minlength=len(problem.target.labels)) > 0
    return (
        ()
        if present.all()
        else tuple(str(label) for label, ok in zip(problem.target.labels, present, strict=True) if not ok)
    )


_one_at_a_time = RLock()
"""NumPy's global generator is one for all threads: those who use it wait for each other."""


@contextmanager
def quiet_seed(seed: int, learner: Learner) -> Iterator[None]:
    """NumPy's global generator seeded for models that use it, and put back afterwards."""
    # What tunes itself trains others meanwhile, perhaps in other threads, and they come here themselves.
    with nullcontext() if learner.tunes else _one_at_a_time:
        before = np.random.get_state()
        np.random.seed(seed % 2**32)
        try:
            yield
        finally:
            np.random.set_state(before)
