"""ROC curves, areas, hulls, thresholds."""

from probative.errors import BadParameter

from .entry import Entry

TIES = "ladder = pv.Ladder.from_scores([1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.3, 0.3])"
Y = "[1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]"
S = "[.9, .8, .7, .6, .55, .54, .53, .52, .51, .505, .4, .39, .38, .37, .36, .35, .34, .33, .3, .1]"
DRAWN = f"ladder = pv.Ladder.from_scores({Y}, {S})"
MANY = "rng = np.random.default_rng(0); y = np.repeat([1, 0], [40, 60]); ladder = pv.Ladder.from_scores(y, rng.random(100) + y)"

ENTRIES = [
    Entry("R4", "pv.Ladder.from_scores([1, 0], [0.5, 0.2]).at(0.5).tp", expected=1, source="score >= threshold"),
    Entry(
        "R76",
        "[pv.roc(ladder).fpr.tolist(), pv.roc(ladder).tpr.tolist()]",
        setup=TIES,
        expected=[[0.0, 0.0, 1 / 3, 1.0], [0.0, 1 / 3, 2 / 3, 1.0]],
        source="by hand",
    ),
    Entry(
        "R77",
        'pv.roc(ladder).drawing()["move"][:4].tolist()',
        setup=DRAWN,
        expected=["up", "up", "right", "up"],
        source="the deck",
    ),
    Entry("R78", 'pv.value("auc", pv.Ladder.from_scores([1, 0, 1], [3.0, 3.0, 3.0]))', expected=0.5, source="the text"),
    Entry(
        "R78",
        'pv.estimate("auc", pv.Ladder.from_scores([1, 1], [0.1, 0.2])).why',
        expected="no actual negatives",
        source="the text",
    ),
    Entry("R78", 'pv.value("auc", pv.Ladder.from_scores([1, 0], [0.0, -np.inf]))', expected=1.0, source="the text"),
    Entry(
        "R79",
        'pv.value("auc", ladder)',
        setup=TIES,
        expected=(1 + 1 + 1 + 0.5 + 1 + 1 + 0 + 0.5 + 0.5) / 9,
        tolerance=1e-12,
        source="all pairs by hand",
    ),
    Entry(
        "R80",
        'pv.value("auc", ladder)',
        setup=DRAWN,
        expected=f"__import__('sklearn.metrics').metrics.roc_auc_score({Y}, {S})",
        tolerance=1e-12,
        source="scikit-learn",
    ),
    Entry(
        "R81",
        "float(np.trapezoid(pv.roc(ladder).tpr, pv.roc(ladder).fpr))",
        setup=TIES,
        expected=6.5 / 9,
        tolerance=1e-12,
        source="all pairs by hand",
    ),
    Entry(
        "R83",
        'pv.value("auc_n", ladder, n=2)',
        setup=DRAWN,
        expected=(2 + 5) / (2 * 10),
        tolerance=1e-12,
        source="sum of t_i / (n P) by hand",
    ),
    Entry(
        "R84",
        'pv.roc(ladder).auc_n(2, "found")',
        setup=DRAWN,
        expected=(2 + 5) / (2 * 5),
        tolerance=1e-12,
        source="sum of t_i / (n t_n) by hand",
    ),
    Entry(
        "R85",
        'pv.value("auc_n", ladder, n=50)',
        setup=DRAWN + "; from sklearn.metrics import roc_auc_score",
        expected=f"roc_auc_score({Y}, {S})",
        tolerance=1e-12,
        source="scikit-learn's AUC, as 10 negatives are fewer than 50",
    ),
    Entry(
        "R86",
        'pv.roc_points({"a": (0.5, 0.8), "b": (0.2, 0.6), "c": (0.3, 0.4)}).fpr.tolist()',
        expected=[0.5, 0.2, 0.3],
        source="deck 004",
    ),
    Entry(
        "R87", 'pv.roc_points({"b": (0.2, 0.6), "c": (0.3, 0.4)}).dominance()', expected=[("b", "c")], source="by hand"
    ),
    Entry(
        "R88",
        'pv.roc_points({"a": (0.5, 0.8), "b": (0.2, 0.6), "c": (0.3, 0.4)}).below_hull()',
        expected=["c"],
        source="by hand",
    ),
    Entry(
        "R89",
        'pv.roc_points({"c": (0.6, 0.4)}).mirrored("c")',
        expected=(0.4, 0.6),
        tolerance=1e-12,
        source="1 - rates",
    ),
    Entry(
        "R90",
        'pv.roc_points({"a": (0.2, 0.6), "b": (0.6, 0.9)}).mix("a", "b", fpr=0.3).probability',
        expected=0.25,
        tolerance=1e-12,
        source="(x - x_A) / (x_B - x_A)",
    ),
    Entry(
        "R93",
        'pv.best_threshold(ladder, "accuracy").threshold',
        setup=DRAWN,
        expected=0.54,
        tolerance=1e-12,
        source="all thresholds by hand",
    ),
    Entry(
        "R94",
        "pv.threshold_table(ladder, [0.5, 0.35])['tp'].tolist()",
        setup=DRAWN,
        expected=[6.0, 8.0],
        source="by hand",
    ),
    Entry(
        "R96",
        'pv.value("equal_error_rate", pv.Ladder.from_scores([1, 0, 1, 0], [4, 3, 2, 1]))',
        expected=0.5,
        tolerance=1e-12,
        source="by hand",
    ),
    Entry(
        "R97",
        "pv.roc(ladder).hull().slopes.tolist()",
        setup="ladder = pv.Ladder.from_scores([1, 0, 1, 0], [4, 3, 2, 1])",
        expected=[float("inf"), 1.0, 0.0],
        source="by hand",
    ),
    Entry(
        "R98",
        'pv.trade_off(ladder, "recall", "false_negative_rate")',
        setup=DRAWN,
        expected=BadParameter,
        source="the text",
    ),
    Entry(
        "R99",
        "(legend.get_title().get_text().splitlines()[0], [text.get_text()[:11] for text in legend.get_texts()][:2])",
        setup="""y, a = np.tile([0, 1], 30), np.arange(60.0)
legend = pv.evaluate(truth=y, scores={"a": a, "b": -a}).plot("roc").get_legend()""",
        expected=("60 rows: 30 positives, 30 negatives", ["a: AUC 0.52", "b: AUC 0.48"]),
        source="by hand: of 30 · 30 pairs 465 are won, 0.517",
    ),
    Entry(
        "R101",
        'pv.value("auc", pv.Ladder.from_scores([1, 1, 0, 0], [1, 0, 0, 0]))',
        expected=0.75,
        tolerance=1e-12,
        source="balanced accuracy",
    ),
    Entry(
        "R104",
        'pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, X, y, criterion="auc").criterion',
        setup="from sklearn.neighbors import KNeighborsClassifier; from sklearn.datasets import make_classification; "
        "X, y = make_classification(80, random_state=0)",
        expected="auc",
        source="the text",
    ),
    Entry(
        "R105",
        "pv.precision_recall(pv.Ladder.from_scores([1, 0, 1], [3, 2, 1])).precision.tolist()",
        expected=[1.0, 0.5, 2 / 3],
        tolerance=1e-12,
        source="by hand",
    ),
]
