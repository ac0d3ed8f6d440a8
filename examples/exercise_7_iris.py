"""Exercise 7 of deck 003: train and test pairs by cross-validation, on iris, with a classifier of one's own.

Run it with `python examples/exercise_7_iris.py`. A template classifier needs no base class: `fit` and `predict` are
enough, and `predict_proba` adds curves. The pairs come from one generator with switches for stratification,
randomisation and repetition, so that the same class can be judged in every way that the deck names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import probative as pv

Array = np.ndarray[Any, Any]


class NearestNeighbours:
    """The template: keeps the training rows, and lets the k nearest of them vote."""

    def __init__(self, k: int = 1) -> None:
        self.k = k

    def fit(self, X: Array, y: Array) -> NearestNeighbours:  # noqa: N803
        """Remember the training rows."""
        self.rows, self.classes_, self.code = X, *np.unique(y, return_inverse=True)
        return self

    def predict_proba(self, X: Array) -> Array:  # noqa: N803
        """The share of votes for each class."""
        distance = ((X[:, None] - self.rows) ** 2).sum(axis=2)
        nearest = self.code[np.argsort(distance, axis=1, kind="stable")[:, : self.k]]
        return np.stack([(nearest == c).mean(axis=1) for c in range(len(self.classes_))], axis=1)

    def predict(self, X: Array) -> Array:  # noqa: N803
        """The class with the most votes."""
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


def pairs(
    y: Array, k: int = 10, *, stratified: bool = True, shuffled: bool = True, repeats: int = 1, random_state: int = 0
) -> Iterator[tuple[Array, Array]]:
    """Train and test rows of (repeated) k-fold cross-validation: what the exercise asks to implement."""
    plan = pv.resampling.KFold(k, stratified=stratified, shuffled=shuffled, repeats=repeats, random_state=random_state)
    yield from plan.split(y, y)


def by_hand(model: NearestNeighbours, X: Array, y: Array, splits: Iterator[tuple[Array, Array]]) -> Array:  # noqa: N803
    """Accuracy on each test part, with nothing but the pairs."""
    return np.array([(model.fit(X[train], y[train]).predict(X[test]) == y[test]).mean() for train, test in splits])


def main() -> None:
    """The pairs, the accuracies by hand, and the same as one call with its interval."""
    iris = pv.examples("iris")
    y = iris.pop("species")
    X = np.column_stack(list(iris.values()))  # noqa: N806
    for words, switches in {
        "10-fold, stratified": {},
        "10-fold, random only": {"stratified": False},
        "3-fold, in the order of the file": {"k": 3, "stratified": False, "shuffled": False},
        "5 x 10-fold, stratified": {"repeats": 5},
    }.items():
        folds = by_hand(NearestNeighbours(), X, y, pairs(y, **switches))
        print(f"{words:<34} {len(folds):>3} trainings  accuracy {folds.mean():.4f}")

    said = pv.run({"1-NN": NearestNeighbours(1), "15-NN": NearestNeighbours(15)}, X, y, plan="stratified 10-fold")
    for name in ("1-NN", "15-NN"):
        print(f"{name:<6}", pv.resampled(said, "accuracy", model=name).fold_mean)
    print(pv.compare(said, measure="accuracy"))
    alone = pv.run(NearestNeighbours(1), X, y, plan="leave-one-out")
    print("leave-one-out, 1-NN:", pv.resampled(alone, "accuracy").pooled)


if __name__ == "__main__":
    main()
