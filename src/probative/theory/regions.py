"""Decision regions: what a classifier of two features says everywhere, and where it is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadInput, BadParameter, LengthMismatch
from probative.evidence.arrays import Array, Floats, vector
from probative.evidence.labels import Label
from probative.pictures import Chart, Heat, Marks, Shape, contour, draw
from probative.records import Document, Record
from probative.theory.grids import Grid
from probative.theory.rules import rule_of
from probative.theory.sentences import ONLY_ESTIMATED

CASES = (("TP", 0, False), ("FN", 0, True), ("FP", 1, True), ("TN", 1, False))
"""Marks of the four cells: the colour of the actual class, hollow where it was not recognised."""


@dataclass(frozen=True, slots=True, eq=False)
class DecisionRegions(Record):
    """Answers of a classifier on a grid, and the rows with what they are taken for.

    With two classes every row is a TP, FP, FN or TN; with more it is right or wrong.
    """

    head: ClassVar[Document] = {"probative": 1, "kind": "regions"}
    also: ClassVar[dict[str, str]] = {"counts": "counts"}

    grid: Grid
    answers: Array
    """The place of the class said at each point of the grid, among the labels; the positive one is the first."""
    labels: tuple[Any, ...]
    X: Floats
    truth: Array
    said: Array
    best: Floats | None = None
    """Log odds of the known task on the grid: where they are 0 lies the best border."""
    names: tuple[str, str] = ("x₁", "x₂")
    model: str = ""
    """What the classifier is called."""
    notes: tuple[str, ...] = (ONLY_ESTIMATED,)

    @property
    def counts(self) -> dict[str, int]:
        """TP, FN, FP and TN; with more than two classes right and wrong."""
        if len(self.labels) > 2:
            right = int((self.truth == self.said).sum())
            return {"right": right, "wrong": len(self.truth) - right}
        return {name: int(self._cell(name).sum()) for name, *_ in CASES}

    def __str__(self) -> str:
        cells = ", ".join(f"{name} {count}" for name, count in self.counts.items())
        classes = ", ".join(map(str, self.labels))
        whose = f"{self.model}, " if self.model else ""
        return f"{whose}decision regions of {self.names[0]} and {self.names[1]}, classes {classes}: {cells}"

    def picture(self, name: str = "") -> Chart:
        """The regions in pale colours, every row with the mark of what it is, and the best border where it is known."""
        shapes = self._two() if len(self.labels) == 2 else self._many()
        if self.best is not None:
            shapes.append(contour(self.grid.x, self.grid.y, self.best, series=6, name="best border"))
        title = f"Decision regions{f' of {name}' if name else ''}"
        return Chart(title, *self.grid.axes(self.names), tuple(shapes), title)

    def plot(self, ax: Any = None, *, label: str = "", **style: Any) -> Any:
        """Draw the regions with matplotlib (extra `plots`), and return the axes."""
        return draw(self.picture(label or self.model), ax, below=ax is None, **style)

    def _cell(self, name: str) -> Array:
        right, positive = name[0] == "T", name[1] == "P"
        said = self.said == 0
        return np.asarray((said == positive) & ((self.truth == self.said) == right))

    def _two(self) -> list[Shape]:
        heat = Heat(*self.grid.ends, np.where(self.answers == 0, 1.0, -1.0), pale=True)
        drawn: list[Shape] = [heat]
        for name, series, hollow in CASES:
            rows = self.X[self._cell(name)]
            count = f"{len(rows)}"
            drawn.append(Marks(rows[:, 0], rows[:, 1], hollow=hollow, series=series, name=name, detail=count))
        return drawn

    def _many(self) -> list[Shape]:
        drawn: list[Shape] = [
            Heat(*self.grid.ends, np.where(self.answers == i, 1.0, np.nan), pale=True, series=i)
            for i in range(len(self.labels))
        ]
        for i, label in enumerate(self.labels):
            for wrong in (False, True):
                rows = self.X[(self.truth == i) & ((self.said != i) == wrong)]
                words = "wrong" if wrong else "right"
                drawn.append(
                    Marks(
                        rows[:, 0], rows[:, 1], hollow=wrong, series=i, name=f"{label}, {words}", detail=f"{len(rows)}"
                    )
                )
        return drawn


def decision_regions(
    classifier: Any,
    X: object,  # noqa: N803
    y: object,
    *,
    pos_label: Label | None = None,
    task: Any = None,
    names: tuple[str, str] | None = None,
    model: str = "",
) -> DecisionRegions:
    """Decision regions of any trained classifier of two features: an object with `predict`, or a function of rows.

    With `task` (a known world such as `GaussianTask`), the border of Bayes' rule is drawn as well.

    >>> from probative.theory import gaussian_example
    >>> task = gaussian_example(1)
    >>> X, y = task.sample((55, 65))
    >>> decision_regions(task, X, y, task=task).counts
    {'TP': 54, 'FN': 1, 'FP': 7, 'TN': 58}
    """
    points, truth = np.asarray(X, np.float64), vector(y, "y")
    if points.ndim != 2 or points.shape[1] != 2 or not len(points):
        raise BadInput(
            "decision regions are drawn of two features.",
            found=f"shape {points.shape}",
            remedy="choose two columns, and train on these",
        )
    if len(points) != len(truth):
        raise LengthMismatch("X and y differ in length.", found=f"{len(points)} and {len(truth)}")
    ask = rule_of(classifier)
    said, grid = vector(ask(points), "answers"), Grid.around(points)
    everywhere = vector(grid.of(ask).ravel(), "answers")
    labels = _ordered(np.unique(np.concatenate([truth, said, everywhere])), pos_label)
    codes = [_codes(values, labels) for values in (everywhere, truth, said)]
    best = None if task is None else grid.of(task.g_hat)
    shape = (len(grid.y), len(grid.x))
    return DecisionRegions(
        grid, codes[0].reshape(shape), labels, points, codes[1], codes[2], best, names or ("x₁", "x₂"), model
    )


def _ordered(labels: Array, pos_label: Label | None) -> tuple[Label, ...]:
    """The positive label first: the one named, or the last of two."""
    known = labels.tolist()
    if pos_label is not None and pos_label not in known:
        raise BadParameter(f"there is no label {pos_label!r}.", found=", ".join(map(str, known)))
    if len(known) > 2 and pos_label is None:
        return tuple(known)
    first = known[-1] if pos_label is None else pos_label
    return (first, *(label for label in known if label != first))


def _codes(values: Array, labels: tuple[Label, ...]) -> Array:
    place = {label: i for i, label in enumerate(labels)}
    return np.array([place[value] for value in values.tolist()])
