"""Measures of a k-class confusion matrix; leading axes of the counts are replicates."""

from __future__ import annotations

from functools import partial

import numpy as np

from probative.errors import BadParameter
from probative.evidence import ConfusionMatrix
from probative.evidence.arrays import Floats, Number
from probative.evidence.confusion import one_vs_rest_all
from probative.measurement.declaring import measure, ratio
from probative.measurement.information import conditional_entropy, entropy, mutual_information_of
from probative.measurement.registry import Parameter, Trials
from probative.measurement.right_or_wrong import right, wrong

_measure = partial(measure, needs=ConfusionMatrix, method="adjusted-t")
_information = partial(measure, needs=ConfusionMatrix, method="debiased-t")
_share = partial(measure, needs=ConfusionMatrix, kind="share")


def _margins(cm: ConfusionMatrix) -> tuple[Floats, Floats, Floats, Floats]:
    """Diagonal sum, row sums (actual), column sums (predicted) and total, as floats."""
    counts = np.asarray(cm.counts, np.float64)
    return (
        np.trace(counts, axis1=-2, axis2=-1),
        counts.sum(axis=-1),
        counts.sum(axis=-2),
        counts.sum(axis=(-2, -1)),
    )


def _no_rows(cm: ConfusionMatrix, **_: Parameter) -> str:
    return "" if cm.n else "no rows"


def _absent(cm: ConfusionMatrix, **_: Parameter) -> str:
    empty = [str(label) for label, row in zip(cm.labels, cm.counts, strict=True) if not row.sum()]
    if empty:
        return f"no actual rows of class {', '.join(empty[:5])}"
    return "only one class occurs" if len(cm.labels) < 2 else ""


def _one_sided(cm: ConfusionMatrix, **_parameters: Parameter) -> str:
    _, rows, columns, _ = _margins(cm)
    if (rows > 0).sum() < 2:
        return "all rows belong to one class"
    return "all predictions are of one class" if (columns > 0).sum() < 2 else ""


@_share(
    formula="sum C_ii / n",
    reason=_no_rows,
    aka=("acc",),
    places=("summary", "default", "headline", "slices", "folds"),
    row_loss=right,
)
def accuracy(cm: ConfusionMatrix) -> Trials:
    """Share of all rows that were predicted rightly."""
    right, _, _, total = _margins(cm)
    return right, total


@_share(
    formula="1 - accuracy",
    better="lower",
    reason=_no_rows,
    aka=("error", "zero_one_loss"),
    row_loss=wrong,
)
def error_rate(cm: ConfusionMatrix) -> Trials:
    """Share of all rows that were predicted wrongly."""
    counts = np.asarray(cm.counts, np.float64)
    # The errors by themselves: a difference of sums would lose a light row beside heavy ones.
    return one_vs_rest_all(counts)[1].sum(axis=-1), counts.sum(axis=(-2, -1))


def _recall_gradient(cm: ConfusionMatrix) -> Floats:
    counts = np.asarray(cm.counts, np.float64)
    rows = counts.sum(axis=1)
    recalls = np.diagonal(counts) / rows
    slopes: Floats = (np.eye(len(rows)) - recalls[:, None]) / rows[:, None] / len(rows)
    return slopes.ravel()


@_measure(
    formula="mean over classes of C_ii / sum_j C_ij",
    scale="logit",
    reason=_absent,
    gradient=_recall_gradient,
    aka=("bacc",),
    places=("summary", "slices", "folds"),
)
def balanced_accuracy(cm: ConfusionMatrix) -> Number:
    """Mean over the classes of the share of their rows that was predicted rightly."""
    counts = np.asarray(cm.counts, np.float64)
    if counts.shape[-1] < 2:
        return np.full(counts.shape[:-2], np.nan)
    recalls = np.asarray(ratio(np.diagonal(counts, axis1=-2, axis2=-1), counts.sum(axis=-1)))
    mean: Number = recalls.mean(axis=-1)
    return mean


def _covariance(tp: Floats, fn: Floats, fp: Floats, tn: Floats) -> Floats:
    """Rows times right ones less the margins' product, from whole cells: counts of 10^12 keep the digits of a few."""
    product: Floats = (tp * tn - fn * fp).sum(axis=-1)
    return product


