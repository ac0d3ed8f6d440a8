"""What is asked, what is found, and what is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import brier_score_loss

import probative as pv
from probative.errors import BadParameter, BadScores, InvalidMethod, LengthMismatch, MissingColumn
from probative.losses import hinge
from probative.slicing.features import Feature
from probative.slicing.lattice import Lattice
from probative.slicing.settings import chosen_method

from .planted import FEATURES, planted


def _found(**more):
    table, weak = planted()
    asked = {"truth": "y", "predicted": "said", "features": FEATURES, "n_permutations": 199} | more
    return pv.weak_slices(table, **asked), table, weak


@pytest.mark.parametrize("method", ["permutation", "halves"])
def test_a_planted_slice_is_found_with_its_rows(method):
    found, table, weak = _found(method=method)
    (one,) = found.slices
    assert one.condition == "age > 72 and site = south"
    rows = np.flatnonzero((table["age"] > 72) & (table["site"] == "south"))
    assert one.rows == tuple(rows.tolist())
    assert one.n == len(rows)
    wrong = table["y"] != table["said"]
    if method == "permutation":
        held = np.isin(np.arange(2000), rows)
        assert (one.inside, one.outside) == pytest.approx((wrong[held].mean(), wrong[~held].mean()))
        assert one.effect.value == pytest.approx(wrong[held].mean() - wrong[~held].mean())
    assert 0 < one.effect.low < one.effect.value < one.effect.high <= 1
    assert one.p <= 0.05
    assert weak[rows].all()


def test_one_table_for_all_ways_of_handing_it_over(tmp_path):
    table, _ = planted()
    asked = {"truth": "y", "predicted": "said", "n_permutations": 99}
    expected = [(one.condition, one.p, one.rows) for one in pv.weak_slices(table, features=FEATURES, **asked)]
    frame = pd.DataFrame(table)
    frame.to_csv(tmp_path / "t.csv", index=False)
    said = pv.read({key: table[key] for key in ("y", "said")}, truth="y", predicted="said")
    others = [
        pv.weak_slices(frame, features=tuple(FEATURES), **asked),
        pv.weak_slices(tmp_path / "t.csv", features="age, site,noise", **asked),
        pv.weak_slices(truth=table["y"], predicted=table["said"], features=frame[FEATURES], n_permutations=99),
        pv.weak_slices(said, features={name: table[name] for name in FEATURES}, n_permutations=99),
    ]
    for other in others:
        assert [(one.condition, one.p, one.rows) for one in other] == expected


def test_a_run_is_searched_by_the_inputs_it_was_made_from(tmp_path):
    rng = np.random.default_rng(0)
    inputs = pd.DataFrame({"a": rng.normal(size=900), "b": rng.normal(size=900)})
    y = inputs["a"] + rng.normal(0, np.where(inputs["b"] > 0.7, 4.0, 0.5))
    said = pv.run(LinearRegression(), inputs, y, plan="2x3-fold", random_state=1)
    found = pv.weak_slices(said, features=inputs, n_permutations=199)
    assert found.n == 900
    assert found.loss == "mse"
    assert [one.conditions[0].column for one in found][:1] == ["b"]
    said.save(tmp_path / "predictions.parquet")
    again = pv.weak_slices(tmp_path, features=inputs, n_permutations=199)
    assert [one.condition for one in again] == [one.condition for one in found]


@pytest.mark.parametrize(
    ("loss", "title"),
    [
        ("brier", "brier"),
        ("quadratic", "brier"),
        ("log_loss(clip=1e-6)", "log_loss(clip=1e-06)"),
        ("log", "log_loss"),
        ("hinge", "hinge"),
        ("zero_one", "error_rate"),
        ("absolute", "absolute"),
        (hinge, "hinge"),
        (None, "error_rate"),
    ],
)
def test_any_loss_of_rows(loss, title):
    table, _ = planted(rate=0.6)
    found = pv.weak_slices(table, truth="y", scores="score", features=FEATURES, loss=loss, n_permutations=99)
    assert found.loss == title
    assert [one.condition for one in found] == ["age > 72 and site = south"]


def test_means_are_those_of_scikit_learn():
    table, _ = planted()
    found = pv.weak_slices(table, truth="y", scores="score", features=["site"], loss="brier", n_permutations=99)
    (one,) = found.slices
    parts = {site: table["site"] == site for site in ("north", "south")}
    expected = {site: brier_score_loss(table["y"][held], table["score"][held]) for site, held in parts.items()}
    assert one.condition == "site = south"
    assert (one.inside, one.outside) == pytest.approx((expected["south"], expected["north"]))


def test_several_classes_by_labels_and_by_probabilities():
    rng = np.random.default_rng(1)
    n = 1500
    y, group = rng.choice(list("abc"), n), rng.choice(list("uvw"), n)
    right = rng.random(n) < np.where(group == "u", 0.4, 0.9)
    chances = {c: np.where(y == c, np.where(right, 0.8, 0.1), np.where(right, 0.1, 0.45)) for c in "abc"}
    table = {"y": y, "group": group, **{f"proba_{c}": p for c, p in chances.items()}}
    words = {"truth": "y", "scores": [f"proba_{c}" for c in "abc"], "features": ["group"], "n_permutations": 99}
    for loss in (None, "log_loss", "brier"):
        assert [one.condition for one in pv.weak_slices(table, loss=loss, **words)] == ["group = u"]


def test_grades_of_which_higher_ones_are_better():
    rng = np.random.default_rng(2)
    site = rng.choice(list("ab"), 800)
    table = {"site": site, "grade": rng.normal(5, 1, 800) - 1.0 * (site == "b")}
    (one,) = pv.weak_slices(table, values="grade", better="higher", features=["site"], n_permutations=99)
    assert one.condition == "site = b"
    assert one.inside < one.outside
    assert one.effect.high < 0
    assert one.effect.low < one.effect.value == pytest.approx(one.inside - one.outside)


def test_samples_of_a_row_are_averaged_and_gaps_dropped():
    rng = np.random.default_rng(3)
    site = np.repeat(rng.choice(list("ab"), 300), 3)
    loss = rng.exponential(size=900) + 2.0 * (site == "b")
    table = {"site": site, "loss": loss, "row": np.repeat(np.arange(300), 3), "repeat": np.tile([0, 1, 2], 300)}
    words = {"values": "loss", "better": "lower", "features": ["site"], "n_permutations": 99}
    found = pv.weak_slices(table, row="row", repeat="repeat", **words)
    assert found.n == 300
    assert found.slices[0].rows == tuple(np.flatnonzero(site[::3] == "b").tolist())
    table["loss"] = np.where(np.arange(900) % 50 == 0, np.nan, loss)
    dropped = pv.weak_slices({"site": site, "loss": table["loss"]}, missing="drop", **words)
    kept = np.flatnonzero((site == "b") & ~np.isnan(table["loss"]))
    assert dropped.slices[0].rows == tuple(kept.tolist())


def test_a_long_table_of_models_shares_the_chance_of_a_false_alarm():
    table, _ = planted()
    good = {**table, "said": table["y"]}
    long = {key: np.concatenate([good[key], table[key]]) for key in table}
    long["model"] = np.repeat(["good", "bad"], 2000)
    long["id"] = np.tile(np.arange(2000), 2)
    found = pv.weak_slices(long, truth="y", predicted="said", features=FEATURES, n_permutations=199)
    assert [one.model for one in found] == ["bad"]
    assert found.slices[0].p == pytest.approx(2 * 2 / 200)
    assert "good: all rows lose the same" in found.reasons


def test_missing_values_of_a_feature_are_a_slice():
    rng = np.random.default_rng(5)
    x = np.where(rng.random(1000) < 0.2, np.nan, rng.normal(size=1000))
    loss = rng.exponential(size=1000) + np.isnan(x)
    (one,) = pv.weak_slices({"x": x, "l": loss}, values="l", better="lower", features=["x"], n_permutations=99)
    assert (one.condition, one.query) == ("x is missing", "x IS NULL")


def test_what_another_slice_explains_is_not_reported():
    rng = np.random.default_rng(6)
    n = 4000
    table = {f"x{i}": rng.normal(size=n) for i in range(4)}
    table["twin"] = table["x0"] + 0.01 * rng.normal(size=n)
    table["l"] = rng.exponential(size=n) + 1.5 * (table["x0"] > 0.68) + 1.5 * (table["x1"] < -0.68)
    found = pv.weak_slices(table, values="l", better="lower", features=[*(f"x{i}" for i in range(4)), "twin"])
    columns = [{condition.column for condition in one.conditions} for one in found]
    assert len(found) <= 3
    assert not any({"x0", "twin"} <= used for used in columns)
    assert {"x0", "x1"} <= set().union(*columns) | {"x0"}


def test_groups_stay_together():
    rng = np.random.default_rng(7)
    owner = np.repeat(np.arange(200), 10)
    site = rng.choice(list("ab"), 200)[owner]
    loss = rng.normal(size=200)[owner] + rng.normal(size=2000)
    table = {"site": site, "who": owner, "l": loss}
    words = {"values": "l", "better": "lower", "features": ["site"], "groups": "who"}
    quiet = pv.weak_slices(table, **words)
    assert quiet.method == "halves"
    assert not quiet.slices
    table["l"] = loss + 2.0 * (site == "b")
    assert [one.condition for one in pv.weak_slices(table, **words)] == ["site = b"]
    with pytest.raises(InvalidMethod, match="cannot be dealt"):
        pv.weak_slices(table, method="permutation", **words)


def test_too_few_groups_prove_nothing():
    rng = np.random.default_rng(8)
    table = {"site": rng.choice(list("ab"), 600), "who": np.arange(600) % 12, "l": rng.random(600)}
    found = pv.weak_slices(table, values="l", better="lower", features=["site"], groups="who")
    assert not found.slices
    assert any("12 groups" in reason for reason in found.reasons)


@pytest.mark.parametrize(("last", "method"), [(3.0, None), (3.0, "halves"), (3.0 + 1e-9, "halves")])
def test_constant_weights_find_the_same_slice(last, method):
    # Weights that all but agree go the way of weighted rows, and come to the same.
    table, _ = planted(rate=0.6)
    table["w"] = np.full(2000, 3.0)
    table["w"][-1] = last
    asked = {"truth": "y", "predicted": "said", "features": FEATURES, "n_permutations": 199, "method": method}
    found, same = pv.weak_slices(table, weight="w", **asked), pv.weak_slices(table, **asked)
    assert found.method == same.method == (method or "permutation")
    assert [one.condition for one in found] == [one.condition for one in same]
    assert found.slices[0].effect.value == pytest.approx(same.slices[0].effect.value)


def test_rows_without_weight_do_not_count():
    rng = np.random.default_rng(9)
    site = rng.choice(list("abc"), 3000)
    table = {"site": site, "l": rng.exponential(size=3000) + (site == "c"), "w": np.where(site == "c", 0.0, 1.0)}
    found = pv.weak_slices(table, values="l", better="lower", features=["site"], weight="w", n_permutations=199)
    assert not found.slices


def test_nothing_to_search_is_said():
    table, _ = planted(n=50)
    few = pv.weak_slices(table, truth="y", predicted="said", features=FEATURES)
    assert not few.slices
    assert any("50 rows are too few" in reason for reason in few.reasons)
    table, _ = planted(n=500)
    same = pv.weak_slices(table | {"said": table["y"]}, truth="y", predicted="said", features=FEATURES)
    assert any("all rows lose the same" in reason for reason in same.reasons)
    ids = pv.weak_slices(table | {"id": np.arange(500).astype(str)}, truth="y", predicted="said", features=["id"])
    assert any("comes from id" in reason for reason in ids.reasons)
    assert str(ids).startswith("no slice is proven")


def test_seeds_decide():
    words = {"method": "halves"}
    assert _found(**words)[0] == _found(**words)[0]
    other = _found(**words, random_state=1)[0]
    assert other.slices[0].effect.value != _found(**words)[0].slices[0].effect.value


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"features": ["height"]}, MissingColumn),
        ({"features": []}, BadParameter),
        ({"loss": "auc"}, BadParameter),
        ({"loss": "f1"}, BadParameter),
        ({"depth": 4}, BadParameter),
        ({"bins": 1}, BadParameter),
        ({"bins": 300}, BadParameter),
        ({"method": "thirds"}, BadParameter),
        ({"n_permutations": 20}, BadParameter),
        ({"by": "site"}, BadParameter),
        ({"min_rows": 0}, BadParameter),
        ({"features": {"x": [1, 2, 3]}}, LengthMismatch),
    ],
)
def test_what_cannot_be_is_refused(more, error):
    with pytest.raises(error):
        _found(**more)


def test_infinite_losses_are_refused_with_their_number():
    table, _ = planted()
    table["score"] = np.where(table["said"] == 1, 1.0, 0.0)
    with pytest.raises(BadScores, match="finite"):
        pv.weak_slices(table, truth="y", scores="score", features=FEATURES, loss="log_loss")


def test_names_without_a_table_are_refused():
    with pytest.raises(BadParameter, match="no table"):
        pv.weak_slices(truth=[0, 1], predicted=[0, 1], features=["a"])


def test_rows_without_any_error_are_explained_by_nothing_else():
    """Once the slice with all errors is set aside, what is left loses the same everywhere."""
    rng = np.random.default_rng(4)
    x, z = rng.random(150), rng.random(150)
    loss = ((x > 0.6) & (z < 0.6) & (rng.random(150) < 0.4)) * 1.0
    found = pv.weak_slices({"x": x, "z": z, "l": loss}, values="l", better="lower", features=["x", "z"])
    assert len(found) == 1
    held = np.isin(np.arange(150), found.slices[0].rows)
    assert found.slices[0].outside == pytest.approx(loss[~held].mean(), abs=1e-12)


def test_the_baseline_of_a_run_is_not_searched():
    rng = np.random.default_rng(0)
    table = {"a": rng.normal(size=200), "y": rng.integers(0, 2, 200)}
    said = pv.experiment(table, target="y", models=["logistic"], plan="2-fold")
    assert pv.weak_slices(said, features={"a": table["a"]}, n_permutations=99).models == ("logistic",)


@pytest.mark.parametrize(
    ("n", "p", "method"), [(2000, 6, "permutation"), (20_000, 5, "permutation"), (600_000, 2, "halves")]
)
def test_the_method_goes_by_the_work(n, p, method):
    rng = np.random.default_rng(0)
    features = tuple(Feature.of(f"x{i}", rng.random(n), bins=4, least=30) for i in range(p))
    assert chosen_method(None, Lattice(features, 3), n, 999, independent=True)[0] == method
    assert chosen_method(None, Lattice(features, 3), n, 999, independent=False)[0] == "halves"
