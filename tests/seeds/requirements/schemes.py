"""Resampling schemes and selection."""

from probative.errors import BadParameter

from .entry import Entry

ROWS = "X, y = np.arange(20.0)[:, None], np.array([0, 1] * 10)"
SIZES = "[(len(part.train), len(part.test)) for part in pv.plan({scheme}).parts(X, y)]"
DATA = (
    "from sklearn.neighbors import KNeighborsClassifier; from sklearn.datasets import make_classification; "
    "X, y = make_classification(90, random_state=0)"
)
SELECT = (
    DATA
    + '; chosen = pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, X, y, plan="nested 4-fold/3-fold")'
)

REPEATED = (
    DATA
    + """; r = pv.resampled(pv.run(KNeighborsClassifier(), X, y, plan="5x10 stratified"), "accuracy")
from sklearn.model_selection import cross_val_score
splits = list(pv.plan("5x10 stratified").split(X, y))
right = cross_val_score(KNeighborsClassifier(), X, y, cv=splits).reshape(5, 10)"""
)
LEFT_OUT = """from sklearn.metrics import roc_auc_score
from sklearn.model_selection import LeaveOneOut, cross_val_predict
pooled = cross_val_predict(KNeighborsClassifier(), X, y, cv=LeaveOneOut(), method="predict_proba")"""
PAIRS = """; won = []
for i in np.flatnonzero(y[:20] == 1):
    for j in np.flatnonzero(y[:20] == 0):
        rest = np.setdiff1d(np.arange(20), [i, j])
        high, low = KNeighborsClassifier().fit(X[rest], y[rest]).predict_proba(X[[i, j]])[:, 1]
        won.append(np.heaviside(high - low, 0.5))"""
BY_HAND = (
    DATA
    + """; grid = [5, 1, 15, 31]
chosen = pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="60/20/20")
part = next(iter(pv.plan("60/20/20").parts(X, y)))
def wrong(k, train, test):
    return (KNeighborsClassifier(k).fit(X[train], y[train]).predict(X[test]) != y[test]).mean()

risks = [wrong(k, part.fitted, part.validation) for k in grid]"""
)

