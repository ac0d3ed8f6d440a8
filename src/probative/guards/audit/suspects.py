"""Labels under suspicion: rows whose class confidently disagrees with what others like them say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.guards.audit.matrix import matrix, ordinary
from probative.guards.audit.table import SEED, AuditTable
from probative.guards.guard import Guard
from probative.guards.note import Note

SUSPECTS = Guard(
    "labels-suspect",
    "warning",
    "",
    "For at least one row in fifty a forest that never saw the row gives its label at most 0.2 and another at least "
    "0.7, far above the share of that class; these are a third of its errors, and its Brier skill is 0.25 or more.",
    "Wrong labels punish the better model and reward the one that learns them by heart.",
    "look at these rows before training",
)
FEW_SUSPECTS = Guard(
    "labels-to-look-at",
    "note",
    "",
    "Some labels disagree with a forest that never saw the rows and is confident about them; they are few, or classes "
    "overlap and close calls are common.",
    "They may be wrong, or rare; worth a look.",
    "look at these rows",
)
MOST = 3_000
FOLDS = 5
TREES = 50
DENIED, CLAIMED = 0.2, 0.7
"""At most so much for the given label, at least so much for another."""
INFORMED = 0.25
"""Brier skill out of fold below which a forest knows too little to doubt anybody's label."""
SHARE, LEAST, OF_ERRORS = 0.02, 5, 1 / 3
"""Suspects among the rows, their number, and their share of the forest's errors from which it is a warning: where
classes overlap most errors are close calls, where labels are wrong they are not."""


def label_suspects(table: AuditTable) -> Iterator[Note]:
    """Rows whose label is confidently denied out of fold."""
    fields = ordinary(table)
    chosen = table.fewer(MOST)
    y = table.target_here[chosen]
    sizes = np.bincount(y, minlength=len(table.labels)) if table.classifies else np.zeros(0)
    if not table.classifies or not fields or (sizes >= FOLDS).sum() < 2 or len(y) < 50:
        return
    usable = sizes[y] >= FOLDS
    chosen, y = chosen[usable], y[usable]
    groups = None if table.group is None else table.group[table.sample[chosen]]
    found, wrong = suspected(matrix(fields, chosen), y, groups)
    if not found.any():
        return
    many = found.mean() >= SHARE and found.sum() >= max(LEAST, OF_ERRORS * wrong.sum())
    guard = SUSPECTS if many else FEW_SUSPECTS
    rows = table.rows(table.sample[chosen[found]])
    yield guard(
        f"{int(found.sum()):,} labels are confidently denied by a forest that never saw their rows ({found.mean():.1%}"
        f"{table.about_sample(len(chosen))}): {table.such_as(table.sample[chosen[found]])}.",
        table.showing(table.sample[chosen[found]]),
        rows=rows,
        columns=[table.target],
        count=float(found.sum()),
        share=float(found.mean()),
    )


def suspected(X: Floats, y: Array, groups: Array | None = None) -> tuple[Array, Array]:  # noqa: N803
    """Which labels are confidently denied by forests of the other folds, and which are denied at all."""
    from sklearn.ensemble import ExtraTreesClassifier
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    codes, y = np.unique(y, return_inverse=True)
    shares = np.bincount(y) / len(y)
    if groups is not None and len(np.unique(groups)) >= FOLDS:
        splits = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=SEED).split(X, y, groups)
    else:
        splits = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(X, y)
    said = np.zeros((len(y), len(codes)))
    for train, test in splits:
        forest = ExtraTreesClassifier(TREES, min_samples_leaf=3, random_state=SEED).fit(X[train], y[train])
        said[np.ix_(test, forest.classes_)] = forest.predict_proba(X[test])
    best = said.argmax(axis=1)
    given = said[np.arange(len(y)), y]
    claimed = said[np.arange(len(y)), best]
    if _brier_skill(said, y, shares) < INFORMED:
        return np.zeros(len(y), bool), best != y
    # A class that nearly all rows have is claimed everywhere, whatever the inputs say.
    informed = claimed >= (1 + shares[best]) / 2
    return (given <= DENIED) & (claimed >= CLAIMED) & informed & (best != y), best != y


def _brier_skill(said: Floats, y: Array, shares: Floats) -> float:
    """How much of the squared error of the class shares the forest saves: a forest of noise saves nothing."""
    truth = np.eye(len(shares))[y]
    known = float(((truth - said) ** 2).sum())
    return 1 - known / float(((truth - shares) ** 2).sum())
