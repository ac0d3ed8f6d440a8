"""probative run: learners by name, of one's own, and tuned."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from probative.errors import BadParameter
from probative.experiments.catalog import LEARNERS, model_named, parameter_named

from ...penguins import BILL, FERRY, Call, N, table_of

# --- learners --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["species name", "mass"])
def test_every_short_name_trains_on_mixed_data(call: Call, penguins: str, target: str) -> None:
    only = {"gaussian": True, "logistic": True, "linear": False}
    classifies = target == "species name"
    fitting = [name for name in LEARNERS if only.get(name, classifies) is classifies]
    small = {"forest": "forest(n_estimators=5)", "boosting": "boosting(max_iter=3)"}
    models = [word for name in fitting for word in ("--model", small.get(name, name))]
    done = call(penguins, "--target", target, *models, "--plan", "2-fold", "--missing", "drop")
    assert done.code == 0, done.err
    assert [fit["error"] for fit in done.fits] == [None] * (2 * len(fitting))
    assert len(done.findings["models"]) == len(fitting)
    for name in set(LEARNERS) - set(fitting):
        refused = call(penguins, "--target", target, "--model", name, "--missing", "drop", out="refused")
        assert refused.code == 2
        task = "classification" if only[name] else "regression"
        assert f"BadParameter: the learner {name!r} is for {task}." in refused.err


def test_parameters_in_brackets(call: Call, ferries: str) -> None:
    names = ("knn(n_neighbors=1)", "K-NN", "polynomial(degree=1)", "baseline", "majority", "dummy(strategy='uniform')")
    done = call(ferries, "--target", "ferry", *(w for n in names for w in ("--model", n)), "--plan", "2-fold")
    expected = ["baseline", "knn(n_neighbors=1)", "K-NN", "polynomial(degree=1)", "dummy(strategy='uniform')"]
    assert list(done.findings["models"]) == expected
    assert model_named("knn(n_neighbors=1)", True).n_neighbors == 1
    assert model_named("polynomial(degree=3, C=0.5)", True).get_params()["powers__degree"] == 3
    assert type(model_named("svr", False)).__name__ == "SVR"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("knn(n=1)", "knn has no parameter 'n'"),
        ("knn(1)", "cannot be read"),
        ("knn(", "cannot be read"),
        ("knn(n_neighbors=1)(p=2)", "cannot be read"),
        ("knn(**{'p': 1})", "cannot be read"),
        ("knn(p={[]: 1})", "cannot be read"),
        ("knn(p=__import__('os').mkdir('pwned'))", "cannot be read"),
        ("nosuch", "there is no learner 'nosuch'"),
        ("", "there is no learner ''"),
    ],
)
def test_wrong_learners(call: Call, ferries: str, tmp_path: Path, name: str, message: str) -> None:
    done = call(ferries, "--target", "ferry", "--model", name)
    assert done.code == 2
    assert message in done.err
    assert "BadParameter: " in done.err
    assert not (tmp_path / "pwned").exists()
    assert not done.folder.exists()


def test_parameter_names() -> None:
    pipeline = model_named("polynomial", True)
    assert parameter_named(pipeline, "C", "polynomial") == "learner__C"
    assert parameter_named(pipeline, "powers__degree", "polynomial") == "powers__degree"
    with pytest.raises(BadParameter, match="no parameter 'nope'"):
        parameter_named(pipeline, "nope", "polynomial")


def test_models_of_ones_own(call: Call, penguins: str, mine: str) -> None:
    names = [f"{mine}:{word}" for word in ("bare", "tree", "DecisionTreeClassifier", "by_name", "Plain")]
    models = [word for name in names for word in ("--model", name)]
    done = call(penguins, "--target", "species name", *models, "--model", "tree", "--plan", "2-fold")
    assert done.code == 0
    assert [fit["error"] for fit in done.fits] == [None] * 14
    measures = {name: model["measures"]["accuracy"]["value"] for name, model in done.findings["models"].items()}
    assert list(measures) == ["baseline", *names, "tree"]
    assert measures[f"{mine}:Plain"] == measures["baseline"]
    assert measures[f"{mine}:by_name"] > measures["baseline"]
    # Names or numbers for the columns: the preprocessing does the same to both.
    alone = call(penguins, "--target", "species name", "--model", "tree", "--plan", "2-fold", out="alone")
    assert alone.findings["models"]["tree"]["measures"]["accuracy"]["value"] == measures["tree"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("{mine}:nothing", "has no attribute 'nothing'"),
        ("{mine}:", "has no attribute ''"),
        ("{mine}:number", "Found: int."),
        ("{mine}:VALUE", "TypeError: 'int' object is not callable"),
        ("{mine}:needs", "missing 1 required positional argument"),
        ("{mine}:fails", "RuntimeError: out of order"),
        ("no_such_module:x", "No module named 'no_such_module'"),
        ("broken_module:x", "SyntaxError"),
        (":x", "Empty module name"),
        ("..:x", "TypeError"),
    ],
)
def test_what_does_not_make_a_model(
    call: Call, ferries: str, mine: str, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "broken_module.py").write_text("def (")
    done = call(ferries, "--target", "ferry", "--model", name.format(mine=mine))
    assert done.code == 2
    assert "does not make a model." in done.err
    assert message in done.err


class Evil:
    """A pickle that makes a folder when it is loaded."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.mkdir, (Path("pwned"),)


