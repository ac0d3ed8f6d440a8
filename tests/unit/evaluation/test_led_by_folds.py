"""A run is led by the mean of its folds: scores of different fitted models are not one scale."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import ProbativeError
from probative.evaluation.fold_areas import FoldAreas
from probative.predictions.same_rows import same_tests
from probative.report.terminal import print_findings


def fitted(plan: str = "5-fold stratified", rows: int = 300) -> pv.Predictions:
    X, y = load_breast_cancer(return_X_y=True)
    models = {
        "line": make_pipeline(StandardScaler(), LogisticRegression()),
        "tree": DecisionTreeClassifier(min_samples_leaf=5, random_state=0),
    }
    return pv.run(models, X[:rows, :3], y[:rows], plan=plan)


def areas(said: pv.Predictions, model: str, measure=roc_auc_score) -> list[float]:
    """By scikit-learn, fold by fold."""
    told = said.model(model)
    parts = sorted({*zip(told.repeat.tolist(), told.fold.tolist(), strict=True)})
    held = [(told.repeat == r) & (told.fold == f) for r, f in parts]
    return [float(measure(told.truth[part], told.scores[part, 0])) for part in held]


@pytest.fixture(scope="module")
def constant() -> pv.Findings:
    y = np.tile([0, 1], 50)
    said = pv.run(DummyClassifier(strategy="prior"), np.arange(100.0).reshape(-1, 1), y, plan="5-fold")
    return pv.evaluate(said)


def test_a_constant_model_is_not_worse_than_chance(constant: pv.Findings) -> None:
    found = constant.models["DummyClassifier"]
    assert found.measures["auc"].value == 0.5
    assert found.measures["gini"].value == 0.0
    assert found.resampling["auc"].pooled.value < 0.4
    codes = [note.code for note in constant.notes]
    assert "auc-below-half" not in codes
    assert "scores-of-several-models" in codes


def test_the_note_warns_with_both_numbers(constant: pv.Findings) -> None:
    note = next(note for note in constant.notes if note.code == "scores-of-several-models")
    assert note.severity == "note"
    off = next(note for note in constant.notes if note.code == "pooled-area-off")
    assert off.severity == "warning"
    assert "mean of folds 0.500, pooled 0.308" in note.message


def test_what_compares_rows_is_the_mean_of_folds_and_the_rest_is_pooled() -> None:
    said = fitted()
    found = pv.evaluate(said).models["line"]
    assert found.measures["auc"].value == pytest.approx(np.mean(areas(said, "line")), abs=1e-12)
    precision = np.mean(areas(said, "line", average_precision_score))
    assert found.measures["average_precision"].value == pytest.approx(precision, abs=1e-12)
    assert found.measures["auc"].method == "corrected-t"
    assert found.mean_of("auc") == 5
    assert found.mean_of("accuracy") == 0
    told = said.model("line")
    assert found.resampling["auc"].pooled.value == pytest.approx(roc_auc_score(told.truth, told.scores[:, 0]))


def test_classes_of_several_are_led_by_folds_too() -> None:
    X, y = load_iris(return_X_y=True)
    said = pv.run(DecisionTreeClassifier(max_depth=2, random_state=0), X, y, plan="5-fold stratified")
    found = pv.evaluate(said).models["DecisionTreeClassifier"]
    told = said.model("DecisionTreeClassifier")
    by_fold = [
        roc_auc_score(told.truth[told.fold == k] == 1, told.scores[told.fold == k, 1]) for k in np.unique(told.fold)
    ]
    assert found.classes["1"]["auc"].value == pytest.approx(np.mean(by_fold), abs=1e-12)
    assert found.measures["auc_ovr"].method == "corrected-t"


@pytest.mark.parametrize("plan", ["hold-out 70/30", "leave-pair-out"])
def test_one_model_or_pairs_have_nothing_to_average(plan: str) -> None:
    found = pv.evaluate(fitted(plan, 40))
    assert all(model.mean_of("auc") == 0 for model in found.models.values())
    assert "scores-of-several-models" not in [note.code for note in found.notes]


def test_leave_one_out_names_what_it_pools_and_is_not_called_worse_than_chance() -> None:
    y = np.tile([0, 1], 20)
    models = {"a": DummyClassifier(strategy="prior"), "b": DummyClassifier(strategy="stratified", random_state=0)}
    found = pv.evaluate(pv.run(models, np.arange(40.0).reshape(-1, 1), y, plan="leave-one-out"))
    codes = [note.code for note in found.notes]
    assert "pooled-leave-one-out-auc" in codes
    assert "auc-below-half" not in codes
    assert any("pools scores" in note for note in found.verdict.notes)


def test_folds_without_a_class_are_counted() -> None:
    columns = {"y": [1, 0, 1, 1, 1, 0], "s": [0.9, 0.2, 0.4, 0.6, 0.3, 0.4], "f": [0, 0, 1, 1, 2, 2]}
    found = pv.evaluate(columns, truth="y", scores="s", fold="f").models["s"]
    assert found.measures["auc"].value == 0.5
    assert "1 of 3 folds undefined" in (found.measures["auc"].why or "")


def test_the_leader_and_the_contests_speak_of_the_same_means() -> None:
    said = fitted()
    found = pv.evaluate(said)
    means = {name: np.mean(areas(said, name)) for name in ("line", "tree")}
    assert found.leader is not None
    assert found.leader.apparent.value == pytest.approx(means[found.leader.model])
    contest = found.comparisons[0]
    assert contest.values == pytest.approx((means[contest.a], means[contest.b]))
    assert contest.difference.value == pytest.approx(means[contest.a] - means[contest.b])


def test_areas_of_weighted_rows_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(1)
    fold, truth, score = rng.integers(0, 5, 120), rng.integers(0, 2, 120), np.round(rng.random(120), 1)
    truth[fold == 4] = 1
    weight = rng.integers(0, 4, 120)
    table = {"y": truth, "s": score, "f": fold, "id": np.arange(120)}
    tests = same_tests(pv.read(table, truth="y", scores="s", fold="f", row="id"), ["s"])
    order = np.argsort(np.asarray(tests.groups))
    by_hand = [
        roc_auc_score(truth[fold == k], score[fold == k], sample_weight=weight[fold == k]) for k in range(4)
    ]  # The fifth fold has one class only.
    areas = FoldAreas.of(tests.only(order))
    assert areas.value("s", weight) == pytest.approx(np.mean(by_hand))
    assert np.isnan(areas.value("s", np.zeros(120)))


def test_ladders_are_those_of_the_folds() -> None:
    said = fitted("2x3 stratified")
    ladders = said.ladders("tree")
    assert list(ladders) == [(r, f) for r in range(2) for f in range(3)]
    assert [pv.value("auc", ladder) for ladder in ladders.values()] == pytest.approx(areas(said, "tree"))
    assert pv.average_roc([*ladders.values()]).auc == pytest.approx(np.mean(areas(said, "tree")))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (pv.read(truth=[1, 0], scores=[0.9, 0.1]), "no folds"),
        (pv.read({"y": [1, 0], "p": [1, 0], "f": [0, 1]}, truth="y", predicted="p", fold="f"), "auc"),
    ],
)
def test_ladders_need_folds_and_scores(said: pv.Predictions, words: str) -> None:
    with pytest.raises(ProbativeError, match=words):
        said.ladders()


def test_curves_of_folds_are_scikit_learns_and_travel_in_json(tmp_path: Path) -> None:
    said = fitted()
    found = pv.evaluate(said)
    curves = pv.Findings.load(found.save(tmp_path / "f.json")).models["tree"].fold_roc
    assert curves is not None
    told = said.model("tree")
    part = told.fold == 0
    fpr, tpr, _ = roc_curve(told.truth[part], told.scores[part, 0], drop_intermediate=False)
    assert np.interp(curves["fpr"][0], fpr, tpr) == pytest.approx(np.array(curves["tpr"][0]), abs=1.0)
    assert {(round(x, 5), round(y, 5)) for x, y in zip(curves["fpr"][0], curves["tpr"][0], strict=True)} <= {
        (round(x, 5), round(y, 5)) for x, y in zip(fpr, tpr, strict=True)
    }
    assert len(curves["fpr"]) == curves["folds"] == 5


def test_terminal_and_page_lead_with_the_mean_and_name_the_pooled() -> None:
    found = pv.evaluate(fitted())
    out = StringIO()
    print_findings(found, Console(file=out, width=200))
    text = out.getvalue()
    assert text.index("mean of folds") < text.index("\nmeasure ")
    assert "Means of 5 folds: auc, average_precision" in " ".join(text.split())
    page = found._repr_html_()
    assert "Means of 5 folds: auc" in page


def test_the_page_draws_folds_and_names_what_is_pooled(tmp_path: Path) -> None:
    page = pv.evaluate(fitted()).save(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "ROC of 5 folds and their mean" in page
    assert page.count("Scores of all folds pooled.") == 2, "said of ROC and of precision-recall"
    assert "mean of 5 folds" in page
    alone = pv.evaluate(fitted("hold-out 70/30")).save(tmp_path / "h.html").read_text(encoding="utf-8")
    assert "Catch more, alarm less" in alone
    assert "folds pooled" not in alone


@pytest.mark.slow
def test_on_noise_the_mean_of_folds_is_right_and_the_pooled_area_is_not() -> None:
    """A linear model of noise: every fold's model leans against the rows that it did not see."""
    means, pooled, covered = [], [], 0
    for seed in range(200):
        X, y = np.random.default_rng(seed).normal(size=(60, 3)), np.tile([0, 1], 30)
        found = pv.resampled(pv.run(LogisticRegression(), X, y, plan="5-fold", random_state=seed), "auc")
        means.append(found.fold_mean.value)
        pooled.append(found.pooled.value)
        covered += found.fold_mean.low <= 0.5 <= found.fold_mean.high
    error = np.std(means, ddof=1) / 200**0.5
    assert abs(np.mean(means) - 0.5) < 3 * error
    assert np.mean(pooled) < 0.5 - 5 * error
    assert covered >= 182


