"""More entries for functions that could be broken without an entry of their requirement noticing."""

from __future__ import annotations

from .entry import Entry

TABLE = """from scipy.stats import entropy
table = np.array([[8, 0, 2], [1, 9, 0], [0, 3, 7]])
steps = pv.mutual_information_steps(pv.ConfusionMatrix.from_counts(table))
joint = table / 30
apart = np.outer(joint.sum(axis=1), joint.sum(axis=0))
terms = np.where(joint > 0, joint * np.log2(np.where(joint > 0, joint, 1) / apart), 0).ravel()"""

LABELS = """from sklearn.naive_bayes import GaussianNB
from sklearn.metrics import mean_absolute_error, roc_auc_score
rng = np.random.default_rng(8)
y = rng.integers(0, 2, 59)
X = rng.normal(size=(59, 3)) + 0.6 * y[:, None]
folds = list(pv.plan("7-fold").split(X, y))
said = [GaussianNB().fit(X[train], y[train]).predict_proba(X[test])[:, 1] for train, test in folds]
truth = [y[test] for _, test in folds]
wrong = [(guess >= 0.5) != right for guess, right in zip(said, truth)]
areas = [roc_auc_score(right, guess) for right, guess in zip(truth, said)]
ran = pv.run(GaussianNB(), X, y, plan="7-fold")"""

NESTED = """from sklearn.neighbors import KNeighborsClassifier
from sklearn.datasets import load_iris
X, y = load_iris(return_X_y=True)
X, y, grid = X[:, :2], y, [1, 9, 25]
plan = pv.plan("nested 4-fold/3-fold")
found = pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="nested 4-fold/3-fold")
def wrong(k, train, test):
    return np.mean(KNeighborsClassifier(k).fit(X[train], y[train]).predict(X[test]) != y[test])
risks = []
for train, test in plan.split(X, y):
    inside = [np.mean([wrong(k, *fold) for fold in plan.inner_splits(train, y)]) for k in grid]
    risks.append(wrong(grid[int(np.argmin(inside))], train, test))"""

PAIRED = """from scipy.stats import ttest_rel
a, b = [1.0, 2, 3, 4, 5, 6], [1.2, 2.3, 2.9, 4.4, 5.3, 6.3]
p = ttest_rel(a, b).pvalue
levels = [level for level in (0.05, 0.01, 0.001) if p <= level]
test = pv.stats.paired_t(a, b)"""

LINE = """from scipy.stats import norm
task = pv.GaussianTask(1.0, 1.0, -1.0, 1.0, 0.5)
X, y = task.sample((30, 30), random_state=0)
cut = -np.log(5) / 2
known = pv.evaluate(truth=y, scores=task.posterior(X), costs=pv.Costs(fp=1, fn=5)).against(task).about.optimum"""

WEIGHED = """from sklearn.naive_bayes import GaussianNB
rng = np.random.default_rng(2)
y = np.repeat([1, 0], [30, 60])
X = rng.normal(size=(90, 2)) + 0.8 * y[:, None]
weight = np.where(y == 1, 5.0, 1.0)
said = pv.run(GaussianNB(), X, y, plan="5-fold stratified", sample_weight=weight)
found = pv.evaluate(said, costs=pv.Costs(fp=1, fn=5, prior=0.1)).models["GaussianNB"].measures
guess = np.empty(90, int)
for train, test in pv.plan("5-fold stratified").split(X, y):
    guess[test] = GaussianNB().fit(X[train], y[train], sample_weight=weight[train]).predict(X[test])
missed, called = np.mean(guess[y == 1] == 0), np.mean(guess[y == 0] == 1)"""

