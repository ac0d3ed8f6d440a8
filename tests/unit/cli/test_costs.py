"""Costs on the command line: what compare, gate and run make of them is what Python makes of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import probative as pv

from .command import run

RNG = np.random.default_rng(2)
N = 200
Y = (RNG.random(N) < 0.4).astype(int)
X = RNG.normal(size=(N, 2)) + 0.7 * Y[:, None]
COSTS = ("--cost-fp", "1", "--cost-fn", "5", "--prior", "0.1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    said = {"pred_A": (X[:, 0] > 0.3).astype(int), "pred_B": (X.sum(axis=1) > 0.2).astype(int)}
    pd.DataFrame({"y": Y, **said}).to_csv(tmp_path / "said.csv", index=False)
    told = np.where(Y == 1, "sick", "well")
    pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "health": told}).to_csv(tmp_path / "rows.csv", index=False)
    return tmp_path


def test_compare_and_gate(folder: Path) -> None:
    words = ("said.csv", "--truth", "y", "--predicted", "pred_A", "--predicted", "pred_B")
    done = run("compare", *words, *COSTS, "--json", "-", cwd=folder)
    wanted = pv.compare(
        str(folder / "said.csv"), truth="y", predicted=["pred_A", "pred_B"], costs=pv.Costs(1, 5, 0.1)
    ).to_dict()
    assert json.loads(done.stdout)["comparisons"] == json.loads(json.dumps(wanted))["comparisons"]
    text = run("compare", *words, *COSTS, cwd=folder).stdout
    assert "a false alarm costs 1, a miss 5, at a share of positives of 0.1" in " ".join(text.split())
    found = json.loads(run("gate", *words, *COSTS, "--margin", "1", "--json", "-", cwd=folder).stdout)
    assert found["checks"][0]["measure"] == "expected_cost"
    refused = run("compare", *words, *COSTS, "--measure", "mcc", cwd=folder)
    assert refused.returncode == 2
    assert "does not look at them" in refused.stderr


def test_run_trains_by_every_route_and_compares_by_cost(folder: Path) -> None:
    told = ("rows.csv", "--target", "health", "--positive", "sick", "--model", "logistic", "--plan", "3-fold")
    routes = [word for method in ("weight", "resample", "threshold") for word in ("--cost-method", method)]
    done = run("run", *told, *COSTS, *routes, "--out", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    found = json.loads((folder / "out" / "findings.json").read_text(encoding="utf-8"))
    names = ["baseline", "logistic", "logistic (weight)", "logistic (resample)", "logistic (threshold)"]
    assert list(found["models"]) == names
    assert found["about"]["verdict"]["measure"] == "expected_cost"
    said = pv.Predictions.load(folder / "out")
    for name in names:
        columns = said.columns()
        mine = columns["model"] == name
        y, h = columns["truth"][mine] == "sick", columns["predicted"][mine] == "sick"
        prior, sample = 0.1 * 5 * (1 - h[y].mean()) + 0.9 * h[~y].mean(), np.where(y, 5.0 * ~h, 1.0 * h).mean()
        costs = found["models"][name]["decisions"]["costs"]
        assert costs["operating"]["value"] == pytest.approx(prior)
        assert costs["sample"]["value"] == pytest.approx(sample)
        assert found["models"][name]["measures"]["prevalence"]["value"] == pytest.approx(Y.mean())
    assert "expected cost per 1,000 rows at prior 0.1" in done.stdout
    assert "expected cost per 1,000 rows at the sample's share of positives" in " ".join(done.stdout.split())


def test_models_that_mind_costs_are_tuned_as_such(folder: Path) -> None:
    (folder / "grid.json").write_text('{"tree": {"max_depth": [1, 3]}}', encoding="utf-8")
    told = ("rows.csv", "--target", "health", "--positive", "sick", "--model", "tree", "--plan", "3-fold")
    routes = ("--cost-method", "weight", "--cost-method", "threshold")
    done = run("run", *told, *COSTS, *routes, "--grid", "grid.json", "--out", "out", cwd=folder)
    assert done.returncode == 0, done.stderr
    # The baseline 3 times; the tree and each way to mind costs: 2 candidates in 5 inner folds and the refit, 3 times.
    assert "3 + 33 + 33 + 33 = 102 trainings of 4 models" in done.stderr
    found = json.loads((folder / "out" / "findings.json").read_text(encoding="utf-8"))
    for name in ("tree", "tree (weight)", "tree (threshold)"):
        assert f"{name} chooses among 2 candidates inside every training part: 33 trainings" in done.stderr
        assert f"{name}, chosen inside the training parts: {{'max_depth': " in done.stdout
        assert [list(choice) for choice in found["about"]["chosen"][name]] == [["max_depth"]] * 3
    assert not {"Tuned", "CostSensitiveClassifier"} & set((done.stdout + done.stderr).replace("(", " ").split())


def test_a_tuned_learner_without_weights_is_refused_by_the_name_that_was_typed(folder: Path) -> None:
    (folder / "grid.json").write_text('{"knn": {"n_neighbors": [1, 15]}}', encoding="utf-8")
    told = ("rows.csv", "--target", "health", "--positive", "sick", "--model", "knn", "--grid", "grid.json")
    done = run("run", *told, *COSTS, "--cost-method", "weight", "--out", "out", cwd=folder)
    assert done.returncode == 2
    assert "knn cannot be trained with row weights" in done.stderr
    assert "Tuned" not in done.stderr


def test_run_refuses_what_cannot_be_minded(folder: Path) -> None:
    told = ("rows.csv", "--target", "health", "--plan", "3-fold", "--out", "no")
    knn = run("run", *told, "--positive", "sick", "--model", "knn", *COSTS, "--cost-method", "weight", cwd=folder)
    assert "knn cannot be trained with row weights: its fit takes no sample_weight." in knn.stderr
    assert "--cost-method" in knn.stderr
    unclear = run("run", *told, "--model", "logistic", *COSTS, cwd=folder)
    assert "need two classes, one of them positive" in unclear.stderr
    free = run("run", *told, "--positive", "sick", "--model", "logistic", "--cost-method", "weight", cwd=folder)
    assert "there are no costs to mind" in free.stderr
    odd = run("run", *told, "--positive", "sick", "--model", "logistic", *COSTS, "--cost-method", "hope", cwd=folder)
    assert "there is no way 'hope' to mind costs" in odd.stderr


def test_a_table_of_costs_from_a_file(tmp_path: Path) -> None:
    y, a, b = (RNG.integers(0, 3, N) for _ in range(3))
    names, table = np.array(["2", "10", "x"]), np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
    pd.DataFrame({"y": names[y], "pred_a": names[a], "pred_b": names[b]}).to_csv(tmp_path / "said.csv", index=False)
    pd.DataFrame(table, names, names).to_csv(tmp_path / "costs.csv")
    words = ("said.csv", "--truth", "y", "--predicted", "pred_a", "--predicted", "pred_b", "--costs")
    done = run("compare", *words, "costs.csv", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (contest,) = json.loads(done.stdout)["comparisons"]
    assert sorted(contest["values"]) == pytest.approx(sorted((table[y, a].mean(), table[y, b].mean())))
    both = run("compare", *words, "costs.csv", "--cost-fn", "5", cwd=tmp_path)
    assert "leave out one of them" in both.stderr
    (tmp_path / "bad.csv").write_text(",2,10,x\n2,0,one,4\n", encoding="utf-8")
    assert "cannot be read" in run("compare", *words, "bad.csv", cwd=tmp_path).stderr


def test_the_same_table_in_evaluate_gate_and_run(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 3, N)
    a, b = (np.where(rng.random(N) < 0.6, y, rng.integers(0, 3, N)) for _ in range(2))
    names, table = np.array(["2", "10", "x"]), np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
    pd.DataFrame({"y": names[y], "pred_a": names[a], "pred_b": names[b]}).to_csv(tmp_path / "said.csv", index=False)
    pd.DataFrame(table, names, names).to_csv(tmp_path / "costs.csv")
    words = ("said.csv", "--truth", "y", "--predicted", "pred_a", "--predicted", "pred_b", "--costs", "costs.csv")
    done = run("evaluate", *words, "--json", "e.json", "--html", "e.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))
    wanted = {"a": table[y, a].mean(), "b": table[y, b].mean()}
    for name, cost in wanted.items():
        assert found["models"][name]["measures"]["expected_cost"]["value"] == pytest.approx(cost)
    assert found["about"]["verdict"]["measure"] == "expected_cost"
    assert found["leader"]["model"] == min(wanted, key=wanted.__getitem__)
    said = "errors cost from 1 (10 taken for x) to 8 (x taken for 2)"
    assert f"{said}: models are compared by expected cost" in " ".join(done.stdout.split())
    assert said in (tmp_path / "e.html").read_text(encoding="utf-8")
    assert pv.Findings.load(tmp_path / "e.json").about.class_costs.errors["x", "2"] == 8
    gated = json.loads(run("gate", *words, "--margin", "9", "--json", "-", cwd=tmp_path).stdout)
    (check,) = gated["checks"]
    assert (check["baseline"], check["candidate"]) == pytest.approx(tuple(wanted.values()))
    assert "leave out one of them" in run("evaluate", *words, "--cost-fp", "2", cwd=tmp_path).stderr


def test_a_run_trains_by_a_table_and_remembers_it(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    y = rng.integers(0, 3, N)
    names, table = np.array(["2", "10", "x"]), np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
    told = pd.DataFrame(rng.normal(size=(N, 2)) + np.eye(3, 2)[y], columns=["a", "b"]).assign(kind=names[y])
    told.to_csv(tmp_path / "rows.csv", index=False)
    pd.DataFrame(table, names, names).to_csv(tmp_path / "costs.csv")
    (tmp_path / "grid.json").write_text('{"logistic": {"C": [0.01, 1]}}', encoding="utf-8")
    words = ("rows.csv", "--target", "kind", "--model", "logistic", "--plan", "3-fold stratified", "--out", "out")
    methods = ("--cost-method", "weight", "--cost-method", "threshold", "--grid", "grid.json", "--deliver", "m.pickle")
    done = run("run", *words, "--costs", "costs.csv", *methods, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "out" / "findings.json").read_text(encoding="utf-8"))
    assert list(found["models"]) == ["baseline", "logistic", "logistic (weight)", "logistic (threshold)"]
    columns = pv.Predictions.load(tmp_path / "out").columns()
    place = {name: i for i, name in enumerate(names.tolist())}
    for name, model in found["models"].items():
        mine = columns["model"] == name
        paid = [
            table[place[t], place[p]] for t, p in zip(columns["truth"][mine], columns["predicted"][mine], strict=True)
        ]
        assert model["measures"]["expected_cost"]["value"] == pytest.approx(np.mean(paid))
    assert found["about"]["verdict"]["measure"] == "expected_cost"
    delivered = json.loads((tmp_path / "m.pickle.json").read_text(encoding="utf-8"))
    # Labels are ordered as text: 10, 2, x.
    assert delivered["measure"] == "expected_cost(costs=[[0.0, 2.0, 1.0], [1.0, 0.0, 4.0], [3.0, 8.0, 0.0]])"
    again = run("evaluate", "out", "--json", "-", cwd=tmp_path)
    assert json.loads(again.stdout)["about"]["class_costs"] == found["about"]["class_costs"]


def test_a_table_of_two_classes_is_two_costs(folder: Path) -> None:
    (folder / "costs.csv").write_text(",0,1\n0,0,2\n1,7,0\n", encoding="utf-8")
    words = ("said.csv", "--truth", "y", "--predicted", "pred_A", "--json", "-")
    found = json.loads(run("evaluate", *words, "--costs", "costs.csv", cwd=folder).stdout)
    assert found["about"]["costs"] == {"fp": 2.0, "fn": 7.0, "prior": None}


@pytest.mark.parametrize("told", [(), ("--cost-fp", "1", "--cost-fn", "1")])
def test_a_run_evaluated_again_has_the_costs_that_it_was_made_with(folder: Path, told: tuple[str, ...]) -> None:
    words = ("rows.csv", "--target", "health", "--positive", "sick", "--model", "logistic", "--plan", "3-fold")
    assert run("run", *words, *COSTS, "--out", "out", cwd=folder).returncode == 0
    first = json.loads((folder / "out" / "findings.json").read_text(encoding="utf-8"))
    assert first["about"]["costs"] == {"fp": 1.0, "fn": 5.0, "prior": 0.1}
    again = json.loads(run("evaluate", "out", *told, "--json", "-", cwd=folder).stdout)
    if told:
        assert again["about"]["costs"] == {"fp": 1.0, "fn": 1.0, "prior": None}
        assert again["about"]["verdict"]["measure"] != "expected_cost"
    else:
        assert again["about"]["costs"] == first["about"]["costs"]
        assert again["models"]["logistic"]["decisions"]["costs"] == first["models"]["logistic"]["decisions"]["costs"]
        assert again["about"]["verdict"]["measure"] == "expected_cost"


@pytest.mark.parametrize("costs", [{"a": {"b": 1}}, [[0, 1], [1, 0]], [[0, 1, -1], [1, 0, 1], [1, 1, 0]], "five"])
def test_tables_that_do_not_fit_the_classes_are_refused(costs: object) -> None:
    with pytest.raises(pv.errors.ProbativeError, match="cost"):
        pv.evaluate(truth=["a", "b", "c"], predicted=["a", "b", "b"], costs=costs)


@pytest.mark.parametrize("criterion", ["auc50", "f_beta(beta=2)", "expected_cost(fp=1, fn=5)", "cost"])
def test_tuning_and_permutations_go_by_the_criterion(folder: Path, criterion: str) -> None:
    (folder / "grid.json").write_text('{"knn": {"n_neighbors": [1, 15]}}', encoding="utf-8")
    told = ("rows.csv", "--target", "health", "--positive", "sick", "--model", "knn", "--plan", "nested 2-fold/2-fold")
    costs = COSTS if criterion == "cost" else ()
    more = ("--grid", "grid.json", "--criterion", criterion, "--permutations", "2", "--out", "out")
    done = run("run", *told, *costs, *more, cwd=folder)
    assert done.returncode == 0, done.stderr
    found = json.loads((folder / "out" / "findings.json").read_text(encoding="utf-8"))
    test = found["about"]["permutation"]["knn"]
    name, given = criterion.partition("(")[0], {"beta": 2.0} if "beta" in criterion else {}
    given = {"fp": 1.0, "fn": 5.0} if "cost" in criterion else given
    given = given | ({"prior": 0.1} if criterion == "cost" else {})
    titles = {"auc50": "auc_n(n=50)", "cost": "expected_cost(fp=1, fn=5, prior=0.1)"}
    assert test["measure"] == titles.get(criterion, criterion)
    resampled = pv.resampled(pv.Predictions.load(folder / "out"), name, model="knn", **given)
    # Scores of different models are not one scale: what compares those of rows is a mean of folds.
    expected = (resampled.fold_mean if criterion == "auc50" else resampled.pooled).value
    assert test["observed"] == pytest.approx(expected)


def test_an_unknown_criterion_is_refused(folder: Path) -> None:
    told = ("rows.csv", "--target", "health", "--model", "knn", "--permutations", "2", "--out", "no")
    assert "there is no measure 'nothing'" in run("run", *told, "--criterion", "nothing", cwd=folder).stderr
    assert "no parameter 'gamma'" in run("run", *told, "--criterion", "f_beta(gamma=2)", cwd=folder).stderr
    assert "cannot be read" in run("run", *told, "--criterion", "f_beta(2", cwd=folder).stderr
