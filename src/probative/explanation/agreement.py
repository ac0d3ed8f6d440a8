"""Agreement of labels beyond chance: Cohen's kappa and Matthews' correlation, and where they do not exist."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats
from probative.explanation.by_counts import four_counts
from probative.explanation.convention import Rule
from probative.explanation.determinant import by_determinant, determinant_in_words
from probative.explanation.ratios import per_class, share
from probative.explanation.rows import Labelled
from probative.explanation.topics import Found, topic
from probative.explanation.words import count
from probative.measurement import confusion

KAPPA = Rule(
    "unweighted",
    "(p_o - p_e) / (1 - p_e); undefined for 0/0 only",
    ("scikit-learn (cohen_kappa_score)", "caret (Kappa)", "yardstick (kap)"),
)
LINEAR = Rule(
    "linear weights",
    "disagreements weighted by the distance of the classes in sorted order",
    ("scikit-learn (weights='linear')", "yardstick (weighting = 'linear')", "SAS PROC FREQ (weighted kappa)"),
)
QUADRATIC = Rule(
    "quadratic weights",
    "disagreements weighted by the squared distance of the classes in sorted order",
    ("scikit-learn (weights='quadratic')", "yardstick (weighting = 'quadratic')"),
)
MCC = Rule(
    "0/0 undefined",
    "correlation of truth and prediction; undefined if one of them does not vary",
    ("yardstick (mcc)", "ROCR (mat)"),
)
AS_0 = Rule("0/0 as 0", "the same, 0/0 counts as 0", ("scikit-learn (matthews_corrcoef)",))
LIMIT = Rule(
    "0/0 as a limit",
    "the same; if all rows share one truth and one prediction 1 where it is right and -1 where wrong, else 0 for 0/0",
    ("Chicco and Jurman (2020)",),
)
BY_CLASS = Rule(
    "weighted by class",
    "MCC of every class against the rest (0/0 counts as 0), weighted by its actual rows",
    ("Weka (weighted average)",),
)


def chance_corrected(counts: Floats, distance: Floats) -> float:
    """1 - observed / expected distance of truth and prediction; nan for 0/0.

    >>> chance_corrected(np.array([[2.0, 0.0], [1.0, 1.0]]), 1 - np.eye(2))
    0.5
    """
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    below = float((distance * expected).sum())
    return float("nan") if below == 0 else 1 - float((distance * counts).sum()) / below


def one_sided(rows: Labelled) -> str:
    """Whether truth or prediction is of one class only, in words.

    >>> from probative.evidence import ConfusionMatrix
    >>> one_sided(Labelled(ConfusionMatrix.from_counts([[3, 0], [2, 0]]), None))
    'all predictions are of one class'
    """
    _, predicted, actual = per_class(rows)
    parts = ["all rows belong to one class"] if (actual > 0).sum() < 2 else []
    parts += ["all predictions are of one class"] if (predicted > 0).sum() < 2 else []
    return " and ".join(parts)


@topic("labels", "kappa", "weighted_kappa")
def explain_kappa(rows: Labelled) -> Found:
    """Unweighted, or with disagreements weighted by how far the classes are apart.

    >>> from probative.explanation import explain
    >>> explain("kappa", truth=[1, 2, 3], predicted=[1, 2, 2])["quadratic weights"].value
    0.6666666666666667
    """
    counts = np.asarray(rows.matrix.counts, np.float64)
    apart = np.abs(np.subtract.outer(np.arange(len(counts)), np.arange(len(counts)))).astype(np.float64)
    side = one_sided(rows)
    wrong = count((counts * (apart > 0)).sum(), "wrong row")
    distant = f"{counts[apart > 1].sum():g} of {wrong} are more than one class off"
    why = "nothing but agreement is expected: 0/0"
    conventions = [
        KAPPA.gives(confusion.kappa(rows.matrix), why=why),
        LINEAR.gives(chance_corrected(counts, apart), why=why, cause=side or distant),
        QUADRATIC.gives(chance_corrected(counts, apart**2), why=why, cause=side or distant),
    ]
    return conventions, [side or ("two classes are always one apart" if len(counts) < 3 else distant)]


@topic("labels", "mcc")
def explain_mcc(
    rows: Labelled | None, tp: int | None = None, fn: int | None = None, fp: int | None = None, tn: int | None = None
) -> Found:
    """Undefined, 0, or a limit where truth or prediction is of one class only; per class where there are more.

    With two classes it is the determinant of the matrix, normalised by its margins: of rows, or of four counts.

    >>> from probative.explanation import explain
    >>> explain("mcc", truth=[1, 0], predicted=[1, 1])["0/0 as 0"].value
    0.0
    >>> round(explain("mcc", tp=40, fn=10, fp=5, tn=45)["normalised determinant"].value, 6)
    0.703526
    """
    rows = four_counts(rows, {"tp": tp, "fn": fn, "fp": fp, "tn": tn})
    side = one_sided(rows)
    value = float(np.asarray(confusion.mcc(rows.matrix)))
    several = f"with {len(rows.matrix.labels)} classes their single correlations are not that of all"
    conventions = [
        MCC.gives(value, why=side),
        AS_0.gives(0.0 if side else value, cause=side),
        LIMIT.gives(_limit(rows) if side else value, cause=side),
        BY_CLASS.gives(_by_class(rows), cause=side or several),
        *by_determinant(rows, side, side),
    ]
    worked = [determinant_in_words(rows)] if len(rows.matrix.labels) == 2 else []
    return conventions, [side or "truth and prediction both vary", *worked]


def _limit(rows: Labelled) -> float:
    counts = np.asarray(rows.matrix.counts)
    if (counts > 0).sum() > 1:
        return 0.0
    return 1.0 if np.trace(counts) else -1.0


def _by_class(rows: Labelled) -> float:
    right, predicted, actual = per_class(rows)
    n = actual.sum()
    # Roots before products: counts of 10^10 would lose digits.
    scale = np.sqrt(predicted) * np.sqrt(n - predicted) * np.sqrt(actual) * np.sqrt(n - actual)
    each = share(right * n - predicted * actual, scale, 0.0)
    return float((each * actual).sum() / n)
