"""Where people work: scikit-learn's tools, test suites, training loops, trackers, notebooks."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import (
    PrecisionRecallDisplay,
    RocCurveDisplay,
    log_loss,
    make_scorer,
    matthews_corrcoef,
    mean_squared_error,
    roc_auc_score,
)
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, cross_validate
from sklearn.svm import SVC

import probative as pv
from probative.errors import BadInput, BadLabels, BadParameter, EmptyData, MissingExtra
from probative.report.mlflow import flat

RNG = np.random.default_rng(11)
N = 300
Y = RNG.integers(0, 2, N)
X = RNG.normal(size=(N, 3)) + 0.8 * Y[:, None]
MODEL = LogisticRegression().fit(X[:150], Y[:150])
TEST, TRUTH = X[150:], Y[150:]
SCORES = MODEL.predict_proba(TEST)[:, 1]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("mcc", make_scorer(matthews_corrcoef)),
        ("auc", "roc_auc"),
        ("log_loss", "neg_log_loss"),
        ("brier", "neg_brier_score"),
    ],
)
def test_a_scorer_scores_as_scikit_learns_own(ours: str, theirs: Any) -> None:
    cv = StratifiedKFold(4)
    mine = cross_val_score(LogisticRegression(), X, Y, cv=cv, scoring=pv.scorer(ours))
    assert mine == pytest.approx(cross_val_score(LogisticRegression(), X, Y, cv=cv, scoring=theirs))


def test_a_scorer_of_numbers_and_of_words() -> None:
    ridge = Ridge().fit(X[:150], X[:150, 0])
    expected = -mean_squared_error(TEST[:, 0], ridge.predict(TEST))
    assert pv.scorer("mse")(ridge, TEST, TEST[:, 0]) == pytest.approx(expected)
    words = np.where(Y == 1, "ill", "well")
    svc = SVC().fit(X[:150], words[:150])
    found = pv.scorer("auc", positive="ill")(svc, TEST, words[150:])
    assert found == pytest.approx(roc_auc_score(words[150:] == "ill", -svc.decision_function(TEST)))
    assert repr(pv.scorer("sensitivity")) == "pv.scorer('recall')"
    assert pickle.loads(pickle.dumps(pv.scorer("mcc"))) == pv.scorer("mcc")
    with pytest.raises(BadParameter, match="neither high nor low"):
        pv.scorer("prevalence")


def test_plans_and_scorers_inside_a_grid_search() -> None:
    search = GridSearchCV(
        LogisticRegression(),
        {"C": [0.01, 1.0]},
        cv=pv.plan("5-fold stratified", random_state=3),
        scoring=pv.scorer("auc"),
    ).fit(X, Y)
    splits = list(pv.plan("5-fold stratified", random_state=3).split(X, Y))
    areas = [
        roc_auc_score(
            Y[test], LogisticRegression(**search.best_params_).fit(X[train], Y[train]).predict_proba(X[test])[:, 1]
        )
        for train, test in splits
    ]
    assert search.best_score_ == pytest.approx(np.mean(areas))
    several = cross_validate(
        LogisticRegression(), X, Y, cv=pv.plan("3-fold"), scoring={"auc": pv.scorer("auc"), "mcc": pv.scorer("mcc")}
    )
    assert len(several["test_mcc"]) == 3


def test_curves_from_predictions_and_estimators() -> None:
    theirs = RocCurveDisplay.from_estimator(MODEL, TEST, TRUTH)
    for mine in (pv.RocCurve.from_estimator(MODEL, TEST, TRUTH), pv.RocCurve.from_predictions(TRUTH, SCORES)):
        assert mine.auc == pytest.approx(theirs.roc_auc)
        assert set(theirs.fpr) <= set(mine.fpr)
    area = PrecisionRecallDisplay.from_predictions(TRUTH, SCORES).average_precision
    assert pv.PrecisionRecallCurve.from_predictions(TRUTH, SCORES).average_precision == pytest.approx(area)
    assert pv.CalibrationCurve.from_predictions(TRUTH, SCORES).predicted.size == 10
    assert pv.DetCurve.from_estimator(MODEL, TEST, TRUTH).columns()
    svc = SVC().fit(X[:150], np.where(Y[:150] == 1, "ill", "well"))
    words = np.where(TRUTH == 1, "ill", "well")
    ill = pv.RocCurve.from_estimator(svc, TEST, words, pos_label="ill")
    assert ill.auc == pytest.approx(roc_auc_score(words == "ill", -svc.decision_function(TEST)))
    with pytest.raises(BadLabels, match="two classes, one of them positive"):
        pv.RocCurve.from_estimator(svc, TEST, words)
    with pytest.raises(BadInput, match="no fitted classifier"):
        pv.RocCurve.from_estimator(Ridge(), TEST, TRUTH)


def test_a_test_suite_can_hold_a_model_to_its_word() -> None:
    noise = RNG.normal(size=len(TRUTH))
    assert pv.testing.assert_not_worse(SCORES, SCORES - 0.5 * noise, truth=TRUTH, measure="auc", margin=0.05).passed
    with pytest.raises(AssertionError, match="auc got worse by"):
        pv.testing.assert_not_worse(noise, SCORES, truth=TRUTH, measure="auc", margin=0.01)
    old, new = ({"y": TRUTH, "score": scores} for scores in (SCORES, SCORES))
    assert pv.testing.assert_not_worse(new, old, truth="y", measure=["auc", "brier"], margin=0.01).passed
    few = slice(0, 12)
    with pytest.raises(AssertionError, match="inconclusive"):
        pv.testing.assert_not_worse(SCORES[few] + 0.3 * noise[few], SCORES[few], truth=TRUTH[few], measure="auc")


BATCHES = np.array_split(np.arange(len(TRUTH)), 7)


def test_a_meter_is_that_of_all_rows() -> None:
    workers = [pv.Meter("scores"), pv.Meter("scores")]
    for i, batch in enumerate(BATCHES):
        workers[i % 2].update(TRUTH[batch], SCORES[batch])
    both = pickle.loads(pickle.dumps(workers[0])) + workers[1]
    found = both.compute("auc", "log_loss")
    assert float(found["auc"]) == pytest.approx(roc_auc_score(TRUTH, SCORES))
    assert float(found["log_loss"]) == pytest.approx(log_loss(TRUTH, SCORES))
    whole = pv.estimate("auc", pv.Ladder.from_scores(TRUTH, SCORES))
    assert (found["auc"].low, found["auc"].high) == (whole.low, whole.high)
    assert "auc" in both.compute()
    both.reset()
    with pytest.raises(EmptyData, match="has seen no rows"):
        both.compute()


def test_meters_of_every_kind() -> None:
    labels, proba, values = (
        pv.Meter("labels", pos_label=1),
        pv.Meter("probabilities", labels=[0, 1]),
        pv.Meter("values"),
    )
    for batch in BATCHES:
        labels.update(TRUTH[batch], SCORES[batch] > 0.5)
        proba.update(TRUTH[batch], MODEL.predict_proba(TEST[batch]))
        values.update(TEST[batch, 0], TEST[batch, 1])
    assert float(labels.compute("mcc")["mcc"]) == pytest.approx(matthews_corrcoef(TRUTH, SCORES > 0.5))
    assert float(proba.compute("log_loss")["log_loss"]) == pytest.approx(log_loss(TRUTH, SCORES))
    assert float(values.compute("mse")["mse"]) == pytest.approx(mean_squared_error(TEST[:, 0], TEST[:, 1]))
    with pytest.raises(BadParameter, match="do not add up"):
        labels + values
    with pytest.raises(BadParameter, match="need names"):
        pv.Meter("probabilities")
    with pytest.raises(BadParameter, match="no such kind"):
        pv.Meter("rows")  # type: ignore[arg-type]


class Tracker(ModuleType):
    """What MLflow's module does with what is logged to the active run, its rules about names and numbers included."""

    def __init__(self) -> None:
        super().__init__("mlflow")
        self.metrics: dict[str, float] = {}
        self.tags: dict[str, str] = {}
        self.artifacts: dict[str, str] = {}

    def log_metrics(self, metrics: dict[str, float]) -> None:
        for name, value in metrics.items():
            assert all(c.isascii() and (c.isalnum() or c in "_-. /") for c in name), name
            assert np.isfinite(value)
        self.metrics |= metrics

    def set_tags(self, tags: dict[str, str]) -> None:
        assert all(len(text) <= 5000 for text in tags.values())
        self.tags |= tags

    def log_artifact(self, path: str) -> None:
        self.artifacts[Path(path).name] = Path(path).read_text(encoding="utf-8")


