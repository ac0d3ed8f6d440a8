"""Runs: seeds, failures, warnings."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import (
    BadParameter,
    FitFailed,
)

from ..trained import N, Spy, X, Y, assert_same, by_loop

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
