"""The chooser: which test is valid for what is held, why, and why not the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from probative.comparison.held import Results
from probative.errors import InvalidMethod
from probative.evidence import ConfusionMatrix, Outcomes
from probative.evidence.arrays import Floats
from probative.evidence.labels import encode
from probative.measurement import measures
from probative.predictions.same_rows import SameRows
from probative.stats.inputs import paired

RIGHT_OR_WRONG = ("accuracy", "error_rate")
MEANS = ("mse", "mae")
FEW = 30
"""Paired results below which normality of their differences matters and cannot be taken for granted."""

MANY = 5000
"""Values up to which Shapiro and Wilk's p is accurate."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A test by name, the reasons for it, what it assumes, and why the other tests are not valid.

    `possible` are the tests that can be run at all, valid or by force.
    """

    test: str
    reasons: tuple[str, ...]
    assumptions: tuple[str, ...]
    valid: tuple[str, ...]
    invalid: dict[str, str]
    possible: tuple[str, ...]
    omnibus: str | None = None


ROW_ONLY = ("mcnemar", "delong", "paired-bootstrap", "paired-permutation", "cluster-bootstrap")
ROW_TESTS = (*ROW_ONLY, "paired-t")
RESAMPLED = ("paired-bootstrap", "paired-permutation")
RESULT_TESTS = (
    "corrected-t",
    "5x2-f",
    "5x2-t",
    "paired-t",
    "wilcoxon",
    "sign",
    "friedman",
    "rm-anova",
    "student-t",
    "welch-t",
    "mann-whitney",
    "anova",
)


def for_rows(held: SameRows, measure: str) -> Choice:
    """The test for predictions of the same rows."""
    samples = "the results are paired by row; a test for independent samples would throw that away (R186)"
    folds = "these are predictions of rows, not results of folds or data sets"
    invalid = dict.fromkeys(("student-t", "welch-t", "mann-whitney", "anova"), samples)
    invalid |= dict.fromkeys(("corrected-t", "5x2-f", "5x2-t", "wilcoxon", "sign", "friedman", "rm-anova"), folds)
    if measure not in RIGHT_OR_WRONG:
        invalid["mcnemar"] = f"McNemar's test is about accuracy, not {measure}"
    if measure != "auc":
        invalid["delong"] = f"DeLong's test is about areas under ROC curves, not {measure}"
    if held.groups is not None:
        return _grouped(held, measure, invalid)
    invalid["cluster-bootstrap"] = "no groups are given"
    same = f"the same {held.n} rows were predicted by all models, so differences are paired by row"
    test, why = _row_test(held, measure)
    alone = ("paired-permutation",) if measure == "max_error" else RESAMPLED
    valid = tuple(dict.fromkeys((test, *alone)))
    invalid |= {"paired-t": _not_t(measure, held.n), "paired-bootstrap": "the bootstrap of a maximum is not valid"}
    everyone = "cochran-q" if test == "mcnemar" and len(held.models) > 2 else None
    independent = ("rows are independent of each other",)
    return Choice(test, (same, why), independent, valid, invalid, _possible(measure), everyone)


def _grouped(held: SameRows, measure: str, invalid: dict[str, str]) -> Choice:
    """The test for rows that come in groups."""
    if measure == "max_error":
        raise InvalidMethod("the bootstrap of a maximum is not valid, with groups or without.", remedy="mae or rmse")
    why = "rows of one group are not independent of each other"
    invalid = dict.fromkeys(ROW_TESTS, why) | invalid
    groups = len(encode(held.groups, "groups")[0])
    reasons = (f"{held.n} rows in {groups} groups: whole groups are resampled",)
    possible = (*_possible(measure), "cluster-bootstrap")
    return Choice("cluster-bootstrap", reasons, ("groups are independent of each other",), (), invalid, possible)


def _row_test(held: SameRows, measure: str) -> tuple[str, str]:
    """The test for this measure on independent rows, and the reason."""
    kinds = {known.needs for known in measures() if known.name == measure}
    if measure in RIGHT_OR_WRONG:
        return (
            "mcnemar",
            f"{measure} is about right or wrong: only rows that one model alone gets right tell them apart",
        )
    if measure == "auc":
        return "delong", "areas under ROC curves on the same rows are correlated, and DeLong's test allows for it"
    if measure in MEANS and held.n >= FEW:
        return "paired-t", f"{measure} is a mean over {held.n} rows, whose differences are nearly normal in their mean"
    if measure == "max_error":
        return "paired-permutation", "a maximum cannot be bootstrapped: predictions are swapped between the models"
    counted = " from counts alone" if kinds & {Outcomes, ConfusionMatrix} else ""
    return (
        "paired-bootstrap",
        f"no formula fits differences of {measure}: rows are resampled{counted}, both models together",
    )


def _not_t(measure: str, n: int) -> str:
    if measure in RIGHT_OR_WRONG:
        return "right or wrong is not a normal number: McNemar's test is exact"
    return f"{n} rows are too few for it, under {FEW}" if measure in MEANS else f"{measure} is not a mean over rows"


def _possible(measure: str) -> tuple[str, ...]:
    """Tests that say something about this measure, valid or not: a test of another measure would mislead."""
    own = {"auc": ("delong",)} | dict.fromkeys(RIGHT_OR_WRONG, ("mcnemar", "paired-t"))
    more = own.get(measure, ("paired-t",) if measure in MEANS else ())
    return (*more, *(RESAMPLED if measure != "max_error" else RESAMPLED[1:]))


def for_results(held: Results, parametric: bool | None) -> Choice:
    """The test for tables of results."""
    k, n = len(held.samples), min(len(values) for values in held.samples.values())
    rowwise = "there are no predictions of single rows, only results"
    invalid = dict.fromkeys(ROW_ONLY, rowwise)
    if held.of == "independent":
        paired = "the samples are independent: nothing pairs their values (R186)"
        invalid |= dict.fromkeys(("paired-t", "wilcoxon", "sign", "friedman", "rm-anova", "corrected-t"), paired)
        invalid |= dict.fromkeys(("5x2-f", "5x2-t"), paired)
        return _independent(held, k, parametric, invalid)
    unpaired = "the results are paired; a test for independent samples would throw that away (R186)"
    invalid |= dict.fromkeys(("student-t", "welch-t", "mann-whitney", "anova"), unpaired)
    if held.of == "folds":
        return _folds(held, n, invalid)
    invalid |= dict.fromkeys(("corrected-t", "5x2-f", "5x2-t"), "these results do not share training data")
    return _paired(held, k, n, parametric, invalid)


def _folds(held: Results, n: int, invalid: dict[str, str]) -> Choice:
    overlap = "training sets overlap: the folds' results are not independent, and their variance is too small (R173)"
    invalid |= dict.fromkeys(("paired-t", "wilcoxon", "sign", "friedman", "rm-anova"), overlap)
    normal = ("differences of folds are nearly normal",)
    if held.two_fold:
        invalid["corrected-t"] = "five times two folds have tests of their own"
        reasons = (
            "five repeats of two folds: training sets do not overlap within a repeat",
            "the combined F is steadier than t",
        )
        return Choice("5x2-f", reasons, normal, ("5x2-f", "5x2-t"), invalid, RESULT_TESTS)
    invalid |= dict.fromkeys(("5x2-f", "5x2-t"), f"it needs five repeats of two folds, not {n} folds")
    reasons = (
        f"{n} results of folds with overlapping training sets",
        "the corrected resampled t widens the variance by n_test/n_train (Nadeau and Bengio)",
    )
    return Choice("corrected-t", reasons, normal, ("corrected-t",), invalid, RESULT_TESTS)


def _paired(held: Results, k: int, n: int, parametric: bool | None, invalid: dict[str, str]) -> Choice:
    what = "data sets" if held.of == "datasets" else "paired results"
    normal, said = _normal([paired(a, b)[2] for a, b in _pairs(held)], parametric)
    if held.of == "datasets" and parametric is None:
        normal, said = False, "results of different data sets are not commensurable: ranks are compared (Demsar 2006)"
    if k == 2:
        invalid |= dict.fromkeys(("friedman", "rm-anova"), "it is for more than two models")
        test, valid = ("paired-t" if normal else "wilcoxon"), ("paired-t", "wilcoxon", "sign")
        if n < FEW and held.of != "datasets" and normal:
            said += f"; with {n} < {FEW} pairs normality matters (R184)"
        assume = ("differences are normal",) if normal else ("differences are symmetric about their median",)
        reasons = (f"{n} {what} of two models", said)
        return Choice(test, reasons, (f"{what} are independent", *assume), valid, invalid, RESULT_TESTS)
    invalid |= dict.fromkeys(("paired-t", "wilcoxon", "sign"), f"it is for two models, not {k}")
    test = "rm-anova" if normal else "friedman"
    reasons = (f"{n} {what} of {k} models", said)
    return Choice(test, reasons, (f"{what} are independent",), ("friedman", "rm-anova"), invalid, RESULT_TESTS)


def _independent(held: Results, k: int, parametric: bool | None, invalid: dict[str, str]) -> Choice:
    normal, said = _normal(list(held.samples.values()), parametric)
    independent = ("all values are independent of each other",)
    if k > 2:
        invalid |= dict.fromkeys(("student-t", "welch-t"), f"it is for two samples, not {k}")
        reasons = (f"{k} independent samples", said)
        test, more = ("anova", ("values are normal with equal variances",)) if normal else ("mann-whitney", ())
        valid: tuple[str, ...] = ("anova", "mann-whitney")
        return Choice(test, reasons, (*independent, *more), valid, invalid, RESULT_TESTS)
    invalid["anova"] = "it is for more than two samples"
    test = "welch-t" if normal else "mann-whitney"
    assume = ("values are normal; their variances may differ",) if normal else ()
    reasons, valid = ("two independent samples", said), ("welch-t", "student-t", "mann-whitney")
    return Choice(test, reasons, (*independent, *assume), valid, invalid, RESULT_TESTS)


def _pairs(held: Results) -> list[tuple[Floats, Floats]]:
    values = list(held.samples.values())
    return [(a, b) for i, a in enumerate(values) for b in values[i + 1 :]]


def _normal(samples: list[Floats], parametric: bool | None) -> tuple[bool, str]:
    """Whether a test that needs normal values is taken, by the user's word or by Shapiro and Wilk's test, and why."""
    if parametric is not None:
        return parametric, f"{'normality' if parametric else 'no normality'} is assumed, as asked"
    from scipy.stats import shapiro

    least = 1.0
    for values in samples:
        if len(values) < 3:
            return False, "fewer than three values do not show whether they are normal: ranks are compared"
        if np.ptp(values) > 0:
            least = min(least, float(shapiro(values[:MANY]).pvalue))
    if least < 0.05:
        return False, f"values are not normal (Shapiro-Wilk p = {least:.2g}): ranks are compared"
    return True, f"nothing speaks against normality (Shapiro-Wilk p = {least:.2g})"


def require_valid(choice: Choice, wanted: str | None, force: bool) -> tuple[str, str | None]:
    """The test to run, and the objection that was overridden by force."""
    if wanted is None:
        return choice.test, None
    name = wanted.strip().lower().replace("_", "-")
    if name not in {*ROW_TESTS, *RESULT_TESTS}:
        known = ", ".join(dict.fromkeys([*ROW_TESTS, *RESULT_TESTS]))
        raise InvalidMethod(f"there is no test {wanted!r}.", found=known, remedy=choice.test)
    if name in choice.valid or name == choice.test:
        return name, None
    why = choice.invalid.get(name, "it does not fit these data")
    if not force:
        raise InvalidMethod(
            f"{name} is not valid here: {why}.",
            found="; ".join(choice.reasons),
            remedy=f"{choice.test} (or force=True, --force)",
        )
    if name not in choice.possible:
        raise InvalidMethod(f"{name} cannot even be forced here: {why}.", remedy=choice.test)
    return name, why
