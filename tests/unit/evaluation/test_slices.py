"""Slices held together: intervals over all of them, whether they differ, and groups of rows inside them."""

from __future__ import annotations

import json
from io import StringIO
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from scipy.stats import chi2_contingency
from sklearn.linear_model import LinearRegression
from sklearn.metrics import roc_auc_score
from sklearn.naive_bayes import GaussianNB
from statsmodels.stats.proportion import proportion_confint

import probative as pv
from probative.evaluation import exchange
from probative.evaluation.exchange import exchanged
from probative.report.terminal import print_findings
from probative.stats.homogeneity import equal_shares, heterogeneity


def table(seed: int, n: int, slices: int, shift: Any = 1.5, prevalence: float = 0.4) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    truth, site = (rng.random(n) < prevalence).astype(int), np.arange(n) % slices
    score = truth * np.broadcast_to(shift, slices)[site] + rng.normal(size=n)
    return {"y": truth, "score": 1 / (1 + np.exp(-score + 0.75)), "site": site}


# --- intervals of all slices together --------------------------------------------------------------------------------


def test_intervals_are_at_the_level_that_all_slices_together_need() -> None:
    data = table(0, 300, 4) | {"half": np.arange(300) // 150}
    found = pv.evaluate(data, truth="y", by=["site", "half"])
    assert {part.together for part in found.slices} == {6}
    for part in found.slices:
        rows = data[part.by] == part.value
        right = ((data["score"] >= 0.5) == data["y"])[rows]
        wanted = proportion_confint(right.sum(), len(right), 1 - 0.95 ** (1 / 6), "wilson")
        accuracy = part.measures["accuracy"]
        assert (accuracy.low, accuracy.high, accuracy.level) == pytest.approx((*wanted, 0.95))
    assert "for all 6 slices together" in found.table("slices").title


def test_one_slice_is_no_family() -> None:
    found = pv.evaluate(table(0, 80, 1), truth="y", by="site")
    (part,) = found.slices
    assert (part.measures, part.together, found.heterogeneity) == (part.alone, 1, ())
    assert "together" not in found.table("slices").title


@pytest.mark.slow
@pytest.mark.parametrize("slices", [10, 20])
def test_intervals_of_equal_slices_hold_together(slices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "EXCHANGES", 1)
    missed, repeats = 0, 400
    rng = np.random.default_rng(slices)
    for _ in range(repeats):
        right, truth = rng.random(60 * slices) < 0.8, np.arange(60 * slices) % 2
        data = {"y": truth, "pred": np.where(right, truth, 1 - truth), "site": np.arange(60 * slices) // 60}
        found = pv.evaluate(data, truth="y", predicted="pred", positive=1, by="site")
        ends = [part.measures["accuracy"] for part in found.slices]
        missed += any(not e.low <= 0.8 <= e.high for e in ends)
    assert missed / repeats < 0.07


# --- do slices differ ------------------------------------------------------------------------------------------------


def test_shares_are_pearsons_chi_squared() -> None:
    found = pv.evaluate(table(1, 400, 3), truth="y", by="site")
    (one,) = [test for test in found.heterogeneity if test.measure == "accuracy"]
    data = table(1, 400, 3)
    right = (data["score"] >= 0.5) == data["y"]
    counts = [[(right & (data["site"] == s)).sum(), (~right & (data["site"] == s)).sum()] for s in range(3)]
    wanted = chi2_contingency(counts, correction=False)
    assert (one.statistic, one.df, one.p) == pytest.approx((wanted.statistic, wanted.dof, wanted.pvalue))


def test_random_tables_are_those_of_the_exact_distribution() -> None:
    # Two samples of 6 and 8 rows: every table with 5 successes can be listed.
    sizes, seen = (6, 8), (4, 1)
    uneven = equal_shares(seen, sizes).statistic
    rows = np.array([0] * 6 + [1] * 8)
    extreme = total = 0
    for chosen in combinations(range(14), 5):
        part = np.bincount(rows[list(chosen)], minlength=2)
        total += 1
        extreme += equal_shares(part, sizes, draws=1).statistic >= uneven * (1 - 1e-9)
    assert equal_shares(seen, sizes, draws=100_000).p == pytest.approx(extreme / total, abs=0.006)


def test_symmetric_intervals_give_cochrans_q() -> None:
    values, errors = np.array([0.71, 0.64, 0.80, 0.75]), np.array([0.03, 0.05, 0.02, 0.04])
    given = [pv.Estimate(v, v - 1.959963985 * e, v + 1.959963985 * e) for v, e in zip(values, errors, strict=True)]
    weight = 1 / errors**2
    wanted = (weight * (values - (weight @ values) / weight.sum()) ** 2).sum()
    assert heterogeneity(given).statistic == pytest.approx(wanted, rel=1e-6)
    assert heterogeneity(given[:1]).notes


def test_few_rows_are_exchanged() -> None:
    data = table(2, 60, 3)
    found = pv.evaluate(data, truth="y", by="site")
    (one,) = [test for test in found.heterogeneity if test.measure == "auc"]
    assert one.method == "permutation of slices"
    rng = np.random.default_rng(5)

    def apart(site: Any) -> float:
        values = np.array([roc_auc_score(data["y"][site == s], data["score"][site == s]) for s in range(3)])
        sizes = [np.bincount(data["y"][site == s], minlength=2) for s in range(3)]
        weight = np.array([a * b / (a + b) for a, b in sizes])
        return float(np.average((values - np.average(values, weights=weight)) ** 2, weights=weight))

    seen = apart(data["site"])
    dealt = [data["site"].copy() for _ in range(1000)]
    for site in dealt:
        for label in (0, 1):
            site[data["y"] == label] = rng.permutation(site[data["y"] == label])
    drawn = np.mean([apart(site) >= seen for site in dealt])
    assert one.statistic == pytest.approx(seen)
    assert one.p == pytest.approx(drawn, abs=0.06)


def test_a_model_that_fails_in_one_slice_is_found_and_said() -> None:
    found = pv.evaluate(table(3, 600, 3, shift=(2.0, 2.0, -0.5)), truth="y", by="site")
    assert all(test.p_adjusted < 0.01 for test in found.heterogeneity if test.measure in ("auc", "accuracy"))
    out = StringIO()
    print_findings(found, Console(file=out, width=200))
    assert "of model between the 3 slices by site differs (" in out.getvalue()
    assert "differs" in found.table("heterogeneity").names
    plain = json.loads(found.to_json())["heterogeneity"][0]
    assert {"by", "model", "measure", "slices", "statistic", "df", "p", "p_adjusted", "method", "sentence"} <= set(
        plain
    )
    assert pv.Findings.from_dict(found.to_dict()).heterogeneity == found.heterogeneity


def test_adjusted_p_allow_for_measures_and_columns() -> None:
    found = pv.evaluate(table(4, 300, 3) | {"half": np.arange(300) % 2}, truth="y", by=["site", "half"])
    tests = found.heterogeneity
    assert {test.by for test in tests} == {"site", "half"}
    wanted = pv.stats.adjust([test.p for test in tests], "holm")
    assert [test.p_adjusted for test in tests] == pytest.approx(wanted.tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "slices", "prevalence"), [(120, 3, 0.3), (600, 10, 0.3), (400, 10, 0.1), (2000, 20, 0.5)]
)
def test_equal_slices_differ_as_seldom_as_promised(
    n: int, slices: int, prevalence: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However few exchanges there are, p is 0.05 or less in one of twenty.
    monkeypatch.setattr(exchange, "EXCHANGES", 99)
    repeats = 150
    false = dict.fromkeys(("accuracy", "recall", "auc", "mcc"), 0)
    for seed in range(repeats):
        found = pv.evaluate(table(seed, n, slices, prevalence=prevalence), truth="y", by="site")
        for test in found.heterogeneity:
            if test.measure in false:
                false[test.measure] += test.p <= 0.05
    assert max(false.values()) / repeats < 0.05 + 3 * (0.05 * 0.95 / repeats) ** 0.5, false


# --- groups of rows inside slices ------------------------------------------------------------------------------------


def doubled(times: int) -> dict[str, Any]:
    data = {name: np.repeat(column, times) for name, column in table(6, 450, 3).items()}
    return data | {"patient": np.repeat(np.arange(450), times)}


def test_slices_vary_by_group() -> None:
    rows = pv.evaluate(doubled(4), truth="y", by="site")
    groups = pv.evaluate(doubled(4), truth="y", by="site", groups="patient")
    single = pv.evaluate(doubled(1), truth="y", by="site", groups="patient")
    for a, b, c in zip(rows.slices, groups.slices, single.slices, strict=True):
        for name in ("accuracy", "auc", "mcc"):
            assert b.measures[name].value == pytest.approx(a.measures[name].value)
            wide, narrow, once = (x.measures[name].high - x.measures[name].low for x in (b, a, c))
            assert wide > 1.5 * narrow
            assert wide == pytest.approx(once, rel=1e-6)
    assert {test.method for test in groups.heterogeneity} == {"heterogeneity test"}
    assert [t.p for t in groups.heterogeneity] == pytest.approx([t.p for t in single.heterogeneity], rel=1e-5)


def test_where_groups_cannot_tell_there_is_no_interval_and_a_reason() -> None:
    data = table(7, 90, 3)
    one = pv.evaluate(data | {"g": data["site"]}, truth="y", by="site", groups="g")
    for part in one.slices:
        assert np.isnan(part.measures["accuracy"].low)
        assert "one group of rows alone" in (part.measures["accuracy"].why or "")
    across = pv.evaluate(data | {"g": np.arange(90) // 9}, truth="y", by="site", groups="g")
    assert {test.why for test in across.heterogeneity} == {
        "groups of rows reach across slices, so slices vary together"
    }
    assert all(np.isnan(test.p) for test in across.heterogeneity)
    assert all(test.sentence().startswith("cannot tell whether") for test in across.heterogeneity)


def test_costs_vary_by_group() -> None:
    costs = pv.Costs(fp=1, fn=5)
    wide, narrow, once = (
        pv.evaluate(data, truth="y", costs=costs, **more).models["model"].decisions.costs
        for data, more in ((doubled(4), {"groups": "patient"}), (doubled(4), {}), (doubled(1), {"groups": "patient"}))
    )
    assert wide is not None
    assert narrow is not None
    assert once is not None
    for found in ("operating", "sample"):
        sizes = [getattr(c, found).high - getattr(c, found).low for c in (wide, narrow, once)]
        assert sizes[0] > 1.5 * sizes[1]
        assert sizes[0] == pytest.approx(sizes[2], rel=1e-6)


def test_runs_on_groups_vary_by_group() -> None:
    rng = np.random.default_rng(0)
    groups = np.repeat(np.arange(40), 5)
    X, y = np.repeat(rng.normal(size=(40, 2)), 5, axis=0), np.repeat(np.arange(40) % 2, 5)
    found = pv.evaluate(pv.run(GaussianNB(), X, y, plan="4-fold grouped", groups=groups))
    (model,) = [m for name, m in found.models.items() if name != found.about.baseline]
    alone = pv.evaluate(pv.run(GaussianNB(), X, y, plan="4-fold"))
    (rows,) = [m for name, m in alone.models.items() if name != alone.about.baseline]
    pooled, plain = model.resampling["accuracy"].pooled, rows.resampling["accuracy"].pooled
    assert pooled.high - pooled.low > 1.5 * (plain.high - plain.low)
    assert (pooled.low, pooled.high) == (model.measures["accuracy"].low, model.measures["accuracy"].high)
    said = pv.run(LinearRegression(), X, y + X[:, 0], plan="4-fold grouped", groups=groups)
    for name, part in pv.evaluate(said).models.items():
        mse, alone = part.measures["mse"], pv.estimate("mse", said.evidence("mse", name).total())
        # Five copies of each row: the interval is that of 40 rows, not of 200.
        assert 2 < (mse.high - mse.low) / (alone.high - alone.low) < 3, name
        assert mse.method == "t-skewed, by cluster"
        assert (mse.low, mse.high) == (part.resampling["mse"].pooled.low, part.resampling["mse"].pooled.high)


def test_exchanged_slices_without_a_value_are_left_out() -> None:
    parts = [
        pv.Outcomes(tp=5, fn=0, fp=0, tn=0),
        pv.Outcomes(tp=0, fn=4, fp=3, tn=2),
        pv.Outcomes(tp=3, fn=1, fp=0, tn=6),
    ]
    found = exchanged("mcc", parts)
    assert 0 < found.p <= 1


def test_one_huge_error_is_no_difference_between_slices() -> None:
    rng = np.random.default_rng(21)
    truth, town = rng.normal(100, 15, 150), np.arange(150) % 2
    said = truth + rng.normal(0, 4, 150)
    truth[77] = 1e7
    errors = np.abs(said - truth)

    towns = np.random.default_rng(1).permuted(np.tile(town, (999, 1)), axis=1)
    gaps = [abs(errors[rows == 0].mean() - errors[rows == 1].mean()) for rows in (town, *towns)]
    assert np.mean(np.array(gaps) >= gaps[0] * (1 - 1e-12)) > 0.2
    made = pv.evaluate({"truth": truth, "said": said, "town": town}, truth="truth", predicted="said", by="town")
    tests = {test.measure: test for test in made.heterogeneity}
    for name in ("mae", "rmse", "r2"):
        assert np.isnan(tests[name].p), name
        assert "single rows decide" in (tests[name].why or ""), name
    answer = next(one for one in made.answers if one.question == "Is it so everywhere?")
    assert answer.stress == "Cannot tell."
    # Without that row the intervals are a ground for the test again.
    rest = {name: np.delete(column, 77) for name, column in {"truth": truth, "said": said, "town": town}.items()}
    sound = pv.evaluate(rest, truth="truth", predicted="said", by="town")
    assert {test.measure: np.isfinite(test.p) for test in sound.heterogeneity}["mae"]
