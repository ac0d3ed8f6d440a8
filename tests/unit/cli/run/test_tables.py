"""probative run: groups, times, weights, and odd tables."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import probative as pv
from probative.experiments.experiment import experiment
from probative.experiments.learning_table import read_table

from ...penguins import BILL, FERRY, GAPS, MASS, QUICK, SPECIES, Call, N, gappy, table_of

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
    assert "weight must be numbers" in text.err
    gaps = table_of(tmp_path / "gaps.csv", {"a": BILL, "w": gappy(weight, GAPS[0]), "ferry": FERRY})
    hole = call(gaps, *QUICK, "--weight", "w", out="hole")
    assert "MissingValues: column 'w' must be complete." in hole.err


def test_weights_of_training_are_another_thing(call: Call, ferries: str) -> None:
    told = (ferries, "--target", "ferry", "--model", "tree")
    done = call(*told, "--sample-weight", "w")
    assert "left out: w (used as sample_weight)" in done.err
    assert "weight" not in pv.Predictions.load(done.folder).columns()
    share = max(np.mean(FERRY == "no"), np.mean(FERRY != "no"))
    assert done.findings["models"]["baseline"]["measures"]["accuracy"]["value"] == pytest.approx(share)
    deaf = call(ferries, "--target", "ferry", "--model", "knn", "--sample-weight", "w", out="deaf")
    assert deaf.code == 2
    assert "knn cannot be trained with row weights" in deaf.err
    assert call(ferries, "--target", "ferry", "--model", "knn", "--sample-weight", "w", "--force", out="f").code == 0


def test_a_role_may_be_learned_from_if_asked(ferries: str) -> None:
    plain = read_table(ferries, "ferry", roles={"time": "t"})
    assert "t" not in plain.numeric
    both = read_table(ferries, "ferry", roles={"time": "t"}, numeric=["t"])
    assert "t" in both.numeric
    assert both.extra["time"].tolist() == list(range(N))[::-1]


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
    said = experiment(names, target="y", task="classification", models=["tree"], plan="hold-out 70/30", force=True)
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
    assert "name the task" in few.err
    lines: list[str] = []
    many = {"a": BILL, "y": np.arange(N) % 45}
    said = experiment(many, target="y", models=["tree"], plan="2-fold", say=lines.append)
    assert lines[0] == "regression of y, 90 rows"
    said = experiment(many, target="y", task="classification", models=["tree"], plan="2-fold", force=True)
    assert len(said.labels) == 45


# --- the table -------------------------------------------------------------------------------------------------------


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
