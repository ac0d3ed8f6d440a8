"""Clauses of splits, runs and selections, each of which a mutation of its function must fail."""

from __future__ import annotations

from probative.errors import BadParameter

from .entry import Entry

ROWS = "X, y, groups = np.arange(20.0)[:, None], np.array([0, 1] * 10), np.repeat([1, 2, 3, 4], [8, 6, 4, 2])"
CLASSES = "X, y = np.zeros((100, 1)), np.repeat([0, 1, 2], [67, 22, 11])"
DATA = """from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
X, y = make_classification(60, flip_y=0.2, random_state=0)"""
FOLDS = """table = {"y": [1, 0, 1, 0, 0, 0], "p": [1, 0, 0, 0, 0, 1], "f": [0, 0, 1, 1, 2, 2]}
found = pv.resampled(pv.read(table, truth="y", predicted="p", fold="f"), "recall")"""
CHANCE = """X = np.zeros((20, 1))
tests = [test for _, test in pv.plan("monte-carlo 4 80/20").split(X)]
times = np.bincount(np.concatenate(tests), minlength=20)
from sklearn.dummy import DummyClassifier
told = pv.run(DummyClassifier(), X, [0, 1] * 10, plan="monte-carlo 4 80/20").times_tested()"""
PERMUTED = (
    DATA
    + """
from sklearn.naive_bayes import GaussianNB
near = GaussianNB()
whole = pv.permutation_test(near, X[:40], y[:40], test=(X[40:], y[40:]), n_permutations=19)
drawn = pv.permutation_test(near, X, y, plan="3-fold", n_permutations=5, labels="draw")
mixed = pv.permutation_test(near, X, y, plan="3-fold", n_permutations=5)"""
)
DECLARED = (
    DATA
    + """
class Line(LogisticRegression):
    averages_folds = True
said = pv.run(Line(), X, y, plan="3-fold stratified")
made = pv.deliver(Line(), X, y, predictions=said, average=True).model
parts = [LogisticRegression().fit(X[train], y[train]) for train, _ in pv.plan("3-fold stratified").split(X, y)]"""
)
VOTED = """table = {"y": [1, 0, 1], "pred_a": [1, 0, 0], "pred_b": [1, 1, 0], "pred_c": [0, 0, 1]}
both = pv.combine(pv.read(table, truth="y", predicted=["pred_a", "pred_b", "pred_c"]), how="vote")
numbers = {"y": [1.0, 2.5], "pred_a": [1.0, 3.0], "pred_b": [2.0, 5.5]}
scored = {"y": [1, 0, 1], "score_a": [0.9, 0.2, 0.6], "score_b": [0.8, 0.6, 0.1], "score_c": [0.3, 0.9, 0.2]}
shares = pv.combine(pv.read(scored, truth="y", scores=["score_a", "score_b", "score_c"]), how="vote")
mean = pv.combine(pv.read(numbers, truth="y", predicted=["pred_a", "pred_b"], task="regression"))"""
CHOSEN = (
    DATA
    + """
found = pv.select(LogisticRegression(), {"C": [1e-9, 1.0]}, X[:, :1], X[:, 0] > 0.5, plan="nested 2-fold/2-fold")"""
)

