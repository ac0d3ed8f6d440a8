"""The command line as users meet it: what it prints, real files, exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv

from .cli.command import Done, process, run

COMMANDS = (
    "evaluate",
    "run",
    "compare",
    "gate",
    "plan-size",
    "explain",
    "measures",
    "render",
    "table",
    "plot",
    "serve",
    "demo",
)
HEAVY = ("sklearn", "duckdb", "matplotlib", "scipy", "pandas")

N = 60
GENERATOR = np.random.default_rng(7)
TRUTH = GENERATOR.integers(0, 2, N)
SCORE_A = np.round(np.clip(TRUTH * 0.3 + GENERATOR.random(N) * 0.7, 0, 1), 2)
SCORE_B = np.round(np.clip(TRUTH * 0.1 + GENERATOR.random(N) * 0.9, 0, 1), 2)
SITE = np.array(["north", "south", "south"])[np.arange(N) % 3]
WEIGHT = np.array([1, 3])[np.arange(N) % 2]
CLASSES = np.array(["ant", "bee", "cow"])[np.arange(N) % 3]
PROBA = np.round(GENERATOR.dirichlet([1, 1, 1], N), 3)
PROBA[:, 2] = np.round(1 - PROBA[:, 0] - PROBA[:, 1], 3)
TARGET = np.round(GENERATOR.normal(10, 3, N), 3)
GUESS = np.round(TARGET + GENERATOR.normal(0, 1, N), 3)


def strict_json(text: str) -> Any:
    """JSON that holds no NaN or Infinity."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def write(path: Path, **columns: Any) -> str:
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path.name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of every shape; tests only read them."""
    here = tmp_path_factory.mktemp("tables")
    both = {"score_A": SCORE_A, "score_B": SCORE_B}
    write(here / "one.csv", y_true=TRUTH, score=SCORE_A)
    write(here / "wide.csv", y=TRUTH, **both, site=SITE, w=WEIGHT)
    twice = np.tile(TRUTH, 2)
    write(here / "long.csv", model=["A"] * N + ["B"] * N, y=twice, score=np.concatenate([SCORE_A, SCORE_B]))
    write(here / "classes.csv", y=CLASSES, **{f"proba_{c}": PROBA[:, i] for i, c in enumerate(("ant", "bee", "cow"))})
    write(here / "regression.csv", target=TARGET, prediction=GUESS)
    write(here / "labels.csv", truth=np.where(TRUTH, "yes", "no"), pred=np.where(SCORE_A >= 0.5, "yes", "no"))
    gaps = [str(s) for s in SCORE_A]
    gaps[3] = gaps[17] = ""
    write(here / "gaps.csv", y=TRUTH, score=gaps)
    return here


def found_in(folder: Path, *arguments: str) -> dict[str, Any]:
    """The findings of an evaluation, from standard output."""
    done = run("evaluate", *arguments, "--json", "-", cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = strict_json(done.stdout)
    return found


def accuracy(score: Any = SCORE_A, threshold: float = 0.5, weight: Any = None) -> float:
    return float(np.average((score >= threshold) == TRUTH, weights=weight))


def auc(truth: Any, score: Any) -> float:
    """By its definition: the share of pairs in the right order, ties counted half."""
    positives, negatives = score[truth == 1][:, None], score[truth == 0]
    return float(np.mean((positives > negatives) + 0.5 * (positives == negatives)))


# --- evaluate --------------------------------------------------------------------------------------------------------


def test_guesses_are_printed_with_the_table(folder: Path) -> None:
    done = run("evaluate", "one.csv", cwd=folder)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "guessed: truth is column 'y_true'" in done.stdout
    assert "guessed: score is column 'score'" in done.stdout
    assert f"{N} rows · 1 model · classification · positive: 1 · intervals at 95 %" in done.stdout
    line = next(line for line in done.stdout.splitlines() if line.startswith("accuracy "))
    assert f"{accuracy():.2f}" in line
    assert re.search(r"\[0\.\d+, 0\.\d+\]", line)


def test_named_columns_are_not_called_guesses(folder: Path) -> None:
    done = run("evaluate", "one.csv", "--truth", "y_true", "--score", "score", cwd=folder)
    assert done.returncode == 0
    assert "guessed" not in done.stdout


def test_wide_table(folder: Path) -> None:
    found = found_in(folder, "wide.csv", "--score", "score_A", "--score", "score_B")
    assert list(found["models"]) == ["A", "B"]
    for name, score in (("A", SCORE_A), ("B", SCORE_B)):
        measures = found["models"][name]["measures"]
        assert measures["auc"]["value"] == pytest.approx(auc(TRUTH, score))
        assert measures["accuracy"]["value"] == pytest.approx(accuracy(score))


def test_long_table_gives_what_the_wide_one_gives(folder: Path) -> None:
    long, wide = found_in(folder, "long.csv"), found_in(folder, "wide.csv")
    assert "models are named in column 'model'" in long["about"]["guesses"]
    assert long["models"] == wide["models"]
    named = found_in(folder, "long.csv", "--model", "model", "--truth", "y", "--score", "score")
    assert named["about"]["guesses"] == []
    assert named["models"] == wide["models"]


def test_class_probabilities(folder: Path) -> None:
    found = found_in(folder, "classes.csv")
    model = found["models"]["model"]
    chosen = np.array(["ant", "bee", "cow"])[PROBA.argmax(axis=1)]
    assert found["positive"] is None
    assert model["measures"]["accuracy"]["value"] == pytest.approx(np.mean(chosen == CLASSES))
    assert model["confusion"]["labels"] == ["ant", "bee", "cow"]
    assert model["confusion"]["counts"][0][1] == np.sum((CLASSES == "ant") & (chosen == "bee"))
    recall = model["classes"]["bee"]["measures"]["recall"]["value"]
    assert recall == pytest.approx(np.mean(chosen[CLASSES == "bee"] == "bee"))
    assert model["classes"]["cow"]["measures"]["auc"]["value"] == pytest.approx(auc(CLASSES == "cow", PROBA[:, 2]))


def test_regression(folder: Path) -> None:
    found = found_in(folder, "regression.csv")
    model = found["models"]["model"]
    assert found["task"] == "regression"
    assert model["measures"]["rmse"]["value"] == pytest.approx(np.sqrt(np.mean((TARGET - GUESS) ** 2)))
    assert model["measures"]["mae"]["value"] == pytest.approx(np.mean(np.abs(TARGET - GUESS)))
    assert model["baseline"]["rmse"] == pytest.approx(np.std(TARGET))
    assert model["confusion"] is None


def test_the_task_can_be_named(folder: Path) -> None:
    found = found_in(folder, "wide.csv", "--truth", "y", "--predicted", "score_A", "--task", "regression")
    assert found["task"] == "regression"
    mse = found["models"]["score_A"]["measures"]["mse"]["value"]
    assert mse == pytest.approx(np.mean((TRUTH - SCORE_A) ** 2))


def test_predicted_labels_and_the_positive_one(folder: Path) -> None:
    found = found_in(folder, "labels.csv", "--truth", "truth", "--predicted", "pred", "--positive", "yes")
    assert found["positive"] == "yes"
    confusion = found["models"]["model"]["confusion"]
    called = SCORE_A >= 0.5
    expected = [[np.sum(called & (t == TRUTH)) for called in (called, ~called)] for t in (1, 0)]
    assert confusion == {"labels": ["yes", "no"], "counts": expected}


def test_slices(folder: Path) -> None:
    found = found_in(folder, "wide.csv", "--by", "site", "--by", "w", "--score", "score_A")
    slices = {(part["by"], part["value"]): part for part in found["slices"]}
    assert list(slices) == [("site", "north"), ("site", "south"), ("w", 1), ("w", 3)]
    north = slices["site", "north"]
    assert north["n"] == 20
    expected = np.mean((SCORE_A >= 0.5)[SITE == "north"] == TRUTH[SITE == "north"])
    assert north["measures"]["accuracy"]["value"] == pytest.approx(expected)
    assert north["measures"]["auc"]["value"] == pytest.approx(auc(TRUTH[SITE == "north"], SCORE_A[SITE == "north"]))


def test_weights(folder: Path) -> None:
    found = found_in(folder, "wide.csv", "--score", "score_A", "--weight", "w")
    measures = found["models"]["A"]["measures"]
    assert measures["accuracy"]["value"] == pytest.approx(accuracy(weight=WEIGHT))
    assert measures["accuracy"]["n"] == pytest.approx(WEIGHT.sum() ** 2 / (WEIGHT**2).sum())
    assert found["about"]["weight"] == "w"


def test_clusters_change_intervals_but_not_values(folder: Path) -> None:
    alone = found_in(folder, "wide.csv", "--score", "score_A")["models"]["A"]["measures"]
    grouped = found_in(folder, "wide.csv", "--score", "score_A", "--group", "site")
    measures = grouped["models"]["A"]["measures"]
    assert grouped["about"]["groups"] == "site"
    for name in ("accuracy", "auc", "f1", "brier"):
        assert measures[name]["value"] == pytest.approx(alone[name]["value"])
        assert measures[name]["low"] != alone[name]["low"]


def test_threshold(folder: Path) -> None:
    found = found_in(folder, "one.csv", "--threshold", "0.7")
    model = found["models"]["model"]
    assert model["threshold"] == 0.7
    assert model["measures"]["accuracy"]["value"] == pytest.approx(accuracy(threshold=0.7))
    assert "threshold-default" not in [note["code"] for note in found["notes"]]


def test_a_threshold_of_zero_is_a_threshold(folder: Path) -> None:
    found = found_in(folder, "one.csv", "--threshold", "0")
    assert found["models"]["model"]["threshold"] == 0
    assert found["models"]["model"]["measures"]["recall"]["value"] == 1


@pytest.mark.parametrize(
    ("options", "fp", "fn", "prior"),
    [
        (["--cost-fp", "2", "--cost-fn", "7"], 2, 7, None),
        (["--cost-fn", "5"], 1, 5, None),
        (["--prior", "0.1"], 1, 1, 0.1),
        (["--cost-fp", "2", "--cost-fn", "7", "--prior", "0.1"], 2, 7, 0.1),
    ],
)
def test_costs(options: list[str], fp: float, fn: float, prior: float | None, folder: Path) -> None:
    found = found_in(folder, "one.csv", *options)
    called = SCORE_A >= 0.5
    fpr, fnr = called[TRUTH == 0].mean(), 1 - called[TRUTH == 1].mean()
    p = TRUTH.mean() if prior is None else prior
    cost = found["models"]["model"]["measures"]["expected_cost"]["value"]
    assert cost == pytest.approx(fp * (1 - p) * fpr + fn * p * fnr)
    assert found["about"]["costs"] == {"fp": fp, "fn": fn, "prior": prior}


def test_no_costs_no_expected_cost(folder: Path) -> None:
    assert "expected_cost" not in found_in(folder, "one.csv")["models"]["model"]["measures"]


def test_level(folder: Path) -> None:
    wide = found_in(folder, "one.csv")["models"]["model"]["measures"]
    found = found_in(folder, "one.csv", "--level", "0.8")
    narrow = found["models"]["model"]["measures"]
    assert found["level"] == 0.8
    for name in ("accuracy", "auc", "mcc", "brier"):
        assert wide[name]["low"] < narrow[name]["low"] < narrow[name]["high"] < wide[name]["high"]


def test_missing_rows_are_dropped_on_demand(folder: Path) -> None:
    refused = run("evaluate", "gaps.csv", cwd=folder)
    assert refused.returncode == 2
    assert "missing in score 2 of 60 rows" in refused.stderr
    found = found_in(folder, "gaps.csv", "--missing", "drop")
    assert found["n"] == N - 2
    assert found["about"]["dropped"] == 2
    note = next(note for note in found["notes"] if note["code"] == "rows-dropped")
    assert note["message"].startswith("2 rows")


def test_files_are_written_and_the_table_still_printed(folder: Path, tmp_path: Path) -> None:
    path = str(folder / "one.csv")
    done = run("evaluate", path, "--json", "f.json", "--html", "r.html", "--title", "A <b> title", cwd=tmp_path)
    assert done.returncode == 0
    assert "accuracy" in done.stdout
    assert "r.html" in done.stderr
    assert "f.json" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["f.json", "r.html"]
    saved = strict_json((tmp_path / "f.json").read_text(encoding="utf-8"))
    expected = strict_json(run("evaluate", path, "--json", "-", "--title", "A <b> title").stdout)
    # Each knows the command that made it; all else is the same.
    assert saved["about"].pop("command").endswith("--json f.json --html r.html --title 'A <b> title'")
    assert expected["about"].pop("command").endswith("--json - --title 'A <b> title'")
    assert saved == expected
    report = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert report == (pv.Findings.load(tmp_path / "f.json").save(tmp_path / "again.html")).read_text(encoding="utf-8")
    assert "<title>A &lt;b&gt; title</title>" in report


def test_json_on_standard_output_stands_alone(folder: Path, tmp_path: Path) -> None:
    done = run("evaluate", str(folder / "one.csv"), "--json", "-", "--html", "r.html", cwd=tmp_path)
    assert done.returncode == 0
    assert strict_json(done.stdout)["probative"] == 1
    assert done.stdout.count("\n") == 1
    assert (tmp_path / "r.html").exists()


def test_odd_names_of_files_are_printed_as_they_are(folder: Path, tmp_path: Path) -> None:
    """Neither markup nor emoji are meant by a file's name."""
    done = run("evaluate", str(folder / "one.csv"), "--html", "[red]a:smile:b.html", cwd=tmp_path)
    assert (tmp_path / "[red]a:smile:b.html").exists()
    assert "[red]a:smile:b.html" in done.stderr


