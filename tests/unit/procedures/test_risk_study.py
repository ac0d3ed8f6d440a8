"""The study of risk estimators: its world against independent arithmetic, its numbers against each other."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.errors import BadLabels, BadParameter, FitFailed
from probative.pictures import svg
from probative.procedures.risk_study.plug_in import LinearPlugIn
from probative.procedures.risk_study.study import ESTIMATORS

QUICK: dict[str, Any] = {"n": 20, "repeats": 30}


def test_the_risk_of_a_line_is_that_of_a_large_sample() -> None:
    world = pv.TwoGaussians(1.5, dimensions=3, prior=0.3)
    rng = np.random.default_rng(1)
    y = (rng.random(400_000) < 0.3).astype(int)
    X = rng.normal(size=(len(y), 3)) + y[:, None] * np.array([1.5, 0.0, 0.0])
    line = SimpleNamespace(coef_=np.array([[1.0, 0.4, -0.2]]), intercept_=np.array([-0.9]), classes_=[0, 1])
    wrong = (X @ line.coef_[0] + line.intercept_[0] > 0) != y
    assert world.risk(line) == pytest.approx(wrong.mean(), abs=4 * np.sqrt(0.2 / len(y)))


def test_the_risk_of_any_rule_is_the_integral_of_being_wrong() -> None:
    """A ring on a fine grid: the densities times what the rule gets wrong."""
    world = pv.TwoGaussians(2.0, prior=0.4)
    ring = SimpleNamespace(predict=lambda x: (np.hypot(x[:, 0] - 2, x[:, 1]) < 1.3).astype(int))
    axis = np.linspace(-7, 9, 1201)
    grid = np.stack(np.meshgrid(axis, axis, indexing="ij"), -1).reshape(-1, 2)
    said = ring.predict(grid)
    first, second = (multivariate_normal([mean, 0]).pdf(grid) for mean in (0.0, 2.0))
    wanted = np.where(said == 1, 0.6 * first, 0.4 * second).sum() * (axis[1] - axis[0]) ** 2
    assert world.risk(ring) == pytest.approx(wanted, abs=0.003)


def test_bayes_risk_in_closed_form() -> None:
    assert pv.TwoGaussians(2.0).bayes_risk == pytest.approx(0.15865525393)
    best = SimpleNamespace(coef_=np.array([[1.5, 0.0]]), intercept_=[np.log(0.25) - 1.5**2 / 2], classes_=[0, 1])
    assert pv.TwoGaussians(1.5, prior=0.2).risk(best) == pytest.approx(pv.TwoGaussians(1.5, prior=0.2).bayes_risk)


def test_the_plug_in_rule_is_linear_discriminant_analysis() -> None:
    X, y = pv.TwoGaussians(1.0, dimensions=4, prior=0.3).sample(60, random_state=3)
    mine, other = LinearPlugIn().fit(X, y), LinearDiscriminantAnalysis().fit(X, y)
    assert mine.coef_ == pytest.approx(other.coef_)
    assert mine.intercept_ == pytest.approx(other.intercept_)
    assert mine.predict(X).tolist() == other.predict(X).tolist()


def test_the_plug_in_rule_of_one_class_says_that_class() -> None:
    model = LinearPlugIn().fit([[0.0, 1.0], [2.0, 3.0]], [1, 1])
    assert model.predict([[5.0, 5.0]]).tolist() == [1]
    assert pv.TwoGaussians(2.0, prior=0.3).risk(model) == pytest.approx(0.7, abs=1e-3)
    with pytest.raises(BadLabels):
        LinearPlugIn().fit([[0.0], [1.0], [2.0]], [0, 1, 2])


def test_estimates_of_one_sample_are_scikit_learns() -> None:
    world = pv.TwoGaussians(1.0)
    found = pv.study_estimators(KNeighborsClassifier(3), world, estimators=["leave-one-out", "resubstitution"], **QUICK)
    samples = [world.sample(20, random_state=1_000_003 * i) for i in range(30)]
    scores = [1 - cross_val_score(KNeighborsClassifier(3), X, y, cv=LeaveOneOut()).mean() for X, y in samples]
    models = [KNeighborsClassifier(3).fit(X, y) for X, y in samples]
    risks = np.array([world.risk(model) for model in models])
    one = found["leave-one-out"]
    assert one.mean == pytest.approx(np.mean(scores))
    assert one.bias == pytest.approx(np.mean(np.array(scores) - risks))
    assert one.rmse == pytest.approx(np.sqrt(np.mean((np.array(scores) - risks) ** 2)))
    assert one.sd_estimate == pytest.approx(np.std(scores, ddof=1))
    seen = np.mean([(model.predict(X) != y).mean() for model, (X, y) in zip(models, samples, strict=True)])
    assert found["resubstitution"].mean == pytest.approx(seen)
    assert (found.risk, found.risk_sd) == pytest.approx((risks.mean(), risks.std(ddof=1)))


def test_the_bootstraps_are_those_of_bootstrap_error() -> None:
    world = pv.TwoGaussians(1.0)
    found = pv.study_estimators(KNeighborsClassifier(1), world, n=30, repeats=2, draws=10)
    made = [
        pv.bootstrap_error(KNeighborsClassifier(1), *world.sample(30, random_state=seed), repeats=10, random_state=seed)
        for seed in (0, 1_000_003)
    ]
    assert found["out-of-bag bootstrap"].mean == pytest.approx(np.mean([one.out_of_bag.value for one in made]))
    assert found[".632"].mean == pytest.approx(np.mean([one.e632.value for one in made]))
    assert found[".632+"].mean == pytest.approx(np.mean([one.e632_plus.value for one in made]))


def test_every_estimator_of_the_decks_is_judged() -> None:
    found = pv.study_estimators(n=20, repeats=4, draws=5)
    assert tuple(one.estimator for one in found.estimators) == ESTIMATORS
    counts = {one.estimator: one.trainings for one in found.estimators}
    assert (counts["leave-one-out"], counts["5x10-fold"], counts[".632+"]) == (20, 50, 6)
    for one in found.estimators:
        assert one.rmse**2 == pytest.approx(one.bias**2 + one.sd**2)
    for claim in ("Nearly unbiased", "More training rows", "Few folds overstate", "Leave-one-out hides"):
        assert any(one.startswith(claim) for one in found.claims())
    chart = found.picture()
    assert chart.y.words == ESTIMATORS
    assert "<svg" in svg(chart)
    assert type(found).from_json(found.to_json()).to_dict() == found.to_dict()


def test_workers_do_not_matter_and_seeds_do() -> None:
    names = ["5-fold stratified"]
    one = pv.study_estimators(estimators=names, **QUICK)
    assert one == pv.study_estimators(estimators=names, n_jobs=2, **QUICK)
    assert one.risk != pv.study_estimators(estimators=names, random_state=1, **QUICK).risk


@pytest.mark.parametrize(
    "options",
    [
        {"n": 3},
        {"repeats": 1},
        {"estimators": []},
        {"estimators": ["5-fold grouped"]},
        {"estimators": ["nested 5-fold/3-fold"]},
        {"estimators": ["what"]},
        {"n": 20, "estimators": ["30-fold"]},
        {"draws": 0},
    ],
)
def test_what_cannot_be_studied_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadParameter):
        pv.study_estimators(**options)


def test_worlds_that_cannot_be_are_refused() -> None:
    for bad in ({"separation": 0.0}, {"prior": 1.0}, {"dimensions": 0}):
        with pytest.raises(BadParameter):
            pv.TwoGaussians(**bad)  # type: ignore[arg-type]
    with pytest.raises(FitFailed, match="could not be trained"):
        pv.study_estimators(KNeighborsClassifier(metric="nothing"), n=10, repeats=2, estimators=["resubstitution"])
    with pytest.raises(BadParameter, match="was not studied"):
        pv.study_estimators(estimators=["resubstitution"], **QUICK)["10-fold"]


@pytest.mark.slow
def test_the_claims_of_the_decks_hold() -> None:
    """R116, R174, R181, R182 and what is said of the bootstraps, beyond Monte Carlo error."""
    found = pv.study_estimators(n=40, repeats=1000, n_jobs=2)
    for name in ("2-fold", "5-fold", "10-fold", "leave-one-out"):
        assert abs(found[name].own_bias) < 4 * found[name].own_error, name
    half, most = found["hold-out 50/50"], found["hold-out 90/10"]
    assert half.own_risk > most.own_risk
    assert half.sd < most.sd
    two, loo = found["2-fold"], found["leave-one-out"]
    assert two.bias > 4 * two.bias_error
    assert abs(loo.bias) < 4 * loo.bias_error
    assert loo.within < found.risk_sd / 2 < two.within
    assert found["resubstitution"].bias < -4 * found["resubstitution"].bias_error
    assert found["out-of-bag bootstrap"].bias > 4 * found["out-of-bag bootstrap"].bias_error
    assert found[".632+"].rmse < found["10-fold"].rmse < found["hold-out 70/30"].rmse
