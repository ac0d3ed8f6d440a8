"""Requirements on plans that are seen, curves of training, demonstrations and data sets."""

from __future__ import annotations

import io
import json
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from sklearn.datasets import load_iris
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.cli import main

from .entry import Entry

IRIS: Any = load_iris(return_X_y=True)
FOLDS = StratifiedKFold(5, shuffle=True, random_state=1)
SINE = pv.NoisyFunction(lambda x: np.sin(2 * np.pi * x), 0.5)


def shell(line: str, look: str = "") -> Any:
    """What a command prints, as JSON if it is some; or a file that it leaves behind. iris.csv is there already."""
    out = io.StringIO()
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(out), redirect_stderr(io.StringIO()):
        for words in ("data iris -o iris.csv", line):
            out.truncate(out.seek(0))
            code: object = 0
            try:
                main(shlex.split(words))
            except SystemExit as left:
                code = left.code
            assert code == 0, words
        if look:
            return Path(look).read_text(encoding="utf-8")
    text = out.getvalue()
    return json.loads(text) if text.startswith("{") else text


def curve() -> pv.ValidationCurve:
    options: dict[str, Any] = {"parameter": "n_neighbors", "values": [1, 15, 75], "plan": FOLDS}
    return pv.validation_curve(KNeighborsClassifier(), *IRIS, **options)


def both() -> Any:
    return pv.resubstitution(KNeighborsClassifier(1), *IRIS, plan="leave-one-out").models[0]


def through() -> Any:
    return pv.extreme_fits(repeats=4000)["through all points"].columns()


