"""Kinds of findings that the page has to show, each with the rows that it was made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv

Array = np.ndarray[Any, Any]
N = 240


@dataclass(frozen=True)
class Kind:
    """Findings, and by class and model the rows: which are positive, and what score each has."""

    findings: pv.Findings
    positive: Mapping[str, Array] = field(default_factory=dict)
    scores: Mapping[str, Mapping[str, Array]] = field(default_factory=dict)
    weights: Array | None = None

    def counts(self, model: str, threshold: float, label: str = "") -> dict[str, float]:
        """The four outcomes, counted row by row."""
        label = label or next(iter(self.positive))
        actual, called = self.positive[label], self.scores[label][model] >= threshold
        weights = np.ones(len(actual)) if self.weights is None else self.weights
        masks = {"tp": actual & called, "fn": actual & ~called, "fp": ~actual & called, "tn": ~actual & ~called}
        return {cell: float(weights[mask].sum()) for cell, mask in masks.items()}


def two_models(n: int = N, seed: int = 5) -> tuple[Array, dict[str, Array]]:
    """Truth and the scores of two models; many scores lie exactly on ticks of the slider, many are tied."""
    generator = np.random.default_rng(seed)
    truth = generator.random(n) < 0.35
    made = {}
    for name, pull, digits in (("strong", 3.0, 3), ("weak", 1.0, 2)):
        logits = generator.normal(0, 1.2, n) + pull * (truth - 0.5)
        made[name] = np.round(1 / (1 + np.exp(-logits)), digits)
    return truth, made


def binary(truth: Array, scores: Mapping[str, Array], **options: Any) -> Kind:
    return Kind(pv.evaluate(truth=truth, scores=scores, **options), {"True": truth}, {"True": scores})


@cache
def pair() -> Kind:
    return binary(*two_models(), title="Two models")


@cache
def priced() -> Kind:
    return binary(*two_models(seed=6), costs=pv.Costs(1, 5, 0.1), title="Two models with costs and a prior")


@cache
def folds() -> Kind:
    generator = np.random.default_rng(7)
    truth = generator.integers(0, 2, 120)
    inputs = generator.normal(size=(120, 4)) + truth[:, None] * np.array([1.2, 0.6, 0, 0])
    said = pv.run({"logistic": LogisticRegression(), "bayes": GaussianNB()}, inputs, truth, plan="2x5 stratified")
    return Kind(pv.evaluate(said, title="Twice five folds"))


def several_classes(classes: int, models: int, n: int, seed: int) -> tuple[Array, dict[str, Array], list[str]]:
    generator = np.random.default_rng(seed)
    names = ["ant", "bee", "cow"] if classes == 3 else [f"c{i:02}" for i in range(classes)]
    truth = generator.permutation(np.arange(n) % classes)
    made = {}
    for m in range(models):
        logits = generator.normal(size=(n, classes))
        logits[np.arange(n), truth] += 1 + m / 2
        made[f"m{m}"] = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    return truth, made, names


def of_classes(truth: Array, made: dict[str, Array], names: list[str], **options: Any) -> Kind:
    columns: dict[str, Any] = {"y": np.array(names)[truth]}
    columns |= {f"proba_{m}_{label}": p[:, i] for m, p in made.items() for i, label in enumerate(names)}
    positive = {label: truth == i for i, label in enumerate(names)}
    scores = {label: {m: p[:, i] for m, p in made.items()} for i, label in enumerate(names)}
    return Kind(pv.evaluate(columns, truth="y", **options), positive, scores)


@cache
def classes() -> Kind:
    return of_classes(*several_classes(3, 2, N, 8), title="Three classes")


@cache
def many() -> Kind:
    return of_classes(*several_classes(100, 5, 1000, 9), title="A hundred classes, five models")


@cache
def regression() -> Kind:
    generator = np.random.default_rng(10)
    truth = generator.normal(10, 3, N)
    predicted = {"near": truth + generator.normal(0, 1, N), "far": 20 - truth}
    return Kind(pv.evaluate(truth=truth, predicted=predicted, title="A regression"))


@cache
def labels() -> Kind:
    truth, scores = two_models()
    found = pv.evaluate(truth=truth, predicted=scores["strong"] > 0.5, positive=True, title="Labels only")
    return Kind(found)


@cache
def both() -> Kind:
    """Scores and labels: the labels are not what any threshold gives."""
    truth, scores = two_models()
    flip = np.arange(len(truth)) % 10 == 0
    predicted = {name: (known > 0.5) ^ flip for name, known in scores.items()}
    return binary(truth, scores, predicted=predicted, positive=True, title="Scores and labels")


@cache
def raw() -> Kind:
    """Scores that are no probabilities, of very different scales."""
    truth, scores = two_models(seed=11)
    generator = np.random.default_rng(11)
    margins = np.round(np.log(scores["strong"].clip(0.001, 0.999) / (1 - scores["strong"].clip(0.001, 0.999))), 2)
    points = np.round(1000 * scores["weak"] + generator.normal(0, 30, len(truth)))
    return binary(truth, {"margin": margins, "points": points}, title="Raw scores")


@cache
def raw_cut() -> Kind:
    """Raw scores with a threshold that was given."""
    truth, scores = two_models(seed=11)
    margins = {name: np.round(10 * (known - 0.5), 2) for name, known in scores.items()}
    return binary(truth, margins, threshold=0, title="Raw scores, cut at nought")


@cache
def weighted() -> Kind:
    truth, scores = two_models()
    weights = np.random.default_rng(12).choice([0.5, 1.0, 2.5], len(truth))
    found = pv.evaluate(truth=truth, scores=scores, weight=weights, title="Weighted rows")
    return Kind(found, {"True": truth}, {"True": scores}, weights)


@cache
def clustered() -> Kind:
    truth, scores = two_models()
    return binary(truth, scores, groups=np.arange(len(truth)) // 8, title="Clustered rows")


@cache
def slices() -> Kind:
    truth, scores = two_models()
    columns = {"y": truth, **{f"score_{name}": known for name, known in scores.items()}}
    columns |= {"site": np.array(["north", "south", "west"])[np.arange(len(truth)) % 3]}
    found = pv.evaluate(columns, truth="y", by="site", costs=pv.Costs(1, 5), title="By site")
    return Kind(found, {"True": truth}, {"True": scores})


@cache
def graded() -> Kind:
    """Answers of two language models, three samples of each question, questions in topics."""
    generator = np.random.default_rng(3)
    question, topic = np.repeat(np.arange(80), 3), np.repeat(np.arange(16), 15)
    hard = generator.normal(size=80)[question] + generator.normal(size=16)[topic] / 2
    columns = {f"grade_{name}": 5 + up + hard + generator.normal(size=240) for name, up in (("small", 0), ("large", 1))}
    columns |= {"question": question, "topic": topic, "language": np.where(topic % 2, "en", "de")}
    words = {"row": "question", "groups": "topic", "by": "language", "better": "higher"}
    return Kind(pv.evaluate(columns, values=["grade_small", "grade_large"], title="Graded answers", **words))


@cache
def undefined() -> Kind:
    return Kind(pv.evaluate(truth=[1] * 40, scores=np.linspace(0, 1, 40), threshold=2, title="One class"))


@cache
def theory() -> Kind:
    task = pv.NoisyFunction(lambda x: 2 * x, 0.5)
    study = pv.gaussian_study(pv.gaussian_example(1), sample=(55, 65))
    return Kind(pv.Findings.of(pv.bias_variance(LinearRegression(), task=task, n=6, repeats=20), study))


@cache
def demo() -> Kind:
    with resources.as_file(resources.files("probative.data") / "breast_cancer.csv") as path:
        names = ["score_logistic", "score_knn"]
        return Kind(pv.evaluate(path, truth="diagnosis", scores=names, positive="malignant", title="Breast cancer"))


KINDS: dict[str, Callable[[], Kind]] = {
    made.__name__: made
    for made in (
        pair,
        priced,
        folds,
        classes,
        regression,
        labels,
        both,
        raw,
        raw_cut,
        weighted,
        clustered,
        slices,
        graded,
        undefined,
        theory,
        demo,
    )
}
ALL = {**KINDS, "many": many}
EXPLORED = ("pair", "priced", "folds", "classes", "both", "raw", "raw_cut", "weighted", "clustered", "slices")
"""Kinds with scores: they have sliders."""
# A hundred classes take long to evaluate: they have a file of their own.
every_kind = pytest.mark.parametrize("kind", KINDS)
every_explored = pytest.mark.parametrize("kind", EXPLORED)
