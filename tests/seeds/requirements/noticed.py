"""Entries for functions that could be broken without any other entry of their requirement noticing."""

from __future__ import annotations

from .entry import Entry

LAPLACE = "from scipy import stats; task = pv.NoisyFunction(np.square, noise=stats.laplace(scale=0.3))"
SAMPLE = "task = pv.gaussian_example(1); X, y = task.sample((55, 65), random_state=0)"
TEN = "ladder = pv.Ladder.from_scores([1, 1, 0, 1, 1, 1, 0, 0, 1, 0], np.arange(10.0)[::-1])"
ZEROS = "from scipy import stats; a, b = np.array([1, 2, 3, 9, 5, 6, 7.0]), np.array([1, 3, 5, 6, 9, 11, 7.0])"
RANKS = "from scipy import stats; a, b = [1.1, 2.4, 3.0, 4.2, 9.0], [1.9, 5.5, 6.1, 7.0]"

DRAWN = """from sklearn.tree import DecisionTreeRegressor
task = pv.NoisyFunction(np.sin, 0.5)
t = pv.bias_variance(DecisionTreeRegressor(max_depth=2, random_state=0), task=task, n=12, repeats=40)["design"]"""

RARE = """from sklearn.neighbors import KNeighborsClassifier
y = np.repeat([1, 0], [12, 28])
X = np.random.default_rng(0).normal(size=(40, 2)) + 2 * y[:, None]
out = pv.bootstrap_error(KNeighborsClassifier(1), X, y, repeats=20).out_of_bag.value
w = 1 - np.exp(-1)
share = w / (1 - (1 - w) * out / 0.42)"""

