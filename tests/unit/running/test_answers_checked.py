"""What a model says is checked when it says it: with the model's name, as a failed training, and at once."""

import time

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadParameter, FitFailed

RNG = np.random.default_rng(3)
X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)


class Mute(ValueError):
    """An error that cannot say what is wrong."""

    def __str__(self):
        raise RuntimeError


class Odd(GaussianNB):
    """A model that is sound but for one thing."""

    def __init__(self, how="sound"):
        super().__init__()
        self.how = how

    def fit(self, X, y):
        if self.how == "exit":
            raise SystemExit(0)
        if self.how == "leave":
            raise GeneratorExit
        if self.how == "mute":
            raise Mute
        if self.how == "hang":
            while True:
                time.sleep(0.01)
        if self.how == "hang and swallow":
            for _ in range(1000):
                try:
                    time.sleep(10)
                except Exception:
                    continue
        return super().fit(X, y)

    def predict(self, X):
        said = super().predict(X)
        return {"short": said[:-1], "scalar": np.int64(1), "table": np.column_stack([said, said])}.get(self.how, said)

    def predict_proba(self, X):
        said = super().predict_proba(X)
        gaps = said.copy()
        gaps[0] = np.nan
        odd = {
            "nan": gaps,
            "inf": gaps * np.inf,
            "complex": said + 1j,
            "columns": said[:, :1],
            "more": np.column_stack([said, said]),
        }
        return {"rows": said[1:], "flat": said[:, 0]}.get(self.how, odd.get(self.how, said))


ODD = ["exit", "leave", "mute", "complex", "short", "scalar", "table", "nan", "inf", "columns", "more", "rows", "flat"]


@pytest.mark.parametrize("how", ODD)
def test_an_answer_that_is_none_fails_its_training_by_name(how):
    with pytest.raises(FitFailed, match="odd could not be trained or asked"):
        pv.run({"odd": Odd(how), "sound": GaussianNB()}, X, Y, plan="3-fold", on_error="stop")


@pytest.mark.parametrize("how", ODD)
def test_others_go_on(how):
    said = pv.run({"odd": Odd(how), "sound": GaussianNB()}, X, Y, plan="3-fold")
    assert [fit.error is None for fit in said.fits] == [False] * 3 + [True] * 3
    assert len(said.model("sound").predicted) == 60


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_none_are_refused_of_a_regression(value):
    class Broken(LinearRegression):
        def predict(self, X):
            return np.full(len(X), value)

    with pytest.raises(FitFailed, match="Broken"):
        pv.run(Broken(), X, X[:, 0], plan="3-fold", on_error="stop")


@pytest.mark.parametrize("how", ["hang", "hang and swallow"])
def test_a_model_that_hangs_is_stopped(how):
    said = pv.run({"odd": Odd(how), "sound": GaussianNB()}, X, Y, plan="2-fold", timeout=0.2)
    errors = [fit.error for fit in said.fits]
    assert errors[2:] == [None, None]
    assert all("TookTooLong: longer than 0.2 seconds" in error for error in errors[:2])


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), "3"])
def test_a_timeout_is_a_time(wrong):
    with pytest.raises(BadParameter, match="timeout"):
        pv.run(GaussianNB(), X, Y, timeout=wrong)


def test_the_global_generator_is_one_for_all_threads():
    """Models that use it give the same results whether they are trained one after another or in threads."""
    import joblib

    class Random(GaussianNB):
        def fit(self, X, y):
            self.shift = 0.0
            for _ in range(20):
                self.shift = np.random.normal()
                time.sleep(0.0005)
            return super().fit(X, y)

        def predict_proba(self, X):
            right = 1 / (1 + np.exp(X[:, 0] + self.shift))
            return np.column_stack([1 - right, right])

    alone = pv.run(Random(), X, Y, plan="2x5-fold", n_jobs=1).model().scores
    with joblib.parallel_config(backend="threading"):
        together = pv.run(Random(), X, Y, plan="2x5-fold", n_jobs=2).model().scores
    np.testing.assert_array_equal(together, alone)
