"""probative run: models combined, one of them handed over, gaps in inputs by a policy."""

from __future__ import annotations

import json
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import probative as pv

from ...penguins import Call

PLAN = ("--plan", "3-fold stratified")


def table(folder: Path, gaps: bool = True) -> pd.DataFrame:
    rng = np.random.default_rng(11)
    a, b = rng.normal(size=(2, 90))
    sex = rng.choice(["f", "m"], 90).astype(object)
    y = np.where(a + (sex == "f") + rng.normal(size=90) > 0.5, "yes", "no")
    found = pd.DataFrame({"a": a.round(3), "b": b.round(3), "sex": sex, "y": y})
    if gaps:
        found.loc[::9, "b"] = np.nan
        found.loc[::13, "sex"] = None
    found.to_csv(folder / "t.csv", index=False)
    return found


def test_the_delivered_model_takes_the_table_as_it_is(call: Call, tmp_path: Path) -> None:
    frame = table(tmp_path)
    done = call("t.csv", "--target", "y", "--positive", "yes", "--model", "logistic", *PLAN, "--deliver", "m.pickle")
    assert done.code == 0, done.err
    made = joblib.load(tmp_path / "m.pickle")
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    by_hand = make_pipeline(
        make_column_transformer((numbers, ["a", "b"]), (OneHotEncoder(), ["sex"])), LogisticRegression(max_iter=1000)
    )
    inputs = frame[["a", "b", "sex"]].fillna({"sex": np.nan})
    by_hand.fit(inputs, frame["y"])
    assert made.predict_proba(inputs) == pytest.approx(by_hand.predict_proba(inputs), abs=1e-4)
    told = json.loads((tmp_path / "m.pickle.json").read_text(encoding="utf-8"))
    assert told["inputs"] == ["a", "b", "sex"]
    assert told["target"] == "y"
    assert told["classes"] == ["no", "yes"]
    assert told["n"] == 90
    folds = done.findings["models"]["logistic"]["resampling"]["auc"]["fold_mean"]
    assert told["estimate"]["fold_mean"]["value"] == folds["value"]
    assert "one model of all rows" in done.err


def test_the_best_of_several_is_marked_as_chosen(call: Call, tmp_path: Path) -> None:
    table(tmp_path)
    models = ("--model", "logistic", "--model", "tree", "--combine", "mean", "--combine", "vote")
    done = call("t.csv", "--target", "y", "--positive", "yes", *models, *PLAN, "--deliver", "m.joblib")
    assert done.code == 0, done.err
    told = json.loads((tmp_path / "m.joblib.json").read_text(encoding="utf-8"))
    found = done.findings
    assert {"mean of logistic, tree", "vote of logistic, tree"} <= set(found["models"])
    aucs = {m: found["models"][m]["measures"]["auc"]["value"] for m in ("logistic", "tree")}
    assert told["name"] == max(aucs, key=aucs.__getitem__)
    assert [note["code"] for note in found["notes"]].count("combination-against-best-member") == 2
    if found["leader"]["model"] == told["name"]:
        assert told["choice"]["corrected"] == found["leader"]["corrected"]


def test_what_is_delivered_has_the_level_that_was_asked_for(call: Call, tmp_path: Path) -> None:
    table(tmp_path, gaps=False)
    words = ("t.csv", "--target", "y", "--positive", "yes", "--model", "logistic", *PLAN, "--level", "0.8")
    done = call(*words, "--deliver", "m.pickle")
    assert done.code == 0, done.err
    told = json.loads((tmp_path / "m.pickle.json").read_text(encoding="utf-8"))["estimate"]["fold_mean"]
    wanted = done.findings["models"]["logistic"]["resampling"]["auc"]["fold_mean"]
    assert (told["level"], told["low"], told["high"]) == (0.8, wanted["low"], wanted["high"])
    assert "80 % interval" in done.err


def test_declared_costs_decide_what_is_delivered(call: Call, tmp_path: Path) -> None:
    """The leader by expected cost is written, with its cost beside it: one decision."""
    frame = table(tmp_path, gaps=False)
    models = ("--model", "logistic", "--model", "tree", "--cost-method", "threshold")
    costs = ("--cost-fp", "6", "--cost-fn", "1")
    done = call("t.csv", "--target", "y", "--positive", "yes", *models, *costs, *PLAN, "--deliver", "m.pickle")
    assert done.code == 0, done.err
    told = json.loads((tmp_path / "m.pickle.json").read_text(encoding="utf-8"))
    leader = done.findings["leader"]
    assert (leader["measure"], leader["model"]) == ("expected_cost", told["name"])
    assert told["name"].endswith("(threshold)")
    assert told["measure"] == "expected_cost(fp=6, fn=1)"
    assert told["estimate"]["fold_mean"]["value"] == leader["apparent"]["value"]
    assert told["choice"] == leader
    assert "chosen as the best of 4 by expected_cost(fp=6, fn=1)" in told["caution"]
    assert "expected_cost(fp=6, fn=1) of the procedure (3-fold stratified)" in done.err
    made = joblib.load(tmp_path / "m.pickle")
    inputs = frame[["a", "b", "sex"]]
    proba = made.predict_proba(inputs)[:, list(made.classes_).index("yes")]
    assert np.array_equal(made.predict(inputs) == "yes", proba >= 6 / 7)


