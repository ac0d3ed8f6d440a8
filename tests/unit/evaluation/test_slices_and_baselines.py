"""Slices, clusters, weights, costs and baselines."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import probative as pv

from ..evaluated import GENERATOR, GOOD, SITE, TABLE, TRUTH, N, measures

# --- slices, clusters, weights, costs --------------------------------------------------------------------------------


def test_a_slice_is_what_its_rows_alone_give() -> None:
    found = pv.evaluate(TABLE, truth="y", scores="score_good", by=["site", "patient"])
    assert len(found.slices) == 3 + N // 4
    for site in ("east", "north", "south"):
        rows = site == SITE
        part = next(part for part in found.slices if part.value == site)
        alone = measures(pv.evaluate(truth=TRUTH[rows], scores=GOOD[rows]))
        assert part.n == rows.sum()
        assert {"accuracy", "auc", "mcc"} <= set(part.measures)
        assert part.alone.keys() == part.measures.keys()
        for name, estimate in part.alone.items():
            assert estimate == alone[name]


def test_a_slice_of_one_class_is_undefined_with_a_reason() -> None:
    found = pv.evaluate({"y": TRUTH, "score": GOOD, "same": TRUTH}, truth="y", by="same")
    for part in found.slices:
        assert not part.measures["auc"].defined
        assert part.measures["auc"].why


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(pd.date_range("2024-01-01", periods=3), id="pandas times"),
        pytest.param([datetime.date(2024, 1, day) for day in (1, 2, 3)], id="dates"),
        pytest.param([1.5, float("inf"), -2.0], id="infinite numbers"),
        pytest.param([b"a", b"b", b"c"], id="bytes"),
        pytest.param([True, False, True], id="booleans"),
    ],
)
def test_slices_of_any_type_can_be_saved(values: Any, tmp_path: Path) -> None:
    frame = pd.DataFrame({"y": TRUTH, "score": GOOD, "key": [values[i % 3] for i in range(N)]})
    found = pv.evaluate(frame, by="key")
    again = pv.Findings.load(found.save(tmp_path / "f.json"))
    assert again.to_json() == found.to_json()
    assert len(again.slices) == len(set(values))


def test_clusters_widen_the_intervals_of_correlated_rows() -> None:
    truth, score = np.repeat(TRUTH[:40], 5), np.repeat(GOOD[:40], 5)
    rows = measures(pv.evaluate(truth=truth, scores=score))
    clusters = measures(pv.evaluate(truth=truth, scores=score, groups=np.repeat(np.arange(40), 5)))
    for name in ("accuracy", "auc", "mcc"):
        assert clusters[name].value == pytest.approx(rows[name].value)
        assert clusters[name].high - clusters[name].low > 1.5 * (rows[name].high - rows[name].low)


def test_whole_weights_give_the_values_of_repeated_rows() -> None:
    times = 1 + np.arange(N) % 3
    weighted = measures(pv.evaluate(truth=TRUTH, scores=GOOD, weight=times))
    repeated = measures(pv.evaluate(truth=np.repeat(TRUTH, times), scores=np.repeat(GOOD, times)))
    # What noise adds is taken off, and a weight of 3 is one row's noise, not that of three.
    assert weighted.pop("debiased_calibration_error").value < repeated.pop("debiased_calibration_error").value
    for name, estimate in repeated.items():
        assert weighted[name].value == pytest.approx(estimate.value, nan_ok=True), name


@pytest.mark.parametrize("prior", [None, 0.05])
def test_expected_cost(prior: float | None) -> None:
    costs = pv.Costs(fp=2, fn=9, prior=prior)
    found = pv.evaluate(truth=TRUTH, scores=GOOD, costs=costs)
    called = GOOD >= 0.5
    p = TRUTH.mean() if prior is None else prior
    expected = 2 * (1 - p) * called[TRUTH == 0].mean() + 9 * p * (1 - called[TRUTH == 1].mean())
    assert measures(found)["expected_cost"].value == pytest.approx(expected)
    assert found.about.costs == costs
    assert found.to_dict()["about"]["costs"] == {"fp": 2, "fn": 9, "prior": prior}


def test_no_costs_no_cost() -> None:
    assert "expected_cost" not in measures(pv.evaluate(truth=TRUTH, scores=GOOD))


# --- baselines -------------------------------------------------------------------------------------------------------


def test_baseline_of_two_classes() -> None:
    baseline = pv.evaluate(truth=[1] * 30 + [0] * 10, scores=GOOD[:40]).models["model"].baseline
    assert baseline["rule"] == "always predict the larger class, with the share of each class as its probability"
    assert (baseline["accuracy"], baseline["auc"]) == (0.75, 0.5)


def test_baseline_of_several_classes() -> None:
    truth = ["a"] * 25 + ["b"] * 15 + ["c"] * 10
    baseline = pv.evaluate(truth=truth, predicted=truth).models["model"].baseline
    assert (baseline["rule"], baseline["accuracy"]) == ("always predict the largest class", 0.5)


def test_baseline_with_weights() -> None:
    baseline = pv.evaluate(truth=[1, 0] * 20, scores=GOOD[:40], weight=[3, 1] * 20).models["model"].baseline
    assert baseline["accuracy"] == 0.75


def test_baseline_of_a_regression() -> None:
    target = GENERATOR.normal(5, 2, 50)
    found = pv.evaluate(truth=target, predicted=target + 0.5)
    baseline = found.models["model"].baseline
    assert baseline["mse"] == pytest.approx(np.var(target))
    assert baseline["rmse"] == pytest.approx(np.std(target))
    assert baseline["r2"] == 0
    assert measures(found)["mse"].value == pytest.approx(0.25)


def test_the_rule_that_costs_are_compared_with_is_the_cheapest_one() -> None:
    """Misses cost ten, positives are a third: calling all costs 2/3, calling none 10/3."""
    y = np.tile([1, 0, 0], 20)
    found = pv.evaluate(y, np.tile([0.9, 0.2, 0.6], 20), costs=pv.Costs(fp=1, fn=10))
    baseline = found.models["model"].baseline
    assert baseline["expected_cost"] == pytest.approx(2 / 3)
    assert "for costs, the class that is cheapest" in baseline["rule"]
    assert baseline["accuracy"] == pytest.approx(2 / 3)  # still of the larger class
    # The sentence and the table speak of one rule.
    (answer,) = (answer for answer in found.answers if answer.question == "How good?")
    assert "667 per 1,000 rows" in answer.headline


def test_of_several_classes_as_well() -> None:
    y, table = np.array(["a"] * 6 + ["b"] * 3 + ["c"]), np.array([[0, 1, 9], [1, 0, 9], [90, 1, 0.0]])
    found = pv.evaluate(y_true=y, y_pred=np.roll(y, 1), costs=table)
    shares = np.array([0.6, 0.3, 0.1])
    assert found.models["model"].baseline["expected_cost"] == pytest.approx((shares @ table).min())
    assert (shares @ table).argmin() == 1  # not the largest class
