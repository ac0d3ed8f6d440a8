"""Confusion matrices, the measures on them, and costs."""

from probative.errors import BadCounts

from .entry import Entry

RATES = "pv.Outcomes(tp=15, fn=5, fp=4, tn=16)"
K3 = "pv.ConfusionMatrix.from_counts([[30, 5, 5], [4, 20, 6], [1, 2, 27]])"
CLASSES = """from sklearn.metrics import f1_score, precision_recall_fscore_support
truth = np.repeat([0, 1, 2], [40, 30, 30])
said = np.repeat([0, 1, 2] * 3, [30, 5, 5, 4, 20, 6, 1, 2, 27])
found = pv.evaluate(truth=truth, predicted=said).models["model"]
averages = ("macro", "weighted", "micro")"""

ENTRIES = [
    Entry(
        "R48",
        "pv.Outcomes.from_rates(found=15, positives=20, rejected=16, negatives=20).fn",
        expected=5,
        source="by hand",
    ),
    Entry("R48", "pv.Outcomes(tp=-1, fn=0, fp=0, tn=1)", expected=BadCounts, source="the text"),
    Entry(
        "R49",
        'pv.ConfusionMatrix.from_labels(["a", "b"], ["a", "c"]).counts.tolist()',
        expected=[[1, 0, 0], [0, 0, 1], [0, 0, 0]],
        source="by hand",
    ),
    Entry("R50", f'pv.value("accuracy", {RATES})', expected=31 / 40, tolerance=1e-12, source="deck 003, exercise 1"),
    Entry("R50", f'pv.value("accuracy", {K3})', expected=77 / 100, tolerance=1e-12, source="by hand"),
    Entry("R51", f'pv.value("error_rate", {RATES})', expected=9 / 40, tolerance=1e-12, source="by hand"),
    Entry("R52", f'pv.value("recall", {RATES})', expected=0.75, tolerance=1e-12, source="by hand"),
    Entry(
        "R52",
        'pv.estimate("sensitivity", pv.Outcomes(tp=0, fn=0, fp=1, tn=2)).why',
        expected="no actual positives",
        source="the text",
    ),
    Entry("R53", f'pv.value("specificity", {RATES})', expected=0.8, tolerance=1e-12, source="by hand"),
    Entry("R54", f'pv.value("fpr", {RATES})', expected=0.2, tolerance=1e-12, source="by hand"),
    Entry("R55", f'pv.value("fnr", {RATES})', expected=0.25, tolerance=1e-12, source="by hand"),
    Entry(
        "R56",
        'pv.estimate("precision", pv.Outcomes(tp=0, fn=10, fp=0, tn=90)).why',
        expected="no predicted positives",
        source="the text",
    ),
    Entry("R57", f'pv.value("balanced_accuracy", {RATES})', expected=0.775, tolerance=1e-12, source="by hand"),
    Entry(
        "R57",
        f'pv.value("balanced_accuracy", {K3})',
        expected=(30 / 40 + 20 / 30 + 27 / 30) / 3,
        tolerance=1e-12,
        source="by hand",
    ),
    Entry(
        "R58",
        f'pv.value("mcc", {RATES})',
        expected="np.corrcoef([1]*20 + [0]*20, [1]*15 + [0]*5 + [1]*4 + [0]*16)[0, 1]",
        tolerance=1e-12,
        source="Pearson's r of the 0/1 columns",
    ),
    Entry(
        "R59",
        f'pv.value("f_beta", {RATES}, beta=2.0)',
        expected=5 * 15 / (5 * 15 + 4 * 5 + 4),
        tolerance=1e-12,
        source="closed form",
    ),
    Entry("R59", f'pv.value("f_beta", {RATES}, beta=0.0)', expected=15 / 19, tolerance=1e-12, source="precision"),
    Entry(
        "R61",
        'pv.value("mutual_information", pv.ConfusionMatrix.from_counts([[40, 10], [5, 45]]))',
        expected="sum(c/100*np.log2(c/100/(r/100*k/100)) for c, r, k in ((40,50,45),(10,50,55),(5,50,45),(45,50,55)))",
        tolerance=1e-12,
        source="closed form",
    ),
    Entry(
        "R62",
        f'pv.value("tnr", {K3}.outcomes(2))',
        expected=(100 - 30 - 11) / (100 - 30),
        tolerance=1e-12,
        source="by hand",
    ),
    Entry(
        "R64",
        f'[round(end, 4) for end in (lambda e: (e.low, e.high))(pv.estimate("recall", {RATES}))]',
        expected=[0.5313, 0.8881],
        source="Wilson's interval of 15 of 20 (statsmodels)",
    ),
    Entry(
        "R65",
        'pv.instances([1, 0, 1], [0.9, 0.8, 0.2], 0.5)["cell"].tolist()',
        expected=["TP", "FP", "FN"],
        source="by hand",
    ),
    Entry("R68", f'pv.value("lr_positive", {RATES})', expected=0.75 / 0.2, tolerance=1e-12, source="by hand"),
    Entry(
        "R68", 'pv.value("lr_positive", pv.Outcomes(tp=5, fn=5, fp=0, tn=10))', expected=float("inf"), source="the text"
    ),
    Entry(
        "R71",
        'pv.value("expected_cost", pv.Outcomes(tp=0, fn=0, fp=1, tn=9), fp=1, fn=5, prior=0.0)',
        expected=0.1,
        tolerance=1e-12,
        source="by hand",
    ),
    Entry(
        "R72",
        f'pv.value("expected_cost", {RATES}, fp=1.0, fn=5.0)',
        expected=(4 + 25) / 40,
        tolerance=1e-12,
        source="mean of the asymmetric loss",
    ),
    Entry(
        "R74",
        "pv.break_even(pv.Outcomes(tp=0, fn=4, fp=0, tn=96), pv.Outcomes(tp=3, fn=1, fp=12, tn=84))",
        expected=4.0,
        tolerance=1e-12,
        source="(delta FPR N) / (delta TPR P)",
    ),
    Entry(
        "R75",
        'pv.compare_costs({"m": pv.Outcomes(tp=1, fn=9, fp=50, tn=40)}, pv.Costs(fp=1, fn=1)).trivial',
        expected={"all positive": 0.9, "all negative": 0.1},
        source="C_FP neg, C_FN pos",
    ),
    Entry(
        "R5",
        "pv.ConfusionMatrix.from_counts([[15, 4], [5, 16]], transposed=True).counts.tolist()",
        expected=[[15, 5], [4, 16]],
        source="deck 002's layout",
    ),
    Entry(
        "R63",
        '[found.measures[f"{average}_f1"].value for average in averages]',
        setup=CLASSES,
        expected="[f1_score(truth, said, average=average) for average in averages]",
        tolerance=1e-12,
        source="scikit-learn: every average bears its name",
    ),
    Entry(
        "R63",
        "[one.measures[name].value for name in ('precision', 'recall', 'f1') for one in found.by_class.values()]",
        setup=CLASSES,
        expected="np.concatenate(precision_recall_fscore_support(truth, said)[:3]).tolist()",
        tolerance=1e-12,
        source="scikit-learn: the table of classes beside the averages",
    ),
    Entry("R66", "probative measures precision", expected="retriev", source="the text"),
]
