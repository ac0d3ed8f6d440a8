"""Theory made runnable: losses, risk, known worlds and their pictures."""

import math
import subprocess
import sys

import numpy as np
from scipy import stats

import probative as pv
from probative.theory.gaussian_pictures import FIELDS

from .entry import Entry

TASK = pv.gaussian_example(1)
Y, G = np.array([1, 1, -1, -1]), np.array([1, -1, 1, -1])
LADDER = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.2])
SENTENCE = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."


def sample():
    return TASK.sample((55, 65), random_state=0)


def command(*words):
    done = subprocess.run([sys.executable, "-m", "probative", *words], capture_output=True, text=True, check=True)
    return done.stdout


def square(x):
    return x**2


def line(x):
    return x


ENTRIES = [
    Entry(
        "R11",
        "pv.losses.zero_one(y, g)",
        lambda: pv.losses.zero_one(Y, G).tolist(),
        [0, 1, 1, 0],
        source="000-loss-identity",
    ),
    Entry(
        "R12",
        "pv.losses.quadratic(y, g)",
        lambda: pv.losses.quadratic(Y, G).tolist(),
        [0, 4, 4, 0],
        source="000-loss-identity",
    ),
    Entry(
        "R12",
        "pv.losses.quadratic([[0, 0]], [[3, 4]])",
        lambda: pv.losses.quadratic([[0, 0]], [[3, 4]]).tolist(),
        [25.0],
        source="3² + 4²",
    ),
    Entry(
        "R13",
        "pv.losses.asymmetric(fp=1, fn=5)(y, g)",
        lambda: pv.losses.asymmetric(fp=1, fn=5)(Y, G).tolist(),
        [0, 5, 1, 0],
        source="definition",
    ),
    Entry(
        "R14",
        "pv.ClassTask({1: norm(1), -1: norm(-1)}).risk(lambda x: np.where(x[:, 0] >= 0, 1, -1))",
        lambda: float(
            pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)}).risk(lambda x: np.where(x[:, 0] >= 0, 1, -1))
        ),
        0.15865525393145707,
        1e-9,
        "Φ(−1)",
    ),
    Entry(
        "R14",
        "pv.NoisyFunction(lambda x: x, 0.5).pointwise_risk([0.0, 1.0], lambda x: 0.0)",
        lambda: pv.NoisyFunction(line, 0.5).pointwise_risk([0.0, 1.0], lambda x: 0.0).tolist(),
        [0.25, 1.25],
        1e-12,
        "σ² and 1 + σ²",
    ),
    Entry(
        "R15",
        "pv.gaussian_example(1).border_risk(pv.gaussian_example(1).quadric)",
        lambda: float(TASK.border_risk(TASK.quadric)),
        0.0345468196,
        1e-8,
        "000-gauss-example-1",
    ),
    Entry(
        "R16",
        "pv.NoisyFunction(lambda x: x**2, 0.1).risk(lambda x: x)",
        lambda: float(pv.NoisyFunction(square, 0.1).risk(line)),
        0.043333333333,
        1e-11,
        "000-noisy-function-risk",
    ),
    Entry(
        "R16",
        "pv.NoisyFunction(lambda x: x**2, noise=scipy.stats.laplace(scale=0.5)).risk(lambda x: x)",
        lambda: float(pv.NoisyFunction(square, noise=stats.laplace(scale=0.5)).risk(line)),
        1 / 30 + 0.5,
        1e-9,
        "∫ (x² − x)² dx + 2 · 0.5²",
    ),
    Entry(
        "R17",
        "pv.NoisyFunction(lambda x: x**2, 0.1).modelling_error(lambda x: x)",
        lambda: float(pv.NoisyFunction(square, 0.1).modelling_error(line)),
        1 / 30,
        1e-12,
        "000-noisy-function-risk",
    ),
    Entry(
        "R18",
        'pv.losses.empirical_risk(y, g, "zero_one").value',
        lambda: pv.losses.empirical_risk(Y, G, "zero_one").value,
        0.5,
        1e-12,
        "2 of 4",
    ),
    Entry(
        "R19",
        'pv.losses.empirical_risk([1, 2, 3, 4], [1, 1, 1, 1], "absolute").standard_error',
        lambda: pv.losses.empirical_risk([1.0, 2.0, 3.0, 4.0], [1.0] * 4, "absolute").standard_error,
        float(stats.sem([0, 1, 2, 3])),
        1e-12,
        "scipy.stats.sem",
    ),
    Entry(
        "R19",
        "pv.losses.convergence([0, 1, 1, 0]).risk",
        lambda: pv.losses.convergence([0, 1, 1, 0]).risk.tolist(),
        [0, 1 / 2, 2 / 3, 1 / 2],
        1e-12,
        "running means",
    ),
    Entry(
        "R20",
        "pv.losses.empirical_risk([1.0, 2.0], [1.0, 3.0]).title",
        lambda: pv.losses.empirical_risk([1.0, 2.0], [1.0, 3.0]).title,
        "MSE",
    ),
    Entry(
        "R21",
        "bool(pv.losses.empirical_risk([1, -1], [9.0, -7.0]).caution)",
        lambda: bool(pv.losses.empirical_risk([1, -1], [9.0, -7.0]).caution),
        True,
    ),
    Entry(
        "R22",
        "pv.theory.bayes_theorem([[0.9, 0.1], [0.05, 0.95]], [0.01, 0.99])[0, 0]",
        lambda: float(pv.theory.bayes_theorem([[0.9, 0.1], [0.05, 0.95]], [0.01, 0.99])[0, 0]),
        0.009 / (0.009 + 0.0495),
        1e-12,
        "Bayes' theorem by hand",
    ),
    Entry(
        "R23",
        "pv.gaussian_example(1).predict([[0.3, 0.7], [0.5, 0.3]])",
        lambda: TASK.predict([[0.3, 0.7], [0.5, 0.3]]).tolist(),
        [1, -1],
        source="000-gauss-example-1",
    ),
    Entry(
        "R24",
        "pv.ClassTask({1: uniform(0, 1), -1: uniform(2, 1)}).bayes_risk",
        lambda: float(pv.ClassTask({1: stats.uniform(0, 1), -1: stats.uniform(2, 1)}).bayes_risk),
        0.0,
        1e-12,
        "classes that do not overlap",
    ),
    Entry(
        "R25",
        "pv.theory.Gaussian(mean, cov).log_density(x)",
        lambda: float(pv.theory.Gaussian([1.0, 2.0], [[2.0, 0.3], [0.3, 1.0]]).log_density([[0.0, 0.0]])[0]),
        float(stats.multivariate_normal([1.0, 2.0], [[2.0, 0.3], [0.3, 1.0]]).logpdf([0.0, 0.0])),
        1e-10,
        "scipy.stats.multivariate_normal",
    ),
    Entry(
        "R26",
        "task.g_tilde(x), task.g_bar(x), task.g_hat(x)",
        lambda: [float(g([[0.3, 0.7]])[0]) for g in (TASK.g_tilde, TASK.g_bar, TASK.g_hat)],
        [6.676110853928, 0.843673156543, 2.467566175567],
        1e-9,
        "000-gauss-example-1",
    ),
    Entry("R27", "task.quadric.c", lambda: TASK.quadric.c, 59.04020121913, 1e-8, "000-gauss-example-1"),
    Entry(
        "R28",
        "[pv.gaussian_example(i).quadric.kind for i in (1, 2, 3)]",
        lambda: [pv.gaussian_example(i).quadric.kind for i in (1, 2, 3)],
        ["hyperbola", "hyperbola", "circle"],
        source="000-gauss-example-1 to 3",
    ),
    Entry(
        "R29",
        "float(task.tpr), float(task.fpr)",
        lambda: [float(TASK.tpr), float(TASK.fpr)],
        [0.983519457622, 0.049833669557],
        1e-8,
        "000-gauss-example-1",
    ),
    Entry(
        "R30",
        "pv.losses.asymmetric(fp=1, fn=5).thresholds",
        lambda: list(pv.losses.asymmetric(fp=1, fn=5).thresholds.to_dict().values()),
        [1 / 6, 0.2, math.log(0.2), -2 / 3],
        1e-12,
        "000-asymmetric-thresholds",
    ),
    Entry(
        "R31",
        "task.minimal_risk(pv.losses.asymmetric(fp=1, fn=5))",
        lambda: float(TASK.minimal_risk(pv.losses.asymmetric(fp=1, fn=5))),
        0.046886777043,
        1e-8,
        "000-gauss-example-1",
    ),
    Entry(
        "R32",
        "[pv.gaussian_example(i).bayes_risk for i in (1, 2, 3)]",
        lambda: [float(pv.gaussian_example(i).bayes_risk) for i in (1, 2, 3)],
        [0.0345468196, 0.0198798342, 0.0161678081],
        1e-9,
        "000-gauss-example-1 to 3",
    ),
    Entry(
        "R33", "X, y = task.sample((55, 65))", lambda: [int((sample()[1] == sign).sum()) for sign in (1, -1)], [55, 65]
    ),
    Entry(
        "R34",
        "pv.plug_in(task, X, y).excess > 0",
        lambda: pv.plug_in(TASK, *sample()).excess > 0,
        True,
        source="no border beats that of Bayes",
    ),
    Entry(
        "R35",
        "list(pv.gaussian_study(task, sample=(55, 65)).charts())",
        lambda: list(pv.gaussian_study(TASK, sample=(55, 65)).charts()),
        [*FIELDS, "data", "roc"],
    ),
    Entry("R36", "probative theory gaussian --example 1", lambda: SENTENCE in command("theory", "gaussian"), True),
    Entry("R37", "task.auc", lambda: float(TASK.auc), 0.99268689, 1e-6, "000-gauss-example-1"),
    Entry(
        "R45",
        "probative theory bias-variance --degree 1..12",
        lambda: "Least total at complexity = 3" in command("theory", "bias-variance", "--degree", "1..12"),
        True,
        source="bias² and variance by hand: (degree + 1) σ² / n",
    ),
    Entry(
        "R47",
        "probative theory bias-variance --degree 1..3",
        lambda: (
            "prior knowledge about the problem can lower both" in command("theory", "bias-variance", "--degree", "1..3")
        ),
        True,
    ),
    Entry(
        "R91",
        "pv.accuracy_lines(ladder).best.value",
        lambda: pv.accuracy_lines(LADDER).best.value,
        5 / 6,
        1e-12,
        "all thresholds tried",
    ),
    Entry(
        "R92",
        'pv.cost_lines(pv.roc_points({"A": (.2, .6), "B": (.5, .9)}), fp=1, fn=1, prevalence=.5).touch.fpr',
        lambda: pv.cost_lines(
            pv.roc_points({"A": (0.2, 0.6), "B": (0.5, 0.9)}), fp=1, fn=1, prevalence=0.5
        ).touch.fpr.tolist(),
        [0.2, 0.5],
        1e-12,
        "the edge from A to B has slope 1",
    ),
    Entry(
        "R95",
        '[pv.score_demonstration(k).auc for k in ("separate", "partial", "full", "reversed")]',
        lambda: [float(pv.score_demonstration(k).auc) for k in ("separate", "partial", "full", "reversed")],
        [1.0, 0.921350396475, 0.5, 0.0],
        1e-9,
        "003-roc-example-1 to 4",
    ),
    Entry(
        "R100",
        'pv.roc_family({1: ladder, 3: ladder}, by="k").columns()["auc"]',
        lambda: pv.roc_family({1: LADDER, 3: LADDER}).columns()["auc"].tolist(),
        [8 / 9, 8 / 9],
        1e-12,
        "8 of 9 pairs",
    ),
    Entry(
        "R161",
        'pv.evaluate(truth=y, scores=task.posterior(X)).against(task).about.optimum["accuracy"]',
        lambda: (
            pv.evaluate(truth=sample()[1], scores=TASK.posterior(sample()[0])).against(TASK).about.optimum["accuracy"]
        ),
        0.9654531804,
        1e-8,
        "000-gauss-example-1",
    ),
    Entry(
        "R209",
        "pv.decision_regions(task, X, y, task=task).counts",
        lambda: sum(pv.decision_regions(TASK, *sample(), task=TASK).counts.values()),
        120,
        source="every row is one of TP, FN, FP, TN",
    ),
    Entry(
        "R219",
        "len(pv.roc_family({k: ladder for k in (1, 3, 5)}).panels())",
        lambda: len(pv.roc_family(dict.fromkeys((1, 3, 5), LADDER)).panels()),
        3,
    ),
]
