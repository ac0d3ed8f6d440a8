"""Runs: what models see and what they say."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import probative as pv
from probative.errors import (
    BadInput,
    BadParameter,
    FitFailed,
)

from ..trained import GROUPS, IRIS, SPECIES, VALUES, WEIGHT, N, Spy, Watcher, X, Y, by_loop

# --- what models see -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", ["5-fold stratified", "3x4", "hold-out", "monte-carlo 5", "bootstrap 4", "60/20/20"])
def test_all_models_see_identical_splits(plan):
    said = pv.run({"a": Spy("a"), "b": Spy("b")}, X, Y, plan=plan)
    for kept in (Spy.fits, Spy.asked):
        a, b = ([entry[1] for entry in kept if entry[0] == name] for name in "ab")
        assert len(a) == len(b) == pv.plan(plan).get_n_splits(X, Y)
        assert all(np.array_equal(left, right) for left, right in zip(a, b, strict=True))
    wanted = list(pv.plan(plan).split(X, Y))
    assert all(np.array_equal(entry[1], train) for entry, (train, _) in zip(Spy.fits[::2], wanted, strict=True))
    assert np.array_equal(said.models["a"].row, np.concatenate([test for _, test in wanted]))
    assert all(not set(fit[1]) & set(asked[1]) for fit, asked in zip(Spy.fits, Spy.asked, strict=True))


def test_targets_belong_to_their_rows():
    pv.run(Spy(), X, Y, plan="4-fold")
    assert all(np.array_equal(y, Y[rows]) for _, rows, y, _, _ in Spy.fits)


def test_an_unseeded_splitter_gives_all_models_the_same_splits():
    said = pv.run([("a", Spy("a")), ("b", Spy("b"))], X, Y, plan=KFold(5, shuffle=True))
    assert np.array_equal(said.models["a"].row, said.models["b"].row)
    assert sorted(said.models["a"].row) == list(range(N))
    assert np.array_equal(said.models["a"].row, np.concatenate([rows for name, rows in Spy.asked if name == "a"]))


def test_given_pairs_are_followed():
    pairs = [([0, 1, 2, 3, 20], [4, 5]), (np.arange(30, 60), np.arange(5))]
    said = pv.run(Spy(), X, Y, plan=pairs)
    assert [entry[1].tolist() for entry in Spy.fits] == [list(pairs[0][0]), pairs[1][0].tolist()]
    assert said.model().row.tolist() == [4, 5, 0, 1, 2, 3, 4]
    assert said.model().repeat.tolist() == [0, 0, 1, 1, 1, 1, 1]


def test_pairs_that_overlap_are_refused():
    with pytest.raises(BadInput, match="also trains on"):
        pv.run(Spy(), X, Y, plan=[([0, 1, 2], [2, 3])])


def test_pipelines_are_refitted_inside_every_training_part():
    model = make_pipeline(Watcher(), StandardScaler(), LogisticRegression())
    pv.run(model, X, Y, plan="5-fold")
    wanted = [train for train, _ in pv.plan("5-fold").split(X, Y)]
    assert len(Watcher.fitted_on) == 5
    assert all(np.array_equal(seen, train) for seen, train in zip(Watcher.fitted_on, wanted, strict=True))


def test_the_three_way_plan_trains_on_training_and_validation_rows():
    said = pv.run(Spy(), X, Y, plan="60/20/20")
    train, validation, test = pv.plan("60/20/20").roles(X, Y)
    assert sorted(Spy.fits[0][1]) == sorted([*train, *validation])
    assert np.array_equal(said.model().row, test)


# --- what models say -------------------------------------------------------------------------------------------------


LABELLINGS = {
    "0/1": (Y, None),
    "0/1, the first is positive": (Y, 0),
    "-1/1": (2 * Y - 1, None),
    "-1/1, the first is positive": (2 * Y - 1, -1),
    "bool": (Y == 1, None),
    "bool, the first is positive": (Y == 1, False),
    "text": (np.where(Y == 1, "sick", "healthy"), "sick"),
    "text, the first is positive": (np.where(Y == 1, "sick", "healthy"), "healthy"),
    "objects": (np.where(Y == 1, "sick", "healthy").astype(object), "sick"),
    "floats": (Y.astype(float), None),
    "1/2": (Y + 1, 2),
}
MODELS = {
    "proba": GaussianNB(),
    "decision": LinearSVC(random_state=0),
    "both": LogisticRegression(),
}


@pytest.mark.parametrize("labelling", LABELLINGS)
@pytest.mark.parametrize("kind", ["proba", "decision", "both"])
def test_scores_speak_for_the_positive_class(labelling, kind):
    y, positive = LABELLINGS[labelling]
    model = MODELS[kind]
    said = pv.run(model, X[:, 1:], y, plan="4-fold", positive=positive)
    wanted = positive if positive is not None else 1
    assert said.positive == wanted
    assert said.score_columns == ("score",)
    told, at = said.model(), 0
    assert told.scored == ("decision" if kind == "decision" else "proba")
    for train, test in pv.plan("4-fold").split(X, y):
        fitted = clone(model).fit(X[train, 1:], y[train])
        here = slice(at, at + len(test))
        at += len(test)
        assert told.predicted[here].tolist() == fitted.predict(X[test, 1:]).tolist()
        if kind == "decision":
            sign = 1 if fitted.classes_[1] == wanted else -1
            score = sign * fitted.decision_function(X[test, 1:])
        else:
            score = fitted.predict_proba(X[test, 1:])[:, list(fitted.classes_).index(wanted)]
        assert np.array_equal(told.scores[here, 0], score)
    assert said.truth.tolist() == y.tolist()
    higher = pv.value("auc", pv.Ladder.from_scores(y[told.row], told.scores[:, 0], pos_label=wanted))
    assert higher == pytest.approx(pv.resampled(said, "auc").pooled.value, abs=1e-12)
    assert higher > 0.7


def test_two_text_labels_without_a_positive_one_have_a_column_each():
    y = np.where(Y == 1, "sick", "healthy")
    said = pv.run({"nb": GaussianNB(), "svm": LinearSVC(random_state=0)}, X, y, plan="3-fold")
    assert (said.positive, said.score_columns) == (None, ("proba_healthy", "proba_sick"))
    assert said.models["nb"].scores.sum(axis=1) == pytest.approx(1)
    assert said.models["svm"].scored == ""
    columns = said.columns()
    assert np.isnan(columns["proba_sick"][columns["model"] == "svm"]).all()


def test_several_classes_have_one_column_each():
    y = np.array(["setosa", "versicolor", "virginica"])[SPECIES]
    said = pv.run(GaussianNB(), IRIS, y, plan="5-fold stratified")
    rows, predicted, proba = by_loop(GaussianNB(), IRIS, y, "5-fold stratified")
    assert said.score_columns == ("proba_setosa", "proba_versicolor", "proba_virginica")
    assert np.array_equal(said.model().row, rows)
    assert said.model().predicted.tolist() == predicted.tolist()
    assert np.array_equal(said.model().scores, proba)


def test_several_classes_with_signed_scores_only_keep_their_predictions():
    said = pv.run(LinearSVC(random_state=0), IRIS, SPECIES, plan="3-fold stratified")
    assert said.model().scored == ""
    assert pv.resampled(said, "accuracy").pooled.value > 0.9


def test_regression_keeps_values():
    said = pv.run(Ridge(), X, VALUES, plan="5-fold")
    rows, predicted, _ = by_loop(Ridge(), X, VALUES, "5-fold")
    assert said.task == "regression"
    assert said.labels == ()
    assert np.array_equal(said.model().row, rows)
    assert np.array_equal(said.model().predicted, predicted)
    assert pv.resampled(said, "rmse").pooled.value == pytest.approx(
        np.sqrt(np.mean((VALUES[rows] - predicted) ** 2)), rel=1e-12
    )


def test_a_column_of_predictions_is_a_vector():
    class Column(RegressorMixin, BaseEstimator):
        def fit(self, X, y):
            self.mean_ = y.mean()
            return self

        def predict(self, X):
            return np.full((len(X), 1), self.mean_)

    assert pv.run(Column(), X, VALUES, plan="3-fold").model().predicted.shape == (N,)


def test_a_class_missing_from_training_has_probability_0():
    y = np.array([0] * 29 + [1] * 29 + [2, 2])
    pairs = [(np.arange(58), np.array([58, 59])), (np.arange(30, 60), np.arange(30))]
    said = pv.run(GaussianNB(), X, y, plan=pairs, force=True)
    first = said.model().scores[:2]
    wanted = GaussianNB().fit(X[:58], y[:58]).predict_proba(X[58:])
    assert np.array_equal(first, np.column_stack([wanted, np.zeros(2)]))
    second = said.model().scores[2:]
    assert np.array_equal(second[:, 0], np.zeros(30))
    assert np.array_equal(second[:, 1:], GaussianNB().fit(X[30:], y[30:]).predict_proba(X[:30]))
    assert [fit.missing_classes for fit in said.fits] == [("2",), ("0",)]
    notes = {note.code: note for note in pv.evaluate(said).notes}
    assert notes["class-missing-in-training"].requirement == "R179"
    assert notes["class-missing-in-training"].severity == "error"


def test_a_binary_model_of_one_class_scores_0_or_1():
    y = np.array([0] * 30 + [1] * 30)
    pairs = [(np.arange(25), np.arange(25, 35)), (np.arange(35, 60), np.arange(25))]
    said = pv.run(DummyClassifier(strategy="prior"), X, y, plan=pairs, force=True)
    assert said.model().scores[:, 0].tolist() == [0.0] * 10 + [1.0] * 25


def test_probabilities_of_permuted_classes_are_put_in_order():
    class Backwards(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.inner_ = GaussianNB().fit(X, y)
            self.classes_ = self.inner_.classes_[::-1]
            return self

        def predict(self, X):
            return self.inner_.predict(X)

        def predict_proba(self, X):
            return self.inner_.predict_proba(X)[:, ::-1]

    plain, turned = (pv.run(model, IRIS, SPECIES, plan="3-fold") for model in (GaussianNB(), Backwards()))
    assert np.array_equal(plain.model().scores, turned.model().scores)


def test_labels_that_are_no_classes_are_a_failure():
    class Stranger(DummyClassifier):
        def predict(self, X):
            return np.full(len(X), 7)

    with pytest.raises(FitFailed, match="7"):
        pv.run(Stranger(), X, Y, plan="3-fold")


def test_missing_predictions_are_a_failure():
    class Gap(LinearRegression):
        def predict(self, X):
            return np.full(len(X), np.nan)

    with pytest.raises(FitFailed, match="missing values"):
        pv.run(Gap(), X, VALUES, plan="3-fold")


# --- weights and groups ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["bare", "pipeline", "search", "search of a pipeline", "pipeline of a search"])
def test_weights_and_groups_reach_the_model_row_by_row(shape):
    folds = GroupKFold(3)
    model = {
        "bare": Spy(),
        "pipeline": make_pipeline(StandardScaler(with_mean=False, with_std=False), Spy()),
        "search": GridSearchCV(Spy(), {"name": ["a", "b"]}, cv=folds),
        "search of a pipeline": GridSearchCV(make_pipeline(Watcher(), Spy()), {"spy__name": ["a", "b"]}, cv=folds),
        "pipeline of a search": make_pipeline(Watcher(), GridSearchCV(Spy(), {"name": ["a", "b"]}, cv=folds)),
    }[shape]
    said = pv.run(
        model, X, Y, plan="4-fold grouped", groups=GROUPS, sample_weight=WEIGHT, weight=2 * WEIGHT, on_error="stop"
    )
    assert said.about.weights_ignored == ()
    assert len(Spy.fits) == (4 if "search" not in shape else 4 * (2 * 3 + 1))
    for _, rows, _, weight, groups in Spy.fits:
        assert np.array_equal(weight, WEIGHT[rows])
        if "search" not in shape:
            assert np.array_equal(groups, GROUPS[rows])
    if "search" in shape:
        # The inner folds respect the groups, which only works where the search was told of them.
        whole = [set(GROUPS[rows]) for _, rows, _, _, _ in Spy.fits]
        assert all(len(rows) == 5 * len(inside) for (_, rows, *_), inside in zip(Spy.fits, whole, strict=True))
    columns = said.columns()
    assert np.array_equal(columns["weight"], 2 * WEIGHT[columns["row"]])
    assert np.array_equal(columns["group"], GROUPS[columns["row"]])


def test_models_that_take_no_weights_are_named():
    models = {"knn": KNeighborsClassifier(3), "nb": GaussianNB()}
    with pytest.raises(BadParameter, match="knn cannot be trained with row weights"):
        pv.run(models, X, Y, plan="3-fold", sample_weight=WEIGHT)
    said = pv.run(models, X, Y, plan="3-fold", sample_weight=WEIGHT, force=True)
    assert said.about.weights_ignored == ("knn",)
    assert pv.run(models, X, Y, plan="3-fold", weight=WEIGHT).about.weights_ignored == ()
    knn = pv.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 3]})
    with pytest.raises(BadParameter, match="Tuned cannot be trained with row weights"):
        pv.run(knn, X, Y, plan="3-fold", sample_weight=WEIGHT)


def test_weights_of_training_do_not_reach_the_evaluation():
    # The oracle is NumPy: the same trainings by hand, counted row by row.
    weight = np.where(Y == 1, 5.0, 1.0)
    said = pv.run(GaussianNB(), X, Y, plan="3-fold", sample_weight=weight)
    guess = np.empty(N, int)
    for train, test in pv.plan("3-fold").split(X, Y):
        guess[test] = GaussianNB().fit(X[train], Y[train], sample_weight=weight[train]).predict(X[test])
    measures = pv.evaluate(said, costs=pv.Costs(fp=1, fn=5)).models["GaussianNB"].measures
    assert measures["prevalence"].value == pytest.approx(Y.mean())
    assert measures["accuracy"].value == pytest.approx((guess == Y).mean())
    cost = np.where(Y == 1, 5.0 * (guess == 0), 1.0 * (guess == 1)).mean()
    assert measures["expected_cost"].value == pytest.approx(cost)
    assert "weight" not in said.columns()


def test_weights_change_the_training_as_in_scikit_learn():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold", sample_weight=WEIGHT)
    for number, (train, test) in enumerate(pv.plan("3-fold").split(X, Y)):
        wanted = GaussianNB().fit(X[train], Y[train], sample_weight=WEIGHT[train]).predict_proba(X[test])[:, 1]
        assert np.array_equal(said.model().scores[said.model().fold == number, 0], wanted)


def test_groups_are_kept_together_by_default():
    said = pv.run(Spy(), X, Y, groups=GROUPS)
    assert said.about.scheme.grouped
    for (_, rows, *_), (_, tested) in zip(Spy.fits, Spy.asked, strict=True):
        assert not set(GROUPS[rows]) & set(GROUPS[tested])
