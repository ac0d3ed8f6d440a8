"""What runs must do: means of folds, choices, combinations, the delivered model, and what is said about them."""

from __future__ import annotations

from probative.errors import MissingValues

from .entry import Entry

PRIOR = """from sklearn.dummy import DummyClassifier
said = pv.run(DummyClassifier(strategy="prior"), np.arange(100.0)[:, None], np.tile([0, 1], 50), plan="5-fold")"""
IRIS = """from sklearn.datasets import load_iris
X, y = load_iris(return_X_y=True)
X, y = X[50:, :2], y[50:] == 2
"""
PAIR = (
    """from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier
"""
    + IRIS
    + """models = {"line": LogisticRegression(), "near": KNeighborsClassifier(7)}
said = pv.run(models, X, y, plan="5-fold stratified")
"""
)
AREAS = (
    PAIR
    + """areas = []
for train, test in pv.plan("5-fold stratified").split(X, y):
    areas.append(roc_auc_score(y[test], LogisticRegression().fit(X[train], y[train]).predict_proba(X[test])[:, 1]))"""
)
SELECTED = (
    "from sklearn.neighbors import KNeighborsClassifier\n"
    + IRIS
    + 'found = pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, X, y, plan="nested 3-fold/4-fold")'
)
DELIVERED = (
    PAIR
    + """pv.deliver(models, X, y, predictions=said, model="line").save("model.pickle")
from pathlib import Path"""
)
RIDGE = """from sklearn.datasets import load_diabetes
from sklearn.linear_model import Ridge
X, y = load_diabetes(return_X_y=True)
X, y = X[:100], y[:100]
found = pv.evaluate(pv.run(Ridge(), X, y, plan="hold-out 70/30")).models["Ridge"]
train, test = next(iter(pv.plan("hold-out 70/30").split(X, y)))"""
CHANCE = (
    "from sklearn.tree import DecisionTreeClassifier\n"
    + IRIS
    + 'said = pv.run(DecisionTreeClassifier(random_state=0), X, y, plan="monte-carlo 5 80/20")'
)
GAPS = 'table = {"a": [1.0, None, 3.0, 4.0] * 5, "y": ["n", "n", "p", "p"] * 5}'
FILE = """from pathlib import Path
Path("gaps.csv").write_text("a,y\\n" + "1,n\\n,n\\n3,p\\n4,p\\n" * 5)"""
SEEDS = (
    IRIS
    + """from sklearn.neighbors import KNeighborsClassifier
def again(seed):
    return pv.permutation_test(KNeighborsClassifier(), X, y, plan="3-fold", n_permutations=19, random_state=seed)
"""
)

ENTRIES = [
    Entry(
        "R103",
        'pv.evaluate(said).models["DummyClassifier"].measures["auc"].value',
        setup=PRIOR,
        expected=0.5,
        source="a constant score has AUC 1/2 in every fold",
    ),
    Entry(
        "R103",
        '"auc-below-half" in [note.code for note in pv.evaluate(said).notes]',
        setup=PRIOR,
        expected=False,
        source="a constant model is not worse than chance",
    ),
    Entry(
        "R103",
        '[pv.value("auc", ladder) for ladder in said.ladders("line").values()]',
        setup=AREAS,
        expected="areas",
        tolerance=1e-12,
        source="scikit-learn, fold by fold",
    ),
    Entry(
        "R103",
        'pv.evaluate(said).models["line"].measures["auc"].value',
        setup=AREAS,
        expected="np.mean(areas)",
        tolerance=1e-12,
        source="the mean of scikit-learn's areas of folds",
    ),
    Entry("R138", '"selection score (optimistic" in str(found)', setup=SELECTED, source="the wording of the text"),
    Entry(
        "R139",
        "found.corrected_selection_score <= found.final_selection_score",
        setup=SELECTED,
        source="Tibshirani and Tibshirani 2009: the correction is never negative",
    ),
    Entry(
        "R216",
        'pv.combine(said).model("mean of line, near").scores[:, 0].tolist()',
        setup=PAIR,
        expected='((said.model("line").scores + said.model("near").scores) / 2)[:, 0].tolist()',
        tolerance=1e-12,
        source="the mean of both scores, row by row",
    ),
    Entry(
        "R220",
        'sorted(path.name for path in Path(".").iterdir())',
        setup=DELIVERED,
        expected=["model.pickle", "model.pickle.json"],
        source="the model, and what is known about it",
    ),
    Entry(
        "R220",
        'pv.deliver(models, X, y, predictions=said, model="line").model.coef_.tolist()[0]',
        setup=PAIR,
        expected="LogisticRegression().fit(X, y).coef_.tolist()[0]",
        tolerance=1e-9,
        source="scikit-learn on all rows",
    ),
    Entry(
        "R136",
        '"does not declare" in pv.deliver(models, X, y, predictions=said, model="near").models',
        setup=PAIR,
        source="off unless the learner declares it, and the reason is said",
    ),
    Entry(
        "R109",
        'found.training_baseline["mse"]',
        setup=RIDGE,
        expected="np.mean((y[test] - y[train].mean()) ** 2)",
        tolerance=1e-9,
        source="NumPy",
    ),
    Entry(
        "R109",
        'found.baseline["mse"]',
        setup=RIDGE,
        expected="np.var(y[test])",
        tolerance=1e-9,
        source="NumPy",
    ),
    Entry(
        "R113",
        "sum(said.times_tested().times)",
        setup=CHANCE,
        expected=5 * 20,
        source="five test sets of 20 rows",
    ),
    Entry(
        "R116",
        '"trained on 80 of 100 rows (Luntz and Brailovsky)" in str(pv.resampled(said, "auc", model="line"))',
        setup=PAIR,
        source="l - l/n = 100 - 20 rows",
    ),
    Entry(
        "R9",
        '"5 of 5 folds undefined" in str(pv.resampled(said, "mcc"))',
        setup=PRIOR,
        source="one class only is ever predicted",
    ),
    Entry(
        "R8",
        'pv.best_threshold(said.ladders("line")[0, 0], "youden", replicates=20, random_state=7).seed',
        setup=PAIR,
        expected=7,
        source="the seed that was given",
    ),
    Entry(
        "R8",
        "[again(3).seed, pv.evaluate(truth=y, scores=X[:, 0], random_state=3).seed, pv.plan('5-fold', random_state=3).random_state]",
        setup=SEEDS,
        expected=[3, 3, 3],
        source="the seed that was given",
    ),
    Entry("R8", "again(3).to_dict() == again(3).to_dict()", setup=SEEDS, source="equal seeds give equal results"),
    Entry(
        "R8",
        "[test.tolist() for _, test in pv.plan('5-fold', random_state=3).split(X)] == [test.tolist() for _, test in pv.plan('5-fold', random_state=4).split(X)]",
        setup=IRIS,
        expected=False,
        source="another seed, another shuffle",
    ),
    Entry(
        "R1",
        'pv.experiment(table, target="y", models=["tree"], missing_features="error")',
        setup=GAPS,
        expected=MissingValues,
        source="a gap in an input is an error where that is the policy",
    ),
    Entry(
        "R1",
        "probative run gaps.csv --target y --model tree --plan 2-fold",
        setup=FILE,
        expected="missing values, filled in inside each training part: a 5",
        source="deviation: by default gaps are filled inside each training part, and that is said aloud, because a "
        "stranger's table must run; the policy error is taken by name",
    ),
    Entry(
        "R1",
        "probative run gaps.csv --target y --model tree --plan 2-fold --missing-features error",
        setup=FILE,
        expected=2,
        source="the code of bad input",
    ),
]
