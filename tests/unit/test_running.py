# ruff: noqa: N803
"""Running models under a plan: what they see, what they are asked, what is kept, and what may not happen."""

import json
import pickle
from typing import ClassVar

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, TransformerMixin, clone
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeClassifier
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import (
    BadFormat,
    BadInput,
    BadLabels,
    BadParameter,
    EmptyData,
    FitFailed,
    LengthMismatch,
    MissingValues,
    UnknownModel,
    WrongEvidence,
)

N = 60
GENERATOR = np.random.default_rng(11)
X = np.column_stack([np.arange(N), GENERATOR.normal(size=(N, 3))])
"""Column 0 is the number of the row, so that spies know whom they see."""
Y = (X[:, 1] + GENERATOR.normal(0, 0.7, N) > 0).astype(int)
WEIGHT = GENERATOR.uniform(0.5, 3, N)
GROUPS = np.repeat(np.arange(12), 5)
VALUES = X[:, 1] * 2 + GENERATOR.normal(size=N)
IRIS, SPECIES = load_iris(return_X_y=True)


def ids(X):
    return np.asarray(X)[:, 0].astype(int)


class Spy(ClassifierMixin, BaseEstimator):
    """Keeps what every training and every question saw."""

    fits: ClassVar[list] = []
    asked: ClassVar[list] = []

    def __init__(self, name="spy"):
        self.name = name

    def fit(self, X, y, sample_weight=None, groups=None):
        type(self).fits.append((self.name, ids(X), np.array(y), sample_weight, groups))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        type(self).asked.append((self.name, ids(X)))
        return np.full(len(X), self.classes_[0])


class Watcher(TransformerMixin, BaseEstimator):
    """A preprocessing step that keeps which rows it was fitted on."""

    fitted_on: ClassVar[list] = []

    def fit(self, X, y=None):
        type(self).fitted_on.append(ids(X))
        return self

    def transform(self, X):
        return X


@pytest.fixture(autouse=True)
def _clean():
    Spy.fits, Spy.asked, Watcher.fitted_on = [], [], []


def assert_same(a, b):
    """The same predictions, to the last bit."""
    assert list(a.models) == list(b.models)
    for name, told in a.models.items():
        other = b.models[name]
        for key in ("row", "repeat", "fold", "predicted", "scores"):
            left, right = getattr(told, key), getattr(other, key)
            assert left.dtype == right.dtype
            assert np.array_equal(left, right), key
        assert told.scored == other.scored
    places = [[(fit.model, fit.repeat, fit.fold, fit.seed) for fit in said.fits] for said in (a, b)]
    assert places[0] == places[1]


def by_loop(model, X, y, plan, groups=None, **scheme):
    """Rows, predictions and probabilities by a bare loop over the plan's splits."""
    rows, predicted, proba = [], [], []
    for train, test in pv.plan(plan, **scheme).split(X, y, groups):
        fitted = clone(model).fit(X[train], y[train])
        rows.append(test)
        predicted.append(fitted.predict(X[test]))
        if hasattr(fitted, "predict_proba"):
            proba.append(fitted.predict_proba(X[test]))
    return np.concatenate(rows), np.concatenate(predicted), np.concatenate(proba) if proba else None


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
    said = pv.run(GaussianNB(), X, y, plan=pairs)
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
    said = pv.run(DummyClassifier(strategy="prior"), X, y, plan=pairs)
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
    said = pv.run(model, X, Y, plan="4-fold grouped", groups=GROUPS, sample_weight=WEIGHT, on_error="stop")
    assert said.about["weights_ignored"] == []
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
    assert np.array_equal(columns["weight"], WEIGHT[columns["row"]])
    assert np.array_equal(columns["group"], GROUPS[columns["row"]])


def test_models_that_take_no_weights_are_named():
    models = {"knn": KNeighborsClassifier(3), "nb": GaussianNB()}
    said = pv.run(models, X, Y, plan="3-fold", sample_weight=WEIGHT)
    assert said.about["weights_ignored"] == ["knn"]
    assert pv.run(models, X, Y, plan="3-fold").about["weights_ignored"] == []