ENTRIES = [
    Entry(
        "R206",
        "pv.plan('nested 5-fold/3-fold').layout(range(30), candidates=4).trainings",
        lambda: pv.plan("nested 5-fold/3-fold").layout(range(30), candidates=4).trainings,
        expected=65,
        source="5·(3·4 + 1)",
    ),
    Entry(
        "R206",
        "probative plan '5x10 stratified' iris.csv --target species --json -",
        lambda: [
            (split["training"], split["test"], *split["tested"].values())
            for split in shell("plan '5x10 stratified' iris.csv --target species --json -")["splits"]
        ],
        expected=[(135, 15, 5, 5, 5)] * 50,
        source="deck 3, exercise 7: 15 rows a fold, 5 of each class",
    ),
    Entry(
        "R206",
        "probative plan 3-fold iris.csv --indices pairs.csv",
        lambda: shell("plan 3-fold iris.csv --indices pairs.csv", "pairs.csv").count("test"),
        expected=150,
        source="every row is tested once",
    ),
    Entry(
        "R206",
        "pv.plan('5-fold stratified').plot(X, y).get_yticklabels()",
        lambda: [word.get_text() for word in pv.plan("5-fold stratified").plot(*IRIS).get_yticklabels()],
        expected=["1.1", "1.2", "1.3", "1.4", "1.5", "class"],
        source="a line a split, a strip of classes",
    ),
    Entry(
        "R208",
        "pv.study_estimators(KNeighborsClassifier(3), n=20, repeats=20, estimators=['leave-one-out'])",
        lambda: (
            pv.study_estimators(KNeighborsClassifier(3), n=20, repeats=20, estimators=["leave-one-out"])[
                "leave-one-out"
            ].mean
        ),
        expected=0.2,
        tolerance=1e-9,
        source="scikit-learn's cross_val_score on the same 20 samples",
    ),
    Entry(
        "R208",
        "pv.TwoGaussians(2.0).bayes_risk",
        lambda: pv.TwoGaussians(2.0).bayes_risk,
        expected=0.15865525393145707,
        tolerance=1e-12,
        source="the normal distribution at -1",
    ),
    Entry(
        "R208",
        "probative study estimators --n 20 --repeats 5 --json -",
        lambda: [one["estimator"] for one in shell("study estimators --n 20 --repeats 5 --json -")["estimators"]],
        expected=[
            *("resubstitution", "hold-out 50/50", "hold-out 70/30", "hold-out 90/10"),
            *("2-fold", "5-fold", "10-fold", "10-fold stratified", "5x10-fold"),
            *("leave-one-out", "out-of-bag bootstrap", ".632", ".632+"),
        ],
        source="the list of R208",
    ),
    Entry(
        "R210",
        "pv.validation_curve(KNeighborsClassifier(), X, y, parameter='n_neighbors', values=[1, 15, 75], plan=cv)",
        lambda: curve().columns()["test"].tolist(),
        expected=[0.046666666667, 0.04, 0.106666666667],
        tolerance=1e-9,
        source="scikit-learn's validation_curve",
    ),
    Entry("R210", "….chosen", lambda: curve().chosen, expected=15, source="scikit-learn's validation_curve"),
    Entry(
        "R210",
        "….columns()['folds_sd']",
        lambda: curve().columns()["folds_sd"].tolist(),
        expected=[0.044721359550, 0.027888667552, 0.049441323247],
        tolerance=1e-9,
        source="scikit-learn's validation_curve",
    ),
    Entry(
        "R211",
        "pv.resubstitution(KNeighborsClassifier(1), X, y, plan='leave-one-out').models[0]",
        lambda: [both().test.value, both().training, both().gap],
        expected=[0.04, 0.0, 0.04],
        tolerance=1e-9,
        source="deck 3, exercise 7: 0.96 leave-one-out; a nearest neighbour of itself is never wrong",
    ),
    Entry("R211", "….label", lambda: both().label, expected="resubstitution, not an estimate", source="R211"),
    Entry(
        "R212",
        "{o.plan: o.trainings for o in pv.plans(n=20, y=[0] * 10 + [1] * 10).options}",
        lambda: [
            {option.plan: option.trainings for option in pv.plans(n=20, y=[0] * 10 + [1] * 10).options}[name]
            for name in ("leave-one-out", "leave-2-out", "leave-pair-out", "10-fold stratified")
        ],
        expected=[20, 190, 100, 10],
        source="N, N over 2, P·N, k",
    ),
    Entry(
        "R212",
        "probative plans iris.csv --target species",
        lambda: shell("plans iris.csv --target species").splitlines()[0],
        expected="Advised: 10x10-fold stratified",
        source="150 rows in balanced classes: repeated stratified folds (R117, R119)",
    ),
    Entry(
        "R214",
        "pv.extreme_fits()['fixed line'].variance",
        lambda: pv.extreme_fits()["fixed line"].variance,
        expected=0.0,
        source="deck 2: a line that no data can move",
    ),
    Entry(
        "R214",
        "pv.extreme_fits()['through all points'].columns()['variance'] at x = 0, 0.2, …, 1",
        lambda: through()["variance"][::40].tolist(),
        expected=[0.25] * 6,
        tolerance=0.03,
        source="deck 2: sigma² where a polynomial goes through every point (simulated with 4,000 training sets)",
    ),
    Entry(
        "R215",
        "pv.learning_curve(KNeighborsClassifier(3), X, y, sizes=[30, 120], plan=cv).points[-1].test.value",
        lambda: pv.learning_curve(KNeighborsClassifier(3), *IRIS, sizes=[30, 120], plan=FOLDS).points[-1].test.value,
        expected=0.04,
        tolerance=1e-9,
        source="scikit-learn's cross_val_score: all training rows are the plan itself",
    ),
    Entry(
        "R215",
        "probative learning-curve iris.csv --target species --model knn --sizes 15,60 --measure accuracy --json -",
        lambda: [
            point["n_train"]
            for point in shell(
                "learning-curve iris.csv --target species --model knn --sizes 15,60 --measure accuracy --json -"
            )["points"]
        ],
        expected=[15, 60],
        source="what was asked for",
    ),
    Entry(
        "R223",
        "pv.value('auc', pv.Ladder.from_scores(*pv.examples('003-exercise-5').values(), pos_label='p'))",
        lambda: float(pv.value("auc", pv.Ladder.from_scores(*pv.examples("003-exercise-5").values(), pos_label="p"))),
        expected=0.72,
        tolerance=1e-12,
        source="deck 3, exercise 5: 18/25",
    ),
    Entry(
        "R223",
        "probative data iris -o iris.csv",
        lambda: len(shell("data iris -o other.csv", "other.csv").splitlines()),
        expected=151,
        source="150 flowers and a head",
    ),
]
