"""Leave-one-out and leave-pair-out of a run, in closed form where there is one."""

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.model_selection import ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import probative as pv
from probative.errors import (
    WrongEvidence,
)

from ..trained import VALUES, WEIGHT, N, Spy, X, Y


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
    digest = [pv.run(model, X, Y, plan="2-fold").about.models["GaussianNB"] for model in (doubled, tripled, again)]
    assert digest[0] == digest[2] != digest[1]


def test_one_random_split_of_scikit_learn_is_a_hold_out():
    said = pv.run(GaussianNB(), X, Y, plan=ShuffleSplit(1, random_state=0))
    assert said.about.scheme.kind == "hold-out"


def test_progress_is_shown_where_wanted(capsys):
    pv.run(GaussianNB(), X, Y, plan="3-fold", progress=True)
    assert "training" in capsys.readouterr().err
    pv.run(GaussianNB(), X, Y, plan="3-fold")
    assert capsys.readouterr().err == ""