def first_false_alarms(n: int):
    """The area up to n false positives of one fold, of the area that a perfect order has there."""

    def area(truth, scores) -> float:
        share = min(1.0, n / (truth == 0).sum())
        fpr, tpr, _ = roc_curve(truth, scores, drop_intermediate=False)
        within = np.clip(share - fpr[:-1], 0.0, np.diff(fpr))
        slope = np.divide(np.diff(tpr), np.diff(fpr), out=np.zeros(len(fpr) - 1), where=np.diff(fpr) > 0)
        return float((within * (tpr[:-1] + slope * within / 2)).sum() / share)

    return area


@pytest.mark.parametrize("n", [3, 50])
def test_what_was_asked_for_with_parameters_keeps_them_fold_by_fold(n: int) -> None:
    said = fitted()
    found = pv.evaluate(said, measure=f"auc_n(n={n})").models["line"]
    folds = areas(said, "line", first_false_alarms(n))
    assert found.resampling["auc_n"].folds == pytest.approx(folds)
    assert found.measures["auc_n"].value == pytest.approx(np.mean(folds))


def test_what_chance_reaches_is_the_mean_of_folds_too() -> None:
    said = fitted()
    told = said.model("line")
    negatives = [(told.truth[told.fold == k] == 0).sum() for k in range(5)]
    found = pv.evaluate(said, measure="auc_n(n=3)").models["line"]
    assert found.baseline["auc_n"] == pytest.approx(np.mean([3 / (2 * n) for n in negatives]))
    assert found.baseline["auc"] == 0.5