ENTRIES = [
    Entry("R111", SIZES.format(scheme='"hold-out 70/30"'), setup=ROWS, expected=[(14, 6)], source="by hand"),
    Entry("R111", SIZES.format(scheme='"hold-out 2/3"'), setup=ROWS, expected=[(13, 7)], source="20 * 2/3, rounded"),
    Entry(
        "R112",
        'int(y[next(iter(pv.plan("hold-out 70/30 stratified").parts(X, y))).test].sum())',
        setup=ROWS,
        expected=3,
        source="half of 6",
    ),
    Entry("R113", 'len(list(pv.plan("monte-carlo 7 80/20").parts(X, y)))', setup=ROWS, expected=7, source="by hand"),
    Entry(
        "R114",
        'sorted(np.concatenate([part.test for part in pv.plan("3-fold").parts(X, y)]).tolist()) == list(range(20))',
        setup=ROWS,
        source="disjoint and covering",
    ),
    Entry("R114", 'list(pv.plan("21-fold").parts(X, y))', setup=ROWS, expected=BadParameter, source="the text"),
    Entry(
        "R115",
        "[round(r.fold_mean.value, 9), round(r.pooled.value, 9)]",
        setup='r = pv.resampled(pv.read({"y": [1, 1, 1, 0], '
        '"p": [1, 0, 1, 0], "f": [0, 0, 0, 1]}, truth="y", predicted="p", fold="f"), "accuracy")',
        expected=[round((2 / 3 + 1) / 2, 9), 0.75],
        source="by hand",
    ),
    Entry("R117", "pv.resampling.KFold().k", expected=10, source="the text"),
    Entry(
        "R118",
        '[int(y[part.test].sum()) for part in pv.plan("5-fold stratified").parts(X, y)]',
        setup=ROWS,
        expected=[2, 2, 2, 2, 2],
        source="by hand",
    ),
    Entry(
        "R119",
        "[sorted(sum(once, [])) == list(range(20)) for once in shuffles] + [len(set(map(str, shuffles)))]",
        setup=ROWS
        + """; tests = [part.test.tolist() for part in pv.plan("5x10").parts(X, y)]
shuffles = [tests[10 * k : 10 * k + 10] for k in range(5)]""",
        expected=[True, True, True, True, True, 5],
        source="50 trainings: every shuffle tests every row once, and no two are alike",
    ),
    Entry(
        "R119",
        "(r.within, r.between)",
        setup=REPEATED,
        expected="(np.sqrt(right.var(axis=1, ddof=1).mean()), right.mean(axis=1).std(ddof=1))",
        tolerance=1e-12,
        source="scikit-learn's accuracies of the same splits: spread within and between repetitions",
    ),
    Entry(
        "R120",
        "[part.test.tolist() for part in pv.plan('leave-one-out').parts(X, y)]",
        setup=ROWS,
        expected=[[row] for row in range(20)],
        source="one fold per row",
    ),
    Entry(
        "R120",
        'pv.resampled(pv.run(KNeighborsClassifier(), X, y, plan="leave-one-out"), "auc").pooled.value',
        setup=DATA + "; " + LEFT_OUT,
        expected="roc_auc_score(y, pooled[:, 1])",
        tolerance=1e-12,
        source="scikit-learn's area of the pooled predictions",
    ),
    Entry(
        "R120",
        'pv.resampled(pv.run(KNeighborsClassifier(), X[:20], y[:20], plan="leave-one-out"), "auc").fold_mean.why',
        setup=DATA,
        expected="test sets of a few rows have no measures: see pooled",
        source="one row has no area",
    ),
    Entry("R121", 'pv.plan("leave-2-out").get_n_splits(X, y)', setup=ROWS, expected=190, source="C(20, 2)"),
    Entry(
        "R121",
        'list(pv.plan("leave-9-out").parts(X, y))',
        setup=ROWS,
        expected=BadParameter,
        source="C(20, 9) = 167960",
    ),
    Entry(
        "R122",
        'pv.evaluate(pv.run({"near": KNeighborsClassifier()}, X[:20], y[:20], plan="leave-pair-out"))'
        '.models["near"].measures["auc"].value',
        setup=DATA + PAIRS,
        expected="np.mean(won)",
        tolerance=1e-12,
        source="scikit-learn without each pair in turn: 1, 1/2 or 0",
    ),
    Entry("R122", 'pv.plan("leave-pair-out").get_n_splits(X, y)', setup=ROWS, expected=100, source="P N pairs"),
    Entry(
        "R123",
        'len(list(pv.plan("leave-one-group-out").parts(X, y, groups=np.repeat([1, 2, 3, 4], 5))))',
        setup=ROWS,
        expected=4,
        source="one per group",
    ),
    Entry(
        "R124",
        'all(not set(part.train) & set(part.test) for part in pv.plan("bootstrap 5").parts(X, y))',
        setup=ROWS,
        source="out of bag",
    ),
    Entry(
        "R125",
        '[len(part.fitted) for part in pv.plan("60/20/20").parts(X, y)]',
        setup=ROWS,
        expected=[12],
        source="by hand",
    ),
    Entry(
        "R126",
        "[[sorted(sum(checked, [])) == train, *map(len, checked)] for train, checked in inner]",
        setup=ROWS
        + """; nested = pv.plan("nested 5-fold/3-fold")
inner = []
for train, test in nested.split(X, y):
    inner.append((train.tolist(), [check.tolist() for _, check in nested.inner_splits(train, y)]))""",
        expected=[[True, 6, 5, 5]] * 5,
        source="five outer training parts of 16 rows, each covered once by three inner folds",
    ),
    Entry(
        "R127",
        'len(list(pv.plan("10-fold stratified").split(*load_iris(return_X_y=True))))',
        setup="from sklearn.datasets import load_iris",
        expected=10,
        source="the splitter protocol",
    ),
    Entry(
        "R128",
        'all(part.train.max() < part.test.min() for part in pv.plan("time 4").parts(X, y))',
        setup=ROWS,
        source="train before test",
    ),
    Entry(
        "R129",
        "[set(a.row[a.fold == k]) == set(b.row[b.fold == k]) == set(rows) for k, rows in enumerate(tests)]",
        setup=DATA
        + """; said = pv.run({"a": KNeighborsClassifier(1), "b": KNeighborsClassifier(5)}, X, y, plan="3-fold")
a, b = said.model("a"), said.model("b")
tests = [test.tolist() for _, test in pv.plan("3-fold").split(X, y)]""",
        expected=[True, True, True],
        source="both models are tested on the rows of the plan, fold by fold",
    ),
    Entry(
        "R129",
        'said.model("a").predicted.tolist()',
        setup=DATA
        + """; said = pv.run({"a": KNeighborsClassifier(1)}, X, y, plan="3-fold")
right = np.empty(90, int)
for train, test in pv.plan("3-fold").split(X, y):
    right[test] = KNeighborsClassifier(1).fit(X[train], y[train]).predict(X[test])""",
        expected="right[said.model('a').row.astype(int)].tolist()",
        tolerance=0.0,
        source="scikit-learn's predictions, row by row, from which each loss follows",
    ),
    Entry(
        "R130",
        "[pv.plan(name).layout(X, y, candidates=4).trainings for name in names]",
        setup=ROWS
        + '; names = ["10-fold", "5x10", "leave-one-out", "leave-2-out", "leave-pair-out", "nested 5-fold/3-fold"]',
        expected=[10, 50, 20, 190, 100, 65],
        source="k, m·k, N, C(N, 2), P·N, 5·(3·4 + 1)",
    ),
    Entry(
        "R131",
        'len(pv.run({"knn": KNeighborsClassifier()}, X, y, plan="hold-out 70/30").to_frame())',
        setup=DATA,
        expected=27,
        source="30 % of 90",
    ),
    Entry(
        "R132",
        'chosen.final["n_neighbors"]',
        setup=BY_HAND,
        expected="grid[int(np.argmin(risks))]",
        tolerance=0.0,
        source="the least risk on the validation rows, by scikit-learn; the first of equals",
    ),
    Entry(
        "R132",
        "1 - chosen.risk.pooled.value",
        setup=BY_HAND,
        expected="wrong(grid[int(np.argmin(risks))], part.train, part.test)",
        tolerance=1e-12,
        source="E28: trained again on training and validation rows, tested once, by scikit-learn",
    ),
    Entry("R134", "len(chosen.chosen)", setup=SELECT, expected=4, source="one choice per outer fold"),
    Entry("R135", "chosen.model.n_samples_fit_", setup=SELECT, expected=90, source="all rows"),
]