def test_weights_change_the_training_as_in_scikit_learn():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold", sample_weight=WEIGHT)
    for number, (train, test) in enumerate(pv.plan("3-fold").split(X, Y)):
        wanted = GaussianNB().fit(X[train], Y[train], sample_weight=WEIGHT[train]).predict_proba(X[test])[:, 1]
        assert np.array_equal(said.model().scores[said.model().fold == number, 0], wanted)


def test_groups_are_kept_together_by_default():
    said = pv.run(Spy(), X, Y, groups=GROUPS)
    assert said.about["scheme"]["grouped"]
    for (_, rows, *_), (_, tested) in zip(Spy.fits, Spy.asked, strict=True):
        assert not set(GROUPS[rows]) & set(GROUPS[tested])


# --- chance ----------------------------------------------------------------------------------------------------------


def global_gambler():
    """A model that asks NumPy's global generator while it is fitted and while it predicts."""

    class Gambler(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            self.share_ = np.random.rand()
            return self

        def predict(self, X):
            return self.classes_[(np.random.rand(len(X)) < self.share_).astype(int)]

    return Gambler()


def test_results_do_not_depend_on_n_jobs():
    models = {
        "forest": RandomForestClassifier(5),
        "tree": make_pipeline(StandardScaler(), DecisionTreeClassifier(max_features=1)),
        "gambler": global_gambler(),
    }
    one, two = (pv.run(models, X, Y, plan="2x3 stratified", n_jobs=jobs, random_state=5) for jobs in (1, 2))
    assert_same(one, two)
    gambled = one.models["gambler"]
    halves = [gambled.predicted[(gambled.repeat == 0) & (gambled.fold == fold)].tolist() for fold in range(3)]
    assert halves[0] != halves[1]


def test_a_splitter_without_a_seed_inside_a_model_is_seeded_too():
    search = GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": range(1, 7)}, cv=KFold(3, shuffle=True))
    noise = np.random.default_rng(0).integers(0, 2, N)
    chosen = [[fit.chosen for fit in pv.run(search, X, noise, plan="6-fold").fits] for _ in range(3)]
    assert chosen[0] == chosen[1] == chosen[2]


def test_the_seed_decides():
    first, again, other = (
        pv.run(RandomForestClassifier(3), X, Y, plan=KFold(3), random_state=seed).model().scores for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_every_training_has_its_own_seed_and_the_name_counts():
    said = pv.run({"a": Spy(), "b": Spy()}, X, Y, plan="2x5")
    assert len({fit.seed for fit in said.fits}) == 20
    alone = pv.run({"b": Spy()}, X, Y, plan="2x5")
    assert [fit.seed for fit in alone.fits] == [fit.seed for fit in said.fits if fit.model == "b"]


def test_a_seed_of_the_users_own_is_kept():
    model = RandomForestClassifier(3, random_state=77)
    rows, predicted, _ = by_loop(model, X, Y, "3-fold")
    said = pv.run(model, X, Y, plan="3-fold", random_state=0)
    assert np.array_equal(said.model().row, rows)
    assert np.array_equal(said.model().predicted, predicted)


def test_the_global_generator_is_put_back():
    np.random.seed(3)
    wanted = np.random.RandomState(3).rand(4)
    pv.run([global_gambler(), RandomForestClassifier(2)], X, Y, plan="3-fold")
    assert np.array_equal(np.random.rand(4), wanted)


def test_it_is_put_back_after_a_failure_too():
    np.random.seed(4)
    with pytest.raises(FitFailed):
        pv.run(GaussianNB(var_smoothing=-1), X, Y, plan="3-fold", on_error="stop")
    assert np.random.rand() == np.random.RandomState(4).rand()


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True])
def test_a_seed_must_be_recordable(seed):
    with pytest.raises(BadParameter, match="random_state"):
        pv.run(Spy(), X, Y, random_state=seed)


