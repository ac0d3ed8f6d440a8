"""The conventions of `explain` against the tools that they are named after, and against their definitions.

scikit-learn 1.9, statsmodels 0.15, mlxtend 0.25; everything else by brute force, written from the definition.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from math import comb, inf, isnan, nan
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk
from mlxtend.evaluate import mcnemar as mlxtend_mcnemar
from scipy.integrate import quad
from scipy.stats import chi2, pearsonr
from sklearn.calibration import calibration_curve
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from probative.explanation import Explanation, explain

SEEDS = range(8)
EXACT = {"rel": 1e-11, "abs": 1e-12}


def same(found: float, expected: float) -> bool:
    return (isnan(found) and isnan(expected)) or found == pytest.approx(expected, **EXACT)


def quietly(call: Callable[..., Any], *arguments: Any, **options: Any) -> float:
    """A tool's number without its warnings."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return float(call(*arguments, **options))


def check(found: Explanation, expected: dict[str, float]) -> None:
    for name, value in expected.items():
        assert same(found[name].value, value), f"{found.measure}, {name}: {found[name].value} is not {value}"


def scored(seed: int, n: int = 60) -> tuple[Any, Any]:
    """Labels and scores; with ties on even seeds, a model worse than chance on every fourth."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(int)
    score = 1 / (1 + np.exp(-(rng.normal(0, 1.2, n) + (-1.5 if seed % 4 == 3 else 1.5) * y)))
    return y, np.round(score, 1) if seed % 2 == 0 else score


def labelled(seed: int, n: int = 50) -> tuple[Any, Any]:
    """Labels of up to five classes, some of which are never actual and some never predicted."""
    rng = np.random.default_rng(seed)
    k = 2 + seed % 4
    truth = rng.integers(0, k, n)
    guess = np.where(rng.random(n) < 0.5, truth, rng.integers(0, k, n))
    if seed % 3 == 1:
        guess = np.where(guess == k - 1, 0, guess)
    if seed % 3 == 2:
        truth = np.where(truth == 0, k - 1, truth)
    return truth, guess


# --- ranking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_auc(seed: int) -> None:
    y, s = scored(seed)
    pairs = [(a, b) for a in np.flatnonzero(y == 1) for b in np.flatnonzero(y == 0)]
    won = sum(s[a] > s[b] for a, b in pairs)
    tied = [(a, b) for a, b in pairs if s[a] == s[b]]
    half = sk.roc_auc_score(y, s)
    turned = np.median(s[y == 0]) > np.median(s[y == 1])
    check(
        explain("auc", truth=y, scores=s),
        {
            "half credit": half,
            "direction by medians": 1 - half if turned else half,
            "the larger side": max(half, 1 - half),
            "ties won": (won + len(tied)) / len(pairs),
            "ties lost": won / len(pairs),
            "row order": (won + sum(a < b for a, b in tied)) / len(pairs),
        },
    )


def points(y: Any, s: Any) -> tuple[Any, Any]:
    """True and false positives at every distinct score, from high to low."""
    thresholds = np.unique(s)[::-1]
    return np.array([[((s >= t) & (y == c)).sum() for t in thresholds] for c in (1, 0)])  # type: ignore[return-value]


def interpolated(tp: Any, fp: Any) -> tuple[float, float]:
    """Area under the right curve by quadrature, and by trapezoids at whole numbers of true positives."""
    integral = whole = a = fa = 0.0
    for b, fb in zip(tp, fp, strict=True):
        if b > a:

            def precision(t: float, a: float = a, fa: float = fa, b: float = b, fb: float = fb) -> float:
                false = fa + (fb - fa) * (t - a) / (b - a)
                return t / (t + false) if t + false > 0 else b / (b + fb)

            integral += quad(precision, a, b, epsabs=1e-14, epsrel=1e-13)[0]
            for t in range(int(a), int(b)):
                whole += (precision(t) + precision(t + 1)) / 2
        a, fa = b, fb
    return integral / tp[-1], whole / tp[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_average_precision(seed: int) -> None:
    y, s = scored(seed)
    precision, recall, _ = sk.precision_recall_curve(y, s)
    tp, fp = points(y, s)
    integral, whole = interpolated(tp, fp)
    p, r = tp / (tp + fp), tp / tp[-1]
    level = r[0] * p[0] + sum((r[i] - r[i - 1]) * (p[i] + p[i - 1]) / 2 for i in range(1, len(r)))
    eleven = [
        max(p[i] for i in range(len(p)) if Fraction(int(tp[i]), int(tp[-1])) >= Fraction(k, 10)) for k in range(11)
    ]
    beyond = sum((r[i] - (r[i - 1] if i else 0)) * p[i:].max() for i in range(len(r)))
    order = sorted(range(len(y)), key=lambda i: (-s[i], i))
    ranked = [y[i] for i in order]
    drawn = np.mean([sum(ranked[: i + 1]) / (i + 1) for i in range(len(ranked)) if ranked[i]])
    found = explain("average_precision", truth=y, scores=s)
    assert abs(found["right interpolation"].value - integral) < 1e-9
    check(
        found,
        {
            "average precision": sk.average_precision_score(y, s),
            "straight lines from (0, 1)": sk.auc(recall, precision),
            "lower trapezoids": level,
            "Davis and Goadrich": whole,
            "11 points": float(np.mean(eleven)),
            "highest precision beyond": beyond,
            "row order": float(drawn),
        },
    )


@pytest.mark.parametrize("max_fpr", [0.05, 0.3, 1.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_partial_auc(seed: int, max_fpr: float) -> None:
    y, s = scored(seed)
    fpr, tpr, _ = sk.roc_curve(y, s, drop_intermediate=False)
    raw = 0.0
    for x0, x1, y0, y1 in zip(fpr, fpr[1:], tpr, tpr[1:], strict=False):
        if x1 > x0 and x0 < max_fpr:
            end = min(x1, max_fpr)
            raw += (end - x0) * (y0 + y0 + (y1 - y0) * (end - x0) / (x1 - x0)) / 2
    standard = 0.5 * (1 + (raw - max_fpr**2 / 2) / (max_fpr - max_fpr**2 / 2))
    found = explain("partial_auc", truth=y, scores=s, max_fpr=max_fpr)
    below = raw < max_fpr**2 / 2
    check(found, {"raw": raw, "divided by the width": raw / max_fpr, "McClish": standard})
    check(found, {"McClish above chance": nan if below else standard})
    if max_fpr < 1:
        check(found, {"McClish": sk.roc_auc_score(y, s, max_fpr=max_fpr)})


@pytest.mark.parametrize("n", [1, 10, 500])
@pytest.mark.parametrize("seed", SEEDS)
def test_auc_n(seed: int, n: int) -> None:
    y, s = scored(seed)
    negatives = np.sort(s[y == 0])[::-1][:n]
    above = [(s[y == 1] > t).sum() for t in negatives]
    found = explain("auc_n", truth=y, scores=s, n=n)
    check(found, {"ties lost": sum(above) / (len(above) * y.sum())})
    check(found, {"always n negatives": found.value * len(above) / n})
    if seed % 2:
        # Without ties, the area up to the n-th negative is the sum of the positives above each.
        check(found, {"all positives": sum(above) / (len(above) * y.sum())})
        check(found, {"positives found": sum(above) / (len(above) * above[-1]) if above[-1] else nan})


# --- labels ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beta", [1.0, 2.0])
@pytest.mark.parametrize("seed", range(12))
def test_f_averages(seed: int, beta: float) -> None:
    y, g = labelled(seed)
    labels = np.union1d(y, g)

    def f(average: str, **options: Any) -> float:
        return quietly(sk.fbeta_score, y, g, beta=beta, average=average, **options)

    p, r = (quietly(score, y, g, average="macro") for score in (sk.precision_score, sk.recall_score))
    of_means = (1 + beta**2) * p * r / (beta**2 * p + r)
    both = [c for c in labels if (y == c).any() and (g == c).any()]
    found = explain("f_beta", truth=y, predicted=g, beta=beta, positive=1)
    check(found, {"positive class": quietly(sk.fbeta_score, y == 1, g == 1, beta=beta)})
    check(
        found,
        {
            "mean of F": f("macro"),
            "F of means": of_means,
            "mean of F, undefined classes dropped": f("macro", labels=both),
            "mean of F, actual classes only": f("macro", labels=np.unique(y)),
            "micro": f("micro"),
            "weighted": f("weighted"),
        },
    )
    if beta == 1 and len(labels) > 2:
        assert same(explain("macro_f1", truth=y, predicted=g).value, f("macro"))
        assert same(explain("weighted_f1", truth=y, predicted=g).value, f("weighted"))
        assert same(explain("micro_f1", truth=y, predicted=g).value, f("micro"))


BINARY = {
    "both": ([1, 1, 0, 0], [1, 0, 1, 0]),
    "none found": ([1, 0, 0], [0, 1, 0]),
    "none predicted": ([1, 0, 0], [0, 0, 0]),
    "none actual": ([0, 0, 0], [1, 0, 0]),
    "neither": ([0, 0, 0], [0, 0, 0]),
}


def by_hand(y: Any, g: Any) -> tuple[float, float]:
    """F as yardstick and as caret compute it from precision and recall."""
    tp = sum(a and b for a, b in zip(y, g, strict=True))
    if not sum(y) or not sum(g):
        return nan, nan
    p, r = tp / sum(g), tp / sum(y)
    return (0.0, nan) if p + r == 0 else (2 * p * r / (p + r),) * 2


@pytest.mark.parametrize("case", BINARY)
def test_zero_division_of_one_class(case: str) -> None:
    y, g = BINARY[case]
    for name, score in (("f1", sk.f1_score), ("precision", sk.precision_score), ("recall", sk.recall_score)):
        found = explain(name, truth=y, predicted=g)
        check(found, {"0/0 as 0": quietly(score, y, g), "0/0 as 1": quietly(score, y, g, zero_division=1)})
        assert same(found.value, quietly(score, y, g, zero_division=nan))
    yardstick, caret = by_hand(y, g)
    check(
        explain("f1", truth=y, predicted=g),
        {"from precision and recall": yardstick, "from precision and recall, 0/0 undefined": caret},
    )


@pytest.mark.parametrize("seed", range(12))
def test_zero_division_of_the_mean(seed: int) -> None:
    y, g = labelled(seed)
    for name, score in (("precision", sk.precision_score), ("recall", sk.recall_score)):
        found = explain(f"macro_{name}", truth=y, predicted=g)
        for row, option in (("0/0 as 0", 0), ("0/0 as 1", 1), ("0/0 dropped", nan)):
            check(found, {row: quietly(score, y, g, average="macro", zero_division=option)})
        defined = set(np.unique(y if name == "recall" else g)) == set(np.union1d(y, g))
        assert isnan(found.value) is not defined
        if defined:
            assert len(found.agreeing) == 3


@pytest.mark.parametrize("seed", range(12))
def test_balanced_accuracy(seed: int) -> None:
    y, g = labelled(seed)
    found = explain("balanced_accuracy", truth=y, predicted=g)
    expected = {
        "actual classes": quietly(sk.balanced_accuracy_score, y, g),
        "absent as 0": quietly(sk.recall_score, y, g, average="macro"),
    }
    if len(np.unique(y)) > 1:
        expected["adjusted"] = quietly(sk.balanced_accuracy_score, y, g, adjusted=True)
    labels = np.union1d(y, g)
    if len(np.unique(y)) == len(labels):
        pairs = [(np.mean(g[y == c] == c), np.mean(g[y != c] != c)) for c in labels]
        expected["one against the rest"] = float(np.mean(pairs))
        expected["all classes"] = expected["actual classes"]
    else:
        expected["one against the rest"] = expected["all classes"] = nan
    check(found, expected)


@pytest.mark.parametrize("seed", range(12))
def test_kappa_and_mcc(seed: int) -> None:
    y, g = labelled(seed)
    names = {"unweighted": None, "linear weights": "linear", "quadratic weights": "quadratic"}
    found = explain("kappa", truth=y, predicted=g)
    check(found, {name: quietly(sk.cohen_kappa_score, y, g, weights=weights) for name, weights in names.items()})
    found = explain("mcc", truth=y, predicted=g)
    labels = np.union1d(y, g)
    by_class = sum(quietly(sk.matthews_corrcoef, y == c, g == c) * (y == c).sum() for c in labels) / len(y)
    check(found, {"0/0 as 0": quietly(sk.matthews_corrcoef, y, g), "weighted by class": by_class})


@pytest.mark.parametrize(
    ("y", "g", "limit"),
    [([1, 1], [1, 1], 1), ([1, 1], [0, 0], -1), ([1, 1], [1, 0], 0), ([1, 0], [1, 1], 0), ([0, 0], [0, 0], 1)],
)
def test_one_sided_labels(y: list[int], g: list[int], limit: float) -> None:
    found = explain("mcc", truth=y, predicted=g)
    assert found.why
    check(found, {"0/0 as 0": quietly(sk.matthews_corrcoef, y, g), "0/0 as a limit": limit, "weighted by class": 0})
    found = explain("kappa", truth=y, predicted=g)
    assert bool(found.why) == (set(y) == set(g))
    check(found, {"unweighted": quietly(sk.cohen_kappa_score, y, g)})


# --- numbers ---------------------------------------------------------------------------------------------------------


def numbers(seed: int, n: int = 30) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = rng.normal(3, 2, n)
    h = 0.7 * y + rng.normal(1, 1, n)
    if seed % 2:
        y, h = np.round(y - 3), np.round(h - 3)
    return y, h


@pytest.mark.parametrize("seed", SEEDS)
def test_r2(seed: int) -> None:
    y, h = numbers(seed)
    error = ((y - h) ** 2).sum()
    r2 = sk.r2_score(y, h)
    check(
        explain("r2", truth=y, predicted=h, training_mean=2.5, n_features=3),
        {
            "evaluated mean": sk.r2_score(y, h, force_finite=False),
            "constant target as 0 or 1": r2,
            "training mean": 1 - error / ((y - 2.5) ** 2).sum(),
            "uncentred": 1 - error / (y**2).sum(),
            "squared correlation": pearsonr(y, h).statistic ** 2,
            "mean error removed": sk.explained_variance_score(y, h),
            "adjusted": 1 - (1 - r2) * (len(y) - 1) / (len(y) - 4),
        },
    )


@pytest.mark.parametrize("h", [[2.0, 2.0, 2.0], [1.0, 2.0, 3.0]])
def test_r2_of_a_constant_target(h: list[float]) -> None:
    y = [2.0, 2.0, 2.0]
    found = explain("r2", truth=y, predicted=h)
    check(found, {"constant target as 0 or 1": sk.r2_score(y, h), "evaluated mean": nan})
    assert found.why == "all targets are equal"


@pytest.mark.parametrize("seed", SEEDS)
def test_mape(seed: int) -> None:
    y, h = numbers(seed)
    e, size = np.abs(y - h), np.abs(y)
    with np.errstate(all="ignore"):
        infinite = float(np.mean(e / size))
        symmetric = float(np.mean(2 * e / (size + np.abs(h))))
        terms = 2 * e / (size + np.abs(h))
        signed = 2 * e / (y + h)
    filled = float(np.mean(np.where(np.isnan(terms), 0.0, terms)))
    check(
        explain("mape", truth=y, predicted=h),
        {
            "zeros undefined": nan if (y == 0).any() else infinite,
            "zeros infinite": infinite,
            "floor 2.2e-16": sk.mean_absolute_percentage_error(y, h),
            "floor 1e-7": float(np.mean([a / max(b, 1e-7) for a, b in zip(e, size, strict=True)])),
            "zeros dropped": sk.mean_absolute_percentage_error(y[y != 0], h[y != 0]),
            "over the sum of targets": e.sum() / size.sum(),
            "symmetric, 0 to 2": symmetric,
            "symmetric, 0 to 2, 0/0 as 0": filled,
            "symmetric, 0 to 1": filled / 2,
            "symmetric, signed": nan if (y + h == 0).any() else float(signed.mean()),
        },
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_standard_deviation(seed: int) -> None:
    values = np.random.default_rng(seed).random(5 + seed)
    check(
        explain("standard_deviation", values=values),
        {
            "over n - 1": np.std(values, ddof=1),
            "over n": np.std(values),
            "standard error": np.std(values, ddof=1) / len(values) ** 0.5,
        },
    )


# --- McNemar ---------------------------------------------------------------------------------------------------------

COUNTS = [(0, 1), (1, 6), (3, 3), (12, 12), (12, 28), (13, 12), (40, 40), (40, 41), (5, 300), (0, 0)]


def binomial(b: int, c: int) -> tuple[float, float]:
    """Exact and mid-p values, in whole numbers: all outcomes at most as likely as the one seen."""
    n = b + c
    seen = comb(n, b)
    more = sum(comb(n, k) for k in range(n + 1) if comb(n, k) < seen)
    equal = sum(comb(n, k) for k in range(n + 1) if comb(n, k) == seen)
    # The two-sided p doubles the smaller tail, and so does its mid-p.
    return float(Fraction(more + equal, 2**n)), float(Fraction(2 * more + equal, 2 ** (n + 1)))


@pytest.mark.parametrize(("b", "c"), COUNTS)
def test_mcnemar(b: int, c: int) -> None:
    table = np.array([[7, b], [c, 9]])
    found = explain("mcnemar", n01=b, n10=c)
    exact, mid = binomial(b, c)
    check(found, {"exact": statsmodels_mcnemar(table, exact=True).pvalue})
    check(found, {"exact": mlxtend_mcnemar(table, exact=True)[1]})
    check(found, {"exact": exact, "mid-p": mid if b + c else 1.0})
    if not b + c:
        check(found, {"chi-squared": nan, "corrected, clamped": nan, "corrected, unclamped": nan})
        return
    for name, corrected in (("chi-squared", False), ("corrected, unclamped", True)):
        check(found, {name: statsmodels_mcnemar(table, exact=False, correction=corrected).pvalue})
        check(found, {name: mlxtend_mcnemar(table, corrected=corrected)[1]})
    # R's mcnemar.test leaves the correction out where the counts are equal.
    check(found, {"corrected, clamped": chi2.sf((abs(b - c) - (b != c)) ** 2 / (b + c), 1)})


def test_mcnemar_of_sas_and_r() -> None:
    """The approval ratings of Agresti: SAS PROC FREQ gives S = 17.3559; R with correction 16.822 (p = 4.115e-05)."""
    found = explain("mcnemar", n01=86, n10=150)
    check(found, {"chi-squared": chi2.sf(64**2 / 236, 1), "corrected, clamped": chi2.sf(63**2 / 236, 1)})
    assert found["corrected, clamped"].value == pytest.approx(4.115e-05, rel=1e-3)


# --- probabilities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_log_loss(seed: int, wrong: bool) -> None:
    y, s = scored(seed)
    s = np.clip(s, 0.01, 0.99)
    s[:4], y[:4] = [0.0, 1.0, 1e-20, 1e-5], [0, 1, 1, 0]
    if wrong:
        s[4:6], y[4:6] = [0.0, 1.0], [1, 0]

    def clipped(eps: float) -> float:
        p = np.clip(s, eps, 1 - eps)
        return float(np.mean([-np.log(a if b else 1 - a) for a, b in zip(p, y, strict=True)]))

    found = explain("log_loss", truth=y, scores=s)
    check(found, {"clip 2.2e-16": sk.log_loss(y, s)})
    # 1 - (1 - eps) is not eps in the last digits, which the logarithm of a clipped 0 shows.
    for eps, name in ((1e-15, "clip 1e-15"), (1e-7, "clip 1e-7")):
        assert found[name].value == pytest.approx(clipped(eps), rel=1e-3 if eps == 1e-15 else 1e-8)
    losses = [-np.log(a if b else 1 - a) if (a if b else 1 - a) > 0 else inf for a, b in zip(s, y, strict=True)]
    check(found, {"unclipped": float(np.mean(losses)), "at most 100": float(np.mean(np.minimum(losses, 100)))})


def ece(confidence: Any, happened: Any, place: list[int]) -> float:
    """By its definition: over the bins, share of rows times |mean confidence - share of events|."""
    total = 0.0
    for b in set(place):
        rows = [i for i, p in enumerate(place) if p == b]
        total += len(rows) / len(place) * abs(np.mean(confidence[rows]) - np.mean(happened[rows]))
    return float(total)


def of_curve(y: Any, s: Any, bins: int, strategy: str) -> float:
    """From scikit-learn's reliability curve, with the rows of each bin counted as it does."""
    observed, predicted = calibration_curve(y, s, n_bins=bins, strategy=strategy)
    edges = (
        np.linspace(0, 1, bins + 1) if strategy == "uniform" else np.percentile(s, np.linspace(0, 1, bins + 1) * 100)
    )
    sizes = np.bincount(np.searchsorted(edges[1:-1], s), minlength=bins)
    return float((np.abs(observed - predicted) * sizes[sizes > 0]).sum() / len(s))