def _mcc_gradient(cm: ConfusionMatrix) -> Floats:
    s, t, p, n = _margins(cm)
    x, y = n**2 - (p**2).sum(), n**2 - (t**2).sum()
    root = np.sqrt(x * y)
    d_cov = n * np.eye(len(t)) + s - t[None, :] - p[:, None]
    d_root = root * ((n - p)[None, :] / x + (n - t)[:, None] / y)
    slopes: Floats = d_cov / root - (s * n - t @ p) * d_root / root**2
    return slopes.ravel()


@_measure(
    formula="(n s - sum t_k p_k) / sqrt((n^2 - sum p_k^2)(n^2 - sum t_k^2))",
    low=-1,
    scale="fisher",
    reason=_one_sided,
    gradient=_mcc_gradient,
    aka=("matthews", "matthews_corrcoef", "matthews_correlation", "phi"),
    title="MCC",
    places=("summary", "slices", "folds"),
)
def mcc(cm: ConfusionMatrix) -> Number:
    """Correlation of truth and prediction over k classes (Gorodkin's R_k)."""
    tp, fn, fp, tn = one_vs_rest_all(np.asarray(cm.counts, np.float64))
    of_truth = ((tp + fn) * (fp + tn)).sum(axis=-1)
    of_prediction = ((tp + fp) * (fn + tn)).sum(axis=-1)
    result = ratio(_covariance(tp, fn, fp, tn), np.sqrt(of_truth) * np.sqrt(of_prediction))
    return np.clip(result, -1.0, 1.0)


def _kappa_gradient(cm: ConfusionMatrix) -> Floats:
    s, t, p, n = _margins(cm)
    po, pe = s / n, (t @ p) / n**2
    d_po = (np.eye(len(t)) - po) / n
    d_pe = (t[None, :] + p[:, None]) / n**2 - 2 * pe / n
    slopes: Floats = d_po / (1 - pe) - d_pe * (1 - po) / (1 - pe) ** 2
    return slopes.ravel()


@_measure(
    formula="(p_o - p_e) / (1 - p_e)",
    low=-1,
    scale="fisher",
    reason=lambda cm, **_: _no_rows(cm) or "all rows and all predictions are of one class",
    gradient=_kappa_gradient,
    aka=("cohen_kappa", "cohens_kappa", "cohen_kappa_score"),
    title="Cohen's κ",
    places=("summary",),
)
def kappa(cm: ConfusionMatrix) -> Number:
    """Agreement beyond what the margins alone would give (Cohen)."""
    tp, fn, fp, tn = one_vs_rest_all(np.asarray(cm.counts, np.float64))
    # What the margins leave open; 0, and so undefined, only where all rows and predictions are of one class.
    open_to_skill = ((tp + fn) * (fn + tn)).sum(axis=-1)
    return ratio(_covariance(tp, fn, fp, tn), open_to_skill)


def _biases(cm: ConfusionMatrix) -> tuple[float, float]:
    """Of the truth's entropy, which lies too low, and of mutual information, mostly too high (Miller and Madow)."""
    counts = np.asarray(cm.counts)
    cells, actual, predicted = ((some > 0).sum() for some in (counts, counts.sum(axis=1), counts.sum(axis=0)))
    unit = 1 / (2 * float(cm.effective_n) * np.log(2))
    return float((1 - actual) * unit), float((cells - actual - predicted + 1) * unit)


def _normalised_bias(cm: ConfusionMatrix) -> float:
    of_entropy, of_information = _biases(cm)
    counts = np.asarray(cm.counts, np.float64)
    information, h = mutual_information_of(counts), entropy(counts.sum(axis=1))
    return float((of_information - information / h * of_entropy) / h)


