"""Comparing what a run gave."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression

import probative as pv
from probative.errors import (
    BadInput,
    BadParameter,
    EmptyData,
)

from .known import MODELS, X, Y, strict


@pytest.mark.parametrize(
    ("plan", "measure", "method", "n"),
    [
        ("hold-out 70/30", None, "difference of areas", 18),
        ("hold-out 70/30", "accuracy", "McNemar's test (mid-p)", 18),
        ("hold-out 70/30", "f1", "paired square-and-add", 18),
        ("leave-one-out", "accuracy", "McNemar's test (mid-p)", 60),
        ("5-fold stratified", None, "corrected resampled t-test", 5),
        ("3x5 stratified", "accuracy", "corrected resampled t-test", 15),
        ("5x2 stratified", "accuracy", "5x2cv F-test", 10),
        ("bootstrap 12", "accuracy", "corrected resampled t-test", 12),
        ("monte-carlo 8 80/20", "accuracy", "corrected resampled t-test", 8),
    ],
)
def test_plans(plan: str, measure: str | None, method: str, n: int) -> None:
    verdict = pv.compare(pv.run(MODELS, X, Y, plan=plan), measure=measure)
    assert (verdict.test, verdict.contests[0].result.n) == (method, n)
    strict(verdict)


def test_folds_of_a_run_are_those_of_resampled() -> None:
    said = pv.run(MODELS, X, Y, plan="2x5 stratified")
    folds = [pv.resampled(said, "accuracy", model=name).folds for name in MODELS]
    wanted = pv.stats.corrected_t(*folds, n_train=48, n_test=12)
    found = pv.compare(said, measure="accuracy").contests[0].result
    assert (found.p, found.low, found.high) == pytest.approx((wanted.p, wanted.low, wanted.high), rel=1e-12)


def test_regression_runs() -> None:
    said = pv.run({"line": LinearRegression(), "mean": DummyRegressor()}, X, X[:, 0] * 3, plan="hold-out 40/60")
    verdict = pv.compare(said)
    assert (verdict.measure, verdict.test, verdict.contests[0].winner) == ("mae", "paired t-test", "line")


class Moody(LogisticRegression):
    """Refuses to be trained where row `which` is among the training rows."""

    def __init__(self, which: float = 0.0) -> None:
        self.which = which
        super().__init__()

    def fit(self, X: Any, y: Any, **more: Any) -> Any:
        if self.which and not np.isin(self.which, X[:, 0]):
            raise ValueError("not today")
        return super().fit(X, y, **more)


def test_folds_in_which_a_training_failed_are_left_out_for_all() -> None:
    # Each of the two fails in one fold, and not in the same one: what is left must still be paired.
    moods = {"a": Moody(X[0, 0]), "b": Moody(X[1, 0]), "c": LogisticRegression(C=0.01)}
    said = pv.run(moods, X, Y, plan="10-fold stratified", random_state=3)
    where = [int(said.models["c"].fold[said.models["c"].row == row][0]) for row in (0, 1)]
    assert where[0] != where[1]
    assert {name: len(np.unique(told.fold)) for name, told in said.models.items()} == {"a": 9, "b": 9, "c": 10}
    verdict = pv.compare(said, measure="log_loss")
    assert "2 folds without a result of every model were left out" in verdict.notes
    truth, by_fold = said.truth, {}
    for name, told in said.models.items():
        for fold in set(range(10)) - set(where):
            mine = told.fold == fold
            p = np.where(truth[told.row[mine]] == 1, told.scores[mine, 0], 1 - told.scores[mine, 0])
            by_fold.setdefault(name, []).append(-np.log(p).mean())
    for contest in verdict.contests:
        assert contest.result.effect == pytest.approx(np.mean(by_fold[contest.a]) - np.mean(by_fold[contest.b]))


def test_plans_that_cannot_be_compared_say_so() -> None:
    with pytest.raises(BadInput, match="leave-pair-out plan have no results"):
        pv.compare(pv.run(MODELS, X[:8], Y[:8], plan="leave-pair-out"))
    with pytest.raises(BadInput, match="two models"):
        pv.compare(pv.run(MODELS["line"], X, Y, plan="5-fold"))
    quiet = np.zeros(60, int)
    quiet[:2] = 1
    said = pv.run(MODELS, X, quiet, plan=[(range(30), range(30, 60))] * 2)
    with pytest.raises(EmptyData, match="no fold has a recall"):
        pv.compare(said, measure="recall")
    with pytest.raises(BadParameter, match="weighted rows"):
        pv.compare(pv.run(MODELS, X, Y, plan="hold-out 70/30", weight=np.arange(1, 61)))


def test_the_reference_of_two_runs_needs_no_side_where_one_side_has_it() -> None:
    y = [0, 1] * 20
    scores = [(7 * i % 11 + 3 * (i % 2)) / 14 for i in range(40)]
    a = {"y": y, "score_knn": scores, "score_tree": scores[::-1]}
    b = {"y": y, "score_svm": scores[1:] + scores[:1]}
    plain, sided = (pv.compare(a, b, truth="y", reference=name) for name in ("svm", "svm (B)"))
    assert plain == sided
    assert [(c.a, c.b) for c in plain.contests] == [("knn (A)", "svm (B)"), ("tree (A)", "svm (B)")]
    with pytest.raises(BadParameter, match="on both sides") as raised:
        pv.compare(a, a, truth="y", reference="knn")
    assert "knn (A)" in (raised.value.remedy or "")
