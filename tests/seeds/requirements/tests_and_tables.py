"""Clauses of tests, each of which a mutation of its function must fail."""

from __future__ import annotations

from .entry import Entry

S = "import scipy.stats as ss"
A, B = "[0.80, 0.78, 0.82, 0.75, 0.81]", "[0.82, 0.80, 0.81, 0.79, 0.84]"
TABLE = "table = np.array([[9, 8, 6], [7, 7, 5], [8, 6, 6], [9, 9, 4], [6, 5, 5]], float)"
SUMS = (
    TABLE
    + """
rows, columns, mean = table.mean(axis=1, keepdims=True), table.mean(axis=0), table.mean()
between = 5 * ((columns - mean) ** 2).sum() / 2
error = ((table - rows - columns + mean) ** 2).sum() / 8"""
)
FIVE = "A, B = np.array([[.8, .7], [.75, .7], [.8, .78], [.7, .72], [.8, .74]]), np.full((5, 2), 0.7)"

ENTRIES = [
    Entry(
        "R144",
        "[pv.stats.paired_t(a, b).rejects(level) for level in (0.05, 0.01, 0.001)]",
        setup=f"{S}; a, b = [1.0, 2, 3, 4, 5, 6], [1.4, 2.3, 3.6, 4.4, 5.3, 6.7]",
        expected="[bool(ss.ttest_rel(a, b).pvalue <= level) for level in (0.05, 0.01, 0.001)]",
        tolerance=0.0,
        source="SciPy: p is at most the level",
    ),
    Entry(
        "R145",
        f"[pv.stats.paired_t({A}, {B}).low, pv.stats.paired_t({A}, {B}).high]",
        setup=S,
        expected=f"list(ss.ttest_rel({A}, {B}).confidence_interval(0.95))",
        tolerance=1e-12,
        source="SciPy: m ± t S / sqrt(N)",
    ),
    Entry(
        "R146",
        "[pv.stats.paired_t([0.8, 0.9], [0.8, 0.9]).p, pv.stats.paired_t([0.8], [0.7]).defined]",
        expected=[1.0, False],
        source="all differences 0, and a single one",
    ),
    Entry(
        "R147",
        "[pv.stats.five_by_two_t(A, B).p, pv.stats.five_by_two_f(A, B).p, pv.stats.five_by_two_t(B, B).p]",
        setup=f"{S}; {FIVE}; t, f = pv.stats.five_by_two_t(A, B).statistic, pv.stats.five_by_two_f(A, B).statistic",
        expected="[2 * ss.t.sf(abs(t), 5), ss.f.sf(f, 10, 5), 1.0]",
        tolerance=1e-12,
        source="SciPy's t of 5 and F of (10, 5) degrees of freedom; two models that never differ",
    ),
    Entry(
        "R148",
        "[pv.stats.mcnemar(10, 30, method='chi2-corrected', alternative=side).p for side in ('two-sided', 'greater', 'less')]",
        setup=S,
        expected="[ss.chi2.sf(361 / 40, 1), ss.chi2.sf(361 / 40, 1) / 2, 1 - ss.chi2.sf(361 / 40, 1) / 2]",
        tolerance=1e-12,
        source="SciPy's χ² of one degree of freedom; one-sided with the sign of n01 − n10",
    ),
    Entry(
        "R148",
        "[pv.stats.mcnemar(30, 10, method='chi2-corrected', alternative=side).p for side in ('greater', 'less')]",
        setup=S,
        expected="[1 - ss.chi2.sf(361 / 40, 1) / 2, ss.chi2.sf(361 / 40, 1) / 2]",
        tolerance=1e-12,
        source="the same, where A errs more often",
    ),
    Entry(
        "R148",
        "pv.stats.mcnemar(3, 3, method='chi2-corrected').statistic",
        expected=0.0,
        source="E16: clamped, not 1/6",
    ),
    Entry(
        "R150",
        "[pv.stats.student_t([1, 2, 3], [2, 4, 6.5]).df, pv.stats.welch_t([1, 2, 3], [2, 4, 6.5]).df]",
        setup=S,
        expected="[4, ss.ttest_ind([1, 2, 3], [2, 4, 6.5], equal_var=False).df]",
        tolerance=1e-9,
        source="n_x + n_y − 2, and SciPy's of unequal variances",
    ),
    Entry(
        "R151",
        "[found.mean, found.sd**2, *found.squares]",
        setup="found = pv.stats.deviations([80, 82, 85, 78, 85], [81, 81, 86, 80, 88])",
        expected=[-1.2, 2.2, 0.04, 4.84, 0.04, 0.64, 3.24],
        tolerance=1e-9,
        source="E14 by hand",
    ),
    Entry(
        "R152",
        "pv.stats.mann_whitney([1, 2, 2, 5], [2, 3, 5, 7, 8]).p",
        setup="""from itertools import combinations
from scipy.stats import rankdata
ranks = rankdata([1, 2, 2, 5, 2, 3, 5, 7, 8])
far = [abs(sum(ranks[list(one)]) - 20) >= abs(sum(ranks[:4]) - 20) for one in combinations(range(9), 4)]""",
        expected="np.mean(far)",
        tolerance=1e-12,
        source="all 126 ways to choose four of the midranks",
    ),
    Entry(
        "R153",
        "[pv.stats.wilcoxon(d, np.zeros(6), zeros=zeros).p for zeros in ('drop', 'pratt')]",
        setup="""from itertools import product
from scipy.stats import rankdata
d = np.array([-1, 2, 2, 5, 6, 0.0])
def chance(ranks):
    sums = [np.dot(ranks, signs) for signs in product([-1, 1], repeat=len(ranks))]
    return np.mean(np.abs(sums) >= abs(np.dot(ranks, np.sign(d[d != 0]))) - 1e-9)""",
        expected="[chance(rankdata(abs(d[d != 0]))), chance(rankdata(abs(d))[d != 0])]",
        tolerance=1e-12,
        source="all 32 signs of the midranks, with the 0 left out before and after ranking",
    ),
    Entry(
        "R154",
        "[*pv.stats.anova([1, 2, 3], [2, 4, 5], [6, 7, 5]).df, pv.stats.anova([1, 2, 3], [2, 4, 5], [6, 7, 5]).statistic]",
        setup=S,
        expected="[2, 6, ss.f_oneway([1, 2, 3], [2, 4, 5], [6, 7, 5]).statistic]",
        tolerance=1e-12,
        source="k − 1, n − k and SciPy's F",
    ),
    Entry(
        "R155",
        "[pv.stats.rm_anova(table).statistic, *pv.stats.rm_anova(table).df]",
        setup=SUMS,
        expected="[between / error, 2, 8]",
        tolerance=1e-9,
        source="mean squares by NumPy; k − 1, (k − 1)(n − 1)",
    ),
    Entry(
        "R156",
        "list(pv.stats.friedman(table, names=list('ABC')).details['average_ranks'].values())",
        setup=S + "; " + TABLE,
        expected="ss.rankdata(-table, axis=1).mean(axis=0).tolist()",
        tolerance=1e-12,
        source="SciPy's midranks, the highest first",
    ),
    Entry(
        "R156",
        "[pair.p_adjusted for pair in pv.stats.nemenyi(table).pairs]",
        setup=S + "; " + TABLE,
        expected="[ss.studentized_range.sf(gap * np.sqrt(2) / np.sqrt(3 * 4 / 30), 3, np.inf) for gap in (0.8, 1.6, 0.8)]",
        tolerance=1e-9,
        source="SciPy's studentised range of the average ranks 1.2, 2, 2.8",
    ),
    Entry(
        "R159",
        "[pv.stats.adjust([0.01, 0.02, 0.04], name).tolist()[1] for name in ('bonferroni', 'holm', 'hochberg')]",
        expected=[0.06, 0.04, 0.04],
        tolerance=1e-12,
        source="by hand: times 3, times 2, times 2",
    ),
    Entry(
        "R160",
        f"pv.stats.corrected_t({A}, {B}, n_train=80, n_test=20).p",
        setup=f"{S}; t = pv.stats.corrected_t({A}, {B}, n_train=80, n_test=20).statistic",
        expected="2 * ss.t.sf(abs(t), 4)",
        tolerance=1e-12,
        source="SciPy's t of 4 degrees of freedom",
    ),
    Entry(
        "R162",
        "['better than' in str(pv.compare(truth=y, scores={'a': s, 'b': t})) for t in (s + 0.001 * (1 - 2 * y), s + y)]",
        setup="y = np.array([0, 1] * 30); s = np.random.default_rng(0).random(60)",
        expected=[False, True],
        source="the word stands with a test that rejects, and only there",
    ),
]
