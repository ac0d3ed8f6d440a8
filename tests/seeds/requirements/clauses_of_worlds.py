"""Clauses of data, losses, known worlds, bias and variance that other entries leave open."""

from __future__ import annotations

from probative.errors import BadLabels, BadParameter, EmptyData, LengthMismatch

from .entry import Entry

STATS = "from scipy import stats"
ONE = "task = pv.gaussian_example(1)"
FLAT = STATS + "\ntask = pv.ClassTask({1: stats.uniform(0, 1), -1: stats.uniform(2, 1)})"
PAIR = STATS + "\ntask = pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)})"
HALF = ONE + "\ndef half(x):\n    return np.where(x[:, 0] > 0.5, 1, -1)\nfrom scipy.stats import norm"
LINE = """class Fixed:
    def __init__(self, slope=2.0):
        self.slope = slope
    def get_params(self, deep=True):
        return {"slope": self.slope}
    def set_params(self, slope):
        self.slope = slope
        return self
    def fit(self, X, y):
        return self
    def predict(self, X):
        return self.slope * np.asarray(X)[:, 0] + 1
from sklearn.base import BaseEstimator, RegressorMixin
class Line(RegressorMixin, Fixed, BaseEstimator):
    pass
task = pv.NoisyFunction(np.sin, sigma=0.5, low=0, high=3)
t = pv.bias_variance(Line(), task=task, n=8, repeats=20).points.values
x = np.linspace(0, 3, 8)"""
POLYNOMIAL = """from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
through = make_pipeline(PolynomialFeatures(3), LinearRegression())
task = pv.NoisyFunction(np.sin, sigma=0.5, low=0, high=3)
knots, between = np.arange(4.0), np.array([0.5, 1.5, 2.5])
basis = np.array([[np.prod([(x - k) / (j - k) for k in knots if k != j]) for j in knots] for x in between])"""
TABLE = """from pathlib import Path
Path("mixed.csv").write_text("age,town,y\\n" + "41,Bern,n\\n35,Genf,p\\n52,Bern,p\\n47,Basel,n\\n" * 6)"""
MATRIX = """from pathlib import Path
Path("printed.csv").write_text("predicted,yes,no\\nyes,40,5\\nno,10,45\\n")"""
ARRAYS = "rng = np.random.default_rng(2); y, g = rng.integers(0, 2, 60), rng.integers(0, 2, 60)"

DATA = [
    Entry("R1", "pv.evaluate(truth=[1, 0, 1], predicted=[1, 0])", expected=LengthMismatch, source="3 rows beside 2"),
    Entry("R1", "pv.evaluate(truth=[], predicted=[])", expected=EmptyData, source="no rows"),
    Entry(
        "R1",
        "probative audit mixed.csv --target y --all",
        setup=TABLE,
        expected=("age     number ", "town    category"),
        source="numbers, and words",
    ),
    Entry(
        "R3",
        "[pv.evaluate(truth=y, scores=[0.2, 0.7, 0.9]).positive for y in ([0, 1, 1], [False, True, True], [-1, 1, 1])]",
        expected=[1, True, 1],
        source="the label that is the larger number, or true",
    ),
    Entry(
        "R3",
        "pv.evaluate(truth=['a', 'b'], predicted=['a', 'a'], positive='c')",
        expected=BadLabels,
        source="a positive label that does not occur",
    ),
    Entry(
        "R3",
        "pv.Ladder.from_scores(['a', 'b', 'c'], [0.1, 0.2, 0.3], pos_label='a')",
        expected=BadLabels,
        source="three labels",
    ),
    Entry(
        "R3",
        "pv.evaluate(truth=[1, 1, 1], predicted=[1, 1, 0]).models['model'].measures['specificity'].why",
        expected="no actual negatives",
        source="one label only: undefined, with the reason",
    ),
    Entry(
        "R4",
        "pv.value('auc', pv.Ladder.from_scores([1, 0, 1, 0], [np.inf, -np.inf, 0.0, 1.0]))",
        expected=0.75,
        source="by hand: 3 of 4 pairs are won",
    ),
    Entry(
        "R5",
        "probative counts printed.csv --transposed --layout actual-rows",
        setup=MATRIX,
        expected=("TP 40          FN 10 ", "FP 5           TN 45 "),
        source="the deck prints predicted classes in rows",
    ),
]

