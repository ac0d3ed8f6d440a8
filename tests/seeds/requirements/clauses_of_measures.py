"""Clauses of matrices, rates, costs, curves and regression that other entries leave open."""

from __future__ import annotations

from math import inf

from probative.errors import BadCounts, BadScores, EmptyData, WrongEvidence

from .entry import Entry

EMPTY, SURE = "pv.Outcomes(tp=0, fn=0, fp=0, tn=0)", "pv.Outcomes(tp=5, fn=1, fp=0, tn=0)"
NEVER = "pv.Outcomes(tp=0, fn=0, fp=3, tn=2)"
THREE = "C1=80,20,50,50 C2=60,40,20,80 C3=40,60,30,70"
ROWS = """rng = np.random.default_rng(8)
y = rng.integers(0, 2, 90)
s = np.round(rng.normal(size=90) + y, 1)
ladder = pv.Ladder.from_scores(y, s)
cuts = [np.inf, *sorted(set(s), reverse=True)]
def paid(cut, fp, fn):
    return (fp * ((s >= cut) & (y == 0)) + fn * ((s < cut) & (y == 1))).mean()"""
COARSE = "ladder = pv.Ladder.from_scores([1, 0, 1, 0, 1, 0, 0, 1], [8, 7, 6, 5, 4, 3, 2, 1])"
SAID = """from pathlib import Path
rows = [f"{i % 2},{(i * 7 % 40) / 40 + 0.3 * (i % 2)}" for i in range(60)]
Path("said.csv").write_text("\\n".join(["y,score_m", *rows]))"""
FOUND = SAID + '\npv.evaluate("said.csv", truth="y", positive=1, costs=pv.Costs(1, 5)).save("found.json")'
NUMBERS = """from pathlib import Path
Path("said.csv").write_text("y,pred_m\\n1.5,1.4\\n2,2.5\\n4,3\\n6,6.5\\n")"""
TASK = "probative theory gaussian --positives 30 --negatives 30 --csv task.csv"

CELLS = [
    Entry("R48", "pv.counts([1.5, 2, 3, 4])", expected=BadCounts, source="counts are whole"),
    Entry("R50", f'pv.estimate("accuracy", {EMPTY}).why', expected="no rows", source="m = 0"),
    Entry(
        "R53",
        f'[pv.estimate(name, {SURE}).why for name in ("specificity", "fpr", "balanced_accuracy", "mcc")]',
        expected=["no actual negatives"] * 4,
        source="N = 0",
    ),
    Entry(
        "R55",
        f'[pv.estimate(name, {NEVER}).why for name in ("fnr", "recall", "balanced_accuracy", "mcc")]',
        expected=["no actual positives"] * 4,
        source="P = 0",
    ),
    Entry(
        "R54",
        "probative measures fpr",
        expected=("type I error", "alpha"),
        source="α error, the level of significance",
    ),
    Entry("R55", "probative measures fnr", expected=("type II error", "beta"), source="β error"),
    Entry(
        "R58",
        'pv.value("mcc", pv.Outcomes(tp=4 * 10**18, fn=10**18, fp=10**18, tn=4 * 10**18))',
        expected=0.6,
        tolerance=1e-12,
        source="(16 − 1) / 25: products of counts beyond 64 bits",
    ),
    Entry(
        "R59",
        'pv.estimate("f1", pv.Outcomes(tp=0, fn=0, fp=0, tn=7)).why',
        expected="no actual and no predicted positives",
        source="TP + FN + FP = 0",
    ),
    Entry(
        "R61",
        'pv.estimate("normalized_mutual_information", pv.Outcomes(tp=5, fn=1, fp=0, tn=0)).why',
        expected="no actual negatives",
        source="H(A) = 0",
    ),
    Entry(
        "R62",
        "[pv.ConfusionMatrix.from_counts([[5, 1, 2], [3, 6, 4], [7, 8, 9]]).outcomes(1).tn]",
        expected=[5 + 2 + 7 + 9],
        source="by hand: all that is neither of the class nor taken for it (E33)",
    ),
    Entry(
        "R65",
        'pv.instances([1, 0, 1, 0], [0.5, 0.5, 0.4, 0.2], 0.5)["cell"].tolist()',
        expected=["TP", "FP", "FN", "TN"],
        source="by hand: a score of exactly the threshold is positive",
    ),
    Entry(
        "R68",
        '[pv.value(name, o) for name in ("lr_positive", "lr_negative") for o in found]',
        setup="found = pv.Outcomes(tp=5, fn=5, fp=10, tn=0), pv.Outcomes(tp=9, fn=1, fp=2, tn=8)",
        expected=[0.5, 4.5, inf, 0.125],
        tolerance=1e-12,
        source="TPR / FPR and FNR / TNR by hand; no true negative, and a miss",
    ),
    Entry(
        "R68",
        'pv.estimate("lr_positive", pv.Outcomes(tp=0, fn=5, fp=0, tn=9)).why',
        expected="no true positives and no false positives: 0/0",
        source="0 / 0",
    ),
]