def test_findings_go_to_mlflow(monkeypatch: pytest.MonkeyPatch) -> None:
    tracker = Tracker()
    monkeypatch.setitem(sys.modules, "mlflow", tracker)
    sure = np.clip(SCORES, 0, 1)
    sure[TRUTH == 1] = np.where(np.arange((TRUTH == 1).sum()) == 0, 0.0, sure[TRUTH == 1])
    found = pv.evaluate(TRUTH, {"größe (1)": SCORES, "sure": sure})
    logged = found.log_to_mlflow(prefix="test/")
    assert logged == tracker.metrics
    auc = found.models["größe (1)"].measures["auc"]
    name = "test/gr__e _1_.auc"
    assert (logged[name], logged[f"{name}_low"], logged[f"{name}_high"]) == (auc.value, auc.low, auc.high)
    assert "test/sure.log_loss" not in logged
    assert "inf" in tracker.tags["test/sure.log_loss"]
    assert pv.Findings.from_json(tracker.artifacts["findings.json"]).models.keys() == found.models.keys()
    assert "<html" in tracker.artifacts["report.html"]
    assert tracker.tags["probative.answer.1"].startswith("Which model?")


def test_without_mlflow_its_name_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(MissingExtra, match="MLflow is not installed"):
        pv.evaluate(TRUTH, SCORES).log_to_mlflow()
    assert flat(pv.evaluate(TRUTH, SCORES))[0]["model.auc"] == pytest.approx(roc_auc_score(TRUTH, SCORES))