# --- failures and warnings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_training_is_recorded_and_the_others_kept(jobs):
    class Sulky(ClassifierMixin, BaseEstimator):
        def fit(self, X, y):
            if 0 in X[:, 0]:
                raise RuntimeError("row 0 upsets me")
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return np.ones(len(X), int)

    said = pv.run({"sulky": Sulky(), "nb": GaussianNB()}, X, Y, plan="4-fold", n_jobs=jobs)
    failed = [fit for fit in said.fits if fit.error]
    where = next(i for i, (_, test) in enumerate(pv.plan("4-fold").split(X, Y)) if 0 in test)
    assert [fit.model for fit in failed] == ["sulky"] * 3
    assert {fit.error for fit in failed} == {"RuntimeError: row 0 upsets me"}
    assert set(said.models["sulky"].fold) == {where}
    assert sorted(said.models["nb"].row) == list(range(N))
    findings = pv.evaluate(said)
    note = next(note for note in findings.notes if note.code == "fits-failed")
    assert "3 of 4 trainings failed" in note.message
    assert "row 0 upsets me" in note.message
    assert len(findings.about.failed) == 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_stop_stops_with_the_traceback_as_a_note(jobs, recwarn):
    model = GaussianNB(var_smoothing=-1)
    with pytest.raises(FitFailed, match="var_smoothing") as caught:
        pv.run(model, X, Y, plan="5-fold", on_error="stop", n_jobs=jobs)
    assert "Traceback" in caught.value.__notes__[0]
    assert not recwarn.list


def test_a_model_that_always_fails_beside_one_that_does_not():
    said = pv.run({"bad": GaussianNB(var_smoothing=-1), "good": GaussianNB()}, X, Y, plan="3-fold")
    assert len(said.models["bad"].row) == 0
    assert sum(fit.error is not None for fit in said.fits) == 3
    findings = pv.evaluate(said)
    assert list(findings.models) == ["good"]
    assert "fits-failed" in {note.code for note in findings.notes}


def test_nothing_but_failures_is_an_error():
    with pytest.raises(FitFailed, match="var_smoothing"):
        pv.run(GaussianNB(var_smoothing=-1), X, Y, plan="3-fold")


def test_an_unknown_way_to_treat_errors():
    with pytest.raises(BadParameter, match="on_error"):
        pv.run(Spy(), X, Y, on_error="ignore")


@pytest.mark.parametrize("jobs", [1, 2])
def test_warnings_of_trainings_are_kept_and_noted(jobs):
    said = pv.run(LogisticRegression(max_iter=1), X, Y, plan="3-fold", n_jobs=jobs)
    for fit in said.fits:
        assert len(fit.warnings) == 1
        assert fit.warnings[0].startswith(ConvergenceWarning.__name__)
    notes = [note for note in pv.evaluate(said).notes if note.code == "fit-warnings"]
    assert len(notes) == 1
    assert "in 3 of 3 trainings" in notes[0].message


def test_quiet_trainings_leave_no_warnings():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    assert all(fit.warnings == () for fit in said.fits)
    assert "fit-warnings" not in {note.code for note in pv.evaluate(said).notes}


# --- inputs of every kind --------------------------------------------------------------------------------------------