def test_equal_seeds_give_equal_findings(folder: Path) -> None:
    first, second = (call("evaluate", "wide.csv", "--seed", "3", "--json", "-", cwd=folder) for call in (run, process))
    assert first == second
    assert strict_json(first.stdout)["seed"] == 3


def test_output_that_is_no_terminal_keeps_every_interval(tmp_path: Path) -> None:
    """Nine models do not fit any screen, but a pipe has no edge."""
    scores = {f"score_a_rather_long_name_{i}": np.roll(SCORE_A, i) for i in range(9)}
    write(tmp_path / "many.csv", y=TRUTH, **scores)
    done = run("evaluate", "many.csv", cwd=tmp_path)
    line = next(line for line in done.stdout.splitlines() if line.startswith("accuracy "))
    assert len(re.findall(r"\[\d\.\d+, \d\.\d+\]", line)) == 9


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_knows_few_characters(folder: Path, encoding: str) -> None:
    """Windows pipes speak cp1252, in which there is no minus sign and no infinity."""
    for arguments in (["demo"], ["evaluate", "wide.csv"], ["measures"]):
        done = run(*arguments, cwd=folder, encoding=encoding)
        assert done.returncode == 0, (arguments, done.stderr[-300:])


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """A column's name must not move the cursor, in the table or in the notes."""
    write(tmp_path / "evil.csv", **{"y": TRUTH, "score_\x1b[2Jx": 1 - SCORE_A})
    done = run("evaluate", "evil.csv", "--truth", "y", "--score", "score_\x1b[2Jx", cwd=tmp_path)
    assert done.returncode == 0
    assert "ranks worse than chance" in done.stdout
    assert "\x1b" not in done.stdout
    done = run("evaluate", "evil.csv", "--truth", "z", cwd=tmp_path)
    assert "MissingColumn" in done.stderr
    assert "\x1b" not in done.stderr


