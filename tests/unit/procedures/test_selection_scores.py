"""The score that won a choice is stored and shown as optimistic, with the corrected one beside it."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.findings.selection_scores import SelectionScores
from probative.report.terminal import print_findings

NEIGHBOURS = [1, 3, 9, 27]


@pytest.fixture(scope="module")
def rows() -> tuple[np.ndarray, np.ndarray]:
    X, y = load_breast_cancer(return_X_y=True)
    return X[:120, :4], y[:120]


@pytest.fixture(scope="module")
def tuned(rows: tuple[np.ndarray, np.ndarray]) -> pv.Predictions:
    model = pv.Tuned(KNeighborsClassifier(), {"n_neighbors": NEIGHBOURS}, plan="4-fold")
    return pv.run({"knn": model}, *rows, plan="3-fold stratified")


def by_hand(X: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Scores by scikit-learn on the same inner folds, and Tibshirani and Tibshirani's correction of the best."""
    inner = [(part.train, part.test) for part in pv.plan("4-fold", random_state=0).parts(X, y)]
    table = np.array([cross_val_score(KNeighborsClassifier(k), X, y, cv=inner) for k in NEIGHBOURS])
    best = table.mean(axis=1).argmax()
    return table[best].mean(), table[best].mean() - (table.max(axis=0) - table[best]).mean()


def test_scores_of_every_training_are_those_of_scikit_learn(
    tuned: pv.Predictions, rows: tuple[np.ndarray, np.ndarray]
) -> None:
    X, y = rows
    told = tuned.model("knn")
    for fit in tuned.fits:
        train = np.setdiff1d(np.arange(len(y)), told.row[told.fold == fit.fold])
        score, corrected = by_hand(X[train], y[train])
        assert fit.selection_score == pytest.approx(score)
        assert fit.corrected_score == pytest.approx(corrected)
        assert fit.criterion == "accuracy"
        assert fit.corrected_score <= fit.selection_score


def test_findings_hold_and_print_them(tuned: pv.Predictions, tmp_path: Path) -> None:
    found = pv.evaluate(tuned)
    scores = found.about.selection["knn"]
    assert scores.mean == pytest.approx(np.mean([fit.selection_score for fit in tuned.fits]))
    plain = found.to_dict()["about"]["selection"]["knn"]
    assert plain["selection_scores_optimistic"] == list(scores.scores)
    assert plain["mean_corrected"] == pytest.approx(scores.mean_corrected)
    assert pv.Findings.from_dict(found.to_dict()).about.selection == found.about.selection
    out = StringIO()
    print_findings(found, Console(file=out, width=200))
    assert "selection score (optimistic, not a risk estimate): accuracy" in out.getvalue()
    assert "corrected for the choice" in out.getvalue()
    assert "selection score (optimistic" in found.save(tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_search_of_scikit_learn_has_a_score_and_no_correction(rows: tuple[np.ndarray, np.ndarray]) -> None:
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, scoring="roc_auc", cv=3)
    scores = pv.evaluate(pv.run({"knn": search}, *rows, plan="hold-out 70/30")).about.selection["knn"]
    assert scores.criterion == "roc_auc"
    assert len(scores.scores) == 1
    assert np.isnan(scores.mean_corrected)
    assert "corrected" not in scores.sentence()


def test_models_that_choose_nothing_have_none(rows: tuple[np.ndarray, np.ndarray]) -> None:
    said = pv.run(DecisionTreeClassifier(), *rows, plan="3-fold")
    assert pv.evaluate(said).about.selection == {}
    assert SelectionScores.of(said.fits) is None


def test_a_selection_prints_both(rows: tuple[np.ndarray, np.ndarray]) -> None:
    found = pv.select(KNeighborsClassifier(), {"n_neighbors": NEIGHBOURS}, *rows, plan="nested 3-fold/4-fold")
    words = "corrected for the choice (an extra, no risk estimate either)"
    assert f"{words}: {found.corrected_selection_score:.4g}" in str(found)
