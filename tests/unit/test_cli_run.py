"""probative run as users meet it: a table and a target, and whatever can be wrong with them."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.cli import main
from probative.errors import AmbiguousColumn, BadInput, BadParameter, EmptyData, MissingColumn, MissingValues
from probative.experiments.catalog import LEARNERS, model_named, parameter_named
from probative.experiments.experiment import experiment
from probative.experiments.kinds import kind_of_column, pointed
from probative.experiments.table import preprocessed, read_table
from probative.running.progress import progress

N = 90
GENERATOR = np.random.default_rng(5)
ISLAND = GENERATOR.choice(["Île d'Or", "São Tomé", "Ærø nord"], N).astype(object)
ISLAND[7] = "seen only once"
SHIFT = np.array([{"Île d'Or": 0, "São Tomé": 1.5}.get(island, 3) for island in ISLAND])
BILL = np.round(GENERATOR.normal(size=N) * 0.8 + SHIFT, 2)
NAMES = np.array(["Adélie pingüin", "Chin strap", "Gen too"])
SPECIES = NAMES[np.digitize(BILL + GENERATOR.normal(size=N) * 0.3, [0.6, 2.2])]
MASS = np.round(3000 + 200 * BILL + GENERATOR.normal(size=N) * 50, 1)
SEX = GENERATOR.choice(["m", "f"], N)
FERRY = np.where(BILL + GENERATOR.normal(size=N) * 0.5 > 1.4, "yes", "no")
GAPS = GENERATOR.random((3, N)) < 0.1
TAGGED = np.where(GENERATOR.random(N) < 0.5, "true", "false")
MODELS = '''
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

bare = LogisticRegression()
VALUE = 3


def tree():
    return DecisionTreeClassifier(max_depth=2)


def number():
    return 3


def needs(argument):
    return bare


def fails():
    raise RuntimeError("out of order")


def by_name():
    columns = make_column_transformer((OneHotEncoder(handle_unknown="ignore"), ["island"]), (SimpleImputer(), ["mass"]))
    return make_pipeline(columns, DecisionTreeClassifier(min_samples_leaf=5))


class Recorder(ClassifierMixin, BaseEstimator):
    seen = []

    def fit(self, X, y):
        self.seen.append((np.array(X), np.array(y)))
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Plain:
    """Knows nothing of scikit-learn."""

    def fit(self, X, y):
        self.known, counts = np.unique(y, return_counts=True)
        self.answer = self.known[counts.argmax()]

    def predict(self, X):
        return np.full(len(X), self.answer)
'''


def table_of(path: Path, columns: dict[str, Any], mark: str = ",") -> str:
    """A file of text; None is a gap."""
    rows = zip(*columns.values(), strict=True)
    lines = [mark.join(columns), *(mark.join("" if v is None else str(v) for v in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def gappy(values: Any, gaps: Any) -> list[Any]:
    return [None if gone else value for value, gone in zip(values, gaps, strict=True)]


def messy() -> dict[str, Any]:
    """What a new user has: an identifier, text, constants, dates, booleans, gaps, accents."""
    return {
        "id": np.arange(1, N + 1),
        "species name": SPECIES,
        "bill mm": gappy(BILL, GAPS[0]),
        "mass": gappy(MASS, GAPS[1]),
        "island": gappy(ISLAND, GAPS[2]),
        "sex": SEX,
        "tagged": TAGGED,
        "remark": [f"seen by ranger {i} near the hut" for i in range(N)],
        "station": ["Palmer"] * N,
        "when": [f"2024-{1 + i % 9:02d}-{10 + i % 19}" for i in range(N)],
        "nothing": [None] * N,
        "ferry": FERRY,
    }


@dataclass
class Done:
    """What a call left behind."""

    code: int
    out: str
    err: str
    folder: Path

    @property
    def findings(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "findings.json").read_text(encoding="utf-8"))
        return found

    @property
    def fits(self) -> list[dict[str, Any]]:
        fits: list[dict[str, Any]] = json.loads((self.folder / "predictions.fits.json").read_text())["fits"]
        return fits

    def errors(self, model: str) -> list[Any]:
        return [fit["error"] for fit in self.fits if fit["model"] == model]


Call = Callable[..., Done]


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """`probative run` in this process, into the folder `out` of a fresh current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def called(*arguments: str, out: str = "out") -> Done:
        with pytest.raises(SystemExit) as stopped:
            main(["run", *arguments, "--out", out])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Done(int(stopped.value.code or 0), said.out, said.err, tmp_path / out)

    return called


@pytest.fixture
def penguins(tmp_path: Path) -> str:
    return table_of(tmp_path / "penguins.csv", messy(), ";")