# --- findings.json ---------------------------------------------------------------------------------------------------

TOP = {"probative", "kind", "n", "level", "positive", "seed", "models", "slices", "comparisons", "notes"}
MODEL = {"threshold", "confusion", "measures", "classes", "roc"}
ESTIMATE = {"value", "low", "high", "method", "n", "why"}
NOTE = {"code", "severity", "requirement", "message", "remedy", "model"}


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["wide.csv", "--by", "site"], id="two models"),
        pytest.param(["classes.csv"], id="classes"),
        pytest.param(["regression.csv"], id="regression"),
        pytest.param(["one.csv", "--threshold", "2"], id="undefined measures"),
    ],
)
def test_layout_of_findings(arguments: list[str], folder: Path) -> None:
    found = found_in(folder, *arguments)
    assert set(found) >= TOP
    assert (found["probative"], found["kind"], found["n"], found["level"]) == (1, "evaluation", N, 0.95)
    assert isinstance(found["slices"], list)
    assert isinstance(found["comparisons"], list)
    for model in found["models"].values():
        assert set(model) >= MODEL
        parts = [model["measures"], *(part["measures"] for part in model["classes"].values())]
        parts += [part["measures"] for part in found["slices"]]
        for name, estimate in ((name, e) for part in parts for name, e in part.items()):
            assert set(estimate) == ESTIMATE
            assert isinstance(estimate["n"], int | float)
            if estimate["value"] is None:
                assert estimate["why"], name
                assert estimate["low"] is None
                assert estimate["high"] is None
        if model["confusion"]:
            assert np.sum(model["confusion"]["counts"]) == N
            assert len(model["confusion"]["labels"]) == len(model["confusion"]["counts"])
        if model["roc"]:
            assert len(model["roc"]["fpr"]) == len(model["roc"]["tpr"]) == len(model["roc"]["thresholds"])
    for note in found["notes"]:
        assert set(note) >= NOTE
        assert note["severity"] in ("error", "warning", "note")
        assert re.fullmatch(r"R\d+", note["requirement"])
        assert note["remedy"]
    ranks = [("error", "warning", "note").index(note["severity"]) for note in found["notes"]]
    assert ranks == sorted(ranks)


