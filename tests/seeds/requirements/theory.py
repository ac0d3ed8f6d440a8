"""Theory made runnable: losses, risk, known worlds and their pictures."""

import math

from probative.errors import BadLabels, BadParameter

from .entry import Entry

YG = "y, g = np.array([1, 1, -1, -1]), np.array([1, -1, 1, -1])"
TASK = "task = pv.gaussian_example(1)"
SAMPLE = TASK + "; X, y = task.sample((55, 65), random_state=0)"
NORMAL = "from scipy import stats"
PARABOLA = "noisy = pv.NoisyFunction(lambda x: x**2, 0.1)"
LADDER = "ladder = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2])"
BORDER = (
    SAMPLE
    + """; from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
fresh, truth = task.sample((91667, 108333), random_state=1)
said = QuadraticDiscriminantAnalysis().fit(X, y).predict(fresh)"""
)
KNN = """from sklearn.neighbors import KNeighborsClassifier
from sklearn.metrics import roc_auc_score
X, y = pv.gaussian_example(1).sample((55, 65), random_state=0)
scores = {k: KNeighborsClassifier(k).fit(X[::2], y[::2]).predict_proba(X[1::2])[:, 1] for k in (1, 3, 5)}
ladders = {k: pv.Ladder.from_scores(y[1::2], s) for k, s in scores.items()}"""

LOSSES = [
    Entry("R11", "pv.losses.zero_one(y, g).tolist()", setup=YG, expected=[0, 1, 1, 0], source="case 000-loss-identity"),
    Entry("R11", "pv.losses.zero_one([1.5, 2.5], [1.0, 2.0])", expected=BadLabels, source="numbers, not labels"),
    Entry(
        "R12", "pv.losses.quadratic(y, g).tolist()", setup=YG, expected=[0, 4, 4, 0], source="case 000-loss-identity"
    ),
    Entry("R12", "pv.losses.quadratic([[0, 0]], [[3, 4]]).tolist()", expected=[25.0], source="3² + 4²"),
    Entry(
        "R13",
        "pv.losses.asymmetric(fp=1, fn=5)(y, g).tolist()",
        setup=YG,
        expected=[0, 5, 1, 0],
        source="the definition",
    ),
    Entry("R13", "pv.losses.asymmetric(fp=0, fn=5)", expected=BadParameter, source="both losses are above 0"),
    Entry(
        "R14",
        "float(pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)}).risk(lambda x: np.where(x[:, 0] >= 0, 1, -1)))",
        setup=NORMAL,
        expected="stats.norm.cdf(-1)",
        tolerance=1e-9,
        source="SciPy: Φ(−1)",
    ),
    Entry(
        "R14",
        "pv.NoisyFunction(lambda x: x, 0.5).pointwise_risk([0.0, 1.0], lambda x: 0.0).tolist()",
        expected=[0.25, 1.25],
        tolerance=1e-12,
        source="σ² and 1 + σ²",
    ),
    Entry(
        "R15",
        "float(task.border_risk(task.quadric))",
        setup=TASK,
        expected=0.0345468196,
        tolerance=1e-8,
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R16",
        "float(noisy.risk(lambda x: x))",
        setup=PARABOLA,
        expected=1 / 30 + 0.01,
        tolerance=1e-11,
        source="case 000-noisy-function-risk",
    ),
    Entry(
        "R16",
        "float(pv.NoisyFunction(lambda x: x**2, noise=stats.laplace(scale=0.5)).risk(lambda x: x))",
        setup=NORMAL,
        expected=1 / 30 + 0.5,
        tolerance=1e-9,
        source="∫ (x² − x)² dx + 2 · 0.5²",
    ),
    Entry(
        "R17",
        "float(noisy.modelling_error(lambda x: x))",
        setup=PARABOLA,
        expected=1 / 30,
        tolerance=1e-12,
        source="case 000-noisy-function-risk",
    ),
    Entry(
        "R18",
        'pv.losses.empirical_risk(y, g, "zero_one").value',
        setup=YG,
        expected=0.5,
        tolerance=1e-12,
        source="2 of 4",
    ),
    Entry(
        "R19",
        'pv.losses.empirical_risk([1.0, 2.0, 3.0, 4.0], [1.0] * 4, "absolute").standard_error',
        setup=NORMAL,
        expected="stats.sem([0, 1, 2, 3])",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R19",
        "pv.losses.convergence([0, 1, 1, 0]).risk.tolist()",
        expected=[0, 1 / 2, 2 / 3, 1 / 2],
        tolerance=1e-12,
        source="running means by hand",
    ),
    Entry("R20", "pv.losses.empirical_risk([1.0, 2.0], [1.0, 3.0]).title", expected="MSE", source="the text"),
    Entry(
        "R21",
        'bool(pv.losses.empirical_risk([1, -1], [9.0, -7.0], "quadratic").caution)',
        source="scores far from ±1 on the right side are punished",
    ),
]