COSTS = [
    Entry(
        "R69",
        "[pv.Costs(fp=1, fn=5).of_point(0.1, 0.8, prevalence=0.1), pv.Costs(1, 5, prior=0.1).of_point(0.1, 0.8)]",
        expected=[0.19, 0.19],
        tolerance=1e-12,
        source="case 004-expected-cost-formula, at a share named with the point, and with the costs",
    ),
    Entry(
        "R70",
        "probative counts 30 20 5 45 --cost-fp 1 --cost-fn 5 --prior 0.1",
        expected=("1,000 rows at prior 0.1: 290 ", "1,000 rows at the sample's share of positives: 1,050 "),
        source="by hand: 0.1 · 5 · 0.4 + 0.9 · 0.1 where the model will work, (20 · 5 + 5) / 100 in the sample",
    ),
    Entry(
        "R70",
        "(lambda found: [found.operating.value, found.sample.value])(made.models['model'].decisions.costs)",
        setup="made = pv.counts([30, 20, 5, 45], costs=pv.Costs(1, 5, prior=0.1))",
        expected=[0.29, 1.05],
        tolerance=1e-12,
        source="the same, in findings",
    ),
    Entry("R71", 'pv.value("expected_cost", 0.85)', expected=WrongEvidence, source="accuracy does not determine cost"),
    Entry(
        "R71",
        'pv.estimate("expected_cost", pv.Outcomes(tp=0, fn=0, fp=1, tn=9), fp=1, fn=5, prior=0.2).why',
        expected="no actual positives, but the operating prior counts on that class",
        source="a rate of an absent class is left out at a prior of 0 only",
    ),
    Entry(
        "R72",
        "pv.losses.empirical_risk(y, s >= 0.5, pv.losses.asymmetric(fp=1, fn=5)).value",
        setup=ROWS,
        expected='pv.value("expected_cost", ladder.at(0.5), fp=1, fn=5)',
        tolerance=1e-12,
        source="the formula of rates and shares, of the same rows",
    ),
    Entry(
        "R72",
        'pv.value("expected_cost", ladder.at(0.5), fp=1, fn=5)',
        setup=ROWS,
        expected="paid(0.5, 1, 5)",
        tolerance=1e-12,
        source="NumPy: the mean of what each row costs",
    ),
    Entry(
        "R73",
        '[pv.best_threshold(ladder, "cost", costs=pv.Costs(1, k)).threshold for k in (0.3, 1, 5)]',
        setup=ROWS,
        expected="[cuts[int(np.argmin(np.round([paid(cut, 1, k) for cut in cuts], 12)))] for k in (0.3, 1, 5)]",
        tolerance=1e-12,
        source="every threshold tried; the largest of the cheapest",
    ),
    Entry(
        "R73",
        '[(found.threshold, found.ties) for found in (pv.best_threshold(ladder, "cost", costs=c) for c in costs)]',
        setup=COARSE + "; costs = pv.Costs(1, 1), pv.Costs(1, 100), pv.Costs(100, 1)",
        expected=[(8.0, (8.0, 6.0, 4.0)), (1.0, (1.0,)), (8.0, (8.0,))],
        source="by hand: three cuts miss or call three of eight; all positive; one safe positive",
    ),
    Entry(
        "R73",
        "probative evaluate said.csv --truth y --positive 1 --score score_m --threshold-by calibrated --cost-fp 1 --cost-fn 5",
        setup=SAID,
        expected=2,
        source="scores above 1 are no probabilities: the code of bad input",
    ),
    Entry(
        "R75",
        "probative counts 1 9 50 40 --cost-fp 1 --cost-fn 1",
        expected=("calling everything negative would cost 100", "trivial rules: all positive 900, all negative 100"),
        source="by hand: 0.9 · 1 and 0.1 · 1",
    ),
]