def test_an_undefined_measure_is_null_with_a_reason(folder: Path) -> None:
    measures = found_in(folder, "one.csv", "--threshold", "2")["models"]["model"]["measures"]
    assert measures["precision"]["value"] is None
    assert measures["precision"]["why"] == "no predicted positives"
    done = run("evaluate", "one.csv", "--threshold", "2", cwd=folder)
    assert re.search(r"^undefined \(no predicted positives\): .*precision", done.stdout, re.MULTILINE)


# --- measures, render, demo ------------------------------------------------------------------------------------------


def test_measures_lists_them_all() -> None:
    done = run("measures")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    for measure in pv.measures():
        row = next(line for line in lines if re.match(rf"{measure.name}\s+{measure.needs.__name__}\s", line))
        assert measure.formula in row
        assert f" {measure.better} " in row


def test_measures_explains_one() -> None:
    done = run("measures", "mcc")
    assert done.returncode == 0
    assert done.stdout.startswith("mcc: ")
    assert "(TP TN - FP FN) / sqrt" in done.stdout
    assert "range       -1 to 1, better: higher" in done.stdout
    assert "intervals   " in done.stdout


@pytest.mark.parametrize("alias", ["tpr", "sensitivity", "True Positive Rate", "neg_recall"])
def test_measures_knows_aliases(alias: str) -> None:
    done = run("measures", alias)
    assert done.returncode == 0
    assert done.stdout.startswith("recall: ")


