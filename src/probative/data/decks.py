"""The lecture decks' own numbers as tables, by the names of the worked examples."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.data.example import Maker, expanded, matrix

Entry = tuple[str, str, Maker]
"""What it is, what is to be predicted (or nothing), and how it is made."""


def _scores(classes: str, scores: list[float]) -> Maker:
    return lambda: {"class": list(classes), "score": scores}


def _ranked(labels: str) -> Maker:
    """Classes from the highest score to the lowest, with scores that keep the order."""
    n = len(labels)
    return lambda: {"class": ["np"[int(sign)] for sign in labels], "score": [round(1 - i / 100, 2) for i in range(n)]}


def _paired(both_wrong: int, only_a_wrong: int, only_b_wrong: int, both_right: int) -> Maker:
    """Two models on the same rows of class p, from McNemar's four counts."""
    cells = [(("n", "n"), both_wrong), (("n", "p"), only_a_wrong), (("p", "n"), only_b_wrong), (("p", "p"), both_right)]
    return lambda: (rows := expanded(cells, ("A", "B"))) and {"truth": ["p"] * len(rows["A"]), **rows}


Cells = tuple[tuple[int, int], tuple[int, int]]
"""TP and FN, FP and TN."""


def _classifiers(**known: Cells) -> Maker:
    """Several classifiers on the same rows, from a matrix of each.

    The decks give the margins only: rows of one class are told apart by nothing, so their order is free.
    """

    def made() -> dict[str, Any]:
        tables = {name: matrix("pn", counts) for name, counts in known.items()}
        truth = next(iter(tables.values()))["truth"]
        return {"truth": truth, **{name: rows["predicted"] for name, rows in tables.items()}}

    return made


def _gaussian(positive: Any, negative: Any, counts: tuple[int, int]) -> Maker:
    """Points of two normal classes; the decks show theirs only as pictures, so these are drawn here, with seed 0."""

    def made() -> dict[str, Any]:
        rng = np.random.default_rng(0)
        drawn = [
            rng.multivariate_normal(mean, cov, n) for (mean, cov), n in zip((positive, negative), counts, strict=True)
        ]
        x = np.concatenate(drawn).round(6)
        return {"x1": x[:, 0], "x2": x[:, 1], "class": ["p"] * counts[0] + ["n"] * counts[1]}

    return made


_FOLDS_A, _FOLDS_B, _FOLDS_C = [80, 82, 85, 78, 85], [81, 81, 86, 80, 88], [79, 84, 83, 77, 84]
_TIED = [1, 1, 1, 0.8, 0.8, 0.8, 0.6, 0.6, 0.6, 0.6, 0.4, 0.4, 0.4, 0.2, 0.2, 0, 0, 0]
_DRAWING = [
    0.9,
    0.8,
    0.7,
    0.65,
    0.6,
    0.55,
    0.54,
    0.53,
    0.52,
    0.51,
    0.4,
    0.39,
    0.38,
    0.37,
    0.36,
    0.35,
    0.34,
    0.33,
    0.3,
    0.2,
]
_EXERCISE_5 = [
    0.95,
    0.28,
    0.9,
    0.62,
    0.85,
    0.64,
    0.53,
    0.38,
    0.68,
    0.44,
    0.1,
    0.59,
    0.57,
    0.29,
    0.56,
    0.36,
    0.8,
    0.43,
    0.76,
    0.71,
]
_ROC50 = "0101110111011000010010001100110101001100100101000000010100101100000100010000101000010101100110100011"
_TARGETS = [3.0, -0.5, 2.0, 7.0]

