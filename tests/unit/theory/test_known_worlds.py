"""Noisy functions, classes of any density and identities, against closed forms and large samples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import probative as pv
from probative.errors import BadInput, BadParameter, LengthMismatch
from probative.theory import Mixture, bayes_theorem, complement, finite_risk, joint, marginal, marginal_density


def square(x: np.ndarray) -> np.ndarray:
    return x**2


def line(x: np.ndarray) -> np.ndarray:
    return x


@pytest.mark.parametrize(
    ("noise", "variance", "mad"),
    [
        (stats.laplace(scale=0.5), 0.5, 0.5),
        (stats.uniform(-1, 2), 1 / 3, 0.5),
        (stats.t(5), 5 / 3, 2 * math.sqrt(5) * math.gamma(3) / (4 * math.sqrt(math.pi) * math.gamma(2.5))),
        (stats.randint(-1, 2), 2 / 3, 2 / 3),
        (lambda e: math.exp(-abs(e)) / 2, 2.0, 1.0),
    ],
    ids=["laplace", "uniform", "t", "three values", "a density"],
)
def test_any_noise(noise: object, variance: float, mad: float) -> None:
    task = pv.NoisyFunction(square, noise=noise)
    assert task.risk(line) == pytest.approx(1 / 30 + variance, abs=1e-8)
    assert task.modelling_error(line) == pytest.approx(1 / 30, abs=1e-12)
    assert task.risk(square, loss=pv.losses.absolute) == pytest.approx(mad, abs=1e-7)
    assert task.pointwise_risk([0.5], line) == pytest.approx([1 / 16 + variance], abs=1e-8)
    x, y = task.sample(100_000, np.random.default_rng(0), fixed=False)
    assert np.var(y - square(x)) == pytest.approx(variance, rel=0.05)


def test_noise_that_is_not_centred_moves_the_best_regressor() -> None:
    task = pv.NoisyFunction(square, noise=stats.expon(scale=0.5))
    assert task.truth([0.5]) == pytest.approx([0.75])
    assert task.risk(lambda x: x**2 + 0.5) == pytest.approx(0.25)
    assert task.risk(square) == pytest.approx(0.5)
    assert task.modelling_error(square) == pytest.approx(0, abs=1e-15)


def test_inputs_of_any_distribution_and_dimension() -> None:
    normal = pv.NoisyFunction(square, sigma=0.5, x=stats.norm(1, 2))
    assert normal.risk(lambda x: 0.0) == pytest.approx(stats.norm(1, 2).moment(4) + 0.25, rel=1e-9)
    plane = pv.NoisyFunction(lambda x: x.sum(axis=1), sigma=1.0, x=stats.multivariate_normal([0, 0, 0], 2 * np.eye(3)))
    risk = plane.risk(lambda x: 0.0)
    assert risk.method == "Monte Carlo"
    assert risk == pytest.approx(7.0, abs=4 * risk.standard_error)
    error = plane.modelling_error(lambda x: 0.0)
    assert error == pytest.approx(6.0, abs=4 * error.standard_error)
    mean = plane.risk(lambda x: 0.0, loss=pv.losses.absolute, draws=50_000)
    assert mean == pytest.approx(math.sqrt(7 * 2 / math.pi), abs=4 * mean.standard_error)
    assert plane.pointwise_risk([[1.0, 1.0, 0.0]], lambda x: 0.0) == pytest.approx([5.0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"sigma": -0.1}, "at least 0"),
        ({}, "neither"),
        ({"sigma": 0.1, "noise": stats.norm()}, "both"),
        ({"noise": 3}, "density"),
        ({"noise": lambda e: math.exp(-e * e)}, "integrate to 1"),
        ({"sigma": 0.1, "x": 3}, "frozen distribution"),
    ],
)
def test_bad_noise_is_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        pv.NoisyFunction(line, **arguments)
    assert words in str(caught.value)


def test_classes_of_numbers_are_integrated() -> None:
    # Exponential classes: min of two exponentials, worked out by hand.
    task = pv.ClassTask({"slow": stats.expon(scale=2.0), "fast": stats.expon(scale=1.0)})
    cut = 2 * math.log(2)  # 0.5 e^{-x/2} = e^{-x}
    risk = 0.5 * (1 - math.exp(-cut / 2)) + 0.5 * math.exp(-cut)
    assert task.bayes_risk == pytest.approx(risk, abs=1e-9)
    assert task.predict([cut - 0.01, cut + 0.01]).tolist() == ["fast", "slow"]
    assert task.risk(lambda x: np.full(len(x), "slow")) == pytest.approx(0.5, abs=1e-9)


def test_classes_that_do_not_overlap_have_no_risk_and_no_posterior_between() -> None:
    task = pv.ClassTask({1: stats.uniform(0, 1), -1: stats.uniform(2, 1)}, {1: 0.2, -1: 0.8})
    assert task.bayes_risk == pytest.approx(0, abs=1e-12)
    assert task.predict([0.5, 2.5]).tolist() == [1, -1]
    assert np.isnan(task.posterior([1.5])).all()
    with pytest.raises(BadInput, match="no posterior exists"):
        task.predict([1.5])


def test_three_vector_classes_and_a_mixture_are_drawn() -> None:
    ring = Mixture([stats.multivariate_normal([3, 0]), stats.multivariate_normal([-3, 0])], [0.5, 0.5])
    task = pv.ClassTask({"a": ring, "b": stats.multivariate_normal([0, 0]), "c": stats.multivariate_normal([0, 9])})
    risk = task.bayes_risk
    assert risk.method == "Monte Carlo"
    x, y = task.sample(100_000, random_state=5)
    seen = (task.predict(x) != y).mean()
    assert risk == pytest.approx(seen, abs=5 * math.sqrt(seen / len(y)))
    assert task.posterior(x[:50]).sum(axis=1) == pytest.approx(np.ones(50))


def test_a_gaussian_task_is_a_task_of_classes() -> None:
    task = pv.GaussianTask(0.0, 1.0, 2.0, 3.0, 0.4)
    assert task.classes().bayes_risk == pytest.approx(
        task.bayes_risk, abs=4 * (task.classes().bayes_risk.standard_error or 1e-9)
    )


@pytest.mark.parametrize(
    ("densities", "priors", "words"),
    [
        ({1: stats.norm()}, None, "two classes"),
        ({1: stats.norm(), 2: stats.norm(1)}, {1: 1.0, 2: 0.0}, "greater than 0"),
        ({1: stats.norm(), 2: stats.norm(1)}, {1: 0.5, 3: 0.5}, "other classes"),
        ({1: stats.norm(), 2: stats.poisson(3)}, None, "continuous"),
        ({1: stats.norm(), 2: stats.multivariate_normal([0, 0])}, None, "dimensions"),
    ],
)
def test_bad_classes_are_refused(densities: dict, priors: dict | None, words: str) -> None:
    with pytest.raises(BadParameter) as caught:
        pv.ClassTask(densities, priors)
    assert words in str(caught.value)


def test_identities_of_finite_distributions() -> None:
    rng = np.random.default_rng(3)
    table = rng.random((3, 5))
    table /= table.sum()
    prior = table.sum(axis=1)
    given = table / prior[:, None]
    assert joint(given, prior) == pytest.approx(table)
    assert marginal(table) == pytest.approx(table.sum(axis=0))
    assert marginal(table, "x") == pytest.approx(prior)
    after = bayes_theorem(given, prior)
    assert after == pytest.approx(table / table.sum(axis=0))
    assert after[0] + complement(after[0]) == pytest.approx(np.ones(5))
    best = finite_risk(table, table.argmax(axis=0))
    every = [finite_risk(table, np.array(list(np.ndindex(3, 3, 3, 3, 3))[i])) for i in range(243)]
    assert best == pytest.approx(min(every))
    assert best == pytest.approx(1 - table.max(axis=0).sum())


def test_a_value_that_never_occurs_has_no_posterior() -> None:
    assert np.isnan(bayes_theorem([[1.0, 0.0], [1.0, 0.0]], [0.5, 0.5])[:, 1]).all()


def test_identities_of_densities() -> None:
    assert marginal_density(lambda x: 0.25 * stats.norm.pdf(x, 3, 2)) == pytest.approx(0.25)


@pytest.mark.parametrize(
    "call",
    [
        lambda: joint([[0.5, 0.5]], [0.5, 0.5]),
        lambda: joint([[-0.5, 1.5]], [1.0]),
        lambda: joint([[0.5, 0.5]], [0.7]),
        lambda: marginal([[0.5, 0.5]], "z"),
        lambda: complement([1.2]),
        lambda: finite_risk([[0.5, 0.6]], [0, 0]),
        lambda: finite_risk([[0.5, 0.5]], [0, 1]),
    ],
)
def test_bad_tables_are_refused(call: object) -> None:
    with pytest.raises((BadParameter, LengthMismatch)):
        call()  # type: ignore[operator]


def test_densities_of_a_noisy_function() -> None:
    task = pv.NoisyFunction(square, noise=stats.laplace(scale=0.5), x=stats.norm(1, 2))
    x, y = np.array([0.0, 1.5]), np.array([0.3, 2.0])
    conditional = stats.laplace(scale=0.5).pdf(y - x**2)
    assert task.conditional_density(y, x) == pytest.approx(conditional)
    assert task.joint_density(x, y) == pytest.approx(conditional * stats.norm(1, 2).pdf(x))
    plain = pv.NoisyFunction(square, 0.5, 0.0, 2.0)
    assert plain.joint_density([1.0, 3.0], [1.0, 9.0]) == pytest.approx([stats.norm(0, 0.5).pdf(0) / 2, 0])
    with pytest.raises(BadParameter, match="no density"):
        pv.NoisyFunction(square, 0.0).conditional_density([1.0], [1.0])
    with pytest.raises(BadParameter, match="quantile"):
        pv.NoisyFunction(square, 0.1, quantile=stats.norm.ppf).joint_density([1.0], [1.0])
