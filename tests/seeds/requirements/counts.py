"""Counts as input, matrices, means of precision and recall, and the readings and cautions of measures."""

from __future__ import annotations

from .entry import Entry

LINES = 'table = {"y": [1, 1, 0, 0], "pred": [1, 0, 1, 0], "n": [40, 10, 5, 45]}'
CROSSING = """y = np.repeat([1, 0], 40)
a = np.concatenate([np.linspace(3, 4, 20), np.linspace(-3, -2, 20), np.linspace(-2, 2, 40)])
b = np.concatenate([np.linspace(0, 2, 40), np.linspace(-3, 1.5, 40)])
found = pv.compare(truth=y, scores={"A": a, "B": b}, measure="auc")
said = " ".join([*(note.message for note in found.warnings), *found.notes])"""

ENTRIES = [
    Entry(
        "R207",
        "probative counts 40 10 5 45",
        expected=("0.850  [0.767, 0.907]", "mutual_information"),
        source="Wilson's interval of 85 of 100",
    ),
    Entry(
        "R207",
        "probative counts C1=80,20,50,50 C2=60,40,20,80 C3=40,60,30,70 --cost-fp 1 --cost-fn 5",
        expected="C2 is better than C3",
        source="score test of two proportions",
    ),
    Entry(
        "R207",
        "pv.counts(three, costs=pv.Costs(1, 5)).models['C3'].measures['expected_cost'].value",
        setup='three = {"C1": [80, 20, 50, 50], "C2": [60, 40, 20, 80], "C3": [40, 60, 30, 70]}',
        expected=1.65,
        tolerance=1e-12,
        source="case 004-three-classifiers",
    ),
    Entry(
        "R207",
        "(found.low, found.high)",
        setup=LINES + '; found = pv.evaluate(table, truth="y", count="n").models["model"].measures["accuracy"]',
        expected=(0.76716, 0.90694),
        tolerance=1e-5,
        source="Wilson's interval of 85 of 100, by hand",
    ),
    Entry(
        "R207",
        "probative evaluate lines.csv --truth y --count n",
        setup='from pathlib import Path; Path("lines.csv").write_text("y,pred,n\\n1,1,40\\n1,0,10\\n0,1,5\\n0,0,45\\n")',
        expected=("100 rows", "0.850  [0.767, 0.907]"),
        source="Wilson's interval of 85 of 100",
    ),
    Entry(
        "R207",
        '"weights-look-like-counts" in [note.code for note in pv.evaluate(table, truth="y", weight="n").notes]',
        setup=LINES,
        source="the text",
    ),
    Entry(
        "R221",
        "pv.counts([40, 10, 5, 45]).table('matrix').column('predicted positive')",
        expected=("TP 40", "FP 5", "45"),
        source="deck 003, exercise 6",
    ),
    Entry(
        "R221",
        "probative counts 40 10 5 45 --layout predicted-rows --steps",
        expected=("positive   TP 40            FP 5 ", "negative   FN 10            TN 45 ", "0.39731"),
        source="case 003-exercise-6",
    ),
    Entry(
        "R221",
        "[cell.bits for cell in pv.mutual_information_steps(pv.Outcomes(tp=40, fn=10, fp=5, tn=45)).cells]",
        expected=[0.332029999423, -0.145943161864, -0.108496250072, 0.319722022262],
        tolerance=1e-11,
        source="case 003-exercise-6",
    ),
    Entry(
        "R56",
        "pv.estimate('precision', pv.Outcomes(tp=0, fn=10, fp=0, tn=90), undefined='zero').why",
        expected="no predicted positives: counted as 0",
        source="the text",
    ),
    Entry(
        "R56",
        "probative counts 0 10 0 90 --undefined zero",
        expected="counted as 0 as asked for: precision",
        source="the text",
    ),
    Entry(
        "R59",
        "[pv.value(name, pv.Outcomes(tp=2, fn=8, fp=0, tn=90)) for name in ('f0.5', 'f1', 'f2')]",
        expected=[0.555555555556, 0.333333333333, 0.238095238095],
        tolerance=1e-11,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R59",
        "[pv.counts([2, 8, 0, 90]).models['model'].measures[name].value for name in ('f0_5', 'f1', 'f2')]",
        expected=[0.555555555556, 0.333333333333, 0.238095238095],
        tolerance=1e-11,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R60",
        "pv.explain('f1', truth=[1] * 10 + [0] * 5, predicted=[1] * 2 + [0] * 13)['arithmetic mean'].value",
        expected=0.6,
        tolerance=1e-12,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R60",
        "probative explain f1 --tp 2 --fn 8 --fp 0 --tn 5",
        expected=("f1 is 0.333333", "'arithmetic mean' 0.6 (+0.267)"),
        source="case 002-f-measure-fingerprint: (1 + 0.2) / 2 beside 4 / 12",
    ),
    Entry(
        "R60",
        "(pv.harmonic_mean([1, 0.2]), pv.harmonic_mean([0.9, 0.8, 0]))",
        expected=(1 / 3, 0.0),
        tolerance=1e-12,
        source="case 002-f-measure-fingerprint",
    ),
    Entry(
        "R67",
        "probative explain error_types",
        expected=(
            "reject H0 when H0 is true: type I error, alpha, false positive",
            "keep H0 when H1 is true: type II error, beta, false negative",
        ),
        source="case 002-error-type-table",
    ),
    Entry(
        "R82",
        "probative measures auc",
        expected=("1: some threshold separates", "0.5: no better than chance", "have 1 - AUC", "0: perf"),
        source="the text",
    ),
    Entry("R102", '"cross" in said and "average over all thresholds" in said', setup=CROSSING, source="the text"),
    *(
        Entry(
            requirement,
            '"mse-of-classes" in [note.code for note in found.notes]',
            setup="found = pv.evaluate(truth=[-1.0, 1.0] * 20, predicted=[-3.0, 2.5] * 20, task='regression')",
            source="the text",
        )
        for requirement in ("R21", "R195")
    ),
]
