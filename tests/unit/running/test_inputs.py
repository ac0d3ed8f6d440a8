"""Runs: inputs of every kind, models left untouched, time."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import probative as pv
from probative.errors import (
    BadInput,
    BadLabels,
    BadParameter,
    EmptyData,
    LengthMismatch,
    MissingValues,
)

from ..trained import TIME, VALUES, N, Spy, Watcher, X, Y, assert_same

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


@pytest.mark.parametrize("plan", ["5-fold", "10x10 stratified", "hold-out", "bootstrap 5", KFold(5), "leave-one-out"])
def test_plans_that_shuffle_time_are_refused(plan):
    with pytest.raises(BadParameter, match="time") as caught:
        pv.run(Spy(), X, Y, plan=plan, time=TIME)
    assert "force=True" in str(caught.value)


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
