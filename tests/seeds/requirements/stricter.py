"""Clauses that names and counts alone would not show: the numbers behind selections, 5x2 tests and graded rows."""

from __future__ import annotations

from probative.errors import BadParameter

from .entry import Entry

DATA = """from sklearn.datasets import make_classification
from sklearn.neighbors import KNeighborsClassifier
X, y = make_classification(90, random_state=0)
grid = [1, 5, 15]
def right(k, train, test):
    return (KNeighborsClassifier(k).fit(X[train], y[train]).predict(X[test]) == y[test]).mean()"""
NESTED = (
    DATA
    + """
nested = pv.plan("nested 4-fold/3-fold")
found = pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="nested 4-fold/3-fold")
def best_inside(train):
    folds = list(nested.inner_splits(train, y))
    return grid[int(np.argmax([sum(right(k, *fold) * len(fold[1]) for fold in folds) for k in grid]))]"""
)
CORRECTED = (
    DATA
    + """
found = pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="nested 4-fold/3-fold")
folds = list(pv.plan("nested 4-fold/3-fold").inner_splits(np.arange(90), y))
scores = np.array([[right(k, *fold) for fold in folds] for k in grid])
best = scores.mean(axis=1).argmax()"""
)
BY_AUC = (
    DATA
    + """
from sklearn.metrics import roc_auc_score
part = next(iter(pv.plan("60/20/20").parts(X, y)))
def area(k):
    near = KNeighborsClassifier(k).fit(X[part.fitted], y[part.fitted])
    return roc_auc_score(y[part.validation], near.predict_proba(X[part.validation])[:, 1])"""
)
FIVE = """A = np.array([[0.8, 0.7], [0.75, 0.7], [0.8, 0.78], [0.7, 0.72], [0.8, 0.74]])
B = np.array([[0.7, 0.7], [0.7, 0.72], [0.75, 0.7], [0.7, 0.7], [0.72, 0.7]])
d = A - B
s2 = ((d - d.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)"""
SCORES = """scored = pv.examples("003-exercise-5")
ladder = pv.Ladder.from_scores(*scored.values(), pos_label="p")"""
GRADED = """from pathlib import Path
A, B = [1, 2, 3, 4, 5, 9], [2, 1, 3, 6, 4, 11]
lines = [f"{i},{a},{b}" for i, (a, b) in enumerate(zip(A, B))]
Path("graded.csv").write_text("\\n".join(["id,loss_A,loss_B", *lines]))"""

ENTRIES = [
    Entry(
        "R18",
        "probative plan-size mean-loss --pilot graded.csv --value loss_A --value loss_B --better lower --row id "
        "--difference 1 --power 0.8",
        setup=GRADED,
        expected=("standard deviation 1.378", "\n  by       paired t-test"),
        source="sqrt(9.5 / 5) of the differences -1, 1, 0, -2, 1, -2",
    ),
    Entry(
        "R93",
        'pv.best_threshold(ladder, "accuracy").midpoint',
        setup=SCORES,
        expected=(0.44 + 0.53) / 2,
        tolerance=1e-12,
        source="003-exercise-5: the scores around the cut are 0.44 and 0.53",
    ),
    Entry(
        "R104",
        'pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="60/20/20", criterion="auc").final["n_neighbors"]',
        setup=BY_AUC,
        expected="grid[int(np.argmax([area(k) for k in grid]))]",
        tolerance=0.0,
        source="the largest of scikit-learn's areas on the validation rows",
    ),
    Entry(
        "R128",
        'pv.plan("5-fold stratified").parts(np.zeros((20, 1)), [0, 1] * 10, time=np.arange(20))',
        expected=BadParameter,
        source="shuffled rows are not tested on later ones; force=True overrules",
    ),
    Entry(
        "R131",
        'pv.evaluate(pv.run({"near": KNeighborsClassifier(5)}, X, y, plan="hold-out 70/30")).models["near"].measures["accuracy"].value',
        setup=DATA,
        expected='right(5, *next(iter(pv.plan("hold-out 70/30").split(X, y))))',
        tolerance=1e-12,
        source="scikit-learn, trained on the training part and asked once about the test part",
    ),
    Entry(
        "R134",
        '[choice["n_neighbors"] for choice in found.chosen]',
        setup=NESTED,
        expected="[best_inside(train) for train, _ in nested.split(X, y)]",
        tolerance=0.0,
        source="scikit-learn inside each outer training part; the first of equals",
    ),
    Entry(
        "R139",
        "found.corrected_selection_score",
        setup=CORRECTED,
        expected="scores[best].mean() - (scores.max(axis=0) - scores[best]).mean()",
        tolerance=1e-9,
        source="Tibshirani and Tibshirani 2009: less what the winner of each fold is ahead, on average",
    ),
    Entry(
        "R147",
        "[pv.stats.five_by_two_t(A, B).statistic, pv.stats.five_by_two_f(A, B).statistic]",
        setup=FIVE,
        expected="[d[0, 0] / np.sqrt(s2.mean()), (d**2).sum() / (2 * s2.sum())]",
        tolerance=1e-9,
        source="Dietterich 1998 and Alpaydin 1999, by NumPy",
    ),
]