@pytest.mark.parametrize(
    ("criterion", "title", "measure", "given"),
    [
        ("auc50", "auc_n(n=50)", "auc_n", {"n": 50}),
        ("f_beta(beta=3)", "f_beta(beta=3)", "f_beta", {"beta": 3}),
    ],
)
def test_the_criterion_decides_what_is_delivered(
    call: Call, tmp_path: Path, criterion: str, title: str, measure: str, given: dict[str, int]
) -> None:
    table(tmp_path)
    words = ("t.csv", "--target", "y", "--positive", "yes", "--model", "logistic", "--model", "tree", *PLAN)
    done = call(*words, "--criterion", criterion, "--deliver", "m.pickle")
    assert done.code == 0, done.err
    told = json.loads((tmp_path / "m.pickle.json").read_text(encoding="utf-8"))
    said = pv.Predictions.load(tmp_path / "out")
    values = {name: pv.resampled(said, measure, model=name, **given).fold_mean.value for name in ("logistic", "tree")}
    assert told["name"] == max(values, key=values.__getitem__)
    assert told["estimate"]["fold_mean"]["value"] == values[told["name"]]
    assert f"{title} of the procedure" in done.err
    assert told["choice"] is None, "the leader goes by another measure"
    assert f"chosen as the best of 2 by {title}" in told["caution"]


def test_one_model_with_costs_is_delivered_with_its_cost(call: Call, tmp_path: Path) -> None:
    table(tmp_path)
    words = ("t.csv", "--target", "y", "--positive", "yes", "--model", "tree", "--cost-fn", "9", *PLAN)
    done = call(*words, "--deliver", "m.pickle")
    assert "expected_cost(fp=1, fn=9) of the procedure" in done.err
    assert "chosen as the best" not in done.err


def test_a_combination_is_not_delivered_and_the_reason_is_true(call: Call, tmp_path: Path) -> None:
    table(tmp_path)
    words = ("t.csv", "--target", "y", "--positive", "yes", "--model", "logistic", "--model", "tree", *PLAN)
    name = "mean of logistic, tree"
    refused = call(*words, "--combine", "mean", "--deliver", "m.pickle", "--deliver-model", name)
    assert refused.code == 2
    assert "combines what models said; it is not trained" in refused.err
    assert "there is no model" in call(*words, "--deliver", "m.pickle", "--deliver-model", name).err
    assert not (tmp_path / "out" / "predictions.parquet").exists()


def test_what_cannot_be_delivered_is_refused_before_the_training(call: Call, tmp_path: Path) -> None:
    table(tmp_path)
    told = ("t.csv", "--target", "y", "--model", "tree", *PLAN)
    for words, message in [
        (("--deliver", "m.bin"), "cannot be written as .bin"),
        (("--deliver", "m.pickle", "--deliver-model", "oak"), "there is no model 'oak'"),
        (("--deliver", "m.pickle", "--average"), "DecisionTreeClassifier does not declare"),
        (("--deliver-model", "tree"), "go with --deliver"),
        (("--deliver", "m.pickle", "--criterion", "cost"), "which errors cost how much is not declared"),
        (("--deliver", "m.pickle", "--criterion", "luck"), "there is no measure 'luck'"),
    ]:
        refused = call(*told, *words)
        assert refused.code == 2
        assert message in refused.err
        assert not (tmp_path / "out" / "predictions.parquet").exists()


@pytest.mark.parametrize(("policy", "rows"), [("impute", 90), ("drop", 74)])
def test_gaps_in_inputs_by_policy(call: Call, tmp_path: Path, policy: str, rows: int) -> None:
    frame = table(tmp_path)
    assert len(frame.dropna()) == 74
    done = call("t.csv", "--target", "y", "--model", "tree", *PLAN, "--missing-features", policy)
    assert done.code == 0, done.err
    assert done.findings["n"] == rows
    assert ("rows with missing inputs were dropped" in done.err) == (policy == "drop")


def test_gaps_in_inputs_may_be_an_error(call: Call, tmp_path: Path) -> None:
    table(tmp_path)
    words = ("t.csv", "--target", "y", "--model", "tree", *PLAN)
    refused = call(*words, "--missing-features", "error")
    assert refused.code == 2
    assert "MissingValues: some inputs are missing." in refused.err
    assert "b 10, sex 7 of 90 rows" in refused.err
    assert call(*words, "--missing-features", "guess", out="other").code == 2
    table(tmp_path, gaps=False)
    assert call(*words, "--missing-features", "error", out="full").code == 0


def test_selection_scores_are_printed_and_stored(call: Call, tmp_path: Path) -> None:
    table(tmp_path)
    (tmp_path / "g.json").write_text('{"knn": {"n_neighbors": [1, 5, 15]}}', encoding="utf-8")
    done = call("t.csv", "--target", "y", "--model", "knn", *PLAN, "--grid", "g.json")
    assert done.code == 0, done.err
    assert "selection score (optimistic, not a risk estimate): accuracy" in done.out
    found = done.findings["about"]["selection"]["knn"]
    fits = [fit for fit in done.fits if fit["model"] == "knn"]
    assert found["selection_scores_optimistic"] == [fit["selection_score"] for fit in fits]
    assert found["selection_scores_corrected"] == [fit["corrected_score"] for fit in fits]
    pairs = zip(found["selection_scores_optimistic"], found["selection_scores_corrected"], strict=True)
    assert all(corrected <= score for score, corrected in pairs)
