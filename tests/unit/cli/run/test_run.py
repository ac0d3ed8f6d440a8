"""probative run as users meet it: a table and a target are enough; errors, resuming, exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import probative as pv
from probative.cli import main
from probative.sources.progress import progress

from ...penguins import BILL, FERRY, GAPS, GENERATOR, MASS, QUICK, SEX, SPECIES, Call, N, table_of

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


def test_two_classes_without_and_with_a_positive_one(call: Call, ferries: str, tmp_path: Path) -> None:
    where = ["out" if ferry == "yes" else "in" for ferry in FERRY]
    without = call(table_of(tmp_path / "harbour.csv", {"bill": BILL, "sex": SEX, "ferry": where}), *QUICK, out="plain")
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


def test_labels_are_drawn_where_that_is_asked_for(call: Call, ferries: str) -> None:
    done = call(ferries, *QUICK, "--permutations", "19", "--permuting", "draw")
    tested = done.findings["about"]["permutation"]["tree"]
    assert tested["labels"] == "draw"
    assert "in 0 of 19 draws of labels: p = 0.05" in done.out
    shuffled = call(ferries, *QUICK, "--permutations", "19", out="shuffled").findings["about"]["permutation"]["tree"]
    assert sorted(tested["null"]) != sorted(shuffled["null"])
    for words in (["--permuting", "draw"], ["--permutations", "19", "--permuting", "deal"]):
        assert call(ferries, *QUICK, *words, out="wrong").code == 2


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
        ((ferries, *QUICK[:4], "--plan", "3-fold"), "another plan"),
        ((ferries, "--target", "mass", "--model", "tree", "--plan", "2-fold"), "another data"),
    ):
        done = call(*arguments)
        assert done.code == 2
        assert "BadInput: the checkpoint 'out/checkpoint' belongs to another run." in done.err
        assert word in done.err
        assert "start anew: --fresh, or another folder" in done.err
    assert (first.folder / "predictions.parquet").read_bytes() == table
    assert (first.folder / "report.html").read_bytes() == report


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--target", "nope"), "MissingColumn: there is no column 'nope'."),
        (("--target", "ferry", "--group", "nope"), "MissingColumn"),
        (("--target", "ferry", "--drop", "nope"), "MissingColumn"),
        (("--target", "ferry", "--group", "ferry"), "column 'ferry' cannot be both."),
        (("--target", "ferry", "--drop", "ferry"), "Found: --target and --drop."),
        (("--target", "ferry", "--numeric", "mass", "--categorical", "mass"), "column 'mass' cannot be both."),
        (("--target", "ferry", "--numeric", "sex"), "BadInput: column 'sex' does not hold numbers."),
        (("--target", "ferry", "--plan", "bogus"), "'bogus'"),
        (("--target", "ferry", "--plan", "100-fold"), "folds"),
        (("--target", "mass", "--plan", "2-fold stratified"), "need classes"),
        (("--target", "ferry", "--task", "regression"), "must be numbers"),
        (("--target", "ferry", "--task", "guessing"), "task must be 'classification' or 'regression'."),
        (("--target", "ferry", "--missing", "maybe"), "Try: error or drop"),
        (("--target", "ferry", "--jobs", "0"), "at least one training at a time"),
        (("--target", "ferry", "--seed", "-1"), "random_state must be a whole number of at least 0"),
        (("--target", "ferry", "--level", "95"), "level"),
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
    assert done.err.startswith("UnreadableFile: ")
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