def _information_gradient(cm: ConfusionMatrix) -> Floats:
    _, t, p, n = _margins(cm)
    counts = np.asarray(cm.counts, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_ratio = np.where(counts > 0, np.log2(counts * n / (t[:, None] * p[None, :])), 0.0)
    slopes: Floats = (log_ratio - mutual_information_of(counts)) / n
    return slopes.ravel()


@_information(
    formula="sum p(a,g) log2(p(a,g) / (p(a) p(g)))",
    high=np.inf,
    reason=_no_rows,
    gradient=_information_gradient,
    bias=lambda cm: _biases(cm)[1],
    aka=("mi",),
)
def mutual_information(cm: ConfusionMatrix) -> Number:
    """Bits that the prediction tells about the truth."""
    return mutual_information_of(np.asarray(cm.counts, np.float64))


def _entropy_gradient(cm: ConfusionMatrix) -> Floats:
    _, t, _, n = _margins(cm)
    with np.errstate(divide="ignore"):
        d_h = np.where(t > 0, -(np.log2(t / n) + entropy(t)) / n, 0.0)
    return np.repeat(d_h, len(t))


def _normalised_gradient(cm: ConfusionMatrix) -> Floats:
    counts = np.asarray(cm.counts, np.float64)
    information, h = mutual_information_of(counts), entropy(counts.sum(axis=1))
    slopes: Floats = _information_gradient(cm) / h - information * _entropy_gradient(cm) / h**2
    return slopes


@_information(
    formula="I(A;P) / H(A)",
    reason=_one_sided,
    gradient=_normalised_gradient,
    bias=_normalised_bias,
    aka=("nmi", "uncertainty_coefficient"),
)
def normalized_mutual_information(cm: ConfusionMatrix) -> Number:
    """Share of the truth's entropy that the prediction removes."""
    counts = np.asarray(cm.counts, np.float64)
    return ratio(mutual_information_of(counts), entropy(counts.sum(axis=-1)))


@_information(
    formula="H(A)",
    better="neither",
    high=np.inf,
    reason=_no_rows,
    gradient=_entropy_gradient,
    bias=lambda cm: _biases(cm)[0],
    aka=("h_a",),
)
def actual_entropy(cm: ConfusionMatrix) -> Number:
    """Bits of uncertainty about the truth before seeing the prediction."""
    return entropy(np.asarray(cm.counts, np.float64).sum(axis=-1))


@_information(
    formula="H(A|P) = H(A) - I(A;P)",
    better="lower",
    high=np.inf,
    reason=_no_rows,
    gradient=lambda cm: _entropy_gradient(cm) - _information_gradient(cm),
    bias=lambda cm: _biases(cm)[0] - _biases(cm)[1],
    aka=("h_a_given_p",),
)
def remaining_entropy(cm: ConfusionMatrix) -> Number:
    """Bits of uncertainty about the truth that remain once the prediction is known."""
    return conditional_entropy(np.asarray(cm.counts, np.float64))


def _cost_table(cm: ConfusionMatrix, costs: Parameter, priors: Parameter) -> tuple[Floats, Floats | None]:
    k = len(cm.labels)
    table = np.asarray(1 - np.eye(k) if costs is None else costs, np.float64)
    if table.shape != (k, k) or not np.isfinite(table).all() or (table < 0).any() or np.diagonal(table).any():
        raise BadParameter(
            f"costs must be a {k} x {k} table (rows actual), at least 0, with 0 for right predictions.",
            found=table.tolist(),
        )
    if priors is None:
        return table, None
    shares = np.asarray(priors, np.float64)
    if shares.shape != (k,) or (shares < 0).any() or abs(shares.sum() - 1) > 1e-9:
        raise BadParameter(f"priors must be {k} shares that add up to 1.", found=shares.tolist())
    return table, shares


def _cost_gradient(cm: ConfusionMatrix, costs: Parameter = None, priors: Parameter = None) -> Floats:
    table, shares = _cost_table(cm, costs, priors)
    counts = np.asarray(cm.counts, np.float64)
    if shares is None:
        slopes: Floats = (table - (counts * table).sum() / counts.sum()) / counts.sum()
        return slopes.ravel()
    rows = np.where(counts.sum(axis=1) > 0, counts.sum(axis=1), 1.0)[:, None]
    slopes = shares[:, None] * (table - (counts * table).sum(axis=1)[:, None] / rows) / rows
    return slopes.ravel()


@_measure(
    formula="sum over actual i, predicted j of prior_i (C_ij / row_i) cost_ij",
    better="lower",
    high=np.inf,
    scale="log",
    reason=lambda cm, **_: _absent(cm) or "no rows",
    gradient=_cost_gradient,
    aka=("cost",),
)
def expected_cost(cm: ConfusionMatrix, costs: Parameter = None, priors: Parameter = None) -> Number:
    """Mean cost of a prediction under a table of costs, at the sample's class shares or at operating priors."""
    table, shares = _cost_table(cm, costs, priors)
    counts = np.asarray(cm.counts, np.float64)
    if shares is None:
        return ratio((counts * table).sum(axis=(-2, -1)), counts.sum(axis=(-2, -1)))
    per_class = ratio((counts * table).sum(axis=-1), counts.sum(axis=-1))
    # A class that the operating priors exclude cannot cost anything, even where its rates are undefined.
    total: Number = np.where(shares > 0, per_class * shares, 0.0).sum(axis=-1)
    return total
