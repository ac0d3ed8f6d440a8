"""How the two classes are shared out, and how much a prediction tells of them."""

from __future__ import annotations

import numpy as np

from probative.evidence import Outcomes
from probative.evidence.arrays import Floats, Number
from probative.measurement.declaring import ratio
from probative.measurement.information import conditional_entropy, entropy, mutual_information_of
from probative.measurement.margins import ACTUAL, binary, binary_share, empty
from probative.measurement.registry import Trials


@binary_share(formula="(TP + FN) / n", better="neither", reason=empty("rows"), aka=("positive_rate", "base_rate"))
def prevalence(o: Outcomes) -> Trials:
    """Share of all rows that are positive."""
    return o.positives, o.n


@binary_share(
    formula="(TP + FP) / n",
    better="neither",
    reason=empty("rows"),
    aka=("alert_rate",),
    title="Alert rate",
    places=("operating",),
)
def prediction_rate(o: Outcomes) -> Trials:
    """Share of all rows that were called positive."""
    return o.tp + o.fp, o.n


def _matrix(o: Outcomes) -> Floats:
    cells = np.broadcast_arrays(*(np.asarray(c, np.float64) for c in (o.tp, o.fn, o.fp, o.tn)))
    return np.stack([np.stack(cells[:2], -1), np.stack(cells[2:], -1)], -2)


@binary(formula="sum p(a,g) log2(p(a,g) / (p(a) p(g)))", reason=empty("rows"), aka=("mi",))
def mutual_information(o: Outcomes) -> Number:
    """Bits that the prediction tells about the truth."""
    return mutual_information_of(_matrix(o))


@binary(formula="I(A;P) / H(A)", reason=empty(*ACTUAL), aka=("nmi", "uncertainty_coefficient"))
def normalized_mutual_information(o: Outcomes) -> Number:
    """Share of the truth's entropy that the prediction removes."""
    table = _matrix(o)
    return ratio(mutual_information_of(table), entropy(table.sum(axis=-1)))


@binary(formula="H(A)", better="neither", reason=empty("rows"), aka=("h_a",))
def actual_entropy(o: Outcomes) -> Number:
    """Bits of uncertainty about the truth before seeing the prediction."""
    return entropy(_matrix(o).sum(axis=-1))


@binary(
    formula="H(A|P) = H(A) - I(A;P)",
    better="lower",
    method="mover-remaining",
    reason=empty("rows"),
    aka=("h_a_given_p",),
)
def remaining_entropy(o: Outcomes) -> Number:
    """Bits of uncertainty about the truth that remain once the prediction is known."""
    return conditional_entropy(_matrix(o))