DECKS: dict[str, Entry] = {
    "000-gauss-example-1": (
        "120 points of two normal classes, Bayes risk 0.0345468 (drawn with seed 0)",
        "class",
        _gaussian(
            ([0.3, 0.7], [[0.011875, 0.016238], [0.016238, 0.030625]]),
            ([0.5, 0.3], [[0.011875, -0.016238], [-0.016238, 0.030625]]),
            (55, 65),
        ),
    ),
    "000-gauss-example-2": (
        "120 points of two normal classes, Bayes risk 0.0198798 (drawn with seed 0)",
        "class",
        _gaussian(
            ([0.4, 0.8], [[0.09, 0.0], [0.0, 0.0049]]),
            ([0.5, 0.3], [[0.00398011, -0.00730159], [-0.00730159, 0.0385199]]),
            (55, 65),
        ),
    ),
    "000-gauss-example-3": (
        "120 points of two normal classes, one inside the other, Bayes risk 0.0161678 (drawn with seed 0)",
        "class",
        _gaussian(([0.3, 0.7], [[0.0016, 0.0], [0.0, 0.0016]]), ([0.6, 0.3], [[0.09, 0.0], [0.0, 0.09]]), (10, 110)),
    ),
    "000-loss-identity": ("labels and predictions of ±1", "y", lambda: {"y": [1, 1, -1, -1], "g": [1, -1, 1, -1]}),
    "000-roc-ties-knn-votes": (
        "scores with ties: votes of five neighbours",
        "class",
        _scores("ppnppnpnnpnpnnnnpn", _TIED),
    ),
    "000-roc50-40pos-60neg": ("a ranking of 100 rows for ROC50", "class", _ranked(_ROC50)),
    "000-roc50-bound": (
        "a ranking of 10 positives and 50 negatives, the lowest negative",
        "class",
        _ranked("0" * 49 + "1" * 10 + "0"),
    ),
    "000-roc50-few-negatives": ("a ranking with fewer than 50 negatives", "class", _ranked("1101011001010")),
    "001-paired-t-5-folds": (
        "accuracies of two classifiers on five folds, in percent",
        "",
        lambda: {"fold": range(1, 6), "A": _FOLDS_A, "B": _FOLDS_B},
    ),
    "001-mcnemar-large": ("two models on 200 rows, 12 and 28 disagreements", "truth", _paired(5, 12, 28, 155)),
    "001-mcnemar-equal": ("two models on 100 rows, 3 and 3 disagreements", "truth", _paired(4, 3, 3, 90)),
    "001-mcnemar-zero": ("two models on 100 rows that never disagree", "truth", _paired(10, 0, 0, 90)),
    "001-mcnemar-few": ("two models on 50 rows, 1 and 6 disagreements", "truth", _paired(2, 1, 6, 41)),
    "001-5x2cv": (
        "differences of two models in five repeats of two folds",
        "",
        lambda: {
            "repeat": np.repeat(range(1, 6), 2),
            "fold": np.tile([1, 2], 5),
            "difference": [0.02, 0.03, 0.01, 0.04, 0.03, 0.02, 0.0, 0.03, 0.02, 0.05],
        },
    ),
    "002-pooled-vs-fold-mean": (
        "ten rows in three unequal folds: accuracy 0.5 by folds, 0.6 pooled",
        "truth",
        lambda: {"fold": [1] * 4 + [2] * 4 + [3] * 2, "truth": ["p"] * 10, "predicted": list("ppppppnnnn")},
    ),
    "002-leave-pair-out-nearest-mean": (
        "six points on a line for leave-pair-out",
        "class",
        lambda: {"x": [0.2, 1.6, 1.9, 0.3, 0.9, 1.75], "class": list("pppnnn")},
    ),
    "003-exercise-1": (
        "15 of 20 positives and 16 of 20 negatives right",
        "truth",
        lambda: matrix("pn", [[15, 5], [4, 16]]),
    ),
    "003-exercise-2": (
        "40 of 50 positives and 45 of 50 negatives right",
        "truth",
        lambda: matrix("pn", [[40, 10], [5, 45]]),
    ),
    "003-exercise-5": ("the ROC exercise: 20 scores", "class", _scores("pppnnppnpnnpnnpnnnpp", _EXERCISE_5)),
    "003-roc-drawing-example": ("the ROC that is drawn: 20 scores", "class", _scores("ppnpppnnpnpnpnnnpnpn", _DRAWING)),
    "003-roc-example-1": ("perfect separation", "class", _scores("ppppnnnn", [0.6, 0.7, 0.8, 0.9, 0.1, 0.2, 0.3, 0.4])),
    "003-roc-example-3": ("complete overlap", "class", _scores("ppppnnnn", [0.2, 0.4, 0.6, 0.8, 0.2, 0.4, 0.6, 0.8])),
    "003-roc-example-4": (
        "reversed separation",
        "class",
        _scores("ppppnnnn", [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]),
    ),
    "003-multiclass-one-vs-rest": (
        "three classes, 150 rows",
        "truth",
        lambda: matrix("ABC", [[50, 3, 2], [4, 40, 6], [1, 7, 37]]),
    ),
    "003-degrees-of-freedom": (
        "four values, whose deviations from their mean sum to 0",
        "",
        lambda: {"x": [1, 2, 3, 4]},
    ),
    "003-anova-friedman-family": (
        "accuracies of three methods on five folds, in percent",
        "",
        lambda: {"fold": range(1, 6), "A": _FOLDS_A, "B": _FOLDS_B, "C": _FOLDS_C},
    ),
    "003-leave-one-subject-out": (
        "ten subjects with four rows each",
        "class",
        lambda: {
            "subject": np.repeat(range(1, 11), 4),
            "x": np.tile([1.0, 2.0, 3.0, 4.0], 10),
            "class": list("ppnn") * 10,
        },
    ),
    "004-three-classifiers": (
        "three classifiers on 100 positives and 100 negatives",
        "truth",
        _classifiers(C1=((80, 20), (50, 50)), C2=((60, 40), (20, 80)), C3=((40, 60), (30, 70))),
    ),
    "004-nondominated-below-hull": (
        "three classifiers, one below the hull that none dominates",
        "truth",
        _classifiers(C1=((80, 20), (50, 50)), C2=((60, 40), (20, 80)), D=((65, 35), (35, 65))),
    ),
    "004-dominance-ties": (
        "two classifiers with one false positive rate",
        "truth",
        _classifiers(A=((70, 30), (20, 80)), B=((60, 40), (20, 80))),
    ),
    "004-r2-endpoints": (
        "four targets and four predictions: R² 0.949, 1, 0 and -7.53",
        "y",
        lambda: {
            "y": _TARGETS,
            "model": [2.5, 0.0, 2.0, 8.0],
            "perfect": _TARGETS,
            "mean": [2.875] * 4,
            "anti": [-3, 0.5, -2, -7],
        },
    ),
}
"""By the name of the worked example."""