def test_measures_as_json(tmp_path: Path) -> None:
    printed = strict_json(run("measures", "--json", "-").stdout)
    assert [fact["name"] for fact in printed] == [measure.name for measure in pv.measures()]
    assert run("measures", "--json", "m.json", cwd=tmp_path).returncode == 0
    assert strict_json((tmp_path / "m.json").read_text(encoding="utf-8")) == printed
    recall = next(fact for fact in printed if fact["name"] == "recall")
    assert (recall["low"], recall["high"], recall["better"]) == (0, 1, "higher")
    assert "sensitivity" in recall["aka"]
    assert recall["methods"][0] == "wilson"


def test_an_unknown_measure_is_named_with_its_neighbours() -> None:
    done = run("measures", "acuracy")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("UnknownMeasure: there is no measure 'acuracy'.")
    assert "accuracy" in done.stderr.splitlines()[1]


def test_render_a_saved_file(folder: Path, tmp_path: Path) -> None:
    path = pv.evaluate(folder / "wide.csv").save(tmp_path / "findings.json")
    done = run("render", path.name, "-o", "report.html", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "accuracy" in done.stdout
    again = run("render", path.name, "--json", "-", cwd=tmp_path)
    assert strict_json(again.stdout) == strict_json(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (None, "UnreadableFile"),
        (b"{", "BadFormat"),
        (b"[]", "BadFormat"),
        (b'{"probative": 2, "models": {}}', "BadFormat"),
        (b"\xff\xfe\x00", "BadFormat"),
    ],
)
def test_render_refuses_what_is_not_findings(content: bytes | None, kind: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "f.json").write_bytes(content)
    done = run("render", "f.json", "-o", "report.html", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{kind}: ")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report.html").exists()


