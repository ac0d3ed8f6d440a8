"""Data, bias and variance, regression."""

from probative.errors import BadLabels, BadParameter

from .entry import Entry

TASK = "task = pv.NoisyFunction(np.sin, sigma=0.5, low=0, high=3)"

FITS = (
    TASK + "; from sklearn.linear_model import LinearRegression; from sklearn.dummy import DummyRegressor; "
    "t = pv.bias_variance(LinearRegression(), task=task, n=10, repeats=30).points"
)
SUBJECTS = """g, y, X = np.repeat(np.arange(10), 6), np.tile([0, 1], 30), np.zeros((60, 1))
scores = np.random.default_rng(0).normal(size=10)[g] + y
def width(**words):
    found = pv.evaluate(truth=y, scores=scores, **words).models["model"].measures["auc"]
    return found.high - found.low
"""

ENTRIES = [
    Entry(
        "R2",
        "pv.evaluate(truth=[1.5, 2.5, 3.5], predicted=[1.0, 2.0, 4.0]).task",
        expected="regression",
        source="the text",
    ),
    Entry("R3", 'pv.Ladder.from_scores(["no", "yes"], [0.1, 0.9])', expected=BadLabels, source="the text"),
    Entry(
        "R3",
        'pv.Ladder.from_scores(["no", "yes"], [0.1, 0.9], pos_label="yes").positives.tolist()',
        expected=[1, 0],
        source="by hand",
    ),
    Entry(
        "R6",
        '[len(rows) for rows in (lambda part: (part.fitted, part.validation, part.test))(next(iter(pv.plan("60/20/20").parts(np.zeros((20, 1))))))]',
        expected=[12, 4, 4],
        source="by hand",
    ),
    Entry(
        "R7",
        "[len(set(g[part.train]) & set(g[part.test])) for part in pv.plan('5-fold grouped').parts(X, y, groups=g)]",
        setup=SUBJECTS,
        expected=[0, 0, 0, 0, 0],
        source="no subject stands on both sides",
    ),
    Entry(
        "R7",
        "width(groups=g) > width()",
        setup=SUBJECTS,
        source="rows of one subject are alike, so that they say less than as many subjects",
    ),
    Entry(
        "R7",
        "[part.train.max() < part.test.min() for part in pv.plan('time 4').parts(X, y, time=np.arange(60))]",
        setup=SUBJECTS,
        expected=[True, True, True, True],
        source="train before test",
    ),
    Entry(
        "R10",
        'pv.resampled(pv.read({"y": [0, 1, 0, 1], "s": [.1, .9, .2, .8], "f": [0, 0, 1, 1]}, truth="y", scores="s", '
        'fold="f"), "auc").fold_mean.value',
        expected=1.0,
        source="by hand",
    ),
    Entry("R20", "[m.title for m in pv.measures() if m.name == 'mse'][0]", expected="MSE", source="the text"),
    Entry(
        "R106",
        'pv.value("mse", pv.Residuals.from_values([1, 2, 4], [1, 3, 2]))',
        expected=5 / 3,
        tolerance=1e-12,
        source="by hand",
    ),
    Entry(
        "R107",
        'pv.value("rmse", pv.Residuals.from_values([1, 2, 4], [1, 3, 2]))',
        expected=(5 / 3) ** 0.5,
        tolerance=1e-12,
        source="by hand",
    ),
    Entry(
        "R108",
        'pv.value("r2", pv.Residuals.from_values([1, 2, 4], [1, 3, 2]))',
        expected=1 - 5 / (14 / 3),
        tolerance=1e-12,
        source="by hand",
    ),
    Entry("R108", 'pv.estimate("r2", pv.Residuals.from_values([2, 2], [1, 3])).why is not None', source="the text"),
    Entry(
        "R110",
        'any("mean" in note.message for note in pv.evaluate(truth=[1.0, 2.0, 3.0, 4.5], predicted=[4.0, 1.0, 0.0, 9.0]).notes)',
        source="the text",
    ),
    Entry(
        "R38",
        'float(abs(t.values["bias2"] + t.values["variance"] - t.values["error_vs_f"]).max())',
        setup=FITS,
        expected=0.0,
        tolerance=1e-12,
        source="the identity",
    ),
    Entry(
        "R39",
        'float(abs(t.values["cross_term"]).max())',
        setup=FITS,
        expected=0.0,
        tolerance=1e-12,
        source="the identity",
    ),
    Entry(
        "R40",
        'float((t.values["error_vs_y"] - t.values["error_vs_f"]).max())',
        setup=FITS,
        expected=0.25,
        tolerance=1e-12,
        source="sigma squared",
    ),
    Entry(
        "R41",
        "pv.bias_variance(LinearRegression(), task=task, n=10, repeats=1)",
        setup=FITS,
        expected=BadParameter,
        source="M of at least 2",
    ),
    Entry(
        "R42",
        "task.design(4).ravel().tolist()",
        setup=FITS,
        expected=[0.0, 1.0, 2.0, 3.0],
        tolerance=1e-12,
        source="x1 + (x2 - x1)(i - 1)/(N - 1)",
    ),
    Entry(
        "R43",
        'float(fixed.values["variance"].max())',
        setup=FITS + "; fixed = pv.bias_variance(DummyRegressor(strategy='constant', "
        "constant=1.0), task=task, n=8, repeats=20).points",
        expected=0.0,
        tolerance=1e-12,
        source="the text",
    ),
    Entry(
        "R44",
        'float(through.values["variance"].mean())',
        setup=FITS + "; from sklearn.preprocessing import "
        "PolynomialFeatures; from sklearn.pipeline import make_pipeline; through = pv.bias_variance(make_pipeline("
        "PolynomialFeatures(3), LinearRegression()), task=task, n=4, repeats=30).points",
        expected=0.25,
        tolerance=1e-6,
        source="an interpolating polynomial has variance sigma squared at the design points",
    ),
]