WORLDS = [
    Entry(
        "R22",
        "float(pv.theory.bayes_theorem([[0.9, 0.1], [0.05, 0.95]], [0.01, 0.99])[0, 0])",
        expected=0.009 / (0.009 + 0.0495),
        tolerance=1e-12,
        source="Bayes' theorem by hand",
    ),
    Entry(
        "R23",
        "task.predict([[0.3, 0.7], [0.5, 0.3]]).tolist()",
        setup=TASK,
        expected=[1, -1],
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R24",
        "float(pv.ClassTask({1: stats.uniform(0, 1), -1: stats.uniform(2, 1)}).bayes_risk)",
        setup=NORMAL,
        expected=0.0,
        tolerance=1e-12,
        source="classes that do not overlap",
    ),
    Entry(
        "R25",
        "float(pv.theory.Gaussian([1.0, 2.0], [[2.0, 0.3], [0.3, 1.0]]).log_density([[0.0, 0.0]])[0])",
        setup=NORMAL,
        expected="stats.multivariate_normal([1.0, 2.0], [[2.0, 0.3], [0.3, 1.0]]).logpdf([0.0, 0.0])",
        tolerance=1e-10,
        source="SciPy",
    ),
    Entry(
        "R26",
        "[float(g([[0.3, 0.7]])[0]) for g in (task.g_tilde, task.g_bar, task.g_hat)]",
        setup=TASK,
        expected=[6.676110853928, 0.843673156543, 2.467566175567],
        tolerance=1e-9,
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R27",
        "float(task.quadric.c)",
        setup=TASK,
        expected=59.04020121913,
        tolerance=1e-8,
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R28",
        "[pv.gaussian_example(i).quadric.kind for i in (1, 2, 3)]",
        expected=["hyperbola", "hyperbola", "circle"],
        source="cases 000-gauss-example-1 to 3",
    ),
    Entry(
        "R29",
        "[float(task.tpr), float(task.fpr)]",
        setup=TASK,
        expected=[0.983519457622, 0.049833669557],
        tolerance=1e-8,
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R30",
        "list(pv.losses.asymmetric(fp=1, fn=5).thresholds.to_dict().values())",
        expected=[1 / 6, 0.2, math.log(0.2), -2 / 3],
        tolerance=1e-12,
        source="case 000-asymmetric-thresholds",
    ),
    Entry(
        "R31",
        "float(task.minimal_risk(pv.losses.asymmetric(fp=1, fn=5)))",
        setup=TASK,
        expected=0.046886777043,
        tolerance=1e-8,
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R32",
        "[float(pv.gaussian_example(i).bayes_risk) for i in (1, 2, 3)]",
        expected=[0.0345468196, 0.0198798342, 0.0161678081],
        tolerance=1e-9,
        source="cases 000-gauss-example-1 to 3",
    ),
    Entry(
        "R33",
        "[int((y == sign).sum()) for sign in (1, -1)]",
        setup=SAMPLE,
        expected=[55, 65],
        source="the class counts asked for",
    ),
    Entry(
        "R34",
        "float(pv.plug_in(task, X, y).risk)",
        setup=BORDER,
        expected="(said != truth).mean()",
        tolerance=0.002,
        source="scikit-learn's quadratic discriminant of the same sample, wrong on 200,000 fresh rows (4 standard errors)",
    ),
    Entry(
        "R34",
        "float(pv.plug_in(task, X, y).excess)",
        setup=BORDER,
        expected="pv.plug_in(task, X, y).risk - 0.0345468196",
        tolerance=1e-8,
        source="less the risk of Bayes of case 000-gauss-example-1",
    ),
    Entry(
        "R35",
        "list(pv.gaussian_study(task, sample=(55, 65)).charts())",
        setup=TASK,
        expected=["density", "g_tilde", "g_bar", "g_hat", "data", "roc"],
        source="the text",
    ),
    Entry(
        "R36",
        "probative theory gaussian --example 1",
        expected="Real tasks do not come with a known p(x, y), so the risk there is only ever estimated.",
        source="the text",
    ),
    Entry(
        "R37",
        "[float(curve.auc), round(float(curve.at(0.049833669557)), 4)]",
        setup=TASK + "; curve = task.roc()",
        expected=[0.99268689, 0.9835],
        tolerance=1e-6,
        source="case 000-gauss-example-1: its area, and the point of Bayes' rule on it",
    ),
    Entry(
        "R45",
        "probative theory bias-variance --degree 1..12",
        expected="Least total at complexity = 3",
        source="bias² and variance by hand: (degree + 1) σ² / n",
    ),
    Entry(
        "R47",
        "probative theory bias-variance --degree 1..3",
        expected="prior knowledge about the problem can lower both",
        source="the text",
    ),
    Entry(
        "R161",
        'pv.evaluate(truth=y, scores=task.posterior(X)).against(task).about.optimum["accuracy"]',
        setup=SAMPLE,
        expected=1 - 0.0345468196,
        tolerance=1e-8,
        source="case 000-gauss-example-1",
    ),
    Entry(
        "R209",
        'pv.decision_regions(task, X, y, task=task).counts["TP"]',
        setup=SAMPLE,
        expected="((task.predict(X) == 1) & (y == 1)).sum()",
        tolerance=0.0,
        source="counted by NumPy",
    ),
]

