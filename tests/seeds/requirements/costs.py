"""Costs: as numbers of a point, as weights, draws and thresholds of a learner, and as what decides."""

from __future__ import annotations

from probative.errors import BadParameter, BadScores

from .entry import Entry

DATA = """y = np.array([1] * 55 + [0] * 65)
X = np.random.default_rng(1).normal(size=(120, 2)) + y[:, None]
dear = pv.Costs(fp=1, fn=5)
"""
KNN = "from sklearn.neighbors import KNeighborsClassifier\n" + DATA + 'grid = {"n_neighbors": [1, 9]}'
LOGISTIC = "from sklearn.linear_model import LogisticRegression\n" + DATA
ROUTES = (
    LOGISTIC
    + """models = {m: pv.CostSensitiveClassifier(LogisticRegression(), dear, method=m) for m in ("weight", "resample", "threshold")}
said = pv.run({"plain": LogisticRegression(), **models}, X, y, plan="10-fold stratified")
verdict = pv.compare(said, costs=dear)"""
)
DRAWN = (
    "from sklearn.naive_bayes import GaussianNB\n"
    + DATA
    + """seen = []
class Seen(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        seen.extend(np.bincount(y).tolist())
        return super().fit(X, y, sample_weight)
"""
)
WEIGHTED = (
    "from sklearn.naive_bayes import GaussianNB\n"
    + DATA
    + """weight = np.where(y == 1, 5.0, 1.0)
said = pv.run(GaussianNB(), X, y, plan="5-fold stratified", sample_weight=weight)
found = pv.evaluate(said, costs=dear).models["GaussianNB"].measures
guess = np.empty(120, int)
for train, test in pv.plan("5-fold stratified").split(X, y):
    guess[test] = GaussianNB().fit(X[train], y[train], sample_weight=weight[train]).predict(X[test])
paid = np.where(y == 1, 5.0 * (guess == 0), 1.0 * (guess == 1))"""
)
SAID = """from pathlib import Path
rows = ["1,1,1"] * 30 + ["1,0,1"] * 20 + ["0,0,0"] * 35 + ["0,0,1"] * 10 + ["0,1,1"] * 5
Path("said.csv").write_text("\\n".join(["y,pred_A,pred_B", *rows]))"""
BY_HAND = "by hand: A misses 20 of 50 and calls 5 of 50, so 0.1·5·0.4 + 0.9·0.1 = 0.29 where 1 of 10 is positive"

