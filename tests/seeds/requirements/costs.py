"""Costs: as numbers of a point, as weights, draws and thresholds of a learner, and as what decides."""

from __future__ import annotations

import io
import json
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.cli import main
from probative.errors import BadParameter, BadScores

from .entry import Entry

DEAR = pv.Costs(fp=1, fn=5)
MATRIX = pv.Outcomes(tp=40, fn=10, fp=5, tn=45)
Y = np.array([1] * 55 + [0] * 65)
X = np.random.default_rng(1).normal(size=(120, 2)) + Y[:, None]
SHY, EAGER = (X.sum(axis=1) > 2).astype(int), (X.sum(axis=1) > 0).astype(int)


def _paid(said: np.ndarray, prior: float | None = None) -> float:
    """By hand: the mean of what each row costs; by class, where a prior is known."""
    paid = np.where(Y == 1, 5.0 * (said == 0), 1.0 * (said == 1))
    return float(paid.mean() if prior is None else prior * paid[Y == 1].mean() + (1 - prior) * paid[Y == 0].mean())


def _printed(line: str) -> dict:
    """The JSON that a shell line prints, beside said.csv."""
    out = io.StringIO()
    with TemporaryDirectory() as folder:
        rows = "".join(f"{y},{a},{b}\n" for y, a, b in zip(Y, SHY, EAGER, strict=True))
        Path(folder, "said.csv").write_text("y,pred_A,pred_B\n" + rows, encoding="utf-8")
        with chdir(folder), redirect_stdout(out), redirect_stderr(io.StringIO()), suppress(SystemExit):
            main(shlex.split(line)[1:])
    return json.loads(out.getvalue())


def _drawn(**how: object) -> list[int]:
    """How many negatives and positives a learner is trained on."""
    seen: list[int] = []

    class Seen(GaussianNB):
        def fit(self, X, y, sample_weight=None):
            seen.extend(np.bincount(y).tolist())
            return super().fit(X, y, sample_weight)

    pv.CostSensitiveClassifier(Seen(), DEAR, method="resample", **how).fit(X, Y)
    return seen


def _refused(call: object, error: type[Exception], words: str) -> bool:
    try:
        call()  # type: ignore[operator]
    except error as caught:
        return words in str(caught)
    return False


def _evaluated_after_weights() -> list[float]:
    said = pv.run(GaussianNB(), X, Y, plan="5-fold stratified", sample_weight=np.where(Y == 1, 5.0, 1.0))
    measures = pv.evaluate(said, costs=DEAR).models["GaussianNB"].measures
    return [measures[name].value for name in ("prevalence", "accuracy", "expected_cost")]


def _by_hand_after_weights() -> list[float]:
    guess = np.empty(120, int)
    for train, test in pv.plan("5-fold stratified").split(X, Y):
        weight = np.where(Y[train] == 1, 5.0, 1.0)
        guess[test] = GaussianNB().fit(X[train], Y[train], sample_weight=weight).predict(X[test])
    return [55 / 120, float((guess == Y).mean()), _paid(guess)]


def _selected(criterion: object) -> pv.Selection:
    grid = {"n_neighbors": [1, 9]}
    return pv.select(KNeighborsClassifier(), grid, X, Y, plan="nested 3-fold/3-fold", criterion=criterion)


def _routes() -> list[str]:
    routes = ("weight", "resample", "threshold")
    minded = {m: pv.CostSensitiveClassifier(LogisticRegression(), DEAR, method=m) for m in routes}
    said = pv.run({"plain": LogisticRegression(), **minded}, X, Y, plan="10-fold stratified")
    verdict = pv.compare(said, costs=DEAR)
    cheaper = {c.b for c in verdict.contests if c.a == "plain" and c.values[1] < c.values[0]}
    return [verdict.measure, *sorted(cheaper)]


COMPARE = (
    "probative compare said.csv --truth y --predicted pred_A --predicted pred_B "
    "--cost-fp 1 --cost-fn 5 --prior 0.1 --json -"
)