ENTRIES = [
    Entry(
        "R14",
        "task.pointwise_risk([0.0, 0.5], lambda x: x, 'absolute').tolist()",
        setup=LAPLACE,
        expected="[0.3, 0.25 + 0.3 * np.exp(-0.25 / 0.3)]",
        tolerance=1e-8,
        source="E|a + ε| = |a| + s exp(−|a|/s) of Laplace noise, by hand",
    ),
    Entry(
        "R18",
        "float(pv.losses.empirical_risk([3.0, 4.0, 5.5], [2.0, 4.5, 3.5], 'absolute').value)",
        expected=3.5 / 3,
        tolerance=1e-12,
        source="(1 + 0.5 + 2) / 3",
    ),
    Entry(
        "R23",
        "[*task.posterior([0.0, np.log(4) / 2]), *task.predict([0.69, 0.70])]",
        setup="task = pv.GaussianTask(1, 1, -1, 1, 0.2)",
        expected=[0.2, 0.5, -1, 1],
        tolerance=1e-12,
        source="the densities are equal at 0, where the prior is left; the posterior is a half at ln(0.8 / 0.2) / 2 = 0.693",
    ),
    Entry(
        "R24",
        "[float(pv.GaussianTask(1, 1, -1, 1, 0.2).bayes_risk), float(task.bayes_risk)]",
        setup="from scipy import stats\ntask = pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)}, {1: 0.2, -1: 0.8})",
        expected="[0.2 * stats.norm.cdf(np.log(4) / 2 - 1) + 0.8 * stats.norm.sf(np.log(4) / 2 + 1)] * 2",
        tolerance=1e-8,
        source="SciPy: unequal priors move the cut to ln(0.8 / 0.2) / 2",
    ),
    Entry(
        "R34",
        "(lambda seen: [*seen.cov_pos.ravel(), *seen.cov_neg.ravel()])(pv.plug_in(task, X, y).estimated)",
        setup=SAMPLE,
        expected="[*np.cov(X[y == 1], rowvar=False).ravel(), *np.cov(X[y == -1], rowvar=False).ravel()]",
        tolerance=1e-12,
        source="NumPy's covariances of both classes, divisor n − 1",
    ),
    Entry(
        "R38",
        'float(abs(t["bias2"] + t["variance"] - t["error_vs_f"]).max())',
        setup=DRAWN,
        expected=0.0,
        tolerance=1e-12,
        source="the identity, of 40 drawn training sets: it holds exactly for the divisor M",
    ),
    Entry(
        "R39",
        'float(abs(t["cross_term"]).max())',
        setup=DRAWN,
        expected=0.0,
        tolerance=1e-12,
        source="deviations from the mean of 40 fits sum to 0, times a bias that is the same for all",
    ),
    Entry(
        "R83",
        "[pv.roc(ladder).roc_n(2).area, pv.roc(ladder).auc_n(3)]",
        setup=TEN,
        expected=[(2 + 5) / (2 * 6), (2 + 5 + 5) / (3 * 6)],
        tolerance=1e-12,
        source="Σ t_i / (n P) by hand: 2, 5 and 5 positives above the first three negatives",
    ),
    Entry(
        "R90",
        "(lambda mixed: [mixed.probability, mixed.fpr, mixed.tpr])(pv.roc(ladder).hull().mix(fpr=0.125))",
        setup="ladder = pv.Ladder.from_scores([1, 1, 0, 0], [0.9, 0.4, 0.4, 0.1])",
        expected=[0.25, 0.125, 0.625],
        tolerance=1e-12,
        source="a quarter of the way from (0, 0.5) to (0.5, 1), by hand",
    ),
    Entry(
        "R91",
        "(lambda line: [line.slope, line.intercept, float(line.tpr(0.1))])(pv.accuracy_line(0.25, 0.8))",
        expected=[3, 0.2, 0.5],
        tolerance=1e-12,
        source="0.25 TPR + 0.75 (1 − FPR) = 0.8 at every point of it, (0.1, 0.5) among them",
    ),
    Entry(
        "R92",
        "(lambda line: [line.slope, float(line.tpr(0.1))])(pv.cost_line(0.1, 0.19, fp=1, fn=5))",
        expected=[1.8, 0.8],
        tolerance=1e-12,
        source="case 004-expected-cost-formula: (0.1, 0.8) costs 0.19 at prior 0.1; slope C_FP N / (C_FN P)",
    ),
    Entry(
        "R113",
        "said.times_tested().mean",
        setup="from sklearn.naive_bayes import GaussianNB\nX, y = np.random.default_rng(0).normal(size=(40, 2)), np.tile([0, 1], 20)\n"
        "said = pv.run(GaussianNB(), X, y, plan='monte-carlo 6 75/25')",
        expected=6 * 10 / 40,
        tolerance=1e-12,
        source="six test sets of 10 of 40 rows",
    ),
    Entry(
        "R114",
        "[sorted(len(test) for _, test in pv.plan(name).split(np.zeros((23, 1)))) for name in ('5-fold', '5-fold unshuffled')]",
        expected=[[4, 4, 5, 5, 5]] * 2,
        source="sizes of 23 rows in 5 folds differ by at most one: case 002-kfold-layouts",
    ),
    Entry(
        "R126",
        "[(len(t), len(s), set(t) | set(s) == set(train)) for t, s in plan.inner_splits(train)]",
        setup="plan = pv.plan('nested 5-fold/4-fold'); train, test = next(iter(plan.split(np.zeros((50, 1)))))",
        expected=[(30, 10, True)] * 4,
        source="4 folds of the 40 outer training rows, and of no others",
    ),
    Entry(
        "R139",
        "(lambda e: [e.no_information, e.e632_plus.value])(pv.bootstrap_error(KNeighborsClassifier(1), X, y, repeats=20))",
        setup=RARE,
        expected="[0.42, share * out]",
        tolerance=1e-12,
        source="one neighbour repeats its training rows (apparent error 0): 1 − 0.3² − 0.7², and "
        "0.632 / (1 − 0.368 out / 0.42) of the error out of the bag (Efron and Tibshirani 1997)",
    ),
    Entry(
        "R152",
        "(lambda test: [test.statistic, test.p])(pv.stats.mann_whitney(a, b))",
        setup=RANKS,
        expected="[*stats.mannwhitneyu(a, b, method='exact')]",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R153",
        "[pv.stats.wilcoxon(a, b).p, pv.stats.wilcoxon(a, b, zeros='pratt').p]",
        setup=ZEROS,
        expected="[stats.wilcoxon(a[a != b], b[a != b], method='exact').pvalue, 2 * 4 / 2**5]",
        tolerance=1e-12,
        source="SciPy without the two zeros; with them ranked first, 4 of 32 signs give a sum of 5 or less: by hand",
    ),
    Entry(
        "R159",
        "pv.stats.adjust([0.02, 0.021, 0.022, 0.9], 'holm').tolist()",
        expected=[0.08, 0.08, 0.08, 0.9],
        tolerance=1e-12,
        source="4 · 0.02, and no later one below it: 3 · 0.021 and 2 · 0.022 are",
    ),
    Entry(
        "R202",
        "(pv.theory.intersection_kernel('abcd', 'bcdx'), pv.theory.subset_kernel('abcd', 'bcdx'))",
        expected=(3, 8),
        source="b, c and d are shared, and so are their 2³ subsets",
    ),
    Entry(
        "R217",
        "found.weights.tolist()",
        setup="found = pv.primal_and_dual([{'a', 'b'}, {'a'}, {'c'}, {'b', 'c'}], [1, 1, -1, -1], space='elements')",
        expected="(np.array([[1, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1]]).T @ (found.alphas * [1, 1, -1, -1])).tolist()",
        tolerance=1e-12,
        source="Σ αₙ yₙ φ(xₙ), φ written out by hand as bits of a, b and c",
    ),
    Entry(
        "R223",
        "[round(pv.stats.student_t(folds['A'], folds['B']).statistic, 9), ties.dominance()]",
        setup="folds = pv.examples('003-independent-t')\ncases = pv.examples('004-dominance-ties')\n"
        "share = lambda name, label: float(np.mean(np.array(cases[name])[np.array(cases['truth']) == label] == 'p'))\n"
        "ties = pv.roc_points({name: (share(name, 'n'), share(name, 'p')) for name in 'AB'})",
        expected=[-0.569494797, [("A", "B")]],
        source="SciPy's t-test of the deck's numbers; (0.2, 0.7) and (0.2, 0.6), case 004-dominance-ties",
    ),
]
