"""Learners, kernels and the page; what is chosen and permuted."""

from .entry import Entry

DATA = (
    "from sklearn.neighbors import KNeighborsClassifier; rng = np.random.default_rng(0); X = rng.normal(size=(80, 2)); "
    "y = (X[:, 0] + rng.normal(size=80) > 0).astype(int)"
)

ENTRIES = [
    Entry(
        "R46",
        "float(abs(t['bias2_and_noise'] + t['variance'] - t['total']).max())",
        setup=DATA
        + '; t = pv.bias_variance(KNeighborsClassifier(), X, y, loss="squared", repeats=20).tables["test"].values',
        expected=0.0,
        tolerance=1e-12,
        source="the identity, through the probability of 1",
    ),
    Entry(
        "R133",
        'str(pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, X, y, plan="hold-out 70/30").plan)',
        setup=DATA,
        expected="nested hold-out 70/30 plain/5-fold stratified",
        source="a test part set aside, folds inside the rest",
    ),
    Entry(
        "R142",
        "pv.permutation_test(KNeighborsClassifier(), X[:60], y[:60], test=(X[60:], y[60:]), n_permutations=19).observed",
        setup=DATA,
        expected="float((KNeighborsClassifier().fit(X[:60], y[:60]).predict(X[60:]) == y[60:]).mean())",
        tolerance=1e-12,
        source="scikit-learn on the true labels of the test set",
    ),
    Entry(
        "R201",
        'list(pv.experiment(pv.examples("iris"), target="species", models=["knn", "logistic", "tree"], plan="3-fold").models)',
        expected=["baseline", "knn", "logistic", "tree"],
        source="the text",
    ),
    Entry(
        "R202",
        '(pv.theory.intersection_kernel("abc", "bcd"), pv.theory.subset_kernel("abc", "bcd"))',
        expected=(2, 4),
        source="|X and Z| = 2, 2^2",
    ),
    Entry("R204", "probative demo --html page.html", expected="report written to page.html", source="the text"),
    Entry(
        "R204",
        '__import__("pathlib").Path("page.html").read_text(encoding="utf-8").count("://")',
        setup="probative demo --html page.html",
        expected=0,
        source="one file that asks no other machine for anything",
    ),
]