ENTRIES = [
    Entry(
        "R61",
        "[*(cell.bits for cell in steps.cells), steps.mutual_information, steps.remaining_entropy]",
        setup=TABLE,
        expected="[*terms, terms.sum(), entropy(joint.sum(axis=1), base=2) - terms.sum()]",
        tolerance=1e-12,
        source="p log2(p / (p p)) by NumPy, 0 for the three empty cells; SciPy's entropy",
    ),
    Entry(
        "R103",
        "(lambda r: [*r.folds, r.fold_mean.value, r.within, r.pooled.value])(pv.resampled(ran, 'auc'))",
        setup=LABELS,
        expected="[*areas, np.mean(areas), np.std(areas, ddof=1), roc_auc_score(np.concatenate(truth), np.concatenate(said))]",
        tolerance=1e-12,
        source="scikit-learn's area of every fold, NumPy's mean and spread, and the area of all scores together",
    ),
    Entry(
        "R115",
        "(lambda r: [r.fold_mean.value, r.pooled.value])(pv.resampled(ran, 'error_rate'))",
        setup=LABELS,
        expected="[np.mean([one.mean() for one in wrong]), np.concatenate(wrong).mean()]",
        tolerance=1e-12,
        source="59 rows in 7 folds, of 9 and 8: the mean of folds and the mean of rows, by scikit-learn, are two numbers",
    ),
    Entry(
        "R134",
        "[*found.risk.folds, found.risk.fold_mean.value, found.risk.within]",
        setup=NESTED,
        expected="[*np.subtract(1, risks), 1 - np.mean(risks), np.std(risks, ddof=1)]",
        tolerance=1e-12,
        source="each outer fold tuned on inner folds of its own by scikit-learn, then tested once",
    ),
    Entry(
        "R144",
        "[levels, test.rejects(test.p), test.rejects(test.p * (1 - 1e-9)), 'H0 is rejected at 0.05, not at 0.01' in str(test)]",
        setup=PAIRED,
        expected=[[0.05], True, False, True],
        source="SciPy's p lies between 0.01 and 0.05; p = S rejects",
    ),
    Entry(
        "R161",
        "[float(known[name]) for name in ('auc', 'accuracy', 'expected_cost')]",
        setup=LINE,
        expected="[norm.cdf(2**0.5), norm.cdf(1), 0.5 * norm.sf(cut + 1) + 2.5 * norm.cdf(cut - 1)]",
        tolerance=1e-8,
        source="SciPy: the classes are two deviations apart, and with costs 1:5 the cut lies at −ln(5)/2",
    ),
    Entry(
        "R166",
        "found['expected_cost'].value",
        setup=WEIGHED,
        expected="5 * 0.1 * missed + 0.9 * called",
        tolerance=1e-12,
        source="rates of the weighted trainings, every row counted once, at the declared prior of 0.1",
    ),
    Entry(
        "R126",
        "[(np.bincount(y[check]).tolist(), set(group[check]) & set(group[learn])) for learn, check in inner]",
        setup="""y, group = np.tile([0, 0, 1], 24), np.repeat(np.arange(24), 3)
plan = pv.plan("nested 4-fold/3-fold stratified grouped")
train, test = next(iter(plan.split(np.zeros((72, 1)), y, groups=group)))
inner = list(plan.inner_splits(train, y, groups=group))""",
        expected=[([12, 6], set())] * 3,
        source="18 groups of two zeros and a one in three folds: six whole groups each",
    ),
    Entry(
        "R213",
        "[word.text for word in pv.stats.mcnemar(20, 44, method='chi2').picture(level).shapes if hasattr(word, 'text')]",
        setup="from scipy.stats import chi2; level = 0.01",
        expected=["6.635", "chi2 = 9"],
        source="chi2(0.99, 1) of the decks; 24² / 64",
    ),
    Entry(
        "R213",
        "[float(bars.high.sum()) for bars in pv.stats.mcnemar(3, 14).picture().shapes[:2]]",
        setup="from scipy.stats import binom",
        expected="[binom.cdf(12, 17, 0.5) - binom.cdf(4, 17, 0.5), 2 * binom.cdf(4, 17, 0.5)]",
        tolerance=2e-5,
        source="SciPy: of 17 disagreements, 4 or fewer on either side are rejected by mid-p",
    ),
    Entry(
        "R223",
        "(lambda said: [said['mean'], said['S'], said['t'], said['p']])(next(iter(pv.decks('E14'))).value)",
        setup="from scipy.stats import ttest_1samp; d = [-1, 1, -1, -2, -3]",
        expected="[-1.2, np.std(d, ddof=1), *ttest_1samp(d, 0)]",
        tolerance=1e-12,
        source="SciPy's t-test of the differences of the slide",
    ),
]