NAMES = ["id", "a", "b", "c"]
INPUTS = {
    "pandas": lambda: pd.DataFrame(X, columns=NAMES, index=np.arange(1000, 1000 + N)),
    "polars": lambda: pl.DataFrame(X, schema=NAMES),
    "pyarrow": lambda: pa.table({name: X[:, i] for i, name in enumerate(NAMES)}),
    "csr": lambda: sparse.csr_matrix(X),
    "csc array": lambda: sparse.csc_array(X),
    "coo": lambda: sparse.coo_matrix(X),
    "lists": lambda: X.tolist(),
    "fortran": lambda: np.asfortranarray(X),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_every_kind_of_input_gives_the_same_predictions(kind):
    model = KNeighborsClassifier(3, algorithm="brute")
    assert_same(pv.run(model, X, Y, plan="4-fold"), pv.run(model, INPUTS[kind](), Y, plan="4-fold"))


def test_frames_reach_the_model_as_frames():
    class Reader(DummyClassifier):
        def fit(self, X, y):
            assert isinstance(X, pd.DataFrame)
            assert list(X.columns) == NAMES
            return super().fit(X, y)

    frame = INPUTS["pandas"]()
    pv.run(Reader(), frame, pd.Series(Y, index=frame.index), plan="3-fold", on_error="stop")


def test_targets_of_every_kind():
    plain = pv.run(GaussianNB(), X, Y, plan="3-fold")
    for y in (Y.tolist(), pd.Series(Y, index=np.arange(N)[::-1]), pl.Series(Y), Y.reshape(-1, 1), tuple(Y.tolist())):
        assert_same(plain, pv.run(GaussianNB(), X, y, plan="3-fold"))


def test_lists_of_texts_are_inputs():
    texts, y = ["good day", "bad day", "good night", "bad night"] * 5, [1, 0, 1, 0] * 5
    said = pv.run(make_pipeline(CountVectorizer(), LogisticRegression()), texts, y, plan="4-fold")
    assert pv.resampled(said, "accuracy").pooled.value == 1


@pytest.mark.parametrize(
    ("data", "target", "error", "words"),
    [
        (X, Y[:-1], LengthMismatch, "60"),
        (X[:0], Y[:0], EmptyData, "no rows"),
        (X, np.zeros(N, int), BadLabels, "only one class"),
        (X, [None, *Y[1:].tolist()], MissingValues, "missing"),
        (X, [np.nan, *VALUES[1:]], MissingValues, "missing"),
        (X, np.column_stack([Y, Y]), LengthMismatch, "one target"),
    ],
)
def test_data_that_cannot_be_learnt_are_refused(data, target, error, words):
    with pytest.raises(error, match=words):
        pv.run(GaussianNB(), data, target, plan="3-fold")


@pytest.mark.parametrize("model", [GaussianNB, "nb", 3, None, {}, []])
def test_what_is_no_model_is_refused(model):
    with pytest.raises(BadInput, match="train"):
        pv.run(model, X, Y, plan="3-fold")


def test_names_of_models():
    assert list(pv.run([Spy(), Spy(), ("x", Spy())], X, Y, plan="2-fold").models) == ["Spy", "Spy-2", "x"]
    assert list(pv.run(make_pipeline(Watcher(), Spy()), X, Y, plan="2-fold").models) == ["Spy"]
    with pytest.raises(BadParameter, match="same name"):
        pv.run([("x", Spy()), ("x", Spy())], X, Y, plan="2-fold")


# --- models stay untouched -------------------------------------------------------------------------------------------


def test_the_users_models_are_not_touched():
    forest, pipeline = RandomForestClassifier(2), make_pipeline(StandardScaler(), LogisticRegression())
    before = [pickle.dumps(forest), pickle.dumps(pipeline)]
    y, table = Y.copy(), X.copy()
    pv.run([forest, pipeline], table, y, plan="3-fold")
    assert [pickle.dumps(forest), pickle.dumps(pipeline)] == before
    assert np.array_equal(table, X)
    assert np.array_equal(y, Y)


class Plain:
    """A model without get_params that counts its trainings: copies must start afresh."""

    def __init__(self):
        self.trainings = 0

    def fit(self, X, y):
        self.trainings += 1
        self.mean = float(np.mean(y))

    def predict(self, X):
        return np.full(len(X), self.mean * self.trainings)


def test_models_need_only_fit_and_predict():
    model = Plain()
    said = pv.run(model, X, VALUES, plan="4-fold")
    assert model.trainings == 0
    assert not hasattr(model, "mean")
    for number, (train, _) in enumerate(pv.plan("4-fold").split(X)):
        assert set(said.model().predicted[said.model().fold == number]) == {float(VALUES[train].mean())}


# --- time ------------------------------------------------------------------------------------------------------------

TIME = np.datetime64("2024-01-01") + GENERATOR.permutation(N)


@pytest.mark.parametrize("plan", ["5-fold", "10x10 stratified", "hold-out", "bootstrap 5", KFold(5), "leave-one-out"])
def test_plans_that_shuffle_time_are_refused(plan):
    with pytest.raises(BadParameter, match="time") as caught:
        pv.run(Spy(), X, Y, plan=plan, time=TIME)
    assert "R180" in str(caught.value)


def test_force_takes_them_and_says_so():
    said = pv.run(GaussianNB(), X, Y, plan="5-fold", time=TIME, force=True)
    note = next(note for note in pv.evaluate(said).notes if note.code == "time-order-broken")
    assert (note.severity, note.requirement) == ("error", "R180")


@pytest.mark.parametrize("plan", [None, "time 4", "time 3 sliding gap 2"])
def test_models_never_see_the_future(plan):
    pv.run(Spy(), X, Y, plan=plan, time=TIME)
    assert Spy.fits
    for (_, rows, *_), (_, tested) in zip(Spy.fits, Spy.asked, strict=True):
        assert TIME[rows].max() < TIME[tested].min()


# --- predictions are kept --------------------------------------------------------------------------------------------


def kept(tmp_path, said):
    return pv.Predictions.load(said.save(tmp_path / "predictions.parquet"))


TARGETS = {
    "0/1": (Y, None, [GaussianNB(), LinearSVC(random_state=0)]),
    "text": (np.where(Y == 1, "sick", "healthy"), "healthy", [GaussianNB(), Spy()]),
    "text without positive": (np.where(Y == 1, "it's", 'a "quote"'), None, [GaussianNB()]),
    "bool": (Y == 1, None, [GaussianNB()]),
    "-1/1": (2 * Y - 1, None, [GaussianNB()]),
    "classes": (np.arange(N) % 4, None, [GaussianNB()]),
    "classes as text": (np.array(list("abcd"))[np.arange(N) % 4], None, [GaussianNB()]),
    "numbers": (VALUES, None, [Ridge()]),
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("plan", ["2x3", "hold-out"])
@pytest.mark.parametrize("extras", [False, True])
def test_what_is_saved_comes_back(tmp_path, target, plan, extras):
    y, positive, models = TARGETS[target]
    more = {"sample_weight": WEIGHT, "groups": np.array([f"g{i}" for i in GROUPS])} if extras else {}
    said = pv.run(models, X, y, plan=plan, positive=positive, **more)
    back = kept(tmp_path, said)
    assert_same(said, back)
    assert back.fits == said.fits
    assert (back.labels, back.positive, back.n, back.task) == (said.labels, said.positive, said.n, said.task)
    assert [type(label) for label in back.labels] == [type(label) for label in said.labels]
    assert back.about == json.loads(json.dumps(dict(said.about)))
    columns, again = said.columns(), back.columns()
    assert list(columns) == list(again)
    for name, column in columns.items():
        assert column.tolist() == pytest.approx(again[name].tolist(), abs=0, nan_ok=True), name
    assert [note.code for note in pv.evaluate(back).notes] == [note.code for note in pv.evaluate(said).notes]
    measure = "rmse" if said.task == "regression" else "accuracy"
    for name in said.models:
        assert pv.resampled(back, measure, model=name).to_dict() == pv.resampled(said, measure, model=name).to_dict()


def test_equal_runs_are_saved_to_equal_bytes(tmp_path):
    models = {"forest": RandomForestClassifier(3), "logistic": LogisticRegression()}
    settings = {"plan": "2x3", "sample_weight": WEIGHT, "groups": GROUPS}
    first = pv.run(models, X, Y, **settings).save(tmp_path / "a.parquet").read_bytes()
    again = pv.run(models, X, Y, **settings, n_jobs=2).save(tmp_path / "b.parquet").read_bytes()
    other = pv.run(models, X, Y, **settings, random_state=1).save(tmp_path / "c.parquet").read_bytes()
    assert first == again != other


def test_a_folder_is_enough(tmp_path):
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    said.save(tmp_path / "predictions.parquet")
    assert_same(said, pv.Predictions.load(tmp_path))
    assert pv.evaluate(tmp_path).n == N


def test_predictions_without_the_record_of_trainings(tmp_path):
    said = pv.run(GaussianNB(), X, Y, plan="4-fold")
    path = said.save(tmp_path / "predictions.parquet")
    path.with_suffix(".fits.json").unlink()
    back = pv.Predictions.load(path)
    same_but_fits = pv.resampled(back, "accuracy").to_dict()
    assert back.fits == ()
    assert same_but_fits == pv.resampled(said, "accuracy").to_dict()


def test_other_parquet_files_are_refused(tmp_path):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "x.parquet")
    with pytest.raises(BadFormat, match="does not hold predictions"):
        pv.Predictions.load(tmp_path / "x.parquet")


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_the_long_table(backend):
    said = pv.run({"nb": GaussianNB(), "spy": Spy()}, X, Y, plan="2x3", sample_weight=WEIGHT, groups=GROUPS)
    frame = said.to_frame(backend)
    names = list(frame.column_names if backend == "pyarrow" else frame.columns)
    assert names == ["row", "model", "repeat", "fold", "truth", "predicted", "score", "weight", "group"]
    assert len(frame) == 2 * 2 * N
    table = {name: np.asarray(frame[name]).tolist() for name in names}
    assert table["truth"] == Y[table["row"]].tolist()
    assert table["weight"] == WEIGHT[table["row"]].tolist()
    assert table["group"] == GROUPS[table["row"]].tolist()
    assert table["model"] == ["nb"] * 2 * N + ["spy"] * 2 * N
    assert np.isnan(np.array(table["score"][2 * N :], float)).all()


def test_the_long_table_of_several_classes_and_of_numbers():
    several = pv.run(GaussianNB(), IRIS, SPECIES, plan="3-fold").to_frame("polars")
    assert several.columns == ["row", "model", "repeat", "fold", "truth", "predicted", "proba_0", "proba_1", "proba_2"]
    assert pv.run(Ridge(), X, VALUES, plan="3-fold").to_frame("polars").columns == [
        *("row", "model", "repeat", "fold", "truth", "predicted")
    ]


def test_predictions_can_be_pickled():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    assert_same(said, pickle.loads(pickle.dumps(said)))


def test_predictions_are_read_only_mappings():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    with pytest.raises(TypeError):
        said.models["x"] = None
    with pytest.raises(AttributeError):
        said.truth = None


def test_a_model_by_name():
    said = pv.run({"a": Spy(), "b": Spy()}, X, Y, plan="2-fold")
    for name in (None, "c"):
        with pytest.raises(UnknownModel):
            said.model(name)
    assert "a, b; 60 rows; 2-fold" in repr(said)


def test_what_is_known_about_a_run():
    said = pv.run([Spy(), GaussianNB()], X, Y, plan="5x2 stratified", random_state=9)
    assert said.repeats == 5
    assert said.about["seed"] == 9
    assert said.about["description"].endswith("10 trainings for each of 2 models, 20 in all")
    assert set(said.about["software"]) >= {"probative", "python", "numpy", "scipy", "scikit-learn"}
    assert said.about["facts"]["classes"] == {"0": int((Y == 0).sum()), "1": int(Y.sum())}
    assert all(fit.n_train + fit.n_test == N for fit in said.fits)
    assert all(fit.fit_seconds > 0 and fit.predict_seconds > 0 for fit in said.fits)
    assert json.loads(json.dumps([fit.to_dict() for fit in said.fits]))
    assert pv.run(Spy(), X, Y, plan="3-fold").about["data"] == said.about["data"]
    assert pv.run(Spy(), X + 1, Y, plan="3-fold").about["data"] != said.about["data"]


def test_choices_of_a_search_are_kept():
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, cv=3)
    said = pv.run({"search": search, "last": make_pipeline(StandardScaler(), search)}, X, Y, plan="3-fold")
    for number, (train, _) in enumerate(pv.plan("3-fold").split(X, Y)):
        fitted = clone(search).fit(X[train], Y[train])
        assert said.fits[number].chosen == fitted.best_params_
        assert said.fits[number].selection_score == fitted.best_score_
    assert all(set(fit.chosen) == {"n_neighbors"} for fit in said.fits)
    assert pv.evaluate(said).about.chosen


