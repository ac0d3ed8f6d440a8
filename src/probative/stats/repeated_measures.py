"""More than two models on the same folds or data sets: repeated-measures analysis of variance."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import numpy as np

from probative.evidence.arrays import Floats
from probative.stats.inputs import ROUNDING, checked, chosen
from probative.stats.means import EQUAL
from probative.stats.registry import Test
from probative.stats.result import TestResult
from probative.stats.sphericity import Sphericity, sphericity
from probative.stats.tables import table_of
from probative.stats.tails import f_tail
from probative.stats.variance_analysis import f_result

METHOD = "repeated-measures analysis of variance"
CORRECTIONS = ("none", "greenhouse-geisser", "huynh-feldt")


@Test(
    "rm-anova",
    title="Repeated-measures analysis of variance",
    takes="pairs",
    models="more",
    normal=True,
    null="all models have the same mean",
    assumes=("differences between models are normal and vary equally (sphericity)",),
    effect="eta squared",
    together=lambda test, many: test(many.models, level=many.level, correction=many.correction),
    post_hoc="paired-t",
)
def rm_anova(
    table: object, *, correction: str = "none", level: float = 0.95, names: Sequence[str] | None = None
) -> TestResult:
    """Repeated-measures analysis of variance: F = MS_models / MS_error, df (k - 1, (k - 1)(n - 1)).

    Rows are folds or data sets, columns models. It assumes that differences between models vary equally
    (sphericity): `details` hold Mauchly's test of that, and p with degrees of freedom shrunk by Greenhouse and
    Geisser's and by Huynh and Feldt's epsilon; `correction` makes one of these the p of the result. With two
    models F is the square of the paired t.

    >>> result = rm_anova({"A": [80, 82, 85, 78, 85], "B": [81, 81, 86, 80, 88], "C": [79, 84, 83, 77, 84]})
    >>> round(result.statistic, 4), result.df, round(result.p, 4)
    (2.0656, (2, 8), 0.1891)
    """
    checked("two-sided", level)
    chosen(correction, CORRECTIONS, "correction")
    values, _ = table_of(table, names)
    n, k = values.shape
    sums = _sums_of_squares(values)
    df = (k - 1, (k - 1) * (n - 1))
    if not (sums["methods"] or sums["error"]):
        return f_result(METHOD, 0.0, df, n, level, EQUAL, dict(sums))
    if n < 2 or not sums["error"]:
        why = "a single row shows no spread" if n < 2 else "the models differ by the same in every row: no error to see"
        return f_result(METHOD, nan, df, n, level, why, dict(sums))
    f = sums["methods"] / df[0] / (sums["error"] / df[1])
    found = sphericity(values)
    ps = _corrected(f, df, found)
    details = dict(sums) | _described(found) | ps
    result = f_result(METHOD, f, df, n, level, "", details, ps[f"p_{correction}"])
    if correction != "none":
        factor = _shrunk(found, df[0])[correction]
        result.details["df_used"] = (df[0] * factor, df[1] * factor)
    return _noted(result, found, correction)


def _sums_of_squares(values: Floats) -> dict[str, float]:
    """Between models, between rows, and what is left; 0 where only rounding is left."""
    noise = (ROUNDING * float(np.abs(values).max())) ** 2 * values.size
    near = values - values[0, 0]
    centred = near - near.mean()
    of_models, of_rows = centred.mean(axis=0), centred.mean(axis=1)
    error = centred - of_models - of_rows[:, None]
    sums = {
        "methods": len(values) * float(np.square(of_models).sum()),
        "subjects": values.shape[1] * float(np.square(of_rows).sum()),
        "error": float(np.square(error).sum()),
    }
    return {name: size if size > noise else 0.0 for name, size in sums.items()}


def _shrunk(found: Sphericity, free: int) -> dict[str, float]:
    """The factor of each correction; an epsilon lies between 1 / (k - 1) and 1."""
    factors = {"none": 1.0, "greenhouse-geisser": found.greenhouse_geisser, "huynh-feldt": found.huynh_feldt}
    return {name: min(max(factor, 1 / free), 1.0) for name, factor in factors.items()}


def _corrected(f: float, df: tuple[int, int], found: Sphericity) -> dict[str, float]:
    """The p of each correction."""
    shrunk = _shrunk(found, df[0])
    return {f"p_{name}": f_tail(f, (df[0] * factor, df[1] * factor)) for name, factor in shrunk.items()}


def _described(found: Sphericity) -> dict[str, float]:
    return {
        "mauchly_w": found.w,
        "mauchly_chi2": found.chi2,
        "mauchly_df": found.df,
        "mauchly_p": found.p,
        "greenhouse_geisser": found.greenhouse_geisser,
        "huynh_feldt": found.huynh_feldt,
    }


def _noted(result: TestResult, found: Sphericity, correction: str) -> TestResult:
    from dataclasses import replace

    notes = []
    if found.p <= 0.05 and correction == "none":
        p = result.details["p_greenhouse-geisser"]
        notes.append(f"sphericity is doubtful (Mauchly's p = {found.p:.2g}): Greenhouse-Geisser gives p = {p:.3g}")
    elif correction != "none" and "df_used" in result.details:
        first, second = result.details["df_used"]
        name = correction.title()
        notes.append(f"{name}: p is that of {first:.4g} and {second:.4g} degrees of freedom, not of all")
    if np.isnan(found.p):
        notes.append("too few rows for Mauchly's test of sphericity")
    return replace(result, notes=(*result.notes, *notes))
