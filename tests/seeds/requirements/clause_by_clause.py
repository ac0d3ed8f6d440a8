"""Clauses that an entry elsewhere leaves open: chance in splits, procedures by hand, words of the command line."""

from __future__ import annotations

from .entry import Entry

NOISE = """from sklearn.naive_bayes import GaussianNB
rng = np.random.default_rng(5)
y = np.repeat([0, 1], 30)
X = rng.normal(size=(60, 2)) + 0.8 * y[:, None]
def right(train, test):
    return (GaussianNB().fit(X[train], y[train]).predict(X[test]) == y[test]).mean()"""
BAGS = (
    NOISE
    + """
lost = [[] for _ in y]
for part in pv.plan("bootstrap 30").parts(X, y):
    for row, guess in zip(part.test, GaussianNB().fit(X[part.train], y[part.train]).predict(X[part.test])):
        lost[row].append(guess != y[row])
out = np.mean([np.mean(one) for one in lost if one])
guess = GaussianNB().fit(X, y).predict(X)
seen = (guess != y).mean()
none = y.mean() * (1 - guess.mean()) + (1 - y.mean()) * guess.mean()
w = 1 - np.exp(-1)
share = w / (1 - (1 - w) * (out - seen) / (none - seen))
found = pv.bootstrap_error(GaussianNB(), X, y, repeats=30)"""
)
TUNED = """from sklearn.datasets import make_classification
from sklearn.neighbors import KNeighborsClassifier
X, y = make_classification(90, random_state=0)
grid = [1, 5, 15]
def right(k, train, test):
    return (KNeighborsClassifier(k).fit(X[train], y[train]).predict(X[test]) == y[test]).mean()
plan = pv.plan("nested hold-out 70/30 plain/5-fold stratified")
(train, test), = plan.split(X, y)
inner = list(plan.inner_splits(train, y))
best = grid[int(np.argmax([np.mean([right(k, *fold) for fold in inner]) for k in grid]))]
found = pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="hold-out 70/30")"""
OUTER = (
    TUNED.split("plan =")[0]
    + """found = pv.select(KNeighborsClassifier(), {"n_neighbors": grid}, X, y, plan="nested 4-fold/3-fold")
outer = pv.plan("nested 4-fold/3-fold").split(X, y)
spread = np.std([right(k["n_neighbors"], *split) for k, split in zip(found.chosen, outer)], ddof=1)"""
)
AREAS = (
    NOISE
    + """
from sklearn.metrics import roc_auc_score
def area(train, test):
    return roc_auc_score(y[test], GaussianNB().fit(X[train], y[train]).predict_proba(X[test])[:, 1])
folds = list(pv.plan("5-fold").split(X, y))"""
)
KEPT = (
    NOISE
    + """
from sklearn.dummy import DummyClassifier
(train, test), = pv.plan("hold-out 70/30").split(X, y)
class Kept(DummyClassifier):
    seen = []
    def fit(self, X, y):
        Kept.seen.append(sorted(y.tolist()))
        return super().fit(X, y)
pv.permutation_test(Kept(), X, y, plan="hold-out 70/30", n_permutations=9, early=False)"""
)
FOLDS = """from pathlib import Path
Path("folds.csv").write_text("A,B\\n80,81\\n82,81\\n85,86\\n78,80\\n85,88\\n")"""
UNEQUAL = """from pathlib import Path
Path("folds.csv").write_text("A,B,C\\n1,9,5\\n1,2,5\\n1,-8,5.1\\n1,4,5\\n1,7,4.9\\n1.1,-3,5\\n1,8,5\\n1,-6,5\\n")"""
LABELS = """from pathlib import Path
cells = [("1,1,1", 30), ("1,0,1", 10), ("1,1,0", 4), ("0,0,0", 40), ("0,1,1", 6)]
Path("labels.csv").write_text("y,A,B\\n" + "".join(f"{line}\\n" * count for line, count in cells))"""
TESTS = """S, a, b = pv.stats, [0.71, 0.69, 0.75, 0.80, 0.66, 0.73], [0.68, 0.70, 0.70, 0.74, 0.65, 0.69]
halves, table = np.array(a + b[:4]).reshape(5, 2), np.array([a, b, b[::-1]]).T
told = [S.paired_t(a, b), S.corrected_t(a, b, n_train=5, n_test=1), S.student_t(a, b), S.welch_t(a, b), S.mcnemar(7, 19),
        S.wilcoxon(a, b), S.mann_whitney(a, b), S.sign(a, b), S.anova(a, b, b), S.rm_anova(table), S.friedman(table),
        S.five_by_two_t(halves, halves[::-1]), S.five_by_two_f(halves, halves[::-1]), S.cochran_q([[1, 0, 1], [0, 0, 1]])]
said = ["H0: ", "alternative: ", "p is the probability, under H0, of a statistic at least as extreme as this one"]"""
WORLD = """task = pv.gaussian_example(1)
X, y = task.sample((55, 65), random_state=0)
from pathlib import Path
pv.evaluate(truth=y, scores=task.posterior(X)).against(task).save("page.html")"""
TABLE = """from pathlib import Path
rng = np.random.default_rng(3)
rows = [(x := rng.normal(), "yes" if x + rng.normal() > 0 else "no") for _ in range(90)]
Path("own.csv").write_text("a,y\\n" + "".join(f"{x:.4f},{label}\\n" for x, label in rows))
Path("grid.json").write_text('{"knn": {"n_neighbors": [1, 9]}}')
Path("scores.csv").write_text("y,s,t\\n" + "".join(f"{label},{x:.4f},{-x:.4f}\\n" for x, label in rows))"""
RUN = "probative run own.csv --target y --positive yes --plan '3-fold stratified' --out found"
MACHINES = (
    ("probative evaluate scores.csv --truth y --score s --positive yes --json -", '"kind": "evaluation"'),
    ("probative evaluate scores.csv --truth y --score s --positive yes --cost-fn 5 --json -", '"expected_cost"'),
    (f"{RUN} --model knn --json -", '"resampling"'),
    (f"{RUN} --model knn --grid grid.json --json -", '"selection_scores_optimistic"'),
    ("probative compare scores.csv --truth y --score s --score t --positive yes --json -", '"kind": "comparison"'),
    (f"{RUN} --model gaussian --permutations 3 --json -", '"strict_proportion"'),
    ("probative theory gaussian --example 1 --json -", "0.03454"),
    ("probative theory bias-variance --degree 1 --json -", '"cross_term"'),
)
PAGE = (
    TABLE
    + """
made = pv.experiment("own.csv", target="y", positive="yes", models=["knn", "tree"], plan="3-fold", costs=pv.Costs(1, 5))
pv.evaluate(made).save("page.html")
text = Path("page.html").read_text(encoding="utf-8")
parts = ["90 rows", "3-fold", "seed 0", "wilson", "mean of folds", "sd of folds", "corrected-t", "TP", "Equal error rate",
         "touching the hull", "trivial rules", "Assumed: ", "rejection region", "Warning"]"""
)
LEARNERS = """class Own:
    def fit(self, X, y):
        self.mean = np.mean(y)
        return self
    def predict(self, X):
        return np.full(len(X), self.mean)
x = np.arange(30.0)
iris, square = pv.examples("iris"), {"x": x, "y": x**2 + np.sin(x)}
names = ["knn", "gaussian", "logistic", "tree"]"""
MEMBERS = """rng = np.random.default_rng(4)
y = rng.integers(0, 2, 200)
table = {"y": y, **{f"score_{k}": np.clip(0.3 + 0.4 * y + rng.normal(0, 0.3, 200), 0, 1) for k in "ab"}}
both = pv.combine(pv.read(table, truth="y", scores=["score_a", "score_b"], positive=1))
(note,) = [note for note in pv.evaluate(both).notes if note.code == "combination-against-best-member"]"""