CURVES = [
    Entry(
        "R91",
        "pv.accuracy_lines(ladder).best.value",
        setup=LADDER,
        expected=5 / 6,
        tolerance=1e-12,
        source="all thresholds tried",
    ),
    Entry(
        "R92",
        'pv.cost_lines(pv.roc_points({"A": (0.2, 0.6), "B": (0.5, 0.9)}), fp=1, fn=1, prevalence=0.5).touch.fpr.tolist()',
        expected=[0.2, 0.5],
        tolerance=1e-12,
        source="the edge from A to B has slope 1",
    ),
    Entry(
        "R95",
        '[float(pv.score_demonstration(k).auc) for k in ("separate", "partial", "full", "reversed")]',
        expected=[1.0, 0.921350396475, 0.5, 0.0],
        tolerance=1e-9,
        source="cases 003-roc-example-1 to 4",
    ),
    *(
        Entry(
            requirement,
            f'pv.roc_family(ladders, by="k"){view}',
            setup=KNN,
            expected=wanted,
            tolerance=1e-12,
            source="scikit-learn's areas of the same votes",
        )
        for requirement, view, wanted in (
            ("R100", '.columns()["auc"].tolist()', "[roc_auc_score(y[1::2], s) for s in scores.values()]"),
            ("R219", '.columns()["auc"].argmax()', "np.argmax([roc_auc_score(y[1::2], s) for s in scores.values()])"),
        )
    ),
    Entry("R219", 'len(pv.roc_family(ladders, by="k").panels())', setup=KNN, expected=3, source="one panel per k"),
    Entry(
        "R219",
        '[1 - pv.resubstitution(model, X, y, plan="leave-one-out").models[0].test.value for model in (near, scaled)]',
        setup="""from sklearn.datasets import load_iris
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
X, y = load_iris(return_X_y=True)
near, scaled = KNeighborsClassifier(1), make_pipeline(StandardScaler(), KNeighborsClassifier(1))""",
        expected=[0.96, 0.94666666666667],
        tolerance=1e-9,
        source="the text: 0.960 raw, 0.947 standardised",
    ),
]

ENTRIES = [*LOSSES, *WORLDS, *CURVES]
