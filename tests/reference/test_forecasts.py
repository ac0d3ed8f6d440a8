"""Diebold and Mariano's test against its printed formula, the t-test and simulation."""

import math

import numpy as np
import pytest
import scipy.stats

import probative as pv
from probative import stats
from probative.errors import BadCounts, BadParameter, InvalidMethod

from .test_stats import SIDES, close

RNG = np.random.default_rng(5)
A, B = RNG.normal(0, 1.3, 60), RNG.normal(0, 1.0, 60)


def as_printed(a, b, h, power):
    """R's forecast::dm.test, line by line, with sums written out."""
    d = [abs(x) ** power - abs(y) ** power for x, y in zip(a, b, strict=True)]
    n, mean = len(d), sum(d) / len(d)
    covariances = [sum((d[t] - mean) * (d[t - k] - mean) for t in range(k, n)) / n for k in range(h)]
    variance = (covariances[0] + 2 * sum(covariances[1:])) / n
    return mean / math.sqrt(variance) * math.sqrt((n + 1 - 2 * h + (h / n) * (h - 1)) / n)


@pytest.mark.parametrize("power", [1, 2, 1.5])
@pytest.mark.parametrize("h", [1, 2, 4])
def test_the_printed_formula(h, power):
    found = stats.diebold_mariano(A, B, h=h, power=power)
    t = as_printed(A, B, h, power)
    assert (found.statistic, found.df, found.p) == close((t, 59, 2 * scipy.stats.t.sf(abs(t), 59)))
    assert found.effect == close((np.abs(A) ** power - np.abs(B) ** power).mean())
    losses = stats.diebold_mariano(np.abs(A) ** power, np.abs(B) ** power, h=h, power=None)
    assert (losses.statistic, losses.low) == close((found.statistic, found.low))


@pytest.mark.parametrize("side", SIDES)
def test_one_step_ahead_it_is_the_paired_t(side):
    """The corrected factor (n - 1) / n turns the variance over n into the usual one."""
    found, wanted = stats.diebold_mariano(A, B, alternative=side), stats.paired_t(A**2, B**2, alternative=side)
    assert (found.statistic, found.p, found.low, found.high) == close(
        (wanted.statistic, wanted.p, wanted.low, wanted.high)
    )


def test_p_and_interval_agree_and_the_variance_is_never_negative():
    swinging = np.tile([3.0, -1.0], 15) + RNG.normal(0, 0.1, 30)
    found = stats.diebold_mariano(swinging, np.zeros(30), h=2, power=None)
    assert np.isfinite(found.statistic)
    assert any("Bartlett" in note for note in found.notes)
    wanted = stats.diebold_mariano(swinging, np.zeros(30), h=2, power=None, variance="bartlett")
    assert found.statistic == wanted.statistic
    for h in (1, 2, 5):
        one = stats.diebold_mariano(A, B, h=h)
        assert (one.p < 0.05) == (not one.low <= 0 <= one.high)


def test_too_few_rows_and_wrong_words():
    assert "too few" in stats.diebold_mariano([1, 2, 4], [0, 1, 2], h=3).notes[0]
    assert stats.diebold_mariano([1, -2, 4], [1, 2, -4]).p == 1
    for wrong, error in (({"h": 0}, BadParameter), ({"h": 1.5}, BadCounts), ({"power": -1}, BadParameter)):
        with pytest.raises(error):
            stats.diebold_mariano(A, B, **wrong)
    with pytest.raises(BadParameter):
        stats.diebold_mariano(A, B, variance="newey-west")


def series(n=80):
    y = np.cumsum(RNG.normal(size=n))
    return y, {"naive": y + RNG.normal(0, 2, n), "drift": y + RNG.normal(0, 1, n)}


def test_compare_takes_it_where_rows_have_a_time():
    y, said = series()
    shuffled = RNG.permutation(80)
    held = {"truth": y[shuffled], "predicted": {name: h[shuffled] for name, h in said.items()}, "time": shuffled}
    for measure, power in (("mse", 2), ("mae", 1)):
        verdict = pv.compare(**held, measure=measure, horizon=3)
        wanted = stats.diebold_mariano(said["naive"] - y, said["drift"] - y, h=3, power=power)
        result = verdict.contests[0].result
        assert verdict.test == "Diebold-Mariano test"
        assert (result.statistic, result.p, result.low) == close((wanted.statistic, wanted.p, wanted.low))
        assert verdict.contests[0].winner == "drift"
    assert "paired-t" in str(pv.compare(**held, test="paired-t").reasons[0])
    with pytest.raises(InvalidMethod, match="no order in time"):
        pv.compare(truth=y, predicted=said, test="diebold-mariano")
    with pytest.raises(InvalidMethod, match="no order in time"):
        pv.compare(truth=y, predicted=said, time=np.arange(80) // 2, test="diebold-mariano")


@pytest.mark.slow
@pytest.mark.parametrize(("n", "h"), [(20, 1), (50, 2), (200, 4)])
def test_false_alarms_of_dependent_errors(n, h):
    """Optimal forecasts h steps ahead have errors that are moving averages of h - 1 lags."""
    rng = np.random.default_rng(6)

    def errors():
        noise = rng.normal(size=n + h - 1)
        return sum(noise[k : k + n] for k in range(h))

    alarms = np.mean([stats.diebold_mariano(errors(), errors(), h=h).p < 0.05 for _ in range(2000)])
    assert alarms < 0.065
