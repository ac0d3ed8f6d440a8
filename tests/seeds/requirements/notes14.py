"""What guards must say of plans, scores, areas, costs and tests, and at which severity."""

from __future__ import annotations

from probative.errors import BadParameter, BadScores, NotPaired, WrongEvidence

from .entry import Entry

TOLD = """
def told(found):
    return {note.code: note.severity for note in found.notes}
"""
ROWS = (
    """rng = np.random.default_rng(0)
y = rng.permutation(np.repeat([0, 1], [120, 80]))
p = 1 / (1 + np.exp(-rng.normal(2.0 * y - 1)))"""
    + TOLD
)
IRIS = (
    """from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
X, y = load_iris(return_X_y=True)"""
    + TOLD
)
RARE = (
    """y = np.repeat([1, 0], [30, 970])
p = np.random.default_rng(0).normal(1.5 * y)"""
    + TOLD
)
LEFT_OUT = IRIS + 'said = pv.run({"nb": GaussianNB(), "most": DummyClassifier()}, X, y, plan="leave-one-out")'
APART = (
    IRIS
    + """import pandas as pd
runs = [pv.run({name: GaussianNB()}, X, y == 1, plan="5-fold", random_state=seed) for seed, name in enumerate("ab")]
table = pd.concat([pd.DataFrame(said.to_frame()) for said in runs])"""
)
RESULTS = "a = np.random.default_rng(1).normal(0.8, 0.05, 100); b = a + np.random.default_rng(2).normal(0, 0.02, 100)"

