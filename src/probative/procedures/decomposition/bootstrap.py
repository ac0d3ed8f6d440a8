"""Bias and variance on real data: learners trained on bootstrap draws of a training part, one fixed test part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats, numbers, vector
from probative.evidence.labels import Label, conventional_positive, encode, match_label, tidy
from probative.procedures.decomposition.learners import Sequence, classifies, fresh, numeric_predictions, one_each
from probative.procedures.decomposition.parts import Parts, draw
from probative.procedures.decomposition.terms import Terms, monte_carlo_error, squared_terms
from probative.procedures.decomposition.zero_one import zero_one_terms
from probative.running.brought import Inputs, Model
from probative.running.problem import take
from probative.running.workers import side_by_side

WORDS = (
    "squared loss: variance around the learner's mean prediction, bias2_and_noise = (mean prediction - observed "
    "target)²; without knowing f the noise cannot be told from the bias"
)


@dataclass(frozen=True, slots=True)
class Output:
    """Which output of the trained learner is decomposed: its labels, its numbers, or a class's probability or score.

    >>> from sklearn.dummy import DummyClassifier
    >>> learner = DummyClassifier(strategy="prior").fit([[0], [0], [0], [0]], ["a", "a", "a", "b"])
    >>> Output("probabilities", "a").of(learner, np.zeros((2, 1))).tolist()
    [0.75, 0.75]
    """

    kind: str
    positive: Label | None = None
    labels: tuple[Label, ...] = ()

    def of(self, learner: Model, inputs: Inputs) -> Array:
        """The output for each row."""
        if self.kind == "labels":
            return one_each(vector(learner.predict(inputs), "the predictions"), inputs)
        if self.kind == "numbers":
            return numeric_predictions(learner, inputs)
        if self.kind == "scores":
            assert hasattr(learner, "decision_function")
            towards = [tidy(label) for label in getattr(learner, "classes_", self.labels)][1] == self.positive
            return one_each(learner.decision_function(inputs) * (1.0 if towards else -1.0), inputs)
        assert hasattr(learner, "predict_proba")
        order = [tidy(label) for label in getattr(learner, "classes_", self.labels)]
        return one_each(np.asarray(learner.predict_proba(inputs), np.float64)[:, order.index(self.positive)], inputs)


def _trained(
    model: Model, parts: Parts, codes: Array, strata: int, n: int, out: Output, seed: Sequence
) -> tuple[Array, int]:
    drawing, learning = seed.spawn(2)
    rows, redraws = draw(codes, n, strata, np.random.default_rng(drawing))
    learner = fresh(model, learning)
    learner.fit(take(parts.inputs, rows), parts.y[rows])
    return out.of(learner, parts.test_inputs), redraws


def outputs(
    model: Model, parts: Parts, out: Output, *, n: int, repeats: int, seed: int, n_jobs: int | None
) -> tuple[Array, int]:
    """Outputs on the test part, one row per bootstrap draw, and the number of draws thrown away.

    >>> from sklearn.dummy import DummyRegressor
    >>> parts = Parts(np.zeros((3, 1)), np.ones(3), np.zeros((2, 1)), np.ones(2))
    >>> outputs(DummyRegressor(), parts, Output("numbers"), n=3, repeats=2, seed=0, n_jobs=None)[0].tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    classes, codes = encode(parts.y, "y") if out.kind != "numbers" else ((), np.zeros(len(parts.y), np.intp))
    seeds = Sequence(seed).spawn(repeats + 1)[1:]
    given = [(model, parts, codes, len(classes), n, out, one) for one in seeds]
    found, redraws = zip(*side_by_side(_trained, given, n_jobs), strict=True)
    return np.array(found), sum(redraws)


def chosen_output(model: Model, loss: str, y: Array, pos_label: Label | None) -> Output:
    """What to decompose: labels for zero-one loss; for squared loss numbers, or a classifier's real-valued output.

    >>> from sklearn.svm import LinearSVC
    >>> chosen_output(LinearSVC(), "squared", np.array([0, 1]), None).kind
    'scores'
    """
    kind = classifies(model)
    if loss == "zero-one":
        if kind is False:
            raise BadParameter(
                "zero-one loss has no meaning for a regressor.", found=type(model).__name__, remedy="loss='squared'"
            )
        return Output("labels")
    if not kind:
        numbers(y, "y")
        return Output("numbers")
    labels, _ = encode(y, "y")
    if pos_label is None and (len(labels) > 2 or conventional_positive(labels) is None):
        raise BadParameter(
            "squared loss of a classifier is about one class.",
            found="labels " + ", ".join(repr(label) for label in labels[:12]),
            remedy="name it with pos_label, or take loss='zero-one'",
        )
    positive = conventional_positive(labels) if pos_label is None else match_label(pos_label, labels)
    if hasattr(model, "predict_proba"):
        return Output("probabilities", positive, labels)
    if hasattr(model, "decision_function") and len(labels) == 2:
        return Output("scores", positive, labels)
    raise BadParameter(
        "the classifier has neither probabilities nor scores for this class.",
        found=type(model).__name__,
        remedy="loss='zero-one'",
    )


def squared_tables(found: Array, out: Output, y: Array) -> dict[str, Terms]:
    """The table of squared loss against numbers, against 0 and 1 (probabilities), or against -1 and 1 (scores).

    >>> found = squared_tables(np.array([[0.5], [0.7]]), Output("probabilities", "b"), np.array(["b"]))
    >>> found["test"]["total"].round(3).tolist()
    [0.17]
    """
    target = _target(out, y)
    terms = squared_terms(found, target)
    values = {"bias2_and_noise": terms["bias2"], **{name: terms[name] for name in ("variance", "total", "cross_term")}}
    error = monte_carlo_error((found - target) ** 2)
    return {"test": Terms(WORDS, ("bias2_and_noise", "variance"), "total", values, standard_error=error)}


def _target(out: Output, y: Array) -> Floats:
    if out.kind == "numbers":
        return numbers(y, "y")
    labels, codes = encode(y, "y")
    hits = np.array([label == out.positive for label in labels], np.float64)[codes]
    return hits if out.kind == "probabilities" else 2 * hits - 1


def zero_one_tables(found: Array, y: Array) -> dict[str, Terms]:
    """The tables of zero-one loss; labels never seen in the test part count as labels too.

    >>> zero_one_tables(np.array([["a"], ["c"]]), np.array(["a"]))["domingos"].means["total"]
    0.5
    """
    _, codes = encode(np.concatenate([y, found.ravel()]), "y")
    truth, predicted = codes[: len(y)], codes[len(y) :].reshape(found.shape)
    return zero_one_terms(predicted, truth, int(codes.max()) + 1)