@pytest.fixture
def ferries(tmp_path: Path) -> str:
    """Two classes, one number, one category, a group, a time that runs backwards, a weight."""
    columns = {
        "bill": BILL,
        "sex": SEX,
        "patient": [f"p{i % 9}" for i in range(N)],
        "t": np.arange(N)[::-1],
        "w": 1 + np.arange(N) % 3,
        "mass": MASS,
        "ferry": FERRY,
    }
    return table_of(tmp_path / "ferries.csv", columns)


@pytest.fixture
def mine(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """The name of a module of models in the current directory."""
    name = f"models_{abs(hash(request.node.nodeid))}"
    (tmp_path / f"{name}.py").write_text(MODELS, encoding="utf-8")
    yield name
    sys.modules.pop(name, None)


QUICK = ("--target", "ferry", "--model", "tree", "--plan", "2-fold stratified")


# --- a new user ------------------------------------------------------------------------------------------------------


def test_a_table_and_a_target_are_enough(call: Call, penguins: str) -> None:
    done = call(penguins, "--target", "species name")
    assert done.code == 0
    for name in ("predictions.parquet", "findings.json", "report.html"):
        assert (done.folder / name).stat().st_size > 1000
    lines = done.err.splitlines()
    assert lines[0] == "classification of species name: 3 classes (Adélie pingüin, Chin strap, Gen too), 90 rows"
    assert "numbers: bill mm, mass" in lines
    assert "categories: island, sex, tagged, ferry" in lines
    for name, why in (
        ("id", "an identifier"),
        ("remark", "90 different texts in 90 rows"),
        ("station", "one value only"),
        ("nothing", "no values"),
    ):
        assert f"left out: {name} ({why})" in lines
    assert any(line.startswith("left out: when (dates; --time") for line in lines)
    gaps = [int(gap.sum()) for gap in GAPS]
    assert (
        f"missing values, filled in inside each training part: bill mm {gaps[0]}, mass {gaps[1]}, island {gaps[2]}"
        in (lines)
    )
    assert "plan: 10-fold stratified, seed 0: 10 trainings for each of 3 models, 30 in all" in lines
    assert f"results are in {done.folder.name}: report.html, findings.json, predictions.parquet" in lines
    found = done.findings
    assert list(found["models"]) == ["baseline", "logistic", "forest"]
    assert found["n"] == N
    shares = np.unique(SPECIES, return_counts=True)[1] / N
    assert found["models"]["baseline"]["measures"]["accuracy"]["value"] == pytest.approx(shares.max(), abs=0.05)
    assert found["models"]["logistic"]["measures"]["accuracy"]["value"] > shares.max() + 0.2
    assert not any(fit["error"] for fit in done.fits)
    assert lines[:-2] == found["about"]["guesses"]
    report = (done.folder / "report.html").read_text(encoding="utf-8")
    assert "Adélie pingüin" in report
    assert "species name from penguins.csv" in report


def test_every_row_is_predicted_once_by_every_model(call: Call, penguins: str) -> None:
    done = call(penguins, "--target", "species name", "--model", "tree", "--plan", "3-fold")
    said = pv.Predictions.load(done.folder)
    assert [str(label) for label in said.truth] == SPECIES.tolist()
    for model in ("baseline", "tree"):
        assert sorted(said.model(model).row.tolist()) == list(range(N))


def test_what_run_writes_the_other_commands_read(
    call: Call, ferries: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = call(ferries, *QUICK, "--positive", "yes")
    loaded = pv.Findings.load(done.folder / "findings.json")
    assert list(loaded.models) == ["baseline", "tree"]
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", "out", "--json", "-"])
    assert stopped.value.code == 0
    again = json.loads(capsys.readouterr().out)
    assert again["models"] == done.findings["models"]
    with pytest.raises(SystemExit) as stopped:
        main(["render", "out/findings.json", "-o", "x.html"])
    assert stopped.value.code == 0
    assert "<title>ferry from ferries.csv" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_the_folder_is_named_after_the_table(
    call: Call, ferries: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["run", ferries, *QUICK, "--title", "My title"])
    assert stopped.value.code == 0
    assert (tmp_path / "ferries-run" / "findings.json").exists()
    assert "My title" in (tmp_path / "ferries-run" / "report.html").read_text(encoding="utf-8")
    capsys.readouterr()


def test_json_alone_on_standard_output(call: Call, ferries: str) -> None:
    done = call(ferries, *QUICK, "--json", "-")
    assert json.loads(done.out) == done.findings
    assert "plan: 2-fold stratified" in done.err
    other = call(ferries, *QUICK, "--json", "copy.json")
    assert json.loads(Path("copy.json").read_text(encoding="utf-8")) == done.findings
    assert "accuracy" in other.out


def test_regression(call: Call, ferries: str) -> None:
    done = call(ferries, "--target", "mass", "--plan", "3-fold")
    assert done.code == 0
    assert done.err.startswith("regression of mass, 90 rows\n")
    assert "the targets look like a regression (numbers); name the task if they are not" in done.err
    models = done.findings["models"]
    assert list(models) == ["baseline", "ridge", "forest"]
    assert models["ridge"]["measures"]["rmse"]["value"] < 0.5 * models["baseline"]["measures"]["rmse"]["value"]
    assert models["baseline"]["measures"]["rmse"]["value"] == pytest.approx(MASS.std(), rel=0.1)


def test_two_classes_without_and_with_a_positive_one(call: Call, ferries: str) -> None:
    without = call(ferries, *QUICK)
    assert "no positive class is named, so each is evaluated against the other" in without.err
    assert without.findings["positive"] is None
    assert "auc" not in without.findings["models"]["tree"]["measures"]
    named = call(ferries, *QUICK, "--positive", "yes", out="named")
    assert "no positive class" not in named.err
    assert named.findings["positive"] == "yes"
    assert named.findings["models"]["tree"]["measures"]["auc"]["value"] > 0.7
    wrong = call(ferries, *QUICK, "--positive", "maybe", out="wrong")
    assert wrong.code == 2
    assert "BadLabels: the positive label 'maybe' does not occur." in wrong.err


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
    assert "plan: nested 3-fold stratified/5-fold stratified, seed 0: 3 trainings" in done.err
    # 3 outer parts, in each 5 inner parts of 2 candidates and one refit.
    assert "knn chooses among 2 candidates inside every training part: 33 trainings" in done.err
    chosen = [fit["chosen"]["learner__n_neighbors"] for fit in done.fits if fit["model"] == "knn"]
    assert len(chosen) == 3
    assert set(chosen) <= {1, 15}
    assert json.dumps(done.findings["about"]["chosen"]).count("n_neighbors") >= 1
    assert all(fit["chosen"] is None for fit in done.fits if fit["model"] == "baseline")


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
    assert "there is no measure 'bogus'" in call(*told, "--grid", grid, "--criterion", "bogus").err
    assert "criterion and rule are for tuning." in call(*told, "--criterion", "mcc").err
    assert "criterion and rule are for tuning." in call(*told, "--rule", "one-se").err
    assert "cannot be read" in call(*told, "--grid", "nowhere.json").err
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
    assert "plan: nested time 5/time 3: 5 trainings" in timed.err
    assert timed.errors("tree") == [None] * 5


# --- groups, times, weights ------------------------------------------------------------------------------------------


def test_groups_stay_together(call: Call, ferries: str) -> None:
    done = call(ferries, "--target", "ferry", "--model", "tree", "--group", "patient")
    assert "left out: patient (used as group)" in done.err
    assert "plan: 9-fold stratified grouped" in done.err
    said = pv.Predictions.load(done.folder).model("tree")
    groups = np.arange(N) % 9
    assert all(len(set(said.fold[groups[said.row] == g].tolist())) == 1 for g in range(9))


def test_times_are_respected(call: Call, ferries: str) -> None:
    told = (ferries, "--target", "ferry", "--model", "tree", "--time", "t")
    done = call(*told)
    assert "plan: time-ordered, 5 test blocks" in done.err
    said = pv.Predictions.load(done.folder).model("tree")
    # Time runs backwards in this table: the last rows are the oldest, and are only trained on.
    assert said.row[said.fold == 0].min() > said.row[said.fold == 4].max()
    assert said.row.max() == N - N // 6 - 1
    refused = call(*told, "--plan", "3-fold", out="refused")
    assert refused.code == 2
    assert "rows with a time order must be tested on later rows" in refused.err
    assert "--force" in refused.err
    forced = call(*told, "--plan", "3-fold", "--force", out="forced")
    assert forced.code == 0


def test_dates_are_times_only_if_their_order_is_clear(call: Call, tmp_path: Path) -> None:
    iso = [f"2024-{1 + i // 28:02d}-{1 + i % 28:02d}" for i in range(N)][::-1]
    german = [f"{int(day[8:])}.{int(day[5:7])}.2024" for day in iso]
    table = table_of(tmp_path / "dated.csv", {"bill": BILL, "iso": iso, "german": german, "ferry": FERRY})
    told = (table, "--target", "ferry", "--model", "tree")
    done = call(*told, "--time", "iso")
    said = pv.Predictions.load(done.folder).model("tree")
    assert said.row[said.fold == 0].min() > said.row[said.fold == 4].max()
    wrong = call(*told, "--time", "german", out="wrong")
    assert wrong.code == 2
    assert "the order of the times in column 'german' is not clear." in wrong.err


def test_weights(call: Call, ferries: str, tmp_path: Path) -> None:
    done = call(ferries, *QUICK, "--weight", "w")
    assert "left out: w (used as weight)" in done.err
    truth, weight = np.array(FERRY == "no"), 1 + np.arange(N) % 3
    said = pv.Predictions.load(done.folder)
    columns = said.columns()
    assert columns["weight"].tolist() == weight[columns["row"]].tolist()
    share = done.findings["models"]["baseline"]["measures"]["accuracy"]["value"]
    assert share == pytest.approx(max(np.average(truth, weights=weight), np.average(~truth, weights=weight)))
    text = call(ferries, *QUICK, "--weight", "patient", out="text")
    assert text.code == 2
    assert "sample_weight must be numbers" in text.err
    gaps = table_of(tmp_path / "gaps.csv", {"a": BILL, "w": gappy(weight, GAPS[0]), "ferry": FERRY})
    hole = call(gaps, *QUICK, "--weight", "w", out="hole")
    assert "MissingValues: column 'w' must be complete." in hole.err


def test_a_role_may_be_learned_from_if_asked(ferries: str) -> None:
    plain = read_table(ferries, "ferry", roles={"time": "t"})
    assert "t" not in plain.numeric
    both = read_table(ferries, "ferry", roles={"time": "t"}, numeric=["t"])
    assert "t" in both.numeric
    assert both.extra["time"].tolist() == list(range(N))[::-1]


# --- permutations ----------------------------------------------------------------------------------------------------


def test_permutations(call: Call, ferries: str) -> None:
    done = call(ferries, *QUICK, "--permutations", "19")
    assert "19 permutations for each model: at most 40 trainings" in done.err
    tested = done.findings["about"]["permutation"]
    assert list(tested) == ["tree"]
    assert tested["tree"]["p"] == pytest.approx(0.05)
    assert tested["tree"]["observed"] == done.findings["models"]["tree"]["measures"]["accuracy"]["value"]
    for number in ("0", "-3"):
        wrong = call(ferries, *QUICK, "--permutations", number, out="wrong")
        assert wrong.code == 2
        assert not wrong.folder.exists()


def test_permutations_keep_the_order_of_time(call: Call, tmp_path: Path) -> None:
    """The value that is compared is that of the run, although the rows are in no order."""
    order = GENERATOR.permutation(N)
    table = table_of(tmp_path / "shuffled.csv", {"bill": BILL, "t": order, "ferry": FERRY})
    done = call(table, "--target", "ferry", "--model", "tree", "--time", "t", "--permutations", "3")
    tested = done.findings["about"]["permutation"]["tree"]
    assert tested["observed"] == done.findings["models"]["tree"]["measures"]["accuracy"]["value"]


def test_permutations_of_a_failing_model_do_not_lose_the_rest(call: Call, ferries: str) -> None:
    done = call(ferries, *QUICK, "--model", "svm(C=-1)", "--permutations", "3")
    assert done.code == 0
    assert list(done.findings["about"]["permutation"]) == ["tree"]
    assert "svm(C=-1): no permutation test, because a training failed with InvalidParameterError" in done.err


# --- errors, resuming, exit codes ------------------------------------------------------------------------------------


def test_a_failing_training_is_recorded_or_stops(call: Call, ferries: str) -> None:
    told = (ferries, *QUICK, "--model", "svm(C=-1)")
    done = call(*told)
    assert done.code == 0
    assert "svm(C=-1): 2 of 2 trainings failed, first with InvalidParameterError: The 'C' parameter" in done.err
    assert list(done.findings["models"]) == ["baseline", "tree"]
    assert done.errors("tree") == [None, None]
    assert all("InvalidParameterError" in error for error in done.errors("svm(C=-1)"))
    stopped = call(*told, "--on-error", "stop", out="stopped")
    assert stopped.code == 2
    assert "FitFailed: svm(C=-1) could not be trained or asked" in stopped.err
    assert not (stopped.folder / "findings.json").exists()
    assert call(*told, "--on-error", "ignore", out="other").code == 2


def test_the_same_command_goes_on_where_it_was(call: Call, ferries: str) -> None:
    told = (ferries, *QUICK, "--model", "forest(n_estimators=5)")
    done = call(*told)
    parts = sorted((done.folder / "checkpoint").glob("*.part"))
    assert len(parts) == 6
    before = {part: part.stat().st_mtime_ns for part in parts[1:]}
    table = (done.folder / "predictions.parquet").read_bytes()
    parts[0].unlink()
    shutil.copy(done.folder / "findings.json", "first.json")
    again = call(*told)
    assert again.code == 0
    assert {part: part.stat().st_mtime_ns for part in parts[1:]} == before
    assert parts[0].exists()
    assert (done.folder / "predictions.parquet").read_bytes() == table
    assert json.loads(Path("first.json").read_text())["models"] == again.findings["models"]
    fresh = call(*told, out="fresh")
    assert (fresh.folder / "predictions.parquet").read_bytes() == table


def test_another_run_in_the_same_folder_is_refused(call: Call, ferries: str, tmp_path: Path) -> None:
    first = call(ferries, *QUICK)
    table, report = (first.folder / "predictions.parquet").read_bytes(), (first.folder / "report.html").read_bytes()
    changed = BILL.copy()
    changed[3] += 0.01
    columns = {"bill": changed, "sex": SEX, "ferry": FERRY}
    other = table_of(tmp_path / "other.csv", columns)
    for arguments, word in (
        ((ferries, *QUICK, "--seed", "1"), "another seed: was 0, is 1"),
        ((other, *QUICK), "another data"),
        ((ferries, *QUICK, "--model", "knn"), "knn was None"),
        ((ferries, *QUICK[:4], "--plan", "3-fold"), "another plan"),
        ((ferries, "--target", "mass", "--model", "tree", "--plan", "2-fold"), "another data"),
    ):
        done = call(*arguments)
        assert done.code == 2
        assert "BadInput: the checkpoint 'out/checkpoint' belongs to another run." in done.err
        assert word in done.err
        assert "start anew in another folder" in done.err
    assert (first.folder / "predictions.parquet").read_bytes() == table
    assert (first.folder / "report.html").read_bytes() == report


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--target", "nope"), "MissingColumn: the table has no column 'nope'."),
        (("--target", "ferry", "--group", "nope"), "MissingColumn"),
        (("--target", "ferry", "--drop", "nope"), "MissingColumn"),
        (("--target", "ferry", "--group", "ferry"), "column 'ferry' cannot be both."),
        (("--target", "ferry", "--drop", "ferry"), "Found: --target and --drop."),
        (("--target", "ferry", "--numeric", "mass", "--categorical", "mass"), "column 'mass' cannot be both."),
        (("--target", "ferry", "--numeric", "sex"), "BadInput: column 'sex' does not hold numbers."),
        (("--target", "ferry", "--plan", "bogus"), "there is no resampling scheme 'bogus'."),
        (("--target", "ferry", "--plan", "100-fold"), "there cannot be more folds than rows."),
        (("--target", "mass", "--plan", "2-fold stratified"), "stratified and class-wise schemes need classes."),
        (("--target", "ferry", "--task", "regression"), "must be numbers"),
        (("--target", "ferry", "--task", "guessing"), "task must be 'classification' or 'regression'."),
        (("--target", "ferry", "--missing", "maybe"), "Try: error or drop"),
        (("--target", "ferry", "--jobs", "0"), "at least one training at a time"),
        (("--target", "ferry", "--seed", "-1"), "random_state must be a whole number of at least 0"),
        (("--target", "ferry", "--level", "95"), "a level lies between 0 and 1."),
        (("--target", "ferry", "--seed", "x"), "Invalid value for '--seed'"),
        ((), "Missing option '--target'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_trained(
    call: Call, ferries: str, arguments: tuple[str, ...], message: str
) -> None:
    done = call(ferries, *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.out == ""
    assert not list(done.folder.glob("checkpoint/*.part"))


def test_files_that_are_not_there(call: Call, ferries: str, tmp_path: Path) -> None:
    done = call("nowhere.csv", "--target", "y")
    assert done.code == 2
    assert "UnreadableFile: there is no file 'nowhere.csv'." in done.err
    assert not done.folder.exists()
    (tmp_path / "taken").write_text("a file")
    taken = call(ferries, *QUICK, out="taken")
    assert taken.code == 2
    assert "'taken' cannot be made." in taken.err
    missing = call(ferries, *QUICK, "--json", "no/such.json")
    assert missing.code == 2
    assert (missing.folder / "findings.json").exists()


def test_jobs_do_not_change_the_results(call: Call, ferries: str, mine: str) -> None:
    told = (ferries, *QUICK, "--model", f"{mine}:tree")
    one, two = call(*told), call(*told, "--jobs", "2", out="two")
    assert (one.folder / "predictions.parquet").read_bytes() == (two.folder / "predictions.parquet").read_bytes()


def test_no_bar_without_a_terminal(call: Call, ferries: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = call(ferries, *QUICK)
    assert "training " not in done.err
    assert "━" not in done.err
    assert "\x1b" not in done.err + done.out
    for wanted in (None, False):
        with progress("training", 5, wanted) as move:
            move(1)
    assert capsys.readouterr().err == ""
    with progress("training", 2, True) as move:
        move(2)
    assert "2/2" in capsys.readouterr().err


# --- odd tables ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        "bill,ferry\r\n" + "".join(f"{b},{f}\r\n" for b, f in zip(BILL, FERRY, strict=True)),
        "\ufeffbill,ferry\n" + "".join(f"{b},{f}\n" for b, f in zip(BILL, FERRY, strict=True)),
        "bill\tferry\n" + "".join(f"{b}\t{f}\n" for b, f in zip(BILL, FERRY, strict=True)),
        'bill,"no\nte",ferry\n'
        + "".join(f'{b},"a\nb {i % 3}",{f}\n' for i, (b, f) in enumerate(zip(BILL, FERRY, strict=True))),
    ],
    ids=["windows", "bom", "tabs", "quoted line ends"],
)
def test_text_files_of_every_habit(call: Call, tmp_path: Path, content: str) -> None:
    (tmp_path / "odd.csv").write_bytes(content.encode())
    done = call("odd.csv", *QUICK)
    assert done.code == 0
    assert "numbers: bill" in done.err
    assert done.errors("tree") == [None, None]


def test_decimal_commas(call: Call, tmp_path: Path) -> None:
    commas = {name: [str(v).replace(".", ",") for v in values] for name, values in (("bill", BILL), ("mass", MASS))}
    done = call(
        table_of(tmp_path / "european.csv", commas, ";"), "--target", "mass", "--model", "tree", "--plan", "2-fold"
    )
    assert done.code == 0
    assert done.err.startswith("regression of mass, 90 rows\nnumbers: bill\n")
    assert "decimal commas were read as points: bill, mass" in done.err
    points = table_of(tmp_path / "points.csv", {"bill": BILL, "mass": MASS})
    same = call(points, "--target", "mass", "--model", "tree", "--plan", "2-fold", out="same")
    assert same.findings["models"] == done.findings["models"]


def test_hostile_names_stay_names(call: Call, tmp_path: Path) -> None:
    target, evil = "</script><script>alert(1)</script>", "[red]\x1b[31m🐧"
    columns = {evil: BILL, target: [f"{f}</script>" for f in FERRY], '"he said ""hi"""': np.arange(N) % 3}
    done = call(table_of(tmp_path / "names.csv", columns), "--target", target, *QUICK[2:])
    assert done.code == 0
    report = (done.folder / "report.html").read_text(encoding="utf-8")
    assert "<script>alert" not in report
    assert "yes</script>" not in report
    assert "\x1b" not in done.err + done.out
    assert 'numbers: [red]?[31m🐧, he said "hi"' in done.err


def test_targets_that_cannot_be_learned(call: Call, tmp_path: Path) -> None:
    for values, message in (
        (["p"] * N, "BadLabels: there is only one class to learn."),
        ([f"name {i}" for i in range(N)], "BadLabels: the target has about as many labels as rows."),
        ([None] * N, "EmptyData: no row has a target."),
        (gappy(FERRY, GAPS[0]), "MissingValues: the target 'ferry' is missing in some rows."),
        (["inf", *BILL[1:]], "BadInput: column 'ferry' holds infinite values."),
    ):
        done = call(table_of(tmp_path / "odd.csv", {"a": MASS, "ferry": values}), *QUICK)
        assert done.code == 2
        assert message in done.err
    names = {"a": BILL, "y": [f"name {i}" for i in range(N)]}
    said = experiment(names, target="y", task="classification", models=["tree"], plan="hold-out 70/30")
    assert len(said.labels) == N


def test_rows_without_a_target_are_dropped_if_asked(call: Call, tmp_path: Path) -> None:
    kept = int((~GAPS[0]).sum())
    for values in (gappy(np.where(FERRY == "yes", "true", "false"), GAPS[0]), gappy(FERRY, GAPS[0])):
        done = call(table_of(tmp_path / "odd.csv", {"a": BILL, "ferry": values}), *QUICK, "--missing", "drop")
        assert done.code == 0
        assert f"{N - kept} rows without a target were dropped" in done.err
        assert done.findings["n"] == kept
        assert done.errors("tree") == [None, None]
        shutil.rmtree(done.folder)


def test_whole_numbers_are_classes_if_they_are_few(call: Call, tmp_path: Path) -> None:
    few = call(table_of(tmp_path / "few.csv", {"a": BILL, "y": np.arange(N) % 5}), "--target", "y", *QUICK[2:])
    assert few.err.startswith("classification of y: 5 classes (0, 1, 2, 3, 4)")
    assert "name the task if they are not" in few.err
    lines: list[str] = []
    many = {"a": BILL, "y": np.arange(N) % 45}
    said = experiment(many, target="y", models=["tree"], plan="2-fold", say=lines.append)
    assert lines[0] == "regression of y, 90 rows"
    said = experiment(many, target="y", task="classification", models=["tree"], plan="2-fold")
    assert len(said.labels) == 45


# --- the table -------------------------------------------------------------------------------------------------------


def test_kinds_of_columns_by_hand() -> None:
    table = read_table(
        {
            "id": [3, 1, 2, 4, 5, 6],
            "valid": [1.5, 2.5, 0.5, 3.5, 4.5, 5.5],
            "CustomerId": ["a", "b", "c", "d", "e", "f"],
            "flag": [True, False, True, True, False, False],
            "colour": ["r", "g", None, "r", "b", "b"],
            "constant": [7, 7, 7, 7, 7, 7],
            "constant gaps": [7.0, np.nan, 7, 7, 7, 7],
            "word gaps": ["x", None, "x", "x", "x", "x"],
            "empty": [np.nan] * 6,
            "copy": ["p", "q", "p", "q", "p", "q"],
            "day": [f"2024-01-0{i}" for i in (1, 1, 2, 3, 3, 4)],
            "moment": [f"2024-01-0{i} 10:30:00.5" for i in (1, 1, 2, 3, 3, 4)],
            "price": ["1,5", "0,25", None, "3", "-2,0", "4,125"],
            "size": ["1,500", "2,250", "3", "4", "5", "6"],
            "y": ["p", "q", "p", "q", "p", "q"],
        },
        "y",
    )
    assert table.numeric == ("valid", "flag", "price")
    assert table.categorical == ("colour", "word gaps", "size")
    reasons = {name: why.partition(";")[0] for name, why in table.left_out.items()}
    assert reasons == {
        "id": "an identifier",
        "CustomerId": "an identifier",
        "constant": "one value only",
        "constant gaps": "one value only",
        "empty": "no values",
        "copy": "a copy of the target",
        "day": "dates",
        "moment": "dates",
    }
    assert table.missing == {"colour": 1, "word gaps": 1, "price": 1}
    assert table.commas == ("price",)
    expected = [
        [1.5, 1, 1.5, 2, 0, 0],
        [2.5, 0, 0.25, 1, np.nan, 1],
        [0.5, 1, np.nan, np.nan, 0, 2],
        [3.5, 1, 3, 2, 0, 3],
        [4.5, 0, -2, 0, 0, 4],
        [5.5, 0, 4.125, 0, 0, 5],
    ]
    np.testing.assert_array_equal(table.X, expected)
    assert table.y.tolist() == ["p", "q", "p", "q", "p", "q"]
    assert list(table.frame) == [*table.numeric, *table.categorical]
    assert table.words()[:2] == ["numbers: valid, flag, price", "categories: colour, word gaps, size"]


def test_what_the_user_says_is_so() -> None:
    columns = {
        "id": [1, 2, 3, 4],
        "size": ["1", "2", "3", "10"],
        "zip": [10115, 10117, 10115, 10119],
        "y": [0, 1, 0, 1],
    }
    table = read_table(columns, "y", numeric=["id", "size"], categorical=["zip"])
    assert (table.numeric, table.categorical, table.left_out) == (("id", "size"), ("zip",), {})
    np.testing.assert_array_equal(table.X, [[1, 1, 0], [2, 2, 1], [3, 3, 0], [4, 10, 2]])
    dropped = read_table(columns, "y", drop=["id", "size"])
    assert dropped.left_out == {"id": "as asked", "size": "as asked"}
    commas = {"code": ["1,2", "3", "2,4", "1"], "y": [0, 1, 0, 1]}
    assert read_table(commas, "y", categorical=["code"]).categorical == ("code",)


def test_texts_and_categories() -> None:
    words = np.array([f"w{i}" for i in range(60)], object)
    assert kind_of_column(words, "note", "text") == ("left out", "60 different texts in 60 rows")
    assert kind_of_column(words[:50], "note", "text") == ("category", "")
    assert kind_of_column(np.tile(words, 3), "note", "text") == ("category", "")
    assert kind_of_column(np.array([1.5, 2.5, 3.5]), "id", "number") == ("number", "")
    assert kind_of_column(np.array([1, 2, 2]), "id", "number") == ("number", "")
    assert kind_of_column(np.array([1, 2, 3]), "paid", "number") == ("number", "")


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["1,5", "2"], [1.5, 2]),
        (["0,500", "20,000"], [0.5, 20]),
        (["+1,25", "-3"], [1.25, -3]),
        (["1,500", "20,000", "0"], None),
        (["1,2,3", "4"], None),
        (["1,5", "x"], None),
        (["10", "20"], None),
        ([None, None], None),
    ],
)
def test_decimal_commas_and_thousands(texts: list[Any], numbers: list[float] | None) -> None:
    found = pointed(np.array(texts, object))
    assert (None if found is None else found.tolist()) == numbers