SPLITS = [
    Entry(
        "R2",
        "[pv.evaluate(truth=y, predicted=y).task for y in ([1, 2, 3] * 2, list(range(40)), list('abab'))]",
        expected=["classification", "regression", "classification"],
        source="few whole numbers, many, and words",
    ),
    Entry(
        "R2",
        "pv.evaluate(truth=[1, 2, 3] * 2, predicted=[1, 2, 2] * 2, task='regression').task",
        expected="regression",
        source="what is asked for overrules what was detected",
    ),
    Entry(
        "R6",
        "sorted(row for role in pv.plan('60/20/20').roles(X, y) for row in role.tolist())",
        setup=ROWS,
        expected=list(range(20)),
        source="three disjoint roles that cover all rows",
    ),
    Entry(
        "R111",
        "[len(next(iter(pv.plan('hold-out 70/30').split(np.zeros((n, 1)))))[1]) for n in (5, 15, 2)]",
        expected=[1, 4, 1],
        source="by hand: 3.5 and 10.5 training rows are rounded up, and no part is empty",
    ),
    Entry(
        "R112",
        "np.bincount(y[next(iter(pv.plan('hold-out 70/30 stratified').split(X, y)))[1]]).tolist()",
        setup=CLASSES,
        expected=[20, 7, 3],
        source="by hand: of 46.9, 15.4 and 7.7 training rows the whole parts, and the spare two to 0.9 and 0.7",
    ),
    Entry(
        "R113",
        "[*told.times, *told.never, len(set(map(str, tests)))]",
        setup=CHANCE,
        expected="[*times, *np.flatnonzero(times == 0), 4]",
        tolerance=0.0,
        source="counted by NumPy; four different draws",
    ),
    Entry(
        "R114",
        "[np.setdiff1d(range(20), train).tolist() == sorted(test) for train, test in pv.plan('3-fold').split(X)]",
        setup=ROWS,
        expected=[True, True, True],
        source="a fold is tested on a model of all other rows",
    ),
    Entry("R117", "[str(pv.plan()), pv.plan().k]", expected=["10-fold", 10], source="the default is ten folds"),
    Entry(
        "R118",
        "[np.ptp([np.bincount(y[test])[k] for _, test in pv.plan('10-fold stratified').split(X, y)]) for k in (0, 1, 2)]",
        setup=CLASSES,
        expected=[1, 1, 1],
        source="67, 22 and 11 rows do not divide by 10: folds differ by one of each class",
    ),
    Entry(
        "R123",
        "[sorted(set(groups[test])) for _, test in pv.plan('leave-one-group-out').split(X, y, groups)]",
        setup=ROWS,
        expected=[[1], [2], [3], [4]],
        source="each subject is a test set",
    ),
    Entry(
        "R123",
        "list(pv.plan('leave-one-group-out').split(X, y, np.zeros(20)))",
        setup=ROWS,
        expected=BadParameter,
        source="a single group leaves nobody to learn from",
    ),
    Entry(
        "R124",
        "np.mean([len(set(part.train)) / 100 for part in pv.plan('bootstrap 400').parts(np.zeros((100, 1)))])",
        expected=1 - 0.99**100,
        tolerance=0.005,
        source="case 003-bootstrap-out-of-bag: 1 − (1 − 1/n)^n, within three standard errors",
    ),
    Entry(
        "R124",
        "[(len(part.train), np.setdiff1d(range(20), part.train).tolist() == part.test.tolist()) for part in parts]",
        setup=ROWS + "; parts = pv.plan('bootstrap 3').parts(X, y)",
        expected=[(20, True)] * 3,
        source="n draws, tested on what was never drawn",
    ),
    Entry(
        "R127",
        "[cross_val_score(KNeighborsClassifier(1), *iris, cv=pv.plan(name)).mean() for name in ('3-fold unshuffled', 'leave-one-out')]",
        setup="from sklearn.datasets import load_iris; from sklearn.model_selection import cross_val_score; "
        "from sklearn.neighbors import KNeighborsClassifier; iris = load_iris(return_X_y=True)",
        expected=[0.0, 0.96],
        tolerance=1e-9,
        source="case 003-exercise-7-iris: sorted rows leave a whole class out of training; 144 of 150",
    ),
    Entry(
        "R128",
        "[(part.train.max() + 1, part.test.tolist()) for part in pv.plan('time 3').parts(X, y, time=range(20))]",
        setup=ROWS,
        expected=[(5, [5, 6, 7, 8, 9]), (10, [10, 11, 12, 13, 14]), (15, [15, 16, 17, 18, 19])],
        source="by hand: blocks of 20 / 4 rows, each after all that it learns from",
    ),
]

RUNS = [
    Entry(
        "R9",
        "[found.fold_mean.value, found.undefined, str(found).count('1 of 3 folds undefined')]",
        setup=FOLDS,
        expected=[0.5, 1, 1],
        source="by hand: 1, 0, and a fold without positives, which is counted once and is no 0",
    ),
    Entry(
        "R9",
        "'mean of 2 of 3 folds' in str(pv.evaluate(table, truth='y', scores='s', fold='f')).lower()",
        setup="table = {'y': [1, 0, 1, 0, 0, 0], 's': [0.9, 0.1, 0.4, 0.2, 0.1, 0.3], 'f': [0, 0, 1, 1, 2, 2]}",
        source="the first lines count the folds that have an area",
    ),
    Entry(
        "R135",
        "found.model.predict(X).tolist()",
        setup=DATA + "\nfound = pv.select(KNeighborsClassifier(), {'n_neighbors': [3, 5]}, X, y, plan='60/20/20')",
        expected="KNeighborsClassifier(found.final['n_neighbors']).fit(X, y).predict(X).tolist()",
        tolerance=0.0,
        source="scikit-learn on all rows",
    ),
    Entry(
        "R136",
        "made.predict_proba(X)[:, 1].tolist()",
        setup=DECLARED,
        expected="np.mean([part.predict_proba(X)[:, 1] for part in parts], axis=0).tolist()",
        tolerance=1e-9,
        source="scikit-learn: the mean of the models of folds, where the learner declares it",
    ),
    Entry(
        "R137",
        "found.final['C']",
        setup=CHOSEN,
        expected=1.0,
        source="by accuracy, of which the higher is better: with C near 0 the line is the majority rule",
    ),
    Entry(
        "R140",
        "[mixed.observed == drawn.observed, sorted(mixed.null) == sorted(drawn.null)]",
        setup=PERMUTED,
        expected=[True, False],
        source="labels drawn from the estimated p(y) are another null than shuffled ones",
    ),
    Entry(
        "R142",
        "np.mean(whole.null)",
        setup=PERMUTED,
        expected="0.5",
        tolerance=0.1,
        source="training labels permuted, true labels of the test set: right by chance",
    ),
    Entry(
        "R216",
        "both.model('vote of a, b, c').predicted.tolist()",
        setup=VOTED,
        expected=[1, 0, 0],
        source="two of three, row by row",
    ),
    Entry(
        "R216",
        "shares.model('vote of a, b, c').scores.ravel().tolist()",
        setup=VOTED,
        expected=[2 / 3, 2 / 3, 1 / 3],
        tolerance=1e-12,
        source="by hand: two, two and one of three scores are at least 0.5",
    ),
    Entry(
        "R216",
        "mean.model('mean of a, b').predicted.tolist()",
        setup=VOTED,
        expected=[1.5, 4.25],
        tolerance=1e-12,
        source="the mean of both predictions by hand",
    ),
]

ENTRIES = [*SPLITS, *RUNS]
