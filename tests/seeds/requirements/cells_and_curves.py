"""Clauses of matrices, rates, costs and ROC curves, each of which a mutation of its function must fail."""

from __future__ import annotations

from math import inf

from probative.errors import MissingValues

from .entry import Entry

RATES = "pv.Outcomes(tp=15, fn=5, fp=4, tn=16)"
THREE = "matrix = pv.ConfusionMatrix.from_counts([[30, 5, 5], [4, 20, 6], [1, 2, 27]])"
ENTROPIES = (
    "from scipy.stats import entropy\n"
    + THREE
    + """
joint = np.array(matrix.counts) / 100
left = sum(column.sum() * entropy(column / column.sum(), base=2) for column in joint.T)
whole = entropy(joint.sum(axis=1), base=2)"""
)
NAMES = '("actual_entropy", "remaining_entropy", "mutual_information", "normalized_mutual_information")'
FIVE = "ladder = pv.Ladder.from_scores([1, 0, 0, 1, 0], [5, 4, 3, 2, 1])"
SEVEN = "curve = pv.roc(pv.Ladder.from_scores([1, 1, 0, 1, 0, 0, 0], [7, 6, 5, 4, 3, 2, 1]))"
POINTS = 'points = pv.roc_points({"a": (0.2, 0.6), "b": (0.2, 0.5), "c": (0.3, 0.4)})'
HULL = "hull = pv.roc_points({'a': (0.5, 0.8), 'b': (0.2, 0.6), 'c': (0.3, 0.4)}).hull()"

CELLS = [
    Entry(
        "R4",
        "[(model.threshold, model.confusion.counts) for model in found.models.values()]",
        setup="""truth, signed = [0, 1, 0, 1], [-1.0, 0.2, 0.0, -0.3]
found = pv.evaluate(truth=truth, scores={"p": [0.2, 0.6, 0.5, 0.4], "s": signed})""",
        expected=[(0.5, ((1.0, 1.0), (1.0, 1.0))), (0.0, ((1.0, 1.0), (1.0, 1.0)))],
        source="by hand: scores of exactly 0.5 and 0 are positive",
    ),
    Entry("R4", "pv.Ladder.from_scores([1, 0], [np.nan, 1.0])", expected=MissingValues, source="NaN is no score"),
    Entry(
        "R48",
        "(lambda o: (o.tp, o.fn, o.fp, o.tn))(pv.Outcomes.from_rates(found=15, positives=20, rejected=16, negatives=25))",
        expected=(15, 5, 9, 16),
        source="by hand: of 25 negatives 16 are rejected, so 9 are not",
    ),
    Entry(
        "R49",
        'pv.ConfusionMatrix.from_labels(["a", "b", "b"], ["a", "b", "a"], labels=["b", "a"]).counts.tolist()',
        expected=[[1, 1], [0, 1]],
        source="by hand: the order of classes is the one given",
    ),
    Entry(
        "R59",
        f'[pv.value("f_beta", {RATES}, beta=np.inf), pv.value("f2", pv.Outcomes(tp=0, fn=1, fp=0, tn=2))]',
        expected=[0.75, 0.0],
        tolerance=1e-12,
        source="the recall; 0 where no positive is found",
    ),
    Entry(
        "R61",
        f"[pv.value(name, matrix) for name in {NAMES}]",
        setup=ENTROPIES,
        expected="[whole, left, whole - left, (whole - left) / whole]",
        tolerance=1e-12,
        source="SciPy's entropy of the rows, and of every column",
    ),
    Entry(
        "R61",
        f"[pv.value(name, matrix.outcomes(0)) for name in {NAMES}]",
        setup="from sklearn.metrics import mutual_info_score\nfrom scipy.stats import entropy\n"
        + THREE
        + "\nshared = mutual_info_score([1] * 40 + [0] * 60, [1] * 30 + [0] * 10 + [1] * 5 + [0] * 55) / np.log(2)"
        + "\nwhole = entropy([0.4, 0.6], base=2)",
        expected="[whole, whole - shared, shared, shared / whole]",
        tolerance=1e-12,
        source="scikit-learn's mutual information in bits, and SciPy's entropy",
    ),
    Entry(
        "R64",
        f'[pv.estimate(name, {RATES}).n for name in ("recall", "specificity", "precision", "accuracy")]',
        expected=[20, 20, 19, 40],
        source="the denominators by hand",
    ),
    Entry("R68", f'pv.value("lr_negative", {RATES})', expected=0.25 / 0.8, tolerance=1e-12, source="FNR / TNR by hand"),
    Entry(
        "R74",
        "[pv.break_even(near, far), np.isnan(pv.break_even(far, best))]",
        setup="""near, far = pv.Outcomes(tp=5, fn=5, fp=1, tn=9), pv.Outcomes(tp=5, fn=5, fp=3, tn=7)
best = pv.Outcomes(tp=6, fn=4, fp=2, tn=8)""",
        expected=[inf, True],
        source="equal TPR: no finite ratio; better in both rates: none at all",
    ),
    Entry(
        "R75",
        'pv.compare_costs({"poor": poor, "good": good}, pv.Costs(fp=1, fn=1)).beaten_by_trivial',
        setup="poor, good = pv.Outcomes(tp=1, fn=9, fp=50, tn=40), pv.Outcomes(tp=9, fn=1, fp=0, tn=90)",
        expected=["poor"],
        source="by hand: 0.59 is more than the 0.1 of all negative, 0.01 is less",
    ),
    Entry(
        "R108",
        '[pv.estimate("r2", pv.Residuals.from_values(y, [1.0] * len(y))).why for y in ([2.0], [2.0, 2.0])]',
        expected=["fewer than two rows", "all targets are equal"],
        source="the text: SS_tot = 0, n < 2",
    ),
    Entry(
        "R110",
        "['r2-negative' in [note.code for note in pv.evaluate(truth=y, predicted=h).notes] for h in (poor, good)]",
        setup="y, poor, good = [1.0, 2.0, 3.0, 4.5], [4.0, 1.0, 0.0, 9.0], [1.1, 2.0, 3.0, 4.5]",
        expected=[True, False],
        source="by hand: errors beyond those of the mean, and small ones",
    ),
]