def test_tables_that_are_refused() -> None:
    with pytest.raises(MissingColumn, match="no column 'z'"):
        read_table({"a": [1, 2], "y": [0, 1]}, "z")
    with pytest.raises(AmbiguousColumn, match="no column is left"):
        read_table({"y": [0, 1]}, "y")
    with pytest.raises(EmptyData, match="no row has a target"):
        read_table({"a": [1.0, 2.0], "y": [np.nan, np.nan]}, "y")
    with pytest.raises(MissingValues, match="target 'y' is missing"):
        read_table({"a": [1.0, 2.0], "y": [np.nan, 1.0]}, "y")
    with pytest.raises(BadInput, match="'a' holds infinite values"):
        read_table({"a": [1.0, np.inf], "y": [0, 1]}, "y")


def test_preprocessing_knows_training_rows_only() -> None:
    """Medians, means, spreads and categories by hand, from the first five rows of eight."""
    table = read_table(
        {
            "x": [1.0, 2.0, np.nan, 4.0, 9.0, 1000.0, np.nan, -500.0],
            "c": ["a", "b", "a", None, "b", "new", "a", None],
            "y": [0, 1, 0, 1, 0, 1, 0, 1],
        },
        "y",
    )
    model = preprocessed(LogisticRegression(), table).fit(table.X[:5], table.y[:5])
    filled = np.array([1.0, 2.0, 3.0, 4.0, 9.0])  # the median of 1, 2, 4, 9 is 3
    mean, spread = filled.mean(), filled.std()
    seen = model.named_steps["prepare"].transform(table.X)
    np.testing.assert_allclose(seen[:5, 0], (filled - mean) / spread)
    np.testing.assert_allclose(seen[5:, 0], (np.array([1000.0, 3.0, -500.0]) - mean) / spread)
    a, b, gap, new = [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]
    np.testing.assert_array_equal(seen[:, 1:], [a, b, a, gap, b, new, a, gap])