def test_the_default_plan():
    assert pv.run(Spy(), X, Y).about["plan"] == "10-fold stratified"
    assert pv.run(Ridge(), X, VALUES).about["plan"] == "10-fold"
    assert pv.run(Ridge(), X[:7], VALUES[:7]).about["plan"] == "7-fold"
    assert pv.run(Spy(), X, Y, groups=GROUPS).about["plan"] == "10-fold stratified grouped"
    assert pv.run(Spy(), X, Y, time=TIME).about["plan"].startswith("time 5")


def test_evaluate_knows_the_columns_of_a_run():
    with pytest.raises(BadParameter, match="know their columns"):
        pv.evaluate(pv.run(GaussianNB(), X, Y, plan="3-fold"), truth="truth")


# --- leave-one-out and leave-pair-out --------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", ["leave-one-out", "leave-pair-out"])
def test_closed_forms_say_what_training_says(plan):
    models = {"knn": KNeighborsClassifier(3), "prior": DummyClassifier(strategy="prior"), "nb": GaussianNB()}
    few, y = X[20:44], Y[20:44]
    short = pv.run(models, few, y, plan=plan)
    long = pv.run(models, few, y, plan=plan, shortcuts=False)
    how = {fit.model: fit.how for fit in short.fits}
    assert (how["knn"], how["nb"]) == ("closed form", "trained")
    assert {fit.how for fit in long.fits} == {"trained"}
    for name in models:
        a, b = short.models[name], long.models[name]
        for key in ("row", "repeat", "fold", "predicted"):
            assert np.array_equal(getattr(a, key), getattr(b, key)), (name, key)
        assert a.scores == pytest.approx(b.scores, abs=1e-9)
        assert pv.resampled(short, "auc", model=name).pooled.value == pytest.approx(
            pv.resampled(long, "auc", model=name).pooled.value, abs=1e-12
        )