def test_a_pickle_is_not_loaded_unless_allowed(call: Call, ferries: str, tmp_path: Path) -> None:
    for suffix in ("pkl", "PICKLE", "joblib"):
        (tmp_path / f"evil.{suffix}").write_bytes(pickle.dumps(Evil()))
        done = call(ferries, "--target", "ferry", "--model", f"evil.{suffix}")
        assert done.code == 2
        assert "is a pickled model." in done.err
        assert "--allow-pickle if you trust whoever made it" in done.err
        assert not (tmp_path / "pwned").exists()
    done = call(ferries, "--target", "ferry", "--model", "evil.pkl", "--allow-pickle")
    assert done.code == 2
    assert "'evil.pkl' does not make a model." in done.err
    assert (tmp_path / "pwned").exists()


def test_pickled_models(call: Call, penguins: str, mine: str, tmp_path: Path) -> None:
    sys.path.insert(0, str(tmp_path))
    by_name = __import__(mine).by_name()
    for name, thing in (
        ("knn", KNeighborsClassifier(3)),
        ("by_name", by_name),
        ("words", {"a": 1}),
        ("a_class", Plain),
    ):
        (tmp_path / f"{name}.pkl").write_bytes(pickle.dumps(thing))
    (tmp_path / "junk.pkl").write_bytes(b"junk")
    told = ("--target", "species name", "--plan", "2-fold", "--allow-pickle")
    done = call(penguins, *told, "--model", "knn.pkl", "--model", "by_name.pkl")
    assert done.code == 0
    assert [fit["error"] for fit in done.fits] == [None] * 6
    for name, message in (
        ("words.pkl", "Found: dict."),
        ("a_class.pkl", "Found: the class Plain."),
        ("junk.pkl", "UnreadableFile: 'junk.pkl' cannot be loaded."),
        ("missing.pkl", "No such file"),
    ):
        wrong = call(penguins, *told, "--model", name, out="wrong")
        assert wrong.code == 2
        assert message in wrong.err


class Plain:
    """A class that is pickled instead of an object of it."""


# --- tuning ----------------------------------------------------------------------------------------------------------


def grid_of(folder: Path, grid: Any) -> str:
    (folder / "grid.json").write_text(grid if isinstance(grid, str) else json.dumps(grid), encoding="utf-8")
    return "grid.json"


@pytest.mark.parametrize("grid", [{"knn": {"n_neighbors": [1, 15]}}, {"n_neighbors": [1, 15]}])
def test_tuning(call: Call, ferries: str, tmp_path: Path, grid: Any) -> None:
    told = ("--target", "ferry", "--model", "knn", "--plan", "3-fold stratified", "--grid", grid_of(tmp_path, grid))
    done = call(ferries, *told)
    assert done.code == 0
    assert "plan: nested 3-fold stratified/5-fold stratified, seed 0: 3 + 33 = 36 trainings of 2 models" in done.err
    # 3 outer parts, in each 5 inner parts of 2 candidates and one refit.
    assert "knn chooses among 2 candidates inside every training part: 33 trainings" in done.err
    chosen = [fit["chosen"]["learner__n_neighbors"] for fit in done.fits if fit["model"] == "knn"]
    assert len(chosen) == 3
    assert set(chosen) <= {1, 15}
    assert json.dumps(done.findings["about"]["chosen"]).count("n_neighbors") >= 1
    assert all(fit["chosen"] is None for fit in done.fits if fit["model"] == "baseline")


