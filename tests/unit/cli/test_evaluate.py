"""probative evaluate: every option, what is printed and what is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv

from .command import process, run
from .tables import CLASSES, GUESS, PROBA, SCORE_A, SCORE_B, SITE, TARGET, TRUTH, WEIGHT, N, strict_json, write


def found_in(folder: Path, *arguments: str) -> dict[str, Any]:
    """The findings of an evaluation, from standard output."""
    done = run("evaluate", *arguments, "--json", "-", cwd=folder)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = strict_json(done.stdout)
    return found


@pytest.mark.parametrize(
    "world", ["1", '{"mean_pos": 2, "cov_pos": 1, "mean_neg": 0, "cov_neg": 1, "prior_pos": 0.25}']
)
def test_the_optimum_of_a_known_world_stands_beside_the_baseline(tmp_path: Path, world: str) -> None:
    (tmp_path / "world.json").write_text(world, encoding="utf-8")
    write(tmp_path / "said.csv", y=TRUTH, score=SCORE_A)
    said = world if world == "1" else "world.json"
    optimum = found_in(tmp_path, "said.csv", "--truth", "y", "--score", "score", "--optimum", said)["about"]["optimum"]
    if world == "1":
        assert optimum["error_rate"] == pytest.approx(0.0345468196, abs=1e-9)
    else:  # one border, at 1 + ln(3) / 2
        border = 1 + np.log(3) / 2
        assert optimum["recall"] == pytest.approx(norm.sf(border - 2), abs=1e-9)
        assert optimum["error_rate"] == pytest.approx(0.25 * norm.cdf(border - 2) + 0.75 * norm.sf(border), abs=1e-9)


def test_the_optimum_of_described_classes(tmp_path: Path) -> None:
    classes = '{"1": {"prior": 0.5, "norm": {"loc": 2}}, "0": {"prior": 0.5, "norm": {"loc": 0}}}'
    (tmp_path / "world.json").write_text(classes, encoding="utf-8")
    write(tmp_path / "said.csv", y=TRUTH, score=SCORE_A)
    about = found_in(tmp_path, "said.csv", "--truth", "y", "--score", "score", "--optimum", "world.json")["about"]
    assert [about["optimum"][name] for name in ("accuracy", "recall")] == pytest.approx([norm.cdf(1)] * 2, abs=1e-6)


@pytest.mark.parametrize(
    ("world", "words"),
    [
        ("7", "the examples are 1, 2 and 3"),
        ("nowhere.json", "cannot be read"),
        ("half.json", "no cov_pos, mean_neg, cov_neg"),
    ],
)
def test_a_world_that_is_not_known(tmp_path: Path, world: str, words: str) -> None:
    (tmp_path / "half.json").write_text('{"mean_pos": 2}', encoding="utf-8")
    write(tmp_path / "said.csv", y=TRUTH, score=SCORE_A)
    done = run("evaluate", "said.csv", "--truth", "y", "--score", "score", "--optimum", world, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.stderr


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
    assert f"{accuracy():.3f}" in line
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
    assert "worse than chance" in done.stdout
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
        assert re.fullmatch(r"(R\d+)?", note["requirement"]) is not None
        assert note["remedy"]
    ranks = [("error", "warning", "note").index(note["severity"]) for note in found["notes"]]
    assert ranks == sorted(ranks)


def test_an_undefined_measure_is_null_with_a_reason(folder: Path) -> None:
    measures = found_in(folder, "one.csv", "--threshold", "2")["models"]["model"]["measures"]
    assert measures["precision"]["value"] is None
    assert measures["precision"]["why"] == "no predicted positives"
    done = run("evaluate", "one.csv", "--threshold", "2", cwd=folder)
    assert re.search(r"^Undefined \(no predicted positives\): .*precision", done.stdout, re.MULTILINE)


def test_a_constraint_is_kept_with_confidence_or_refused(folder: Path) -> None:
    bound = ["one.csv", "--at", "fpr<=0.4"]
    plain, sure = (found_in(folder, *bound, *more) for more in ([], ["--confidence", "0.9"]))
    chosen = [model["decisions"]["operating"] for found in (plain, sure) for model in found["models"].values()]
    assert [choice.get("confidence") for choice in chosen] == [None, 0.9]
    assert chosen[1]["outcomes"]["fp"] < chosen[0]["outcomes"]["fp"]
    for choice in chosen:
        (kept,) = choice["constraints"]
        assert kept["rate"]["low"] < kept["rate"]["value"] < kept["rate"]["high"]
        assert choice["chosen"]["low"] <= choice["threshold"] <= choice["chosen"]["high"]
    refused = run("evaluate", "one.csv", "--at", "fpr<=0.001", "--confidence", "0.95", cwd=folder)
    assert refused.returncode != 0
    assert "2995 are needed" in refused.stderr