def test_closed_forms_are_not_used_with_weights():
    said = pv.run(Ridge(), X, VALUES, plan="leave-one-out", sample_weight=WEIGHT)
    assert {fit.how for fit in said.fits} == {"trained"}
    rest = np.arange(1, N)
    wanted = Ridge().fit(X[rest], VALUES[rest], sample_weight=WEIGHT[rest]).predict(X[:1])
    assert said.model().predicted[0] == wanted[0]


@pytest.mark.parametrize("model", [KNeighborsClassifier(5), RidgeClassifier()])
@pytest.mark.parametrize("positive", ["sick", "healthy"])
def test_closed_forms_orient_scores(model, positive):
    y = np.where(Y == 1, "sick", "healthy")
    short, long = (
        pv.run(model, X[:, 1:], y, plan="leave-one-out", positive=positive, shortcuts=way) for way in (True, False)
    )
    assert (short.fits[0].how, long.fits[0].how) == ("closed form", "trained")
    assert short.model().scores == pytest.approx(long.model().scores, abs=1e-9)
    assert short.model().scored == long.model().scored
    assert np.array_equal(short.model().predicted, long.model().predicted)
    assert pv.resampled(short, "auc").pooled.value > 0.6


def test_leave_one_out_has_no_values_per_fold():
    said = pv.run(GaussianNB(), X, Y, plan="leave-one-out")
    found = pv.resampled(said, "accuracy")
    assert len(found.folds) == 0
    assert not found.fold_mean.defined
    assert "see pooled" in found.fold_mean.why
    assert found.pooled.value == (said.model().predicted == Y[said.model().row]).mean()


