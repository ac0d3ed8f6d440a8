"""What tests say: hypotheses, p, directions, acceptance regions, degrees of freedom, null distributions; ROC50."""

from __future__ import annotations

from math import inf

from .entry import Entry

FOLDS = "A, B = [80, 82, 85, 78, 85], [81, 81, 86, 80, 88]"
THREE = FOLDS + "; C = [79, 84, 83, 77, 84]"
FILE = """from pathlib import Path
Path("folds.csv").write_text("A,B,C\\n80,81,79\\n82,81,84\\n85,86,83\\n78,80,77\\n85,88,84\\n")"""
PAIR = """from pathlib import Path
Path("folds.csv").write_text("A,B\\n80,81\\n82,81\\n85,86\\n78,80\\n85,88\\n")"""
ERRORS = """y = np.repeat([1, 0], [40, 60])
a = np.where(np.arange(100) % 7 == 0, 1 - y, y)
b = np.where(np.arange(100) % 4 == 0, 1 - y, y)
found = pv.compare(truth=y, predicted={"A": a, "B": b}, measure="accuracy").to_dict()["comparisons"][0]["details"]
n01, n10 = ((a != y) & (b == y)).sum(), ((a == y) & (b != y)).sum()"""
LADDER = "ladder = pv.Ladder.from_scores([1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0], range(13, 0, -1))"
XOR = 'items, labels = [{"a"}, {"b"}, set(), {"a", "b"}], [1, 1, -1, -1]'

ENTRIES = [
    Entry("R141", "pv.permutation_p(0, 3, 999).p", expected=0.004, tolerance=1e-12, source="E4"),
    Entry("R141", "pv.permutation_p(0, 3, 999).strict", expected=0.0, source="E4"),
    Entry("R141", "pv.permutation_p(0, 3, 999).at_least", expected=3 / 999, tolerance=1e-12, source="E4"),
    Entry(
        "R143",
        '"it is not the probability of H0" in str(pv.stats.paired_t(A, B))',
        setup=FOLDS,
        source="001, p-values",
    ),
    Entry(
        "R144",
        'pv.compare({"A": A, "B": B}, of="paired", alternative="less").p',
        setup=FOLDS + "; from scipy.stats import ttest_rel",
        expected='ttest_rel(A, B, alternative="less").pvalue',
        tolerance=1e-12,
        source="SciPy",
    ),
    Entry(
        "R144",
        "probative compare folds.csv --of paired --alternative greater --significance 0.05",
        setup=PAIR,
        expected="0.928",
        source="scipy.stats.ttest_rel(alternative='greater'): 0.927648",
    ),
    Entry(
        "R145",
        'pv.stats.paired_t(A, B).details["acceptance"]',
        setup=FOLDS,
        expected=(-1.841685332992, 1.841685332992),
        tolerance=1e-9,
        source="t(0.975, 4) * S / sqrt(5)",
    ),
    Entry(
        "R145",
        'pv.stats.paired_t(A, B, alternative="greater").details["acceptance"]',
        setup=FOLDS,
        expected=(-inf, 1.414107180154),
        tolerance=1e-9,
        source="t(0.95, 4) * S / sqrt(5)",
    ),
    Entry(
        "R149",
        '[found[name] for name in ("n00", "n01", "n10", "n11", "expected")]',
        setup=ERRORS,
        expected="[((a != y) & (b != y)).sum(), n01, n10, ((a == y) & (b == y)).sum(), (n01 + n10) / 2]",
        tolerance=0.0,
        source="counted by NumPy",
    ),
    Entry(
        "R149",
        'pv.stats.mcnemar(1, 6).details["p_exact"]',
        setup="from scipy.stats import binomtest",
        expected="binomtest(1, 7).pvalue",
        tolerance=1e-12,
        source="SciPy: the exact form stands beside the default, which is mid-p",
    ),
    Entry(
        "R149",
        "pv.stats.mcnemar(1, 6).p",
        setup="from scipy.stats import binom, binomtest",
        expected="binomtest(1, 7).pvalue - binom.pmf(1, 7, 0.5)",
        tolerance=1e-12,
        source="SciPy; deviation: the default is mid-p (Fagerland, Lydersen and Laake 2013), which is less conservative; "
        "the exact form stands in the details and is taken by name",
    ),
    Entry(
        "R151",
        'pv.compare({"A": A, "B": B}, of="paired").differences().column("deviation")',
        setup=FOLDS,
        expected=(0.2, 2.2, 0.2, -0.8, -1.8),
        tolerance=1e-9,
        source="E14",
    ),
    Entry(
        "R155",
        'pv.compare({"A": A, "B": B, "C": C}, of="paired", parametric=True, correction="greenhouse-geisser").p',
        setup=THREE,
        expected=0.220232,
        tolerance=1e-6,
        source="pingouin.rm_anova",
    ),
    Entry(
        "R155",
        "probative compare folds.csv --of paired --parametric --correction greenhouse-geisser",
        setup=FILE,
        expected=("repeated-measures analysis of variance", "p = 0.22"),
        source="pingouin.rm_anova: 0.220232",
    ),
    Entry("R158", "probative explain degrees_of_freedom", expected="-1.5, -0.5, 0.5, 1.5", source="E41"),
    Entry("R158", "pv.stats.deviations([1, 2, 3, 4]).df", expected=3, source="E41"),
    Entry(
        "R187",
        "probative compare folds.csv --of paired",
        setup=PAIR,
        expected="significance is not size of effect",
        source="001",
    ),
    Entry(
        "R213",
        '[word.text for word in pv.stats.paired_t(A, B).picture().shapes if hasattr(word, "text")]',
        setup=FOLDS,
        expected=["−2.776", "2.776", "t = −1.809"],
        source="t(0.975, 4), E14",
    ),
    Entry(
        "R213",
        '[word.text for word in pv.stats.paired_t(A, B, alternative="less").picture().shapes if hasattr(word, "text")]',
        setup=FOLDS,
        expected=["−2.132", "t = −1.809"],
        source="t(0.95, 4)",
    ),
    Entry(
        "R217",
        'pv.explain("mcc", tp=40, fn=10, fp=5, tn=45)["normalised determinant"].value',
        expected=1750 / (50 * 50 * 45 * 55) ** 0.5,
        tolerance=1e-12,
        source="000, definition of MCC",
    ),
    Entry(
        "R217",
        'pv.primal_and_dual(items, labels, space="subsets").same',
        setup=XOR,
        source="001, duals and kernels",
    ),
    Entry(
        "R217",
        'pv.primal_and_dual(items, labels, space="elements").converged',
        setup=XOR,
        expected=False,
        source="exclusive or is not linear",
    ),
    Entry(
        "R218",
        "pv.roc(ladder).roc_n(2).tpr.tolist()",
        setup=LADDER,
        expected=[0, 1 / 7, 2 / 7, 2 / 7, 3 / 7, 3 / 7],
        tolerance=1e-12,
        source="drawn by hand from + + - + -",
    ),
    Entry(
        "R218",
        "pv.roc(ladder).roc_n(50).area",
        setup=LADDER + "; from sklearn.metrics import roc_auc_score",
        expected="roc_auc_score([1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0], range(13, 0, -1))",
        tolerance=1e-12,
        source="scikit-learn",
    ),
    Entry(
        "R222",
        "probative compare folds.csv --of folds",
        setup=PAIR,
        expected=("−1.21", "standard deviation 1.483", "critical value 2.776", "1/4"),
        source="001-paired-t-5-folds: corrected t -1.206",
    ),
]