LOSSES = [
    Entry(
        "R12",
        "[pv.losses.quadratic(s, t).mean() / pv.losses.zero_one(s, t).mean() for s, t in ((2 * y - 1, 2 * g - 1), (y, g))]",
        setup=ARRAYS,
        expected=[4, 1],
        tolerance=1e-12,
        source="E7: the factor is 4 of {-1, +1} and 1 of {0, 1}",
    ),
    Entry("R13", "pv.losses.asymmetric(fp=1, fn=-5)", expected=BadParameter, source="both losses are above 0"),
    Entry(
        "R14",
        "task.pointwise_risk([0.3], lambda x: np.ones(len(x))).tolist()",
        setup=PAIR,
        expected="[stats.norm.pdf(0.3, -1) / (stats.norm.pdf(0.3, -1) + stats.norm.pdf(0.3, 1))]",
        tolerance=1e-12,
        source="p(−1 | x): who says +1 is wrong so often",
    ),
    Entry(
        "R15",
        "float(task.risk(half, draws=100000))",
        setup=HALF,
        expected="task.prior_pos * norm.cdf(0.5, task.mean_pos[0], task.cov_pos[0, 0] ** 0.5)"
        " + (1 - task.prior_pos) * norm.sf(0.5, task.mean_neg[0], task.cov_neg[0, 0] ** 0.5)",
        tolerance=0.0045,
        source="∫ p(x, +1) where g < 0 and ∫ p(x, −1) where g > 0, of the first feature (three standard errors)",
    ),
    Entry(
        "R19",
        "(lambda risk: (risk.low, risk.high))(pv.losses.empirical_risk([3.0, 4.0, 5.5, 6.0], [0.0] * 4, 'absolute'))",
        setup=STATS,
        expected="stats.t.interval(0.95, 3, np.mean([3, 4, 5.5, 6]), stats.sem([3, 4, 5.5, 6]))",
        tolerance=1e-9,
        source="SciPy: Student's interval",
    ),
    Entry(
        "R19",
        "probative theory risk --f square --g line --sigma 0.1 --samples 400 -o convergence.svg",
        expected=("estimated, seed 0", "standard error", "picture written to convergence.svg"),
        source="the view of convergence as a picture",
    ),
]

WORLDS = [
    Entry(
        "R22",
        "pv.theory.marginal_density(lambda x: 0.3 * stats.norm.pdf(x, 2, 1.5))",
        setup=STATS,
        expected=0.3,
        tolerance=1e-8,
        source="a density that integrates to 0.3",
    ),
    Entry(
        "R22",
        "pv.theory.finite_risk([[0.1, 0.3], [0.4, 0.2]], [1, 0])",
        expected=0.3,
        tolerance=1e-12,
        source="by hand: 0.1 where x is the first, 0.2 where it is the second, are of the class that is not said",
    ),
    Entry("R23", "np.isnan(task.posterior([1.5])).all()", setup=FLAT, source="p(x) = 0 there"),
    Entry(
        "R25",
        "pv.theory.Gaussian([0, 0], [[1, 0.5], [0.2, 1]])",
        expected=BadParameter,
        source="covariances are symmetric",
    ),
    Entry("R25", "pv.theory.Gaussian([0, 0], [[1, 1], [1, 1]])", expected=BadParameter, source="a singular covariance"),
    Entry(
        "R26",
        "np.asarray(task.g_bar(X)).tolist()",
        setup=ONE + "; X, _ = task.sample(50, random_state=2)",
        expected="np.tanh(np.asarray(task.g_hat(X)) / 2).tolist()",
        tolerance=1e-12,
        source="ḡ = tanh(ĝ / 2)",
    ),
    Entry(
        "R29",
        "[float(task.tpr), float(task.fpr)]",
        setup="task = pv.GaussianTask(0.0, 4.0, 0.0, 1.0)\nfrom scipy.stats import norm\nborder = np.sqrt(8 * np.log(2) / 3)",
        expected="[2 * norm.sf(border / 2), 2 * norm.sf(border)]",
        tolerance=1e-12,
        source="closed form: both tails beyond x² = (8 ln 2) / 3",
    ),
    Entry(
        "R29",
        "[float(task.tpr), float(task.fpr)]",
        setup="task = pv.GaussianTask([0, 0], np.eye(2), [0, 0], 4 * np.eye(2), prior_pos=0.3)\nr2 = 8 / 3 * np.log(12 / 7)",
        expected="[1 - np.exp(-r2 / 2), 1 - np.exp(-r2 / 8)]",
        tolerance=1e-9,
        source="closed form: Rayleigh's distribution inside a circle",
    ),
    Entry(
        "R29",
        "(lambda r: abs(float(r) - norm.cdf(-0.5)) < 4 * max(r.standard_error or 0, 1e-9))(task.bayes_risk)",
        setup="task = pv.GaussianTask(np.zeros(4), np.diag([1, 2, 3, 4.0]), [1, 0, 0, 0], np.diag([1, 2, 3, 4.0 + 1e-7]))\n"
        "from scipy.stats import norm",
        source="SciPy: Φ(−½) for two nearly equal covariances in four dimensions, within four standard errors",
    ),
    Entry(
        "R30",
        "[(said == (value >= cut)).all() for value, cut in zip(values, loss.thresholds.to_dict().values())]",
        setup=ONE + "; X, _ = task.sample(300, random_state=2); loss = pv.losses.asymmetric(fp=3, fn=0.5)\n"
        "said = task.predict(X, loss) == 1; up = np.asarray(task.posterior(X))\n"
        "values = [up, up / np.maximum(1 - up, 1e-300), np.asarray(task.g_hat(X)), np.asarray(task.g_bar(X))]",
        expected=[True] * 4,
        source="four thresholds, one rule",
    ),
    Entry(
        "R34",
        "probative theory gaussian --example 1 --positives 2 --negatives 20",
        expected=2,
        source="two rows leave a covariance of two features singular",
    ),
    Entry(
        "R35",
        "probative theory gaussian --example 2 --samples 60 --show g-bar -o discriminant.svg",
        expected=("plug-in rule: true risk", "picture written to discriminant.svg"),
        source="a sample and its picture",
    ),
    Entry(
        "R37",
        "float(pv.GaussianTask(1.5, 1.0, 0.0, 1.0).auc)",
        setup="from scipy.stats import norm",
        expected="norm.cdf(1.5 / np.sqrt(2))",
        tolerance=1e-6,
        source="closed form: Φ(d / √2)",
    ),
]