def test_demo(tmp_path: Path) -> None:
    done = run("demo", "--html", "report.html", "--json", "findings.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "569 rows · 2 models · classification · positive: malignant" in done.stdout
    found = strict_json((tmp_path / "findings.json").read_text(encoding="utf-8"))
    assert list(found["models"]) == ["logistic", "knn"]
    assert "guessed" not in done.stdout
    assert (tmp_path / "report.html").stat().st_size > 10_000


# --- how it behaves --------------------------------------------------------------------------------------------------


def test_version() -> None:
    for call in (run, process):
        assert call("--version") == Done(0, f"probative {pv.__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Example: probative {command}" in done.stdout
    assert "--json" in done.stdout


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(re.search(rf"^  {command} ", done.stdout, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize("arguments", [["evaluate"], ["no-such-command"], ["evaluate", "x.csv", "--level", "high"]])
def test_a_wrong_call(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_input_is_a_message_on_standard_error(tmp_path: Path) -> None:
    done = run("evaluate", "none.csv", "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "UnreadableFile: there is no file 'none.csv'.\n  Try: check the path\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [["--debug", "evaluate", "none.csv"], ["evaluate", "none.csv", "--debug"]])
def test_debug_shows_the_traceback(arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode != 0
    assert "Traceback (most recent call last)" in done.stderr
    assert "probative.errors.UnreadableFile: there is no file 'none.csv'." in done.stderr


def closed_pipe(*arguments: str, buffered: bool) -> tuple[int, bytes]:
    """Exit code and standard error of a call whose output nobody reads."""
    call = [sys.executable, *([] if buffered else ["-u"]), "-m", "probative", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(call, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    return process.returncode, said


@pytest.mark.parametrize("arguments", [["measures"], ["measures", "--json", "-"], ["measures", "mcc"]], ids=" ".join)
@pytest.mark.parametrize("buffered", [True, False])
def test_a_reader_that_has_seen_enough_hears_no_complaint(arguments: list[str], buffered: bool) -> None:
    """`probative measures | head -1` in a script that stops at errors; 1 is kept for gates that fail."""
    assert closed_pipe(*arguments, buffered=buffered) == (0, b"")


# --- the package -----------------------------------------------------------------------------------------------------


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = process(code=code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert python(f"import sys, probative; print([m for m in {HEAVY} if m in sys.modules])") == "[]\n"


@pytest.mark.parametrize("arguments", [["--help"], ["evaluate", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = f"""
import sys
from probative.cli import main
try:
    main({arguments})
except SystemExit as end:
    assert not end.code
print([m for m in {HEAVY} if m in sys.modules])
"""
    assert python(code).splitlines()[-1] == "[]"


def test_functions_stay_functions_whatever_is_imported_first() -> None:
    """Each time the package is loaded anew, beginning with another of its rooms."""
    code = """
import importlib, sys
from types import FunctionType, ModuleType

for first in ("evaluation", "measurement", "predictions", "cli", "report", "predictions.tally", "findings"):
    for name in [name for name in sys.modules if name.partition(".")[0] == "probative"]:
        del sys.modules[name]
    importlib.import_module(f"probative.{first}")
    import probative as pv

    functions = (pv.evaluate, pv.measures, pv.tally, pv.estimate, pv.roc)
    assert all(isinstance(f, FunctionType) for f in functions), first
    rooms = [name for name in pv.__all__ if isinstance(getattr(pv, name), ModuleType)]
    assert rooms == ["resampling", "stats"], (first, rooms)
    print(pv.evaluate({"y": [1, 0], "score": [0.9, 0.1]}).n, len(pv.measures()) > 30)
"""
    assert python(code) == "2 True\n" * 7


def test_every_public_name_exists_and_is_listed() -> None:
    code = """
import probative as pv
assert set(pv.__all__) <= set(dir(pv))
assert all(getattr(pv, name) is not None for name in pv.__all__)
namespace = {}
exec("from probative import *", namespace)
print(sorted(set(pv.__all__) - set(namespace)))
"""
    assert python(code) == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pv.nothing  # noqa: B018