CURVES = [
    Entry(
        "R77",
        'pv.roc(pv.Ladder.from_scores([1, 0, 1, 0, 1], [4, 3, 2, 2, 1])).drawing()["move"].tolist()',
        expected=["up", "right", "slanted", "up"],
        source="by hand: a tie is one slanted segment",
    ),
    Entry(
        "R78",
        'pv.estimate("auc", pv.Ladder.from_scores([0, 0], [0.1, 0.2])).why',
        expected="no actual positives",
        source="the text",
    ),
    Entry(
        "R84",
        '[pv.roc(ladder).roc_n(2, kind).chance for kind in ("all", "found")]',
        setup=FIVE,
        expected=[3 / 8, 3 / 4],
        tolerance=1e-12,
        source="(n + 1)/(2(N + 1)) and (n + 1)/(2 n)",
    ),
    Entry(
        "R85",
        "np.isnan(pv.roc(pv.Ladder.from_scores([0, 1], [2, 1])).auc_n(1, 'found'))",
        source="no positive above the first negative",
    ),
    Entry(
        "R85",
        'pv.value("auc_n", pv.Ladder.from_scores([1, 1, 0, 0, 1, 0], [5, 4, 4, 4, 3, 2]), n=1)',
        expected=(1 + 1.5) / 2 / 3,
        tolerance=1e-12,
        source="by hand: halfway through a tie of one positive and two negatives",
    ),
    Entry(
        "R87",
        "[points.dominance(strict=strict) for strict in (False, True)]",
        setup=POINTS,
        expected=[[("a", "b"), ("a", "c"), ("b", "c")], [("a", "c"), ("b", "c")]],
        source="by hand: a and b have the same FPR (E48)",
    ),
    Entry(
        "R88",
        "[hull.auc, *hull.slopes, *hull.fpr, *hull.tpr]",
        setup=HULL,
        expected=[0.72, 3, 2 / 3, 0.4, 0, 0.2, 0.5, 1, 0, 0.6, 0.8, 1],
        tolerance=1e-12,
        source="by hand: 0.06 + 0.21 + 0.45",
    ),
    Entry(
        "R88",
        "hull.place([0.2, 0.35, 0.3], [0.6, 0.7, 0.4]).tolist()",
        setup=HULL,
        expected=["vertex", "on", "below"],
        source="by hand: (0.35, 0.7) lies midway between two vertices",
    ),
    Entry(
        "R89",
        'pv.roc_points({"c": (0.6, 0.1)}).mirrored("c")',
        expected=(0.4, 0.9),
        tolerance=1e-12,
        source="1 − FPR, 1 − TPR",
    ),
    Entry(
        "R90",
        'pv.roc_points({"a": (0.2, 0.6), "b": (0.2, 0.9)}).mix("a", "b", tpr=0.7).probability',
        expected=1 / 3,
        tolerance=1e-12,
        source="by hand, of a vertical segment",
    ),
    Entry(
        "R92",
        "[pv.Costs(fp=1, fn=5).slope(0.1), pv.cost_line(0.1, 0.19, fp=1, fn=5).intercept]",
        expected=[1.8, 1 - 0.19 / 0.5],
        tolerance=1e-12,
        source="C_FP N / (C_FN P) and 1 − C / (C_FN p(+)) by hand",
    ),
    Entry(
        "R93",
        "[sorted(found.ties), found.interval]",
        setup='found = pv.best_threshold(pv.Ladder.from_scores([1, 0, 1, 0], [4, 3, 2, 1]), "accuracy")',
        expected=[[2.0, 4.0], (3.0, 4.0)],
        source="by hand: three of four are right at 4 and at 2; all in (3, 4] decide alike",
    ),
    Entry(
        "R94",
        "[pv.threshold_table(ladder, [4, 2])[name].tolist() for name in ('tp', 'fp', 'fn', 'tn', 'accuracy')]",
        setup=FIVE,
        expected=[[1, 2], [1, 2], [1, 0], [2, 1], [0.6, 0.6]],
        source="counted by hand",
    ),
    Entry(
        "R96",
        "[curve.eer, *curve.eer_point()]",
        setup=SEVEN,
        expected=[0.25, 0.25, 1 / 3, 5.0],
        tolerance=1e-12,
        source="by hand: FNR goes from 1/3 to 0 at an FPR of 1/4; nearest point: one of 4, one of 3",
    ),
    Entry(
        "R97",
        "pv.roc(ladder).likelihood_ratios()[1:].tolist()",
        setup=FIVE,
        expected=[inf, 0.5 * 3, 0.5 / (2 / 3), 1 / (2 / 3), 1.0],
        tolerance=1e-12,
        source="TPR / FPR by hand",
    ),
    Entry(
        "R98",
        'pv.trade_off(ladder, "specificity", "recall").columns()["specificity"].tolist()',
        setup=FIVE,
        expected=[1, 1, 2 / 3, 1 / 3, 1 / 3, 0],
        tolerance=1e-12,
        source="by hand: the rates of both classes are no function of one another",
    ),
    Entry(
        "R105",
        'pv.value("average_precision", ladder)',
        setup=FIVE + "; from sklearn.metrics import average_precision_score",
        expected="average_precision_score([1, 0, 0, 1, 0], [5, 4, 3, 2, 1])",
        tolerance=1e-12,
        source="scikit-learn",
    ),
]

ENTRIES = [*CELLS, *CURVES]
