"""Drift between parts: whether a model can tell test rows from training rows, and by which columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.guards.audit.field import Field
from probative.guards.audit.matrix import matrix, ordinary
from probative.guards.audit.table import SEED, AuditTable, Pair
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.stats import adjust

DRIFT = Guard(
    "parts-differ",
    "warning",
    "",
    "A forest that was trained on half of the rows (of the groups, where they are declared) tells test rows from "
    "training rows in the other half (AUC of 0.6 or more, permutation p at most 0.002 over all splits).",
    "The test part is not a sample of what was trained on: its numbers are about another population, or the split "
    "follows a batch, a place or a time.",
    "split at random, or by the groups or times that the parts differ in",
)
LATER = Guard(
    "later-rows-differ",
    "note",
    "",
    "Test rows are later than training rows, as they should be, and a forest tells them from training rows.",
    "The world moves on: what was learned from old rows may not hold for new ones, and the test shows it as it is.",
    "watch the folds one by one, and train on recent rows",
)
MOST = 4_000
PERMUTATIONS = 4999
ALPHA, LEAST = 0.002, 0.6
SPLITS = 5
"""Splits that are looked at."""
FEW = 20
"""Rows of a part below which nothing is said."""
FEWEST_UNITS = 2
"""Groups of a part without which no half of them can be judged by the other."""


def drift(table: AuditTable) -> Iterator[Note]:
    """Adversarial validation of every split."""
    fields = [*ordinary(table), *(f for f in table.fields if f.kind == "date" and f.learnable)]
    pairs = [pair for pair in table.pairs[:SPLITS] if min(len(pair.train), len(pair.test)) >= FEW]
    for pair in pairs if fields else ():
        chosen, tested = _sampled(table, pair.train, pair.test)
        if min(tested.sum(), (~tested).sum()) < FEW:
            continue
        units = 2 * table.units[chosen] + tested
        if min(len(np.unique(units[part])) for part in (tested, ~tested)) < FEWEST_UNITS:
            continue
        auc, p = told_apart(matrix(fields, chosen), tested, units)
        if auc < LEAST or p * len(pairs) > ALPHA:
            continue
        which = drifting(fields, chosen, tested)
        named = "; ".join(f"{name!r}" for name in which[:5]) or "no single column"
        floor = "≤" if p <= 1 / (PERMUTATIONS + 1) else "="
        told = (
            f"can be told from training rows (AUC {auc:.2f}, permutation p {floor} {p:.4f}"
            f"{table.about_sample(len(chosen))}), by {named}."
        )
        if _forward(table, pair):
            again = table.say.plan("time 5", time=table.time_name or "")
            yield LATER(f"test rows are later, and {told}", again, columns=which, auc=auc, p=p)
        else:
            yield DRIFT(f"test rows {told}", _anew(table), columns=which, auc=auc, p=p)
        return


def _forward(table: AuditTable, pair: Pair) -> bool:
    """Whether all rows that are tested are later than all that are trained on, by the declared time."""
    if table.time is None:
        return False
    return bool(np.nanmax(table.time[pair.train]) <= np.nanmin(table.time[pair.test]))


def _anew(table: AuditTable) -> str:
    """The command that makes splits whose parts are alike."""
    if table.group_name is not None:
        return table.say.plan("10-fold grouped", group=table.group_name)
    return table.say.plan("10-fold stratified" if table.classifies else "10-fold")


def told_apart(X: Floats, tested: Array, units: Array) -> tuple[float, float]:  # noqa: N803
    """The AUC of a forest of one half on the other, and how often permuted parts of that half reach it.

    Halves and permutations keep units together: rows of one patient know each other. Nothing is trained on the half
    that is judged, so permuting its parts is an exact test.
    """
    from scipy.stats import rankdata
    from sklearn.ensemble import ExtraTreesClassifier

    rng = np.random.default_rng(SEED)
    first = np.zeros(len(tested), bool)
    for part in (tested, ~tested):
        members = np.unique(units[part])
        first |= np.isin(units, rng.permutation(members)[: len(members) // 2])
    forest = ExtraTreesClassifier(100, min_samples_leaf=3, class_weight="balanced", random_state=SEED)
    forest.fit(X[first], tested[first])
    ranks = rankdata(forest.predict_proba(X[~first])[:, 1])
    _, where = np.unique(units[~first], return_inverse=True)
    sums, sizes = np.bincount(where, ranks), np.bincount(where)
    parts = np.bincount(where, tested[~first]) > 0
    found = _area(sums[parts].sum(), sizes[parts].sum(), sizes.sum())
    count, reached = int(parts.sum()), 0
    for _ in range(PERMUTATIONS):
        drawn = rng.permutation(len(sums))[:count]
        reached += bool(_area(sums[drawn].sum(), sizes[drawn].sum(), sizes.sum()) >= found - 1e-12)
    return float(found), (reached + 1) / (PERMUTATIONS + 1)


def _area(ranks: float, positives: int, n: int) -> float:
    """The AUC by the sum of the ranks of so many positives of n rows."""
    return (ranks - positives * (positives + 1) / 2) / (positives * (n - positives))


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