ENTRIES = [
    Entry(
        "R69",
        "pv.Costs(fp=1, fn=5).of_point(fpr=0.1, tpr=0.8, prevalence=0.5)",
        lambda: DEAR.of_point(fpr=0.1, tpr=0.8, prevalence=0.5),
        0.55,
        1e-12,
        "case 004-expected-cost-formula",
    ),
    Entry(
        "R69",
        "pv.roc_points({'C': (0.1, 0.8)}).costs(fp=1, fn=5, prior=0.1)['C']",
        lambda: pv.roc_points({"C": (0.1, 0.8)}).costs(fp=1, fn=5, prior=0.1)["C"],
        0.19,
        1e-12,
        "case 004-expected-cost-formula",
    ),
    Entry(
        "R70",
        "pv.compare_costs({'C': pv.Outcomes(tp=40, fn=10, fp=5, tn=45)}, pv.Costs(1, 5, prior=0.1)): operating, sample",
        lambda: [
            found["C"].value
            for c in [pv.compare_costs({"C": MATRIX}, pv.Costs(1, 5, prior=0.1))]
            for found in (c.operating, c.sample)
        ],
        [0.19, 0.55],
        1e-12,
        "case 004-expected-cost-formula",
    ),
    Entry(
        "R70",
        "probative evaluate said.csv --truth y --predicted pred_A --cost-fp 1 --cost-fn 5 --prior 0.1 --json -",
        lambda: [
            costs[where]["value"]
            for costs in [
                _printed(
                    "probative evaluate said.csv --truth y --predicted pred_A "
                    "--cost-fp 1 --cost-fn 5 --prior 0.1 --json -"
                )["models"]["A"]["decisions"]["costs"]
            ]
            for where in ("operating", "sample")
        ],
        [_paid(SHY, 0.1), _paid(SHY)],
        1e-12,
        "what each row costs, averaged by hand",
    ),
    Entry(
        "R73",
        "pv.Costs(fp=1, fn=5).threshold",
        lambda: DEAR.threshold,
        1 / 6,
        1e-12,
        "case 004-cost-weighting",
    ),
    Entry(
        "R73",
        "pv.best_threshold(pv.Ladder.from_scores(y, [-2, ..., 3.5]), 'calibrated', costs=...) is refused",
        lambda: _refused(
            lambda: pv.best_threshold(pv.Ladder.from_scores(Y, X[:, 0]), "calibrated", costs=DEAR),
            BadScores,
            "is a probability, and these scores are none",
        ),
        True,
        source="scores outside [0, 1] are no probabilities",
    ),
    Entry(
        "R137",
        "pv.select(model, grid, X, y, criterion='f_beta(beta=2)').risk.measure",
        lambda: (
            pv.select(
                KNeighborsClassifier(),
                {"n_neighbors": [1, 9]},
                X,
                Y,
                plan="nested 3-fold/3-fold",
                criterion="f_beta(beta=2)",
            ).risk.measure
        ),
        "f_beta",
        source="the risk is that of the criterion",
    ),
    Entry(
        "R137",
        "pv.select(..., criterion='auc50').criterion, pv.select(..., criterion=pv.Costs(fp=1, fn=5)).better",
        lambda: [
            pv.select(
                KNeighborsClassifier(), {"n_neighbors": [1, 9]}, X, Y, plan="60/20/20", criterion="auc50"
            ).criterion,
            pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, X, Y, plan="60/20/20", criterion=DEAR).better,
        ],
        ["auc_n(n=50)", "lower"],
        source="the directions of an area and of a cost",
    ),
    Entry(
        "R137",
        "pv.deliver(model, X, y, predictions=said, measure=pv.Costs(fp=1, fn=5)).measure",
        lambda: (
            pv.deliver(
                KNeighborsClassifier(),
                X,
                Y,
                predictions=pv.run(KNeighborsClassifier(), X, Y, plan="3-fold stratified"),
                measure=DEAR,
            ).measure
        ),
        "expected_cost(fp=1, fn=5)",
        source="the delivered model is reported by what it was chosen by",
    ),
    Entry(
        "R163",
        "CostSensitiveClassifier(model, pv.Costs(fp=1, fn=5), method='resample').fit(X, y): rows drawn of 65 and 55",
        lambda: _drawn(random_state=0),
        [65, 275],
        source="case 004-cost-weighting: ratio 4.230769",
    ),
    Entry(
        "R163",
        "CostSensitiveClassifier(..., method='resample', sampling='under').fit(X, y): rows drawn of 65 and 55",
        lambda: _drawn(random_state=0, sampling="under"),
        [13, 55],
        source="case 004-cost-weighting: ratio 4.230769",
    ),
    Entry(
        "R164",
        "CostSensitiveClassifier(LogisticRegression(), pv.Costs(fp=1, fn=5)).fit(X, y).predict_proba(X)",
        lambda: pv.CostSensitiveClassifier(LogisticRegression(), DEAR).fit(X, Y).predict_proba(X)[:5, 1].tolist(),
        LogisticRegression(class_weight={0: 1, 1: 5}).fit(X, Y).predict_proba(X)[:5, 1].tolist(),
        1e-9,
        "scikit-learn's class_weight",
    ),
    Entry(
        "R164",
        "CostSensitiveClassifier(KNeighborsClassifier(), pv.Costs(fp=1, fn=5)).fit(X, y) is refused by name",
        lambda: _refused(
            lambda: pv.CostSensitiveClassifier(KNeighborsClassifier(), DEAR).fit(X, Y),
            BadParameter,
            "KNeighborsClassifier cannot be trained with row weights",
        ),
        True,
        source="its fit has no sample_weight",
    ),
    Entry(
        "R165",
        "pv.Costs(fp=1, fn=5).weighting(positives=55, negatives=65)",
        lambda: [
            getattr(DEAR.weighting(positives=55, negatives=65), name)
            for name in ("weight_positive", "weight_negative", "effective_prior", "ratio", "threshold")
        ],
        [5.0, 1.0, 0.808823529412, 4.230769230769, 0.166666666667],
        1e-9,
        "case 004-cost-weighting",
    ),
    Entry(
        "R165",
        "pv.compare(pv.run({'plain': ..., 'weight': ..., 'resample': ..., 'threshold': ...}, X, y), costs=...)",
        _routes,
        ["expected_cost", "resample", "threshold", "weight"],
        source="each route costs less than none (Bayes' rule)",
    ),
    Entry(
        "R166",
        "pv.evaluate(pv.run(model, X, y, sample_weight=np.where(y == 1, 5, 1)), costs=pv.Costs(fp=1, fn=5))",
        _evaluated_after_weights,
        _by_hand_after_weights(),
        1e-12,
        "the trainings by hand, every row counted once",
    ),
    Entry(
        "R177",
        COMPARE,
        lambda: _printed(COMPARE)["comparisons"][0]["values"][0],
        _paid(SHY, 0.1),
        1e-12,
        "what each row costs, averaged by hand",
    ),
    Entry(
        "R177",
        "[n.code for n in pv.evaluate(..., costs=pv.Costs(fp=k, fn=5)).notes], k = 1 and 5",
        lambda: [
            "costs-declared" in [n.code for n in pv.evaluate(truth=Y, predicted=SHY, costs=pv.Costs(k, 5)).notes]
            for k in (1, 5)
        ],
        [True, False],
        source="equal costs are what accuracy assumes",
    ),
]