ENTRIES = [
    Entry("R174", "probative plan 'hold-out 70/30' --n 100", expected="coarser estimate", source="000"),
    Entry("R174", "probative plan 'monte-carlo 5 70/30' --n 100", expected="coarser estimate", source="000"),
    Entry(
        "R174",
        'told(pv.evaluate(pv.run(GaussianNB(), X, y, plan="monte-carlo 5")))["hold-out-trade-off"]',
        setup=IRIS,
        expected="note",
        source="(N)",
    ),
    Entry(
        "R175",
        'told(pv.evaluate(pv.run(GaussianNB(), X, y, plan="5-fold")))["procedure-not-model"]',
        setup=IRIS,
        expected="note",
        source="(N)",
    ),
    Entry(
        "R176",
        'told(pv.evaluate(truth=[1] + [0] * 99, predicted=[0] * 100, positive=1))["accuracy-below-baseline"]',
        setup=ROWS,
        expected="warning",
        source="99 % at 99:1 is nothing",
    ),
    Entry(
        "R177",
        '[told(pv.evaluate(truth=y, scores=p, costs=pv.Costs(1, fn))).get("costs-declared") for fn in (5, 1)]',
        setup=ROWS,
        expected=["warning", None],
        source="(W), silent for equal costs",
    ),
    Entry(
        "R178",
        'told(pv.evaluate(pv.run(GaussianNB(), X, np.arange(150) % 20 == 0, plan="5-fold")))["unstratified-unbalanced"]',
        setup=IRIS,
        expected="warning",
        source="(W)",
    ),
    Entry(
        "R179",
        "pv.run(GaussianNB(), X, y, plan=[(np.arange(100), np.arange(100, 150))])",
        setup=IRIS,
        expected=BadParameter,
        source="(E)",
    ),
    Entry(
        "R179",
        "pv.run(GaussianNB(), X, y, plan=[(np.arange(100), np.arange(100, 150))], force=True).about.forced",
        setup=IRIS,
        expected=("class-missing-in-training",),
        source="(E): forced and marked",
    ),
    Entry(
        "R180",
        'pv.run(GaussianNB(), X, y, plan="5-fold stratified", time=np.arange(150))',
        setup=IRIS,
        expected=BadParameter,
        source="(E)",
    ),
    Entry(
        "R181",
        '"variability becomes visible" in str(pv.evaluate(pv.run(GaussianNB(), X, y, plan="2-fold")).notes)',
        setup=IRIS,
        source="002",
    ),
    Entry(
        "R182",
        'told(pv.evaluate(said))["leave-one-out"]',
        setup=LEFT_OUT,
        expected="warning",
        source="(W)",
    ),
    Entry(
        "R183",
        'told(pv.evaluate(pv.run(GaussianNB(), X, y, plan="hold-out stratified")))["hold-out-little-data"]',
        setup=IRIS,
        expected="warning",
        source="(W)",
    ),
    Entry(
        "R184",
        '[pv.compare({"a": a[:n], "b": b[:n]}, of="folds", n_train=9, n_test=1, test="paired-t", force=True)'
        ".warnings[0].code for n in (10, 100)]",
        setup=RESULTS,
        expected=["paired-t-of-folds", "paired-t-of-folds"],
        source="folds of any N; E51",
    ),
    Entry(
        "R184",
        'pv.compare({"a": a[:12], "b": b[:12], "c": b[12:24]}, of="paired", parametric=True).warnings[0].code',
        setup=RESULTS,
        expected="paired-t-few-pairs",
        source="N < 30, any number of models",
    ),
    Entry(
        "R184",
        'pv.compare({"a": a[:30], "b": b[:30]}, of="paired", parametric=True).warnings[0].message',
        setup=RESULTS,
        expected="are these 30 results those of folds?",
        source="a plain table of 30 rows is asked",
    ),
    Entry("R186", 'pv.compare(table, model="model", row="row")', setup=APART, expected=NotPaired, source="(E)"),
    Entry(
        "R186",
        'pv.compare(table, model="model", row="row", force=True).warnings[0].severity',
        setup=APART,
        expected="error",
        source="forced and marked",
    ),
    Entry(
        "R187",
        'all(words in str(pv.compare({"a": a, "b": b}, of="datasets")) for words in ("not the probability of H0", '
        '"significance is not size of effect"))',
        setup=RESULTS,
        source="001",
    ),
    Entry(
        "R188",
        'pv.evaluate(truth=y, scores=p).models["model"].decisions.roc_n.all.area',
        setup=RARE,
        expected="sum((np.sort(p[y == 0])[::-1][:50, None] < p[y == 1]).mean(axis=1)) / 50",
        tolerance=1e-9,
        source="ROC50 by counting pairs: the 50 highest negatives",
    ),
    Entry("R188", 'told(pv.evaluate(truth=y, scores=p))["rare-class"]', setup=RARE, expected="warning", source="(W)"),
    Entry(
        "R190",
        '[note.model for note in pv.evaluate(said).notes if note.code == "leave-one-out-reacts"]',
        setup=LEFT_OUT,
        expected=["most"],
        source="accuracy 0 of a majority rule on iris",
    ),
    Entry(
        "R190",
        '[note.code for note in pv.compare(said, measure="accuracy").warnings]',
        setup=LEFT_OUT,
        expected=["leave-one-out-reacts"],
        source="no comparison may use it unmarked",
    ),
    Entry(
        "R191",
        "pv.roc(pv.ConfusionMatrix.from_labels([1, 0, 1], [1, 0, 0]))",
        expected=WrongEvidence,
        source="(E)",
    ),
    Entry("R191", "pv.evaluate(truth=y, scores=(p > 0.5) * 1)", setup=ROWS, expected=BadScores, source="(E)"),
    Entry(
        "R191",
        "pv.evaluate(truth=y, scores=(p > 0.5) * 1, force=True).about.forced",
        setup=ROWS,
        expected=("labels-as-scores",),
        source="forced and marked",
    ),
    Entry(
        "R192",
        'told(pv.evaluate(truth=y, scores=1 - p))["auc-below-half"]',
        setup=ROWS,
        expected="warning",
        source="(W)",
    ),
    Entry(
        "R192",
        'told(pv.evaluate(truth=[0, 1] * 20, scores=np.arange(40)[::-1] % 9))["auc-perhaps-below-half"]',
        setup=ROWS,
        expected="note",
        source="the interval includes 0.5",
    ),
    Entry(
        "R193",
        'told(pv.evaluate(truth=y, scores=p, threshold_by="f1"))["threshold-chosen-here"]',
        setup=ROWS,
        expected="warning",
        source="(W)",
    ),
    Entry(
        "R194",
        'told(pv.evaluate(truth=y, scores=p))["value-alone"]',
        setup=ROWS,
        expected="note",
        source="(N), with the baseline",
    ),
    Entry(
        "R195",
        '[told(pv.evaluate(truth=t, predicted=p, task="regression"))["mse-of-classes"] for t in (y * 1.0, 2.0 * y - 1)]',
        setup=ROWS,
        expected=["warning", "warning"],
        source="(W)",
    ),
    Entry(
        "R196",
        'told(pv.evaluate(truth=y, scores=p))["single-split"]',
        setup=ROWS,
        expected="note",
        source="(N), a file",
    ),
    Entry(
        "R198",
        'told(pv.evaluate(pv.run(GaussianNB(), X, y, plan="5-fold", groups=np.arange(150) // 5)))["groups-straddle"]',
        setup=IRIS,
        expected="warning",
        source="(W)",
    ),
    Entry(
        "R199",
        '"may be poor on another" in str(pv.evaluate(pv.run(GaussianNB(), X, y, plan="5-fold")).notes)',
        setup=IRIS,
        source="002",
    ),
    Entry(
        "R200",
        '[told(pv.evaluate(truth=y, scores=p, costs=pv.Costs(1, 1, q))).get("prior-differs") for q in (0.1, 0.4)]',
        setup=ROWS,
        expected=["warning", None],
        source="(W), silent at the sample's share",
    ),
]
