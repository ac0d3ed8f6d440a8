"""One input that alone nearly determines the target: most often the target in disguise, or what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.guards.audit.field import Field
from probative.guards.audit.table import SEED, AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note

LEAK = Guard(
    "column-tells-target",
    "warning",
    "",
    "A rule that looks at one input alone is nearly always right on rows it was not made from (skill 0.98 or more), "
    "beyond what the best of all columns reaches by chance.",
    "Inputs that good are rare; columns that are filled in after the outcome, or made from it, are not. With them a "
    "model looks perfect and is of no use when the outcome is not yet known.",
    "find out when the column is filled in; leave it out if that is after the outcome",
)
ENOUGH = 0.98
"""Skill from which a column is suspected."""
CHANCE = 0.001
"""How often the best of all columns may be suspected where none knows anything."""
LEAVES, LEAF_ROWS = 64, 5
FEW = 20
"""Rows below which nothing is said."""


def skill(field: Field, y: Array, classes: int, units: Array) -> float:
    """How far a rule of one input gets from chance (0) to perfect (1), each half judged by a rule of the other.

    Halves keep units (rows, or groups of them) together. Of classes, balanced accuracy; of numbers, the share of their
    variance, or of that of their ranks if it is more.

    >>> from probative.sources.survey import ColumnFacts
    >>> x = np.repeat([1.0, 2.0, 5.0], 20)
    >>> skill(Field("x", "number", x, ColumnFacts(0, 3)), (x > 3).astype(int), 2, np.arange(60))
    1.0
    """
    members, where = np.unique(units, return_inverse=True)
    if len(members) < FEW or not field.learnable or classes > len(y) / 2:
        return nan
    values = _filled(field)
    first = (np.random.default_rng(SEED).permutation(len(members)) < len(members) // 2)[where]
    if classes:
        told = np.full(len(y), -1)
        for half in (first, ~first):
            told[~half] = _labels(field, values[half], y[half], values[~half], classes)
        return _balanced(told, y, classes)
    said = np.zeros(len(y))
    for half in (first, ~first):
        said[~half] = _numbers(field, values[half], y[half], values[~half])
    spread = float(((y - y.mean()) ** 2).sum())
    r2 = 1 - float(((y - said) ** 2).sum()) / spread if spread else nan
    return max(r2, _rank_share(field, y)) if spread else nan


def one_feature(table: AuditTable, skills: dict[str, float]) -> Iterator[Note]:
    """Columns that alone are nearly always right; `skills` by name."""
    y, units = table.target_here, len(np.unique(table.units))
    for field in table.fields:
        found = skills.get(field.name, nan)
        if not found >= ENOUGH or _by_chance(found, y, units, len(table.labels), len(skills)) > CHANCE:
            continue
        how = (
            f"balanced accuracy {_as_balanced(found, len(table.labels)):.3f}"
            if table.classifies
            else f"{found:.1%} of the variance"
        )
        yield LEAK(
            f"{field.name!r} alone nearly determines {table.target!r}: a rule made from it on one half of the rows "
            f"reaches {how} on the other half{table.about_sample(len(y))}.",
            table.say.run(drop=[field.name]),
            columns=[field.name],
            skill=found,
        )


def _filled(field: Field) -> Floats:
    """A gap as a value below all others: that there is one may be what tells."""
    known = field.values[~field.missing]
    return np.where(field.missing, known.min() - 1, field.values) if len(known) else np.zeros(len(field.values))


def _labels(field: Field, x: Floats, y: Array, new: Floats, classes: int) -> Array:
    if field.kind == "category":
        codes, where = np.unique(x, return_inverse=True)
        counts = np.zeros((len(codes), classes))
        np.add.at(counts, (where, y), 1)
        best = (counts / np.maximum(counts.sum(axis=0), 1)).argmax(axis=1)
        at = np.minimum(np.searchsorted(codes, new), len(codes) - 1)
        return np.where(codes[at] == new, best[at], -1)
    from sklearn.tree import DecisionTreeClassifier

    leaves = max(2 * classes, 4)
    tree = DecisionTreeClassifier(max_leaf_nodes=min(leaves, LEAVES), class_weight="balanced", random_state=SEED)
    found: Array = tree.fit(x[:, None], y).predict(new[:, None])
    return found


def _numbers(field: Field, x: Floats, y: Floats, new: Floats) -> Floats:
    from sklearn.tree import DecisionTreeRegressor

    if field.kind == "category":
        codes, where = np.unique(x, return_inverse=True)
        means = np.bincount(where, y) / np.bincount(where)
        at = np.minimum(np.searchsorted(codes, new), len(codes) - 1)
        return np.where(codes[at] == new, means[at], y.mean())
    tree = DecisionTreeRegressor(min_samples_leaf=LEAF_ROWS, max_leaf_nodes=1000, random_state=SEED)
    found: Floats = tree.fit(x[:, None], y).predict(new[:, None])
    return found


def _rank_share(field: Field, y: Floats) -> float:
    """The squared rank correlation: nothing is fitted, so nothing flatters."""
    from scipy.stats import spearmanr

    known = ~field.missing
    if field.kind == "category" or known.sum() < FEW or known.mean() < 0.9 or np.ptp(y[known]) == 0:
        return 0.0
    return float(spearmanr(field.values[known], y[known]).statistic ** 2) if np.ptp(field.values[known]) else 0.0


def _balanced(told: Array, y: Array, classes: int) -> float:
    """Balanced accuracy, from chance to perfect."""
    shares = [float((told[y == code] == code).mean()) for code in range(classes) if (y == code).any()]
    chance = 1 / len(shares)
    return (float(np.mean(shares)) - chance) / (1 - chance) if len(shares) > 1 else nan


def _as_balanced(found: float, classes: int) -> float:
    return 1 / classes + found * (1 - 1 / classes)


def _by_chance(found: float, y: Array, units: int, classes: int, columns: int) -> float:
    """How often the best of so many useless columns would do as well, at most (Bonferroni), on so many units."""
    from scipy.stats import binom

    if not classes:
        # A squared rank correlation of 0.98 in 20 rows has p < 1e-15; fewer rows are not looked at.
        return 0.0
    share = np.bincount(y).max() / len(y)
    wrong = int(np.ceil((1 - found) * units))
    return min(1.0, columns * float(binom.sf(units - wrong - 1, units, share)))