def test_measures_that_do_not_fit_are_refused():
    with pytest.raises(WrongEvidence, match="auc"):
        pv.resampled(pv.run(Spy(), X, Y, plan="3-fold"), "auc")
    with pytest.raises(WrongEvidence, match="accuracy"):
        pv.resampled(pv.run(Ridge(), X, VALUES, plan="3-fold"), "accuracy")


def test_a_function_in_a_pipeline_can_be_fingerprinted():
    doubled = make_pipeline(FunctionTransformer(lambda table: table * 2), GaussianNB())
    tripled = make_pipeline(FunctionTransformer(lambda table: table * 3), GaussianNB())
    again = make_pipeline(FunctionTransformer(lambda table: table * 2), GaussianNB())
    digest = [pv.run(model, X, Y, plan="2-fold").about["models"]["GaussianNB"] for model in (doubled, tripled, again)]
    assert digest[0] == digest[2] != digest[1]


def test_one_random_split_of_scikit_learn_is_a_hold_out():
    said = pv.run(GaussianNB(), X, Y, plan=ShuffleSplit(1, random_state=0))
    assert said.about["scheme"]["kind"] == "hold-out"


def test_progress_is_shown_where_wanted(capsys):
    pv.run(GaussianNB(), X, Y, plan="3-fold", progress=True)
    assert "training" in capsys.readouterr().err
    pv.run(GaussianNB(), X, Y, plan="3-fold")
    assert capsys.readouterr().err == ""