def test_no_training_part_sees_its_test_rows(call: Call, penguins: str, mine: str) -> None:
    """The matrices that the learner was given are those of the training rows alone, computed by hand."""
    name = f"{mine}:Recorder"
    done = call(penguins, "--target", "species name", "--model", name, "--plan", "3-fold", "--drop", "mass")
    said = pv.Predictions.load(done.folder).model(name)
    table = read_table(penguins, "species name", drop=["mass"])
    seen = sys.modules[mine].Recorder.seen
    assert len(seen) == 3
    bill, codes = table.X[:, 0], table.X[:, 1:]
    for fold, (matrix, labels) in enumerate(seen):
        rows = np.setdiff1d(np.arange(N), said.row[said.fold == fold])
        known = np.where(np.isnan(bill[rows]), np.nanmedian(bill[rows]), bill[rows])
        expected = [(known - known.mean()) / known.std()]
        for column in codes[rows].T:
            there = np.unique(column[~np.isnan(column)])
            expected += [(column == code).astype(float) for code in there]
            expected += [np.isnan(column).astype(float)] * bool(np.isnan(column).any())
        by_hand = np.column_stack(expected)
        assert matrix.shape == by_hand.shape
        np.testing.assert_allclose(sorted(matrix.tolist()), sorted(by_hand.tolist()), atol=1e-12)
        assert sorted(labels.tolist()) == sorted(SPECIES[rows].tolist())


def test_experiment_from_python_says_what_it_guesses() -> None:
    lines: list[str] = []
    said = experiment(
        {"bill": BILL, "sex": SEX, "ferry": FERRY}, target="ferry", models=["tree"], plan="2-fold", say=lines.append
    )
    assert list(said.models) == ["baseline", "tree"]
    assert said.about["guesses"] == lines[:-1]
    assert said.about["target"] == "ferry"
    assert any("sex" in line and "categor" in line for line in lines)