ENTRIES = [
    Entry(
        "R69",
        "pv.Costs(fp=1, fn=5).of_point(fpr=0.1, tpr=0.8, prevalence=0.5)",
        expected=0.55,
        tolerance=1e-12,
        source="case 004-expected-cost-formula",
    ),
    Entry(
        "R69",
        "pv.roc_points({'C': (0.1, 0.8)}).costs(fp=1, fn=5, prior=0.1)['C']",
        expected=0.19,
        tolerance=1e-12,
        source="case 004-expected-cost-formula",
    ),
    Entry(
        "R70",
        "[found.operating['C'].value, found.sample['C'].value]",
        setup="found = pv.compare_costs({'C': pv.Outcomes(tp=40, fn=10, fp=5, tn=45)}, pv.Costs(1, 5, prior=0.1))",
        expected=[0.19, 0.55],
        tolerance=1e-12,
        source="case 004-expected-cost-formula",
    ),
    Entry(
        "R70",
        "probative evaluate said.csv --truth y --predicted pred_A --cost-fp 1 --cost-fn 5 --prior 0.1 --json -",
        setup=SAID,
        expected=('"value": 0.29', '"value": 1.05'),
        source=BY_HAND + ", and (20·5 + 5)/100 = 1.05 in the sample",
    ),
    Entry("R73", "pv.Costs(fp=1, fn=5).threshold", expected=1 / 6, tolerance=1e-12, source="case 004-cost-weighting"),
    Entry(
        "R73",
        "pv.best_threshold(pv.Ladder.from_scores(y, X[:, 0]), 'calibrated', costs=dear)",
        setup=DATA,
        expected=BadScores,
        source="scores outside [0, 1] are no probabilities",
    ),
    Entry(
        "R137",
        "pv.select(KNeighborsClassifier(), grid, X, y, plan='nested 3-fold/3-fold', criterion='f_beta(beta=2)').risk.measure",
        setup=KNN,
        expected="f_beta",
        source="the risk is that of the criterion",
    ),
    Entry(
        "R137",
        "pv.select(KNeighborsClassifier(), grid, X, y, plan='60/20/20', criterion='auc50').criterion",
        setup=KNN,
        expected="auc_n(n=50)",
        source="AUC50 is the area up to the 50th false positive",
    ),
    Entry(
        "R137",
        "pv.select(KNeighborsClassifier(), grid, X, y, plan='60/20/20', criterion=dear).better",
        setup=KNN,
        expected="lower",
        source="the direction of a cost",
    ),
    Entry(
        "R137",
        "pv.deliver(KNeighborsClassifier(), X, y, predictions=said, measure=dear).measure",
        setup=KNN + '\nsaid = pv.run(KNeighborsClassifier(), X, y, plan="3-fold stratified")',
        expected="expected_cost(fp=1, fn=5)",
        source="the delivered model is reported by what it was chosen by",
    ),
    Entry(
        "R163",
        "(pv.CostSensitiveClassifier(Seen(), dear, method='resample', random_state=0).fit(X, y), seen)[1]",
        setup=DRAWN,
        expected=[65, 275],
        source="case 004-cost-weighting: 5 · 55 positives beside 65 negatives, ratio 4.230769",
    ),
    Entry(
        "R163",
        "(pv.CostSensitiveClassifier(Seen(), dear, method='resample', sampling='under', random_state=0).fit(X, y), seen)[1]",
        setup=DRAWN,
        expected=[13, 55],
        source="case 004-cost-weighting: 65 / 5 negatives beside 55 positives, ratio 4.230769",
    ),
    Entry(
        "R164",
        "pv.CostSensitiveClassifier(LogisticRegression(), dear).fit(X, y).predict_proba(X)[:5, 1].tolist()",
        setup=LOGISTIC,
        expected="LogisticRegression(class_weight={0: 1, 1: 5}).fit(X, y).predict_proba(X)[:5, 1].tolist()",
        tolerance=1e-9,
        source="scikit-learn's class_weight",
    ),
    Entry(
        "R164",
        "pv.CostSensitiveClassifier(KNeighborsClassifier(), dear).fit(X, y)",
        setup=KNN,
        expected=BadParameter,
        source="its fit has no sample_weight",
    ),
    Entry(
        "R165",
        "[w.weight_positive, w.weight_negative, w.effective_prior, w.ratio, w.threshold]",
        setup="w = pv.Costs(fp=1, fn=5).weighting(positives=55, negatives=65)",
        expected=[5.0, 1.0, 0.808823529412, 4.230769230769, 0.166666666667],
        tolerance=1e-9,
        source="case 004-cost-weighting",
    ),
    Entry("R165", "verdict.measure", setup=ROUTES, expected="expected_cost", source="costs are what decides"),
    Entry(
        "R165",
        "sorted(c.b for c in verdict.contests if c.a == 'plain' and c.values[1] < c.values[0])",
        setup=ROUTES,
        expected=["resample", "threshold", "weight"],
        source="each route costs less than none (Bayes' rule)",
    ),
    Entry(
        "R166",
        "[found[name].value for name in ('prevalence', 'accuracy', 'expected_cost')]",
        setup=WEIGHTED,
        expected="[55 / 120, (guess == y).mean(), paid.mean()]",
        tolerance=1e-12,
        source="the trainings by hand, every row counted once",
    ),
    Entry(
        "R177",
        "probative compare said.csv --truth y --predicted pred_A --predicted pred_B --cost-fp 1 --cost-fn 5 --prior 0.1",
        setup=SAID,
        expected="the difference is 20 per 1,000 rows of expected_cost",
        source=BY_HAND + "; B misses none and calls 15 of 50, so 0.9·0.3 = 0.27 and the difference is 0.02",
    ),
    Entry(
        "R177",
        "['costs-declared' in [n.code for n in pv.evaluate(truth=y, predicted=said, costs=pv.Costs(k, 5)).notes] for k in (1, 5)]",
        setup=DATA + "said = (X.sum(axis=1) > 2).astype(int)",
        expected=[True, False],
        source="equal costs are what accuracy assumes",
    ),
]
