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
    Entry("R119", 'len(list(pv.plan("5x10").parts(X, y)))', setup=ROWS, expected=50, source="m k trainings"),
    Entry("R120", 'len(list(pv.plan("leave-one-out").parts(X, y)))', setup=ROWS, expected=20, source="one per row"),
    Entry("R121", 'pv.plan("leave-2-out").get_n_splits(X, y)', setup=ROWS, expected=190, source="C(20, 2)"),
    Entry(
        "R121",
        'list(pv.plan("leave-9-out").parts(X, y))',
        setup=ROWS,
        expected=BadParameter,
        source="C(20, 9) = 167960",
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
        "R126", 'len(list(pv.plan("nested 5-fold/3-fold").parts(X, y)))', setup=ROWS, expected=5, source="outer folds"
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
        'len({model for model in pv.run({"a": KNeighborsClassifier(1), "b": KNeighborsClassifier(5)}, X, y, '
        'plan="3-fold").models})',
        setup=DATA,
        expected=2,
        source="identical splits",
    ),
    Entry(
        "R130",
        '[pv.plan("5x10").get_n_splits(X, y), pv.plan("leave-one-out").get_n_splits(X, y)]',
        setup=ROWS,
        expected=[50, 20],
        source="m k, N",
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
        'pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, X, y, plan="60/20/20").final["n_neighbors"] in (1, 5)',
        setup=DATA,
        source="the text",
    ),
    Entry("R134", "len(chosen.chosen)", setup=SELECT, expected=4, source="one choice per outer fold"),
    Entry("R135", "chosen.model.n_samples_fit_", setup=SELECT, expected=90, source="all rows"),
]