@pytest.mark.parametrize(
    ("criterion", "measure", "called"),
    [
        ("auc50", "auc_n", {"auc_n": "auc_n(n=50)"}),
        ("f_beta(beta=2)", "f_beta", {"f_beta": "f_beta(beta=2)"}),
        ("mutual_information", "mutual_information", None),
        ("cost(fp=1, fn=5)", "expected_cost", None),
    ],
)
def test_models_are_judged_by_what_they_were_chosen_by(
    call: Call, ferries: str, tmp_path: Path, criterion: str, measure: str, called: dict[str, str] | None
) -> None:
    grid = grid_of(tmp_path, {"tree": {"max_depth": [1, 2]}, "knn": {"n_neighbors": [3, 9]}})
    told = ("--target", "ferry", "--model", "tree", "--model", "knn", "--positive", "yes", "--grid", grid)
    done = call(ferries, *told, "--plan", "nested 3-fold/2-fold", "--criterion", criterion)
    assert (done.code, done.findings["about"].get("asked")) == (0, called)
    assert done.findings["comparisons"][0]["measure"] == measure
    assert done.findings["leader"]["measure"] == measure
    assert any(line.split()[:1] == [measure] for line in done.out.splitlines())
    if measure == "expected_cost":
        assert done.findings["about"]["costs"] == {"fp": 1, "fn": 5, "prior": None}


def test_tuning_goes_by_criterion_rule_and_full_names(call: Call, ferries: str, tmp_path: Path) -> None:
    grid = grid_of(tmp_path, {"polynomial": {"degree": [1, 2]}, "knn": {"learner__n_neighbors": [5]}})
    told = ("--target", "ferry", "--model", "polynomial", "--model", "knn", "--positive", "yes", "--grid", grid)
    done = call(ferries, *told, "--plan", "nested 2-fold/2-fold", "--criterion", "auc", "--rule", "one-se")
    assert done.code == 0
    chosen = [fit["chosen"] for fit in done.fits if fit["model"] == "polynomial"]
    assert all(set(choice) == {"learner__powers__degree"} for choice in chosen)
    held = call(ferries, *told, "--plan", "60/20/20", out="held")
    assert held.code == 0
    assert "polynomial chooses among 2 candidates inside every training part: 3 trainings" in held.err


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ({"svm": {"C": [1]}}, "the grid names a model that is not run: svm."),
        ({"knn": {"k": [1, 2]}}, "knn has no parameter 'k'."),
        ({"k": [1, 2]}, "knn has no parameter 'k'."),
        ({"knn": [{"n_neighbors": [1]}]}, "the grid must say which model it is for."),
        ({}, "the grid is empty."),
        ({"knn": {"n_neighbors": []}}, "the grid of knn has no candidates."),
        ({"knn": {"n_neighbors": 5}}, "the grid needs a list of values"),
        ("{oops", "UnreadableFile: the grid 'grid.json' cannot be read."),
        ("[1]", "must be a JSON object."),
    ],
)
def test_wrong_grids(call: Call, ferries: str, tmp_path: Path, grid: Any, message: str) -> None:
    done = call(ferries, "--target", "ferry", "--model", "knn", "--grid", grid_of(tmp_path, grid))
    assert done.code == 2
    assert message in done.err
    assert not done.folder.exists()


def test_wrong_words_about_tuning(call: Call, ferries: str, tmp_path: Path) -> None:
    grid = grid_of(tmp_path, {"n_neighbors": [1, 2]})
    told = (ferries, "--target", "ferry", "--model", "knn", "--plan", "2-fold")
    assert "the rule must be 'best' or 'one-se'." in call(*told, "--grid", grid, "--rule", "worst").err
    assert "UnknownMeasure: " in call(*told, "--grid", grid, "--criterion", "bogus").err
    assert (
        "a criterion is for tuning, for permutation tests and for delivering the best."
        in call(*told, "--criterion", "mcc").err
    )
    assert "a rule is for tuning." in call(*told, "--rule", "one-se").err
    assert "nowhere.json" in call(*told, "--grid", "nowhere.json").err
    assert "which model it is for" in call(*told, "--model", "tree", "--grid", grid).err


def test_tuning_by_default_fits_few_groups_and_times(call: Call, tmp_path: Path, ferries: str) -> None:
    grid = grid_of(tmp_path, {"tree": {"max_depth": [1, 3]}})
    few = table_of(tmp_path / "few.csv", {"bill": BILL, "g": np.arange(N) % 3, "ferry": FERRY})
    done = call(few, "--target", "ferry", "--model", "tree", "--group", "g", "--grid", grid)
    assert done.code == 0
    assert "plan: nested 3-fold stratified grouped/2-fold stratified grouped" in done.err
    assert done.errors("tree") == [None] * 3
    timed = call(ferries, "--target", "ferry", "--model", "tree", "--time", "t", "--grid", grid, out="timed")
    assert timed.code == 0
    assert "plan: nested time 5/time 3: 5 + 35 = 40 trainings of 2 models" in timed.err
    assert timed.errors("tree") == [None] * 5