ENTRIES = [
    Entry(
        "R111",
        "np.bincount(np.concatenate([next(iter(pv.plan('hold-out 70/30', random_state=k).split(np.zeros((20, 1)))))[1] "
        "for k in range(600)]), minlength=20) / 600",
        expected="np.full(20, 0.3)",
        tolerance=0.075,
        source="6 of 20 rows, each as likely as any other: four standard errors of 600 draws",
    ),
    Entry(
        "R113",
        "pv.resampled(pv.run(GaussianNB(), X, y, plan='monte-carlo 6 70/30'), 'accuracy').fold_mean.value",
        setup=NOISE,
        expected="np.mean([right(*split) for split in pv.plan('monte-carlo 6 70/30').split(X, y)])",
        tolerance=1e-12,
        source="the average of scikit-learn's accuracies on the same splits",
    ),
    Entry(
        "R115",
        "(lambda r: [r.fold_mean.value, r.pooled.value])(pv.resampled(pv.run(GaussianNB(), X, y, plan='6-fold'), 'accuracy'))",
        setup=NOISE,
        expected="[np.mean([right(*split) for split in pv.plan('6-fold').split(X, y)])] * 2",
        tolerance=1e-12,
        source="six folds of ten rows: both forms are one",
    ),
    Entry(
        "R116",
        f"{RUN} --model gaussian",
        setup=TABLE,
        expected="models trained on 60 of 90 rows (Luntz and Brailovsky)",
        source="l − l/n = 90 − 30",
    ),
    Entry(
        "R121",
        "probative plan leave-3-out --n 137",
        expected=2,
        source="the code of bad input: 419,220 trainings are announced and refused, for the limit is 100,000",
    ),
    Entry(
        "R121",
        "pv.plan('leave-3-out limit 419220').get_n_splits(range(137))",
        expected="__import__('math').comb(137, 3)",
        tolerance=0,
        source="C(137, 3), with a limit of its own",
    ),
    Entry(
        "R124",
        "[min(y[part.train].sum() for part in parts) > 0, sum(part.redrawn for part in parts) > 0]",
        setup="y = np.array([0] * 18 + [1] * 2)\nparts = list(pv.plan('bootstrap 60').parts(np.zeros((20, 1)), y))",
        expected=[True, True],
        source="a class of 2 in 20 is missing from (18/20)^20 = 12 % of draws: they are drawn anew, and counted",
    ),
    Entry(
        "R125",
        "[sorted([*part.fitted, *part.validation, *part.test]) == list(range(20)), len(part.validation), len(part.test)]",
        setup="(part,) = pv.plan('60/20/20').parts(np.zeros((20, 1)))",
        expected=[True, 4, 4],
        source="12, 4 and 4 rows, each in one part",
    ),
    Entry(
        "R133",
        "[found.chosen[0]['n_neighbors'], found.risk.pooled.value]",
        setup=TUNED,
        expected="[best, right(best, train, test)]",
        tolerance=1e-12,
        source="scikit-learn: chosen by folds of the training part, fitted on all of it, asked once about the test part",
    ),
    Entry(
        "R134",
        "f'standard deviation {spread:.3g} of folds' in str(found)",
        setup=OUTER,
        source="the spread of the outer folds, by NumPy and scikit-learn",
    ),
    Entry(
        "R137",
        f"{RUN} --model knn --grid grid.json --criterion auc50",
        setup=TABLE,
        expected=("auc_n(n=50)", "knn    auc_n"),
        source="the criterion is what is reported, fold by fold",
    ),
    Entry(
        "R138",
        f"{RUN} --model knn --grid grid.json",
        setup=TABLE,
        expected=("selection score (optimistic, not a risk estimate): accuracy", "corrected for the choice (an extra"),
        source="the words of the requirement, and those of the next",
    ),
    Entry(
        "R139",
        "[found.e632.value, found.e632_plus.value]",
        setup=BAGS,
        expected="[(1 - w) * seen + w * out, (1 - share) * seen + share * out]",
        tolerance=1e-12,
        source="Efron and Tibshirani 1997 (0.632 is 1 − 1/e), from scikit-learn's errors on the same draws",
    ),
    Entry(
        "R139",
        "'.632 and .632+ are extras' in str(found)",
        setup=BAGS,
        source="marked as extras",
    ),
    Entry(
        "R140",
        f"{RUN} --model gaussian --permutations 9 --permuting draw",
        setup=TABLE,
        expected=("of 9 draws of labels: p = ", "H0: inputs and targets are independent", "+ 1) / (9 + 1) = "),
        source="labels drawn from the estimated p(y), on the command line",
    ),
    Entry(
        "R141",
        "pv.permutation_test(GaussianNB(), X, y, plan=folds, measure='auc', n_permutations=1).observed",
        setup=AREAS,
        expected="np.mean([area(*fold) for fold in folds])",
        tolerance=1e-12,
        source="scikit-learn's area of each fold, averaged: scores of different models are not one scale",
    ),
    Entry(
        "R142",
        "[len(Kept.seen), {tuple(labels) for labels in Kept.seen} == {tuple(sorted(y[train].tolist()))}]",
        setup=KEPT,
        expected=[10, True],
        source="a plan of one split: only the training labels change places",
    ),
    Entry(
        "R143",
        "[one.method for one in told if not all(words in str(one) for words in said)]",
        setup=TESTS,
        expected=[],
        source="every test says H0, the alternative and what p means",
    ),
    Entry(
        "R145",
        "probative compare folds.csv --of paired",
        setup=FOLDS,
        expected="H0 is not rejected while the mean difference lies in (-1.8417, 1.8417)",
        source="t(0.975, 4) * S / sqrt(5)",
    ),
    Entry(
        "R149",
        "probative compare labels.csv --truth y --predicted A --predicted B --positive 1 --measure accuracy",
        setup=LABELS,
        expected="n01 = 10 (only A wrong), n10 = 4 (only B wrong), 7 of each expected under H0; n00 = 6 (both wrong), "
        "n11 = 70 (both right)",
        source="counted in the table that was written",
    ),
    Entry(
        "R151",
        "probative compare folds.csv --of paired",
        setup=FOLDS,
        expected="mean -1.2, sum of squares 8.8, degrees of freedom 4, variance 2.2, S 1.48324",
        source="E14 by hand",
    ),
    Entry(
        "R155",
        "probative compare folds.csv --of paired --parametric",
        setup=UNEQUAL,
        expected="sphericity is doubtful (Mauchly's p = ",
        source="two models that hardly vary beside one that varies by 6",
    ),
    Entry(
        "R161",
        "[words in Path('page.html').read_text(encoding='utf-8') for words in ('Bayes optimum', '0.9655', 'baseline rule')]",
        setup=WORLD,
        expected=[True, True, True],
        source="case 000-gauss-example-1: 1 − 0.0345468",
    ),
    Entry(
        "R165",
        f"{RUN} --model logistic --cost-fp 1 --cost-fn 5 --cost-method weight --cost-method resample --cost-method threshold",
        setup=TABLE,
        expected=(
            "logistic (weight)",
            "logistic (resample)",
            "logistic (threshold)",
            "expected cost, as costs were given",
        ),
        source="three routes on the same folds, by expected cost",
    ),
    *(Entry("R203", call, setup=TABLE, expected=words, source="machine-readable") for call, words in MACHINES),
    Entry(
        "R219",
        "probative resubstitution iris.csv --target species --model 'knn(n_neighbors=1)' --plan leave-one-out --raw",
        setup="probative data iris -o iris.csv",
        expected="0.04",
        source="1 − 0.960: the text, without standardising",
    ),
    Entry(
        "R220",
        f"{RUN} --model logistic --deliver model.skops",
        setup=TABLE,
        expected=(
            "one model of all rows",
            "90 rows",
            "this model was trained on all rows and never tested",
            "model.skops.json",
        ),
        source="the last step on the command line, in a safe format",
    ),
    Entry(
        "R201",
        "[*pv.experiment(iris, target='species', models=names, plan='2-fold').models, "
        "*pv.experiment(square, target='y', models=['polynomial'], plan='2-fold').models]",
        setup=LEARNERS,
        expected=["baseline", "knn", "gaussian", "logistic", "tree", "baseline", "polynomial"],
        source="the list of the text: the majority or the mean is always there",
    ),
    Entry(
        "R201",
        "pv.evaluate(pv.run({'own': Own()}, x[:, None], x, plan='3-fold unshuffled')).models['own'].measures['mse'].value",
        setup=LEARNERS,
        expected="np.mean([(x[k : k + 10] - np.delete(x, range(k, k + 10)).mean()) ** 2 for k in (0, 10, 20)])",
        tolerance=1e-9,
        source="any object with fit and predict: the mean of the other rows, by NumPy",
    ),
    Entry(
        "R204", "[part for part in parts if part not in text]", setup=PAGE, expected=[], source="the list of the text"
    ),
    Entry(
        "R216",
        "['chosen by these very numbers' in note.message, 'mean of a, b' in note.message, note.severity]",
        setup=MEMBERS,
        expected=[True, True, "note"],
        source="tested against the best member, and the choice marked",
    ),
    Entry(
        "R221",
        "probative theory scores --threshold 0.5",
        expected=(
            "separate    1.0000",
            "partial     0.9214  0.8413",
            "full        0.5000",
            "swapped     0.0786",
            "reversed    0",
        ),
        source="five separations: Φ(√2) = 0.9214 and Φ(1) = 0.8413 of two classes 2 apart",
    ),
]
