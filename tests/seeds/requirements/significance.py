"""Significance and comparison."""

from .entry import Entry

A, B = "[0.80, 0.78, 0.82, 0.75, 0.81]", "[0.82, 0.80, 0.81, 0.79, 0.84]"
C = "[0.79, 0.84, 0.83, 0.77, 0.84]"
S = "import scipy.stats as ss"
TABLE = "table = np.array([[9, 8, 6], [7, 7, 5], [8, 6, 6], [9, 9, 4], [6, 5, 5]], float)"

ENTRIES = [
    Entry(
        "R140",
        'pv.permutation_test(KNeighborsClassifier(), X, y, plan="3-fold", n_permutations=19).p <= 0.05',
        setup="from sklearn.neighbors import KNeighborsClassifier; from sklearn.datasets import make_classification; "
        "X, y = make_classification(90, class_sep=3, random_state=0)",
        source="separable classes",
    ),
    Entry(
        "R141",
        'pv.permutation_test(KNeighborsClassifier(), X, y, plan="3-fold", n_permutations=19).p',
        setup="from sklearn.neighbors import KNeighborsClassifier; from sklearn.datasets import make_classification; "
        "X, y = make_classification(90, class_sep=3, random_state=0)",
        expected=1 / 20,
        tolerance=1e-12,
        source="(0 + 1) / (19 + 1)",
    ),
    Entry(
        "R146",
        f"pv.stats.paired_t({A}, {B}).p",
        setup=S,
        expected=f"ss.ttest_rel({A}, {B}).pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry("R146", "pv.stats.paired_t([0.8, 0.9], [0.7, 0.8]).defined", expected=False, source="S = 0, no claim"),
    Entry(
        "R147",
        "round(pv.stats.five_by_two_t([[.8,.7],[.75,.7],[.8,.78],[.7,.72],[.8,.74]], [[.7,.7],[.7,.72],[.75,.7],[.7,.7],[.72,.7]]).df)",
        expected=5,
        source="Dietterich 1998",
    ),
    Entry(
        "R148",
        'pv.stats.mcnemar(10, 30, method="chi2-corrected").statistic',
        expected=(20 - 1) ** 2 / 40,
        tolerance=1e-12,
        source="(|b - c| - 1)^2 / (b + c)",
    ),
    Entry("R148", "pv.stats.mcnemar(0, 0).p", expected=1.0, source="the text"),
    Entry(
        "R149",
        'pv.stats.mcnemar(2, 9, method="exact").p',
        setup=S,
        expected="ss.binomtest(2, 11).pvalue",
        tolerance=1e-12,
        source="SciPy; deviation: the exact form is taken by name, not by 25 discordant rows, as mid-p is the default",
    ),
    Entry(
        "R150",
        f"pv.stats.student_t({A}, {B}).p",
        setup=S,
        expected=f"ss.ttest_ind({A}, {B}).pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R150",
        f"pv.stats.welch_t({A}, {B}).p",
        setup=S,
        expected=f"ss.ttest_ind({A}, {B}, equal_var=False).pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R152",
        "pv.stats.mann_whitney([1, 4, 6, 7.5], [2, 3, 8, 9, 10]).p",
        setup=S,
        expected="ss.mannwhitneyu([1, 4, 6, 7.5], [2, 3, 8, 9, 10], method='exact').pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R153",
        "pv.stats.wilcoxon([1, 4, 6, 7.5, 8], [2, 2, 9, 11.5, 14]).p",
        setup=S,
        expected="ss.wilcoxon([1, 4, 6, 7.5, 8], [2, 2, 9, 11.5, 14]).pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R154",
        "pv.stats.anova([1, 2, 3], [2, 4, 5], [6, 7, 5]).p",
        setup=S,
        expected="ss.f_oneway([1, 2, 3], [2, 4, 5], [6, 7, 5]).pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R155",
        "pv.stats.rm_anova(table[:, :2]).statistic",
        setup=S + "; " + TABLE,
        expected="ss.ttest_rel(table[:, 0], table[:, 1]).statistic ** 2",
        tolerance=1e-9,
        source="F = t^2 for two methods",
    ),
    Entry(
        "R156",
        "pv.stats.friedman(table).p",
        setup=S + "; " + TABLE,
        expected="ss.friedmanchisquare(*table.T).pvalue",
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R157",
        '[pv.compare({"A": A, "B": B}, of="paired", **how).contests[0].result.method for how in ({}, {"parametric": False})]',
        setup=f"A, B = {A}, {B}",
        expected=["paired t-test", "Wilcoxon signed-rank test (exact)"],
        source="deck 003: two paired levels, parametric or not",
    ),
    Entry(
        "R157",
        "pv.compare(table, of='paired', parametric=False).omnibus.method",
        setup=f'table = {{"A": {A}, "B": {B}, "C": {C}}}',
        expected="Friedman's test",
        source="deck 003, E40: more than two paired levels, not parametric",
    ),
    Entry(
        "R157",
        "probative compare folds.csv --of paired",
        setup='from pathlib import Path; Path("folds.csv").write_text("A,B\\n80,81\\n82,81\\n85,86\\n78,80\\n85,88\\n")',
        expected=("paired t-test", "why this test: 5 paired results of two models", "Shapiro-Wilk p = 0.78"),
        source="which test, and why: scipy.stats.shapiro of the differences gives 0.777",
    ),
    Entry("R159", "pv.stats.false_alarm_probability(20, 0.05)", expected=0.6415, tolerance=1e-4, source="1 - 0.95^20"),
    Entry(
        "R159",
        "pv.stats.adjust([0.01, 0.02, 0.04]).tolist()",
        expected=[0.03, 0.04, 0.04],
        tolerance=1e-12,
        source="Holm by hand",
    ),
    Entry(
        "R160",
        f"pv.stats.corrected_t({A}, {B}, n_train=80, n_test=20).statistic",
        setup=f"d = np.subtract({A}, {B})",
        expected="np.mean(d) / np.sqrt((1 / 5 + 20 / 80) * np.var(d, ddof=1))",
        tolerance=1e-12,
        source="Nadeau and Bengio",
    ),
    Entry(
        "R162",
        'pv.compare(truth=y, scores={"a": s, "b": s + 1e-3 * (1 - 2 * y)}).contests[0].winner is None',
        setup="y = np.array([0, 1] * 30); s = np.random.default_rng(0).random(60)",
        source="the text",
    ),
    Entry(
        "R222",
        f"[line for line in pv.stats.student_t({A}, {B}).words() if line.startswith('a: ')]",
        expected=[
            "a: 5 values, mean 0.792, standard deviation 0.02775, variance 0.00077 (degrees of freedom 4); "
            "b: 5 values, mean 0.812, standard deviation 0.01924, variance 0.00037 (degrees of freedom 4)"
        ],
        source="means and variances with n - 1 by hand",
    ),
]