SPREAD = [
    Entry(
        "R41",
        "pv.bias_variance(through, task=task, n=9, repeats=30, redraw_inputs=True).points.values['variance'].max() > 0.25",
        setup=POLYNOMIAL,
        source="inputs that are drawn anew leave ends without rows, where a cubic varies by more than the noise",
    ),
    Entry(
        "R43",
        "[t['variance'].max(), *(t['bias2'] - (2 * x + 1 - np.sin(x)) ** 2)]",
        setup=LINE,
        expected=[0.0] * 9,
        tolerance=1e-12,
        source="(g − f)² of g = 2x + 1 at the points of the design",
    ),
    Entry(
        "R43",
        "[fixed['variance'].max(), *(fixed['bias2'] - (1 - 2 * x - np.sin(2 * np.pi * x)) ** 2)][:20]",
        setup="fixed = pv.extreme_fits()['fixed line'].columns(); x = fixed['x']",
        expected=[0.0] * 20,
        tolerance=1e-12,
        source="the line 1 − 2x beside sin 2πx: (g − f)²",
    ),
    Entry(
        "R44",
        "pv.bias_variance(through, task=task, n=4, at=between).tables['at'].values['variance'].tolist()",
        setup=POLYNOMIAL,
        expected="(0.25 * (basis**2).sum(axis=1)).tolist()",
        tolerance=1e-9,
        source="σ² times the summed squares of Lagrange's polynomials, between the points",
    ),
    Entry(
        "R45",
        "probative theory bias-variance --degree 3 --n 10,20,40",
        expected=("        10   0.0065295         0.1 ", "        0.05 ", "       0.025 "),
        source="variance (3 + 1) · 0.25 / n",
    ),
    Entry(
        "R46",
        "any('probability of 1 against 0 and 1' in note for note in found.notes)",
        setup="from sklearn.linear_model import LogisticRegression; rng = np.random.default_rng(0); "
        "X = rng.normal(size=(60, 2)); y = (X[:, 0] > 0).astype(int)\n"
        "found = pv.bias_variance(LogisticRegression(), X, y, loss='squared', repeats=5)",
        source="the caution of squared errors of scores",
    ),
]

ENTRIES = [*DATA, *LOSSES, *WORLDS, *SPREAD]
