"""The facts that validity is a question of, from what is held."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from probative.comparison.held import Results
from probative.evidence import ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.evidence.arrays import Floats
from probative.evidence.labels import encode
from probative.measurement import measures
from probative.predictions.same_rows import SameRows
from probative.stats.facts import Facts, Form
from probative.stats.inputs import paired

MANY = 5000
"""Values up to which Shapiro and Wilk's p is accurate."""


def row_facts(held: SameRows, measure: str) -> Facts:
    """Of predictions of the same rows."""
    groups = None if held.groups is None else len(encode(held.groups, "groups")[0])
    found = facts_of(measure, held.kind(measure), held.n, len(held.models))
    return replace(found, groups=groups, ordered=held.ordered)


def facts_of(measure: str, kind: type, n: int, models: int) -> Facts:
    """Of so many independent rows, by a measure of evidence of that kind."""
    counted = any(known.name == measure and known.needs in (Outcomes, ConfusionMatrix) for known in measures())
    form = form_of(measure, kind)
    return Facts("rows", n, models, measure, form, counted=counted, binary=counted and kind is Outcomes)


def form_of(measure: str, kind: type | None = None) -> Form:
    """What a measure makes of rows, as far as tests want to know; of evidence of that kind, where there are several."""
    averaged = {known.needs: known for known in measures() if known.name == measure and known.row_loss is not None}
    if ConfusionMatrix in averaged:
        return "right or wrong"
    if any(kind in averaged and averaged[kind].reason is None for kind in (Residuals, ValuePairs, Moments)):
        # A mean that some rows leave undefined, such as a relative error, is resampled.
        return "mean"
    if kind is Ladder and kind in averaged:
        return "mean"
    return "area" if measure == "auc" else "maximum" if measure == "max_error" else "other"


def result_facts(held: Results, parametric: bool | None) -> Facts:
    """Of tables of results; `parametric` is the user's word on whether they are normal."""
    n = min(len(values) for values in held.samples.values())
    normal, why = (False, "") if held.of == "folds" else _normality(held, parametric)
    return Facts(held.of, n, len(held.samples), two_fold=held.two_fold, normal=normal, normality=why)


def _normality(held: Results, parametric: bool | None) -> tuple[bool, str]:
    """Whether a test that needs normal values is taken, by the user's word or by Shapiro and Wilk's test, and why."""
    if parametric is not None:
        return parametric, f"{'normality' if parametric else 'no normality'} is assumed, as asked"
    if held.of == "datasets":
        return False, "results of different data sets are not commensurable: ranks are compared (Demsar 2006)"
    samples = list(held.samples.values())
    if held.of == "paired":
        samples = [paired(a, b)[2] for a, b in combinations(samples, 2)]
    if min(map(len, samples)) < 3:
        return False, "fewer than three values do not show whether they are normal: ranks are compared"
    least = min(map(_shapiro, samples))
    if least < 0.05:
        return False, f"values are not normal (Shapiro-Wilk p = {least:.2g}): ranks are compared"
    return True, f"nothing speaks against normality (Shapiro-Wilk p = {least:.2g})"


def _shapiro(values: Floats) -> float:
    """The p-value of Shapiro and Wilk's test; 1 where nothing varies."""
    from scipy.stats import shapiro

    return float(shapiro(values[:MANY]).pvalue) if np.ptp(values) > 0 else 1.0