SHORT = 3000


@pytest.mark.parametrize(
    "shown",
    [
        lambda: pv.evaluate(TRUTH, SCORES),
        lambda: pv.compare(TRUTH, {"A": SCORES, "B": SCORES**2 + RNG.normal(size=len(TRUTH)) / 9}),
        lambda: pv.roc(pv.Ladder.from_scores(TRUTH, SCORES)),
        lambda: pv.Ladder.from_scores(TRUTH, SCORES),
        lambda: pv.best_threshold(pv.Ladder.from_scores(TRUTH, SCORES), "accuracy"),
        lambda: pv.stats.paired_t(SCORES[:20], SCORES[20:40]),
        lambda: pv.select(LogisticRegression(), {"C": [0.1, 1.0]}, X, Y, plan="3-fold"),
        lambda: pv.testing.assert_not_worse(SCORES, SCORES, truth=TRUTH, margin=0.1),
        lambda: pv.read(truth=TRUTH, scores=SCORES).evidence("auc", "model"),
        lambda: pv.evaluate({"y": TRUTH, "score": SCORES, "half": TRUTH * 2 % 3}, truth="y", by="half").models,
        lambda: pv.evaluate({"y": TRUTH, "score": SCORES, "half": TRUTH * 2 % 3}, truth="y", by="half").slices,
        lambda: pv.evaluate(list("abc" * 20), list("acb" * 20)).models["model"].by_class,
        lambda: pv.Ladder.from_scores(TRUTH, SCORES).outcomes(),
        lambda: pv.ConfusionMatrix.from_labels(TRUTH, SCORES > 0.5),
        lambda: pv.ConfusionMatrix.from_labels(range(40), range(40)),
        lambda: pv.Residuals.from_values(SCORES, TRUTH),
        lambda: pv.Moments.from_values(SCORES),
    ],
    ids=[
        "findings",
        "verdict",
        "curve",
        "ladder",
        "threshold",
        "test",
        "selection",
        "gate",
        "ledger",
        "models",
        "slices",
        "classes",
        "outcomes",
        "matrix",
        "large",
        "residuals",
        "moments",
    ],
)
def test_what_a_prompt_shows_is_short_and_in_words(shown: Any) -> None:
    text = repr(shown())
    assert 0 < len(text) < SHORT
    assert "array(" not in text


def test_a_note_is_told_as_in_the_terminal() -> None:
    note = pv.evaluate(TRUTH, SCORES).notes[0]
    assert str(note) == repr(note) == f"{note.severity}: {note.message} {note.remedy} ({note.code})"
    assert note.requirement not in str(note)


def test_estimates_are_numbers_where_numbers_are_taken() -> None:
    found = pv.estimate("auc", pv.Ladder.from_scores(TRUTH, SCORES))
    assert float(found) == found.value
    assert repr(found).startswith("Estimate(value=")
    assert (f"{found:.3f}", f"{found}") == (f"{found.value:.3f}", str(found))
    assert np.asarray([found], float)[0] == found.value


def test_tables_and_verdicts_in_a_notebook() -> None:
    found = pv.evaluate(TRUTH, {"<b>": SCORES, "B": SCORES**2})
    for shown in (found.table(), pv.compare(TRUTH, {"<b>": SCORES, "B": SCORES**2})):
        html = shown._repr_html_()
        assert "<table" in html
        assert "<b>" not in html
        assert len(html) < 60_000
