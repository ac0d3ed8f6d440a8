"""Guards at the severity and under the conditions that the decks give them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.special import expit
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadScores, NotPaired, WrongEvidence

from ..cli.command import run
from ..evaluated import codes

IRIS, SPECIES = load_iris(return_X_y=True)
VIRGINICA = (SPECIES == 2).astype(int)
RNG = np.random.default_rng(14)
Y = RNG.permutation(np.repeat([0, 1], [120, 80]))
SCORES = expit(RNG.normal(2.0 * Y - 1))


def severity(found: pv.Findings, code: str) -> str | None:
    return next((note.severity for note in found.notes if note.code == code), None)


# --- costs and priors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fn", "told"), [(5, "warning"), (1, None)])
def test_unequal_costs_are_warned_of_and_equal_ones_are_not(fn, told):
    assert severity(pv.evaluate(truth=Y, scores=SCORES, costs=pv.Costs(1, fn)), "costs-declared") == told


@pytest.mark.parametrize(("prior", "told"), [(0.4, None), (0.1, "warning"), (None, None)])
def test_a_prior_is_warned_of_where_it_is_not_the_samples(prior, told):
    assert severity(pv.evaluate(truth=Y, scores=SCORES, costs=pv.Costs(1, 1, prior)), "prior-differs") == told


# --- areas ---------------------------------------------------------------------------------------------------------


def test_an_area_below_a_half_warns_by_its_interval_and_notes_else():
    assert severity(pv.evaluate(truth=Y, scores=1 - SCORES), "auc-below-half") == "warning"
    weak = np.where(RNG.random(60) < 0.5, RNG.normal(size=60), RNG.normal(size=60) - 0.3)
    y = np.tile([0, 1], 30)
    weak = np.where(y == 1, weak - 0.25, weak)
    found = pv.evaluate(truth=y, scores=weak)
    auc = found.models["model"].measures["auc"]
    assert auc.value < 0.5 < auc.high
    assert severity(found, "auc-perhaps-below-half") == "note"
    assert "auc-below-half" not in codes(found)
    assert not {"auc-below-half", "auc-perhaps-below-half"} & codes(pv.evaluate(truth=Y, scores=SCORES))


def test_areas_of_several_models_that_are_perhaps_below_a_half_are_one_note():
    noise = {f"m{i}": np.random.default_rng(i).random(400) for i in range(20)}
    found = pv.evaluate(truth=np.tile([0, 1], 200), scores=noise)
    below = [name for name, model in found.models.items() if model.measures["auc"].value < 0.5]
    (note,) = [note for note in found.notes if note.code == "auc-perhaps-below-half"]
    assert len(below) > 3
    assert list(note.models) == below
    assert "of 0.500" not in note.message
    assert f"{below[0]}: {found.models[below[0]].measures['auc'].value:.3f}" in note.message


def test_an_area_below_a_half_of_one_of_several_classes():
    proba = GaussianNB().fit(IRIS, SPECIES).predict_proba(IRIS)
    right = pd.DataFrame(proba, columns=["proba_0", "proba_1", "proba_2"]).assign(y=SPECIES)
    turned = pd.DataFrame(proba[:, [2, 1, 0]], columns=["proba_0", "proba_1", "proba_2"]).assign(y=SPECIES)
    words = {"truth": "y", "scores": ["proba_0", "proba_1", "proba_2"]}
    assert not {"auc-below-half", "auc-perhaps-below-half"} & codes(pv.evaluate(right, **words))
    (note,) = [n for n in pv.evaluate(turned, **words).notes if n.code == "auc-below-half"]
    assert "of class '0'" in note.message
    assert "of class '2'" in note.message


def test_few_positives_show_roc50_beside_the_area(capsys):
    y = np.repeat([1, 0], [30, 970])
    scores = RNG.normal(1.5 * y)
    found = pv.evaluate(truth=y, scores=scores)
    (note,) = [n for n in found.notes if n.code == "rare-class"]
    assert note.severity == "warning"
    by_hand = pv.roc(pv.Ladder.from_scores(y, scores)).auc_n(50)
    assert f"ROC50 {by_hand:.3f}" in note.message
    assert "average precision" in note.message
    assert found.models["model"].decisions.roc_n.n == 50
    common = pv.evaluate(truth=Y, scores=SCORES)
    assert common.models["model"].decisions.roc_n is None


def test_a_matrix_has_no_roc_curve():
    with pytest.raises(WrongEvidence, match="scores"):
        pv.roc(pv.ConfusionMatrix.from_labels([1, 0, 1], [1, 0, 0]))
    with pytest.raises(WrongEvidence, match="one threshold"):
        pv.roc(pv.Outcomes(tp=1, fn=2, fp=3, tn=4))


@pytest.mark.parametrize("labels", [Y, 2 * Y - 1, Y.astype(bool)])
def test_labels_are_no_scores(labels):
    said = np.where(np.arange(200) % 5 == 0, 1 - Y, Y)
    given = said if labels.dtype != bool else said.astype(float)
    given = 2 * given - 1 if labels.min() < 0 else given
    with pytest.raises(BadScores, match="labels") as refused:
        pv.evaluate(truth=Y, scores=given)
    assert "predicted= (--predicted)" in str(refused.value)
    forced = pv.evaluate(truth=Y, scores=given, force=True)
    assert severity(forced, "labels-as-scores") == "error"
    assert forced.about.forced == ("labels-as-scores",)
    assert "labels-as-scores" in {
        n.code for n in pv.evaluate(truth=Y, scores=given, force=True, accept="labels-as-scores").notes
    }


def test_labels_are_not_compared_by_an_area():
    said = {"a": Y, "b": np.where(np.arange(200) % 5 == 0, 1 - Y, Y)}
    with pytest.raises(BadScores, match="labels"):
        pv.compare(truth=Y, scores=said)
    assert pv.compare(truth=Y, scores=said, force=True).warnings[0].code == "labels-as-scores"
    assert pv.compare(truth=Y, scores=said, measure="accuracy").warnings == ()


def test_tied_probabilities_are_scores():
    assert "labels-as-scores" not in codes(pv.evaluate(truth=Y, scores=np.where(SCORES > 0.5, 0.8, 0.1)))


def test_a_tree_grown_to_the_end_is_warned_of_not_refused():
    found = pv.evaluate(pv.run(DecisionTreeClassifier(random_state=0), IRIS, VIRGINICA, plan="5-fold stratified"))
    assert severity(found, "probabilities-all-or-nothing") == "warning"
    assert found.about.forced == ()


# --- plans ---------------------------------------------------------------------------------------------------------


def test_few_folds_say_that_training_sets_show_their_variability():
    found = pv.evaluate(pv.run(GaussianNB(), IRIS, SPECIES, plan="2-fold stratified"))
    (note,) = [n for n in found.notes if n.code == "few-folds"]
    assert "over-estimated" in note.message
    assert "variability becomes visible" in note.message


@pytest.mark.parametrize(
    ("plan", "told"), [("monte-carlo 3", True), ("hold-out", True), ("60/20/20", True), ("5-fold", False)]
)
def test_shares_are_said_to_trade(plan, told):
    assert bool(pv.plan(plan).trade_off) is told
    assert ("coarser estimate" in run("plan", plan, "--n", "50").stdout) is told


def test_the_spread_over_training_sets_stands_with_the_folds():
    found = pv.evaluate(pv.run(GaussianNB(), IRIS, SPECIES, plan="5-fold stratified"))
    (note,) = [n for n in found.notes if n.code == "varies-with-training"]
    assert "may be poor on another" in note.message
    assert "varies-with-training" not in codes(pv.evaluate(truth=Y, scores=SCORES))


def test_an_area_of_a_file_is_of_one_training():
    assert severity(pv.evaluate(truth=Y, scores=SCORES), "single-split") == "note"
    assert "single-split" not in codes(pv.evaluate(truth=Y, predicted=Y))
    folds = np.arange(200) % 5
    assert "single-split" not in codes(pv.evaluate({"y": Y, "s": SCORES, "f": folds}, truth="y", scores="s", fold="f"))


def test_a_value_alone_stands_beside_its_baseline():
    (note,) = [n for n in pv.evaluate(truth=Y, predicted=Y).notes if n.code == "value-alone"]
    assert "the baseline rule reaches 0.6" in note.message
    assert "value-alone" not in codes(pv.evaluate(truth=Y, scores={"a": SCORES, "b": SCORES**2}))


def test_a_value_alone_stands_beside_the_optimum_where_that_is_known():
    task = pv.gaussian_example(1)
    X, y = task.sample((55, 65))
    found = pv.evaluate(truth=y, predicted=np.where(task.posterior(X) > 0.5, 1, -1)).against(task)
    (note,) = [n for n in found.notes if n.code == "value-alone"]
    assert note.numbers["optimum"] == pytest.approx(found.about.optimum["accuracy"])
    assert "no model can surpass 0.9655" in note.message


# --- left out one by one -------------------------------------------------------------------------------------------


def test_a_majority_rule_left_out_one_by_one_is_marked_everywhere():
    said = pv.run({"nb": GaussianNB(), "most": DummyClassifier()}, IRIS, SPECIES, plan="leave-one-out")
    found = pv.evaluate(said)
    assert found.models["most"].measures["accuracy"].value == 0
    assert [n.model for n in found.notes if n.code == "leave-one-out-reacts"] == ["most"]
    assert "training baseline" not in found.table().names
    assert found.models["nb"].baseline["accuracy"] == pytest.approx(1 / 3)
    verdict = pv.compare(said, measure="accuracy")
    assert [n.code for n in verdict.warnings] == ["leave-one-out-reacts"]
    assert "warning: most: left out one by one" in str(verdict)


def test_a_mean_left_out_one_by_one_is_marked_and_a_fit_is_not():
    X, y = load_diabetes(return_X_y=True)
    said = pv.run({"line": LinearRegression(), "mean": DummyRegressor()}, X[:60], y[:60], plan="leave-one-out")
    assert [n.model for n in pv.evaluate(said).notes if n.code == "leave-one-out-reacts"] == ["mean"]


def test_a_constant_and_a_good_model_do_not_react():
    y = np.repeat([0, 1], [40, 20])
    X = np.column_stack([y + RNG.normal(scale=0.1, size=60)])
    said = pv.run({"most": DummyClassifier(), "nb": GaussianNB()}, X, y, plan="leave-one-out")
    assert "leave-one-out-reacts" not in codes(pv.evaluate(said))


# --- pairs ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def apart() -> pd.DataFrame:
    models = {"nb": GaussianNB(), "line": LogisticRegression(max_iter=1000)}
    runs = [pv.run({n: m}, IRIS, VIRGINICA, plan="5-fold", random_state=s) for s, (n, m) in enumerate(models.items())]
    return pd.concat([pd.DataFrame(said.to_frame()) for said in runs])


def test_other_folds_of_the_same_rows_are_no_pairs(apart):
    for words in ({}, {"fold": "fold", "row": "row"}, {"row": "row"}):
        with pytest.raises(NotPaired, match="different folds"):
            pv.compare(apart, model="model", **words)
    with pytest.raises(NotPaired, match="different folds"):
        pv.gate(apart, model="model", row="row")
    assert "not-compared" in codes(pv.evaluate(apart, model="model", row="row"))
    forced = pv.compare(apart, model="model", row="row", force=True)
    assert (forced.warnings[0].code, forced.warnings[0].severity) == ("splits-differ", "error")


def test_the_same_folds_are_pairs():
    models = {"nb": GaussianNB(), "line": LogisticRegression(max_iter=1000)}
    frame = pd.DataFrame(pv.run(models, IRIS, VIRGINICA, plan="5-fold").to_frame())
    assert "splits-differ" not in {note.code for note in pv.compare(frame, model="model", row="row").warnings}


def results(n: int, models: int = 2) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(n)
    base = generator.normal(0.8, 0.05, n)
    return {f"m{i}": base + generator.normal(0.01 * i, 0.02, n) for i in range(models)}


@pytest.mark.parametrize("models", [2, 3])
def test_a_paired_t_of_few_pairs_names_exact_tests(models):
    verdict = pv.compare(results(12, models), of="paired", parametric=True)
    (note,) = verdict.warnings
    assert (note.code, note.severity) == ("paired-t-few-pairs", "warning")
    for name in ("wilcoxon", "sign", "corrected-t", "5x2-t"):
        assert name in note.remedy
    assert note.remedy in str(verdict)


@pytest.mark.parametrize("models", [2, 3])
@pytest.mark.parametrize("folds", [10, 100])
def test_a_paired_t_of_folds_is_warned_of_however_many_there_are(folds, models):
    given = results(folds, models)
    sizes = {"n_train": 90, "n_test": 10}
    verdict = pv.compare(given, of="folds", test="paired-t", force=True, **sizes)
    (note,) = verdict.warnings
    assert (note.code, note.severity) == ("paired-t-of-folds", "warning")
    assert "corrected-t" in note.remedy
    assert "5x2" in note.remedy
    assert pv.compare(given, of="folds", **sizes).warnings == ()


def test_many_results_are_asked_whether_they_are_folds():
    (note,) = pv.compare(results(30), of="paired", parametric=True).warnings
    assert (note.code, note.severity) == ("perhaps-folds", "note")
    assert "are these 30 results those of folds?" in note.message


# --- squared errors of classes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("targets", [Y, 2 * Y - 1])
def test_squared_errors_of_two_values(targets):
    found = pv.evaluate(truth=targets.astype(float), predicted=SCORES, task="regression")
    assert severity(found, "mse-of-classes") == "warning"


def test_squared_errors_of_numbers_are_not_warned_of():
    truth = RNG.normal(size=100)
    assert "mse-of-classes" not in codes(pv.evaluate(truth=truth, predicted=truth + RNG.normal(size=100)))


def test_what_is_so_of_the_data_is_one_note_of_all_models():
    y = np.repeat([1, 0], [30, 970])
    scores = {f"m{i}": np.random.default_rng(i).normal(1.5 * y) for i in range(5)}
    (note,) = [n for n in pv.evaluate(truth=y, scores=scores).notes if n.code == "rare-class"]
    assert note.models == tuple(scores)
    first = pv.roc(pv.Ladder.from_scores(y, scores["m0"])).auc_n(50)
    assert f"m0: ROC50 {first:.3f}" in note.message
    assert note.message.count("ROC50") == 3
    assert "2 more in the tables" in note.message