@pytest.mark.parametrize("bins", [5, 10, 15])
@pytest.mark.parametrize("seed", SEEDS)
def test_calibration_error(seed: int, bins: int) -> None:
    y, s = scored(seed)
    s[0] = 1.0
    order = np.argsort(s, kind="stable")
    cut = {int(row): i for i, part in enumerate(np.array_split(order, bins)) for row in part}
    found = explain("ece", truth=y, scores=s, bins=bins)
    likelier, right = np.maximum(s, 1 - s), np.equal(s > 0.5, y == 1)

    def upper(x: float, k: int) -> int:
        return next(i for i, edge in enumerate(np.linspace(0, 1, k + 1)[1:]) if x <= edge)

    lower = [sum(x >= edge for edge in np.linspace(0, 1, 16)) for x in s]
    check(
        found,
        {
            "equal mass, ties split": ece(s, y, [cut[i] for i in range(len(s))]),
            "edges at quantiles": of_curve(y, s, bins, "quantile"),
            "equal width, lower bin": of_curve(y, s, bins, "uniform"),
            "equal width, 15 bins": ece(s, y, lower),
            f"likelier class, {bins} bins": ece(likelier, right, [upper(x, bins) for x in likelier]),
            "likelier class, 15 bins": ece(likelier, right, [upper(x, 15) for x in likelier]),
        },
    )
    middles = [(np.sum(s > x) + np.sum(s == x) / 2) / len(s) for x in s]
    check(found, {"equal mass": ece(s, y, [min(int(m * bins), bins - 1) for m in middles])})
    check(found, {"equal width": ece(s, y, [min(int(x * bins), bins - 1) for x in s])})
