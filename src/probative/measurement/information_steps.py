"""Mutual information step by step: what each cell of a confusion matrix contributes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.errors import BadCounts
from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.labels import plain
from probative.evidence.needed import need
from probative.measurement.information import conditional_entropy, entropy, mutual_information_of
from probative.records import Record


@dataclass(frozen=True, slots=True)
class InformationCell(Record):
    """One cell: its rows, p(a, g), both margins p(a) and p(g), and p(a, g) log2 [p(a, g) / (p(a) p(g))] in bits."""

    actual: str | int | float
    predicted: str | int | float
    rows: float
    joint: float
    p_actual: float
    p_predicted: float
    bits: float


@dataclass(frozen=True, slots=True)
class InformationSteps(Record):
    """The cells of a matrix, and what they add up to: I = H(actual) - H(actual | predicted), in bits."""

    cells: tuple[InformationCell, ...]
    mutual_information: float
    actual_entropy: float
    remaining_entropy: float
    share_of_entropy: float
    """I / H(actual): nan where all rows are of one class."""

    def __str__(self) -> str:
        lines = [
            f"p(actual {cell.actual}, predicted {cell.predicted}) = {cell.joint:.6g}, "
            f"p(actual {cell.actual}) = {cell.p_actual:.6g}, p(predicted {cell.predicted}) = {cell.p_predicted:.6g}: "
            f"{cell.bits:+.6f} bits"
            for cell in self.cells
        ]
        lines.append(
            f"mutual information {self.mutual_information:.6f} bits = {self.actual_entropy:.6f} (entropy of the actual "
            f"classes) - {self.remaining_entropy:.6f} (left when the prediction is known)"
        )
        return "\n".join(lines)


def mutual_information_steps(matrix: ConfusionMatrix | Outcomes) -> InformationSteps:
    """Joint and marginal shares and the contribution of every cell; an empty cell contributes 0.

    >>> import probative as pv
    >>> steps = pv.mutual_information_steps(pv.Outcomes(tp=40, fn=10, fp=5, tn=45))
    >>> [round(cell.bits, 6) for cell in steps.cells], round(steps.mutual_information, 6)
    ([0.33203, -0.145943, -0.108496, 0.319722], 0.397313)
    """
    need(matrix, ConfusionMatrix, Outcomes)
    if isinstance(matrix, Outcomes):
        counts = np.array([[matrix.tp, matrix.fn], [matrix.fp, matrix.tn]], np.float64)
        labels: tuple[object, ...] = ("positive", "negative")
    else:
        counts, labels = np.asarray(matrix.counts, np.float64), matrix.labels
    if counts.ndim != 2 or not counts.sum():
        raise BadCounts("the steps are those of one matrix with rows.", found=f"{counts.sum():g} rows")
    p = counts / counts.sum()
    actual, predicted = p.sum(axis=1), p.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.where(p > 0, p * np.log2(p / np.outer(actual, predicted)), 0.0)
    names = [plain(label) for label in labels]
    cells = tuple(
        InformationCell(
            names[i],
            names[j],
            float(counts[i, j]),
            float(p[i, j]),
            float(actual[i]),
            float(predicted[j]),
            float(bits[i, j]),
        )
        for i, j in np.ndindex(counts.shape)
    )
    found, whole = float(mutual_information_of(counts)), float(entropy(counts.sum(axis=1)))
    share = found / whole if whole else float("nan")
    return InformationSteps(cells, found, whole, float(conditional_entropy(counts)), share)