CURVES = [
    Entry(
        "R76",
        "pv.roc(ladder).thresholds[0]",
        setup=COARSE,
        expected=inf,
        source="before the first row nothing is called",
    ),
    Entry(
        "R78",
        '[pv.estimate("equal_error_rate", pv.Ladder.from_scores([k, k], [1, 2])).why for k in (0, 1)]',
        expected=["no actual positives", "no actual negatives"],
        source="one class has no rate at which both errors are equal",
    ),
    Entry(
        "R81",
        "[np.trapezoid(pv.roc(ladder).tpr, pv.roc(ladder).fpr), pv.value('auc', ladder), mannwhitneyu(up, down).statistic / pairs]",
        setup=ROWS
        + "\nfrom scipy.stats import mannwhitneyu\nup, down = s[y == 1], s[y == 0]; pairs = len(up) * len(down)",
        expected="[np.mean(np.sign(up[:, None] - down) / 2 + 0.5)] * 3",
        tolerance=1e-12,
        source="NumPy: all pairs, ties for a half; SciPy's U over their number",
    ),
    Entry(
        "R85",
        "probative evaluate said.csv --truth y --positive 1 --score score_m --roc-n 50 --all",
        setup=SAID,
        expected="ROC30 (the ROC curve up to 30 false positives; there are only 30 negatives)",
        source="thirty negatives are fewer than fifty, and it is said",
    ),
    Entry(
        "R86",
        f"probative counts {THREE} --plot points.svg",
        expected=("C1     0.5  0.8 ", "C2     0.2  0.6 ", "C3     0.3  0.4 ", "picture written to points.svg"),
        source="case 004-three-classifiers",
    ),
    Entry(
        "R87",
        f"probative counts {THREE}",
        expected="not comparable without costs",
        source="a partial order",
    ),
    Entry(
        "R88",
        f"probative counts {THREE} --cost-fn 5",
        expected=("yes                C3", "no: never optimal"),
        source="case 004-three-classifiers: the second dominates the third, which lies below the hull",
    ),
    Entry(
        "R91",
        "probative plot found.json accuracy-lines -o lines.svg",
        setup=FOUND,
        expected="picture written to lines.svg",
        source="the family on the command line",
    ),
    Entry(
        "R91",
        "[*lines.touch.fpr, *lines.touch.tpr]",
        setup=ROWS
        + "\nlines = pv.accuracy_lines(ladder)\nhits = [((s >= c) == y).mean() for c in cuts]\n"
        + "best = [c for c, hit in zip(cuts, hits) if hit > max(hits) - 1e-12]",
        expected="[(s >= c)[y == k].mean() for k in (0, 1) for c in sorted({best[0], best[-1]}, reverse=True)]",
        tolerance=1e-12,
        source="NumPy: where the most rows are right",
    ),
    Entry(
        "R92",
        "probative plot found.json cost-lines -o lines.svg",
        setup=FOUND,
        expected="picture written to lines.svg",
        source="the family on the command line",
    ),
    Entry(
        "R95",
        "probative theory scores",
        expected=("separate    1.0000", "partial     0.9214", "full        0.5000", "reversed    0.0000"),
        source="cases 003-roc-example-1 to 4",
    ),
    Entry(
        "R100",
        "probative run task.csv --target y --positive 1 --model 'knn(n_neighbors=1)' --model 'knn(n_neighbors=5)' "
        "--plan 2-fold --out knn --quiet",
        setup=TASK,
        expected="results are in knn",
        source="a family over k, drawn by plot knn/findings.json family --measure auc",
    ),
    Entry(
        "R101",
        "[*pv.roc(hard).fpr, pv.roc(hard).auc]",
        setup="hard = pv.Ladder.from_scores([1, 1, 1, 0, 0], [1, 1, 0, 1, 0])",
        expected=[0, 0.5, 1, (2 / 3 + 1 / 2) / 2],
        tolerance=1e-12,
        source="by hand: one point inside, and the balanced accuracy",
    ),
    Entry(
        "R73",
        "pv.best_threshold(pv.Ladder.from_scores([1, 0], [1.5, 0.2]), 'calibrated', costs=pv.Costs(1, 5))",
        expected=BadScores,
        source="a score above 1 is no probability",
    ),
]

NUMBERS_OF_ROWS = [
    Entry("R106", "pv.Residuals.from_values([], [])", expected=EmptyData, source="n = 0"),
    Entry(
        "R109",
        "probative evaluate said.csv --truth y --predicted pred_m --task regression --training-mean 3 --all",
        setup=NUMBERS,
        expected=("training baseline", "3.2                3.3"),
        source="by hand: (1.5² + 1² + 1² + 3²) / 4 = 3.3125 of the mean of training, 3.1719 of the evaluated",
    ),
]

ENTRIES = [*CELLS, *COSTS, *CURVES, *NUMBERS_OF_ROWS]
