"""Numbers at the edge of floating point, against mpmath with fifty digits."""

import mpmath as mp
import numpy as np
import pytest

import probative as pv

mp.mp.dps = 50


def test_ten_thousand_million_counts():
    tp, fn, fp, tn = 10**10 + 1, 3, 7, 10**10 - 5
    found = pv.value("mcc", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn))
    wanted = mp.mpf(tp * tn - fp * fn) / mp.sqrt(mp.mpf((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))
    assert found == pytest.approx(float(wanted), rel=1e-14)
    kappa = pv.value("kappa", pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn))
    n = mp.mpf(tp + fn + fp + tn)
    chance = (mp.mpf(tp + fn) * (tp + fp) + mp.mpf(fp + tn) * (fn + tn)) / n**2
    assert kappa == pytest.approx(float(((tp + tn) / n - chance) / (1 - chance)), rel=1e-12)


def test_more_pairs_than_sixty_four_bits_count():
    """P·N beyond 2^63: an area from counts of 4·10^9 each."""
    p, n = [3 * 10**9, 10**9], [10**9, 3 * 10**9]
    ladder = pv.Ladder(scores=np.array([0.9, 0.1]), positives=np.array(p), negatives=np.array(n))
    wanted = (mp.mpf(p[0]) * n[1] + (mp.mpf(p[0]) * n[0] + mp.mpf(p[1]) * n[1]) / 2) / (mp.mpf(sum(p)) * sum(n))
    assert pv.value("auc", ladder) == pytest.approx(float(wanted), rel=1e-14)


def test_scores_one_bit_apart_are_two():
    low = 0.3
    high = np.nextafter(low, 1)
    assert pv.value("auc", pv.Ladder.from_scores([0, 1], [low, high])) == 1
    assert pv.value("auc", pv.Ladder.from_scores([1, 0], [low, high])) == 0
    assert pv.value("auc", pv.Ladder.from_scores([0, 1], [low, low])) == 0.5


def test_variance_one_around_a_thousand_million():
    rng = np.random.default_rng(1)
    y = 1e9 + rng.normal(size=500)
    h = y + rng.normal(size=500)
    errors = [mp.mpf(a) - mp.mpf(b) for a, b in zip(y.tolist(), h.tolist(), strict=True)]
    mean = mp.fsum(map(mp.mpf, y.tolist())) / 500
    total = mp.fsum((mp.mpf(a) - mean) ** 2 for a in y.tolist())
    squares = mp.fsum(e * e for e in errors)
    residuals = pv.Residuals.from_values(y, h)
    assert pv.value("mse", residuals) == pytest.approx(float(squares / 500), rel=1e-9)
    assert pv.value("r2", residuals) == pytest.approx(float(1 - squares / total), rel=1e-9)
    parts = pv.Residuals.from_values(y[:200], h[:200]) + pv.Residuals.from_values(y[200:], h[200:])
    assert pv.value("r2", parts) == pytest.approx(float(1 - squares / total), rel=1e-9)


def test_log_loss_near_and_at_the_ends():
    y = [1, 0, 1, 0]
    s = [1 - 1e-16, 1e-300, 5e-324, 0.5]
    wanted = -mp.fsum([mp.log(mp.mpf(s[0])), mp.log(1 - mp.mpf(s[1])), mp.log(mp.mpf(s[2])), mp.log(mp.mpf("0.5"))]) / 4
    assert pv.value("log_loss", pv.Ladder.from_scores(y, s)) == pytest.approx(float(wanted), rel=1e-12)
    assert pv.value("log_loss", pv.Ladder.from_scores([1, 0], [0.0, 0.5])) == np.inf
    right = pv.value("log_loss", pv.Ladder.from_scores([1, 0], [1.0, 0.0]))
    assert right == 0


def test_delong_of_a_million_rows():
    """The variance of a difference of areas by DeLong's definition over placements, in exact sums."""
    rng = np.random.default_rng(2)
    n = 10**6
    y = rng.random(n) < 0.3
    base = rng.normal(size=n) + y
    a, b = base + rng.normal(size=n), base + rng.normal(size=n)
    from scipy.stats import norm, rankdata

    gap, parts = [], []
    for s in (a, b):
        whole = rankdata(s)
        ups = (whole[y] - rankdata(s[y])) / (~y).sum()
        downs = 1 - (whole[~y] - rankdata(s[~y])) / y.sum()
        gap.append(ups.mean())
        parts.append((ups, downs))
    variance = sum((x - z).var(ddof=1) / len(x) for x, z in zip(*parts, strict=True))
    wanted = 2 * norm.sf(abs(gap[0] - gap[1]) / np.sqrt(variance))
    found = pv.stats.delong(y, a, b)
    assert found.p == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize(("x", "n"), [(0, 10**6), (1, 10**9), (10**9 - 1, 10**9), (5, 10)])
def test_clopper_and_pearson_solve_their_equation(x, n):
    found = pv.estimate("recall", pv.Outcomes(tp=x, fn=n - x, fp=1, tn=1), method="clopper-pearson")
    if x:
        tail = mp.betainc(x, n - x + 1, 0, mp.mpf(found.low), regularized=True)
        assert float(tail) == pytest.approx(0.025, rel=1e-6)
    else:
        assert found.low == 0
    tail = mp.betainc(x + 1, n - x, 0, mp.mpf(found.high), regularized=True) if x < n else mp.mpf(1)
    assert float(tail) == pytest.approx(0.975, rel=1e-6)
