"""Drift between parts: whether a model can tell test rows from training rows, and by which columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.guards.audit.field import Field
from probative.guards.audit.matrix import matrix, ordinary
from probative.guards.audit.table import SEED, AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.stats import adjust

DRIFT = Guard(
    "parts-differ",
    "warning",
    "",
    "A forest that was trained on half of the rows tells test rows from training rows in the other half (AUC of 0.6 or "
    "more, permutation p at most 0.002 over all splits).",
    "The test part is not a sample of what was trained on: its numbers are about another population, or the split "
    "follows a batch, a place or a time.",
    "split at random, or by the groups or times that the parts differ in",
)
MOST = 4_000
PERMUTATIONS = 4999
ALPHA, LEAST = 0.002, 0.6
SPLITS = 5
"""Splits that are looked at."""
FEW = 20
"""Rows of a part below which nothing is said."""


def drift(table: AuditTable) -> Iterator[Note]:
    """Adversarial validation of every split."""
    fields = [*ordinary(table), *(f for f in table.fields if f.kind == "date" and f.learnable)]
    pairs = [pair for pair in table.pairs[:SPLITS] if min(len(pair.train), len(pair.test)) >= FEW]
    for pair in pairs if fields else ():
        chosen, tested = _sampled(table, pair.train, pair.test)
        if min(tested.sum(), (~tested).sum()) < FEW:
            continue
        auc, p = told_apart(matrix(fields, chosen), tested)
        if auc < LEAST or p * len(pairs) > ALPHA:
            continue
        which = drifting(fields, chosen, tested)
        named = "; ".join(f"{name!r}" for name in which[:5]) or "no single column"
        floor = "≤" if p <= 1 / (PERMUTATIONS + 1) else "="
        yield DRIFT(
            f"test rows can be told from training rows (AUC {auc:.2f}, permutation p {floor} {p:.4f}"
            f"{table.about_sample(len(chosen))}), by {named}.",
            table.say.plan("10-fold stratified" if table.classifies else "10-fold"),
            columns=which,
            auc=auc,
            p=p,
        )
        return


def told_apart(X: Floats, tested: Array) -> tuple[float, float]:  # noqa: N803
    """The AUC of a forest of one half on the other, and how often permuted parts of that half reach it.

    Nothing is trained on the half that is judged, so permuting its parts is an exact test.
    """
    from scipy.stats import rankdata
    from sklearn.ensemble import ExtraTreesClassifier

    rng = np.random.default_rng(SEED)
    first = np.zeros(len(tested), bool)
    for part in (tested, ~tested):
        first[rng.permutation(np.flatnonzero(part))[: part.sum() // 2]] = True
    forest = ExtraTreesClassifier(100, min_samples_leaf=3, class_weight="balanced", random_state=SEED)
    forest.fit(X[first], tested[first])
    ranks = rankdata(forest.predict_proba(X[~first])[:, 1])
    judged = tested[~first]
    positives, n = int(judged.sum()), len(judged)
    base, area = positives * (positives + 1) / 2, positives * (n - positives)
    found = (ranks[judged].sum() - base) / area
    drawn = np.array([rng.permutation(ranks)[:positives].sum() for _ in range(PERMUTATIONS)])
    reached = int(((drawn - base) / area >= found - 1e-12).sum())
    return float(found), (reached + 1) / (PERMUTATIONS + 1)


def drifting(fields: list[Field], chosen: Array, tested: Array) -> list[str]:
    """Columns that differ between the parts (Kolmogorov and Smirnov, chi-squared; Holm), the surest first."""
    p = np.array([_p(field.values[chosen], tested, field.kind) for field in fields])
    adjusted = np.atleast_1d(adjust(p, method="holm"))
    return [fields[i].name for i in np.argsort(p, kind="stable") if adjusted[i] < ALPHA]


def _p(values: Floats, tested: Array, kind: str) -> float:
    from scipy.stats import chi2_contingency, ks_2samp

    known = ~np.isnan(values)
    a, b = values[known & tested], values[known & ~tested]
    if min(len(a), len(b)) < FEW:
        return 1.0
    if kind != "category":
        return float(ks_2samp(a, b).pvalue)
    codes = np.unique(values[known])
    table = np.array([[(part == code).sum() for code in codes] for part in (a, b)])
    table = table[:, table.sum(axis=0) >= 10]
    return float(chi2_contingency(table).pvalue) if table.shape[1] > 1 else 1.0


def _sampled(table: AuditTable, train: Array, test: Array) -> tuple[Array, Array]:
    """Indices into the sample of rows of both parts, as many of each as there are up to half of the most."""
    rng = np.random.default_rng(SEED)
    picked = []
    for part in (train, test):
        inside = np.flatnonzero(np.isin(table.sample, part))
        picked.append(rng.permutation(inside)[: MOST // 2])
    chosen = np.concatenate(picked)
    return chosen, np.arange(len(chosen)) >= len(picked[0])
