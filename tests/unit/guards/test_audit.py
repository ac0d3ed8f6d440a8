"""What an audit finds, how strong it must be, and what it keeps silent about."""

from __future__ import annotations

import shlex
from collections import defaultdict
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import kstest
from sklearn.model_selection import KFold

import probative as pv
from probative.errors import BadInput, BadParameter, EmptyData, LengthMismatch, MissingColumn
from probative.guards.audit.copies import Alike
from probative.guards.audit.drift import told_apart
from probative.guards.audit.near_copies import _distances, suspects
from probative.resampling.neighbours import likeness

from ..cli.command import process, run

Table = dict[str, Any]


def sound(n: int = 300, columns: int = 5, seed: int = 0) -> Table:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, columns))
    y = (X[:, 0] + rng.normal(size=n) > 0).astype(int)
    return {f"x{i}": X[:, i] for i in range(columns)} | {"y": y}


def noted(table: Any, code: str, **words: Any) -> Any:
    found = [note for note in pv.audit(table, target="y", **words).notes if note.code == code]
    assert len(found) == 1, [note.code for note in found]
    return found[0]


def alarms(table: Any, **words: Any) -> set[str]:
    return {note.code for note in pv.audit(table, target="y", **words).notes if note.severity != "note"}


def test_the_rows_of_copies_are_those_that_are_equal() -> None:
    table = sound()
    rows = np.r_[np.arange(300), np.arange(0, 300, 10)]
    note = noted({name: column[rows] for name, column in table.items()}, "rows-copied")
    assert set(note.rows) == {*range(0, 300, 10), *range(300, 330)}
    assert note.numbers["copies"] == 30


def test_copies_that_groups_keep_together_are_no_alarm() -> None:
    rows = np.r_[np.arange(300), np.arange(0, 300, 10)]
    table = {name: column[rows] for name, column in sound().items()} | {"g": rows // 3}
    assert alarms(table, group="g", splits="5-fold grouped") == set()
    assert alarms(table | {"g": np.arange(330) % 50}, group="g") == {"rows-copied"}


def test_texts_that_differ_in_case_and_blanks_are_copies() -> None:
    table = sound(200)
    table["c"] = np.array([f"name {i}" for i in range(100)] * 2, object)
    rows = np.r_[np.arange(200), np.arange(20)]
    twice = {name: column[rows] for name, column in table.items()}
    twice["c"][200:] = [f" NAME {i} " for i in range(20)]
    assert noted(twice, "rows-copied").numbers["copies"] == 20


def test_equal_rows_of_few_values_are_no_copies() -> None:
    rng = np.random.default_rng(0)
    table = {f"x{i}": rng.integers(0, 3, 1000) for i in range(5)} | {"y": rng.integers(0, 2, 1000)}
    found = pv.audit(table, target="y").notes
    assert {note.severity for note in found} == {"note"}
    assert {note.code for note in found} == {"rows-alike"}


def test_one_hot_columns_are_no_copies() -> None:
    rng = np.random.default_rng(0)
    which = rng.integers(0, 12, 600)
    table = {f"is{i}": (which == i).astype(int) for i in range(12)} | {"y": rng.integers(0, 2, 600)}
    assert {note.severity for note in pv.audit(table, target="y").notes} == {"note"}


def test_the_bound_on_accuracy_is_that_of_the_best_rule_by_brute_force() -> None:
    rng = np.random.default_rng(3)
    table = {"a": rng.integers(0, 4, 80), "b": rng.integers(0, 3, 80), "y": rng.integers(0, 3, 80)}
    sets: dict[tuple[int, int], list[int]] = defaultdict(list)
    for a, b, y in zip(table["a"], table["b"], table["y"], strict=True):
        sets[a, b].append(y)
    best = sum(max(labels.count(label) for label in set(labels)) for labels in sets.values()) / 80
    bounds = [note.numbers["bound"] for note in pv.audit(table, target="y").notes if "bound" in note.numbers]
    assert bounds == [pytest.approx(best)]


def test_near_copies_are_named_and_counted_across_parts() -> None:
    table = sound(500)
    rng = np.random.default_rng(1)
    rows = np.r_[np.arange(500), np.arange(25)]
    near = {name: column[rows] + (1e-4 * rng.normal(size=525) if name != "y" else 0) for name, column in table.items()}
    note = noted(near, "rows-nearly-copied", splits=[(np.arange(500), np.arange(500, 525))])
    assert set(note.rows) == {*range(25), *range(500, 525)}
    assert note.numbers["across"] == 25
    assert "nearest neighbours" in note.message


def test_when_most_rows_have_near_copies_they_are_still_found() -> None:
    table = sound(300)
    rng = np.random.default_rng(1)
    rows = np.r_[np.arange(300), np.arange(300)]
    near = {name: column[rows] + (1e-4 * rng.normal(size=600) if name != "y" else 0) for name, column in table.items()}
    assert noted(near, "rows-nearly-copied").numbers["count"] == 600


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["normal", "heavy", "mixed", "grid"])
def test_tables_without_near_copies_have_none(kind: str) -> None:
    alarms = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        points = rng.normal(size=(400, 4))
        if kind == "heavy":
            points = np.exp(2 * points)
        if kind == "mixed":
            points = np.column_stack([rng.uniform(size=(400, 1)), rng.integers(0, 8, (400, 3))])
        if kind == "grid":
            points = np.unique(points.round(1), axis=0)
        nearest, fifth, _ = _distances(points)
        alarms += suspects(nearest, fifth).sum() >= 5
    assert alarms <= 2


def test_a_leak_is_found_by_both_kinds_of_columns_and_targets() -> None:
    table = sound()
    y = table["y"]
    rng = np.random.default_rng(0)
    leaks = {
        "number": np.where(y == 1, 2.0, 1.0) + 0.5 * rng.uniform(size=300),
        "category": np.array(["lost", "won"], object)[y],
        # A threshold rule does not see that the middle is one class, a tree does.
        "bent": np.where(y == 1, rng.uniform(-1, 1, 300), rng.choice([-3, 3], 300) + rng.uniform(-1, 1, 300)),
        "gap": np.where(y == 1, np.nan, rng.normal(size=300)),
    }
    for name, column in leaks.items():
        assert noted(table | {name: column}, "column-tells-target").columns == (name,)
    number = table | {"y": rng.normal(size=300)}
    assert noted(number | {"square": np.exp(number["y"])}, "column-tells-target").columns == ("square",)


def test_a_good_input_is_no_leak() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 2000)
    found = pv.audit({"x": y + 0.35 * rng.normal(size=2000), "z": rng.normal(size=2000), "y": y}, target="y")
    assert {note.severity for note in found.notes} <= {"note"}
    alone = dict(zip(found.table("columns").names, found.table("columns").rows[0], strict=True))["alone"]
    # Two normal classes one apart: the best rule has a balanced accuracy of Φ(1 / 0.7) = 0.923, a skill of 0.847.
    assert alone == pytest.approx(0.847, abs=0.03)


def test_few_rows_are_no_proof_of_a_leak() -> None:
    rng = np.random.default_rng(0)
    table: Table = {f"x{i}": rng.normal(size=12) for i in range(500)} | {"y": [0, 1] * 6}
    assert "column-tells-target" not in alarms(table)


@pytest.mark.parametrize("name", ["customer_id", "PatientId", "id"])
def test_ids_are_known_by_name_where_they_have_gaps_between_them(name: str) -> None:
    ids = np.random.default_rng(0).choice(10**9, 300, replace=False)
    assert noted(sound() | {name: ids}, "column-names-rows").columns == (name,)


def test_whole_numbers_that_happen_to_differ_are_no_ids() -> None:
    assert alarms(sound() | {"salary": np.random.default_rng(0).choice(10**7, 300, replace=False)}) == set()


def test_a_declared_id_is_no_input_and_names_the_rows() -> None:
    table = sound(100) | {"case": [f"c{i}" for i in range(100)]}
    rows = np.r_[np.arange(100), np.arange(5)]
    twice = {name: np.asarray(column, object if name == "case" else None)[rows] for name, column in table.items()}
    twice["case"][100:] = [f"d{i}" for i in range(5)]
    found = pv.audit(twice, target="y", row="case")
    assert [note.code for note in found.notes] == ["rows-copied"]
    assert {"c0", "d4"} <= set(found.notes[0].rows)


def test_the_answer_of_an_audit_tells_whole_clauses() -> None:
    table = sound()
    n = len(next(iter(table.values())))
    copied = {name: np.concatenate([column, column[:15]]) for name, column in table.items()}
    dates = np.datetime64("2024-01-01") + np.arange(n + 15)
    last = pv.audit(copied | {"visit": dates.astype(str)}, target="y").answers[-1]
    assert "'visit' holds times" in f"{last.headline} {last.evidence}"
    told = pv.audit(copied, target="y").answers[-1]
    assert "exact copies" in told.headline
    for answer in (last, told):
        assert all(text.count("(") == text.count(")") for text in (answer.headline, answer.evidence))


def test_moments_in_seconds_and_years_tell_time() -> None:
    rng = np.random.default_rng(0)
    assert noted(sound() | {"created": rng.integers(15 * 10**8, 17 * 10**8, 300)}, "column-tells-time")
    assert noted(sound() | {"birth year": rng.integers(1940, 2000, 300)}, "column-tells-time")
    assert alarms(sound() | {"timeout": rng.integers(0, 2000, 300)}) == set()


def test_batches_are_found_by_the_inputs() -> None:
    rng = np.random.default_rng(0)
    table = sound()
    shift = np.repeat(rng.normal(0, 2, (15, 5)), 20, axis=0)
    batches = table | {f"x{i}": table[f"x{i}"] + shift[:, i] for i in range(5)}
    assert "x2" in noted(batches, "rows-in-order").columns
    assert "rows-in-order" not in alarms(batches | {"batch": np.repeat(np.arange(15), 20)}, group="batch")
    order = rng.permutation(300)
    assert alarms({name: column[order] for name, column in batches.items()}) == set()


def test_a_table_sorted_by_an_input_is_no_series() -> None:
    table = sound()
    order = np.argsort(table["x0"])
    found = pv.audit({name: column[order] for name, column in table.items()}, target="y").notes
    assert ("rows-sorted", "note", ("x0",)) in [(note.code, note.severity, note.columns) for note in found]
    assert {note.severity for note in found} == {"note"}


def test_likeness_of_neighbours_is_judged_as_all_orders_judge_it() -> None:
    labels = [0, 0, 0, 0, 1, 1, 1, 2]
    shares = [sum(a == b for a, b in pairwise(p)) / 7 for p in permutations(labels)]
    found, _ = likeness(np.array([0, 1, 0, 2, 0, 1, 0, 1]), 3)
    assert found == pytest.approx((0 - np.mean(shares)) / (1 - np.mean(shares)))


@pytest.mark.slow
@pytest.mark.parametrize("shares", [[0.5, 0.5], [0.7, 0.2, 0.1], [0.9, 0.1]])
def test_p_of_neighbours_is_right_where_there_is_no_order(shares: list[float]) -> None:
    found = []
    for seed in range(1500):
        y = np.random.default_rng(seed).choice(len(shares), 400, p=shares)
        found.append(likeness(y, len(shares))[1])
    # Shares of equal neighbours are discrete, so that p is uniform only roughly.
    assert np.mean(np.array(found) <= 0.05) == pytest.approx(0.05, abs=0.025)
    assert np.mean(np.array(found) <= 0.001) <= 0.006


@pytest.mark.slow
def test_p_of_drift_is_uniform_where_parts_are_drawn_by_chance() -> None:
    found = []
    for seed in range(150):
        rng = np.random.default_rng(seed)
        found.append(told_apart(rng.normal(size=(120, 3)), rng.uniform(size=120) < 0.4, np.arange(120))[1])
    assert kstest(found, "uniform").pvalue > 0.001


def test_the_column_that_drifts_is_named() -> None:
    table = sound(600)
    part = np.where(table["x3"] + np.random.default_rng(0).normal(size=600) > 1, "test", "train")
    note = noted(table, "parts-differ", splits=part)
    assert note.columns == ("x3",)
    assert "≤ 0.0002" in note.message


def test_gaps_by_chance_say_nothing_and_gaps_of_a_class_do() -> None:
    rng = np.random.default_rng(0)
    table = sound(400)
    by_chance = {name: np.where(rng.uniform(size=400) < 0.3, np.nan, table[name]) for name in table if name != "y"}
    assert alarms(table | by_chance) == set()
    number = table | {"y": rng.normal(size=400)}
    gaps = rng.uniform(size=400) < 1 / (1 + np.exp(-2 * number["y"]))
    assert noted(number | {"x1": np.where(gaps, np.nan, number["x1"])}, "gaps-tell-target").columns == ("x1",)


def test_wrong_labels_are_among_the_suspects() -> None:
    rng = np.random.default_rng(8)
    y = rng.integers(0, 3, 600)
    X = rng.normal(size=(600, 3)) + 5 * y[:, None]
    wrong = rng.permutation(600)[:24]
    y[wrong] = (y[wrong] + 1) % 3
    note = noted({f"x{i}": X[:, i] for i in range(3)} | {"y": y}, "labels-suspect")
    assert len({*note.rows} & {*wrong.tolist()}) >= 20
    assert len({*note.rows} - {*wrong.tolist()}) <= 6


def test_classes_that_overlap_are_no_wrong_labels() -> None:
    rng = np.random.default_rng(0)
    z = rng.normal(size=2000)
    answers = {f"q{i}": np.clip(np.round(3 + z + rng.normal(size=2000)), 1, 5) for i in range(8)}
    assert alarms(answers | {"y": (z + rng.normal(size=2000) > 0).astype(int)}) == set()


def test_prose_is_no_name_of_a_row_and_a_code_is() -> None:
    rng = np.random.default_rng(0)
    table = sound()
    prose = [f"the patient said {i} and {i % 7}" for i in range(300)]
    assert alarms(table | {"remark": prose}) == set()
    codes = [f"K{i:09d}" for i in rng.choice(10**9, 300, replace=False)]
    assert alarms(table | {"remark": codes}) == {"column-names-rows"}


def test_predictions_above_the_bound_of_the_data_are_too_good() -> None:
    rng = np.random.default_rng(0)
    x = rng.integers(0, 5, 400)
    y = rng.integers(0, 2, 400)
    said = np.where(rng.uniform(size=400) < 0.95, y, 1 - y)
    note = noted({"x": x, "z": x % 2, "y": y}, "results-too-good", predictions={"truth": y, "predicted": said})
    assert note.numbers["bound"] < note.numbers["accuracy"] < 1
    assert alarms({"x": x, "z": x % 2, "y": y}, predictions={"truth": y, "predicted": x % 2}) == set()


def test_perfect_numbers_and_scores_are_too_good() -> None:
    table = sound(100)
    truth = np.random.default_rng(0).normal(size=100)
    for predictions in (
        {"truth": truth, "predicted": truth + 1e-4},
        {"truth": table["y"], "score": table["y"] * 0.3 + 0.1},
    ):
        assert noted(table, "results-too-good", predictions=predictions)


@pytest.mark.parametrize(
    "make",
    [
        lambda folder, part: part,
        lambda folder, part: part.tolist(),
        lambda folder, part: {"part": part},
        lambda folder, part: [(np.flatnonzero(part == "train"), np.flatnonzero(part == "test"))],
        lambda folder, part: (np.flatnonzero(part == "train"), np.flatnonzero(part == "test")),
        lambda folder, part: _written(folder, {"part": part.tolist()}),
        lambda folder, part: _written(
            folder,
            {
                "fold": [0] * 300,
                "role": ["training" if p == "train" else "test" for p in part],
                "row": list(range(300)),
            },
        ),
    ],
    ids=["array", "list", "dict", "pairs", "pair", "file of parts", "file of rows"],
)
def test_splits_come_in_many_shapes(make: Any, tmp_path: Path) -> None:
    part = np.where(np.arange(300) % 3 == 0, "test", "train")
    groups = np.arange(300) // 2
    note = noted(sound() | {"g": groups}, "groups-on-both-sides", group="g", splits=make(tmp_path, part))
    torn = [i for i in range(0, 300, 3) if part[i ^ 1] == "train"]
    assert list(note.rows) == torn


def _written(folder: Path, columns: Table) -> str:
    pl.DataFrame(columns).write_csv(folder / "splits.csv")
    return str(folder / "splits.csv")


def test_a_plan_is_audited_before_it_is_used(tmp_path: Path) -> None:
    table = sound() | {"g": np.repeat(np.arange(30), 10)}
    assert alarms(table, group="g", splits="5-fold grouped") == set()
    assert alarms(table, group="g", splits="5-fold stratified") == {"groups-on-both-sides"}
    assert alarms(table, group="g", splits=KFold(5, shuffle=True, random_state=0)) == {"groups-on-both-sides"}


def test_single_test_rows_need_not_have_every_class() -> None:
    table = sound(60)
    assert alarms(table, splits="leave-one-out") == set()
    rare = table | {"y": np.r_[np.full(57, "a"), ["b", "b", "c"]]}
    assert alarms(rare, splits="5-fold") == {"class-too-small"}
    assert "'b' (2 rows), 'c' (1 row)" in noted(rare, "class-too-small").message


def test_splits_are_found_by_row_ids() -> None:
    table = sound(100) | {"case": [f"c{i}" for i in range(100)]}
    order = np.random.default_rng(0).permutation(100)
    part = np.where(np.asarray(table["x1"]) > 0, "test", "train")
    given = {"case": [f"c{i}" for i in order], "part": part[order]}
    note = noted(table, "parts-differ", row="case", splits=given)
    assert note.columns == ("x1",)


@pytest.mark.parametrize(
    ("table", "words", "error"),
    [
        ({"x": [], "y": []}, {}, EmptyData),
        ({"y": [1, 2]}, {}, EmptyData),
        ({"x": [1.0, 2.0], "y": [None, None]}, {}, EmptyData),
        ({"x": [1.0, 2.0], "y": [0, 1]}, {"group": "g"}, MissingColumn),
        ({"x": [1.0, 2.0], "y": [0, 1]}, {"splits": ["train"]}, LengthMismatch),
        ({"x": [1.0, 2.0], "y": [0, 1]}, {"splits": ["train", "train"]}, BadInput),
        ({"x": [1.0, 2.0], "y": [0, 1]}, {"splits": [([0], [5])]}, BadParameter),
        ({"x": [1.0, 2.0], "y": [0, 1]}, {"splits": {"other": [0, 1]}}, MissingColumn),
        ({"x": [1.0, 2.0], "y": [0, 1]}, {"splits": 3}, BadParameter),
        ({"x": [1.0, 2.0], "y": [0.5, np.inf]}, {}, BadInput),
    ],
)
def test_what_cannot_be_audited_is_refused(table: Table, words: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        pv.audit(table, target="y", **words)


@pytest.mark.parametrize("n", [1, 2, 5, 19])
def test_small_tables_are_audited_in_peace(n: int) -> None:
    found = pv.audit({"x": np.arange(n) + 0.5, "c": ["a"] * n, "y": np.arange(n) * 1.5}, target="y", task="regression")
    assert {note.severity for note in found.notes} <= {"note"}


def test_a_file_and_a_frame_give_the_same_notes(tmp_path: Path) -> None:
    rows = np.r_[np.arange(300), np.arange(30)]
    table = {name: column[rows] for name, column in (sound() | {"case_id": np.arange(300)}).items()}
    table["case_id"] = np.arange(330)
    frame = pl.DataFrame(table)
    frame.write_csv(tmp_path / "t.csv")
    frame.write_parquet(tmp_path / "t.parquet")
    kinds = (table, frame, frame.to_pandas(), frame.to_arrow(), tmp_path / "t.csv", tmp_path / "t.parquet")
    found = [[(n.code, n.rows, n.columns) for n in pv.audit(kind, target="y").notes] for kind in kinds]
    assert [code for code, _, _ in found[0]][:2] == ["column-names-rows", "rows-copied"]
    assert all(one == found[0] for one in found)


def test_of_many_rows_copies_are_found_in_all_and_inputs_judged_on_a_sample(tmp_path: Path) -> None:
    table = sound(30_000, 4)
    rows = np.r_[np.arange(30_000), np.arange(400)]
    twice = {name: column[rows] for name, column in table.items()}
    twice["told"] = np.where(twice["y"] == 1, "yes", "no")
    pl.DataFrame(twice).write_parquet(tmp_path / "t.parquet")
    found = {note.code: note for note in pv.audit(tmp_path / "t.parquet", target="y").notes}
    assert found["rows-copied"].numbers["copies"] == 400
    assert set(found["rows-copied"].rows) == {*range(400), *range(30_000, 30_400)}
    assert "on a sample of 20,000 of 30,400 rows" in found["column-tells-target"].message


@pytest.mark.parametrize("values", [2, 30, 10**9])
def test_rows_with_equal_keys_are_those_that_a_dictionary_finds(values: int) -> None:
    keys = np.random.default_rng(1).integers(0, values, 100).astype(np.uint64)
    places: dict[int, list[int]] = {}
    for place, one in enumerate(keys.tolist()):
        places.setdefault(one, []).append(place)
    found = Alike.of(keys)
    sets = [found.rows[found.sets == code].tolist() for code in range(len(np.unique(found.sets)))]
    assert sorted(sets) == sorted(rows for rows in places.values() if len(rows) > 1)


def test_remedies_are_commands_that_run(tmp_path: Path) -> None:
    rows = np.r_[np.arange(60), np.arange(20)]
    table = {name: column[rows] for name, column in sound(60).items()} | {"case_id": np.arange(80)}
    table["g"] = np.arange(80) % 7
    pl.DataFrame(table).write_csv(tmp_path / "t.csv")
    found = pv.audit(tmp_path / "t.csv", target="y", group="g", splits="5-fold").notes
    commands = {note.code: note.remedy.partition(": ")[2] for note in found}
    assert {"rows-copied", "groups-on-both-sides", "column-names-rows"} <= set(commands)
    for command in commands.values():
        words = shlex.split(command)
        made = run(*words[1:], cwd=tmp_path) if words[0] == "probative" else process(code=words[2], cwd=tmp_path)
        assert made.returncode == 0, (command, made.stderr)
    assert len(pl.read_csv(tmp_path / "mended.csv")) == 60
    assert (tmp_path / "splits.csv").exists()


def test_remedies_of_rows_that_are_alike_run_without_a_column_that_nobody_has(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    walks = {f"x{i}": rng.normal(size=300).cumsum() for i in range(4)} | {"y": rng.integers(0, 2, 300)}
    near = {f"x{i}": rng.normal(size=300) for i in range(4)} | {"y": rng.integers(0, 2, 300)}
    near = {
        name: np.r_[column, column[:60] + (rng.normal(size=60) / 10**4 if name != "y" else 0)]
        for name, column in near.items()
    }
    near["id"] = np.array([f"p{i}" for i in range(360)], object)
    for table, code, words in ((walks, "rows-in-order", {}), (near, "rows-nearly-copied", {"row": "id"})):
        pl.DataFrame(table).write_csv(tmp_path / "t.csv")
        (note,) = [note for note in pv.audit(tmp_path / "t.csv", target="y", **words).notes if note.code == code]
        command = shlex.split(note.remedy.partition(": ")[2])
        made = run(*command[1:], cwd=tmp_path) if command[0] == "probative" else process(code=command[2], cwd=tmp_path)
        assert made.returncode == 0, (note.remedy, made.stderr)
    shown = pl.read_csv(tmp_path / "mended.csv")
    assert shown["id"].to_list() == list(note.rows[:10])


def test_findings_of_an_audit_travel_and_show_themselves(tmp_path: Path) -> None:
    found = pv.audit(sound() | {"<b>": np.arange(300)}, target="y", title="Cases")
    assert pv.Findings.from_dict(found.to_dict()) == found
    page = found.save(tmp_path / "audit.html").read_text(encoding="utf-8")
    assert "Audit of the data" in page
    assert "<b>" not in page
    assert "column-names-rows" in str(found.table("columns"))
    assert found.headline() == "audit · 300 rows · 6 inputs · target y (2 classes)"
    assert "warning: '<b>'" in str(found)


@pytest.mark.slow
def test_noise_raises_nothing_above_a_note_in_95_of_100_tables() -> None:
    alarmed = []
    for seed in range(100):
        rng = np.random.default_rng(seed)
        n, columns = int(rng.choice([40, 150, 500])), int(rng.choice([5, 40, 80]))
        table: Table = {f"x{i}": _noise(rng, n) for i in range(columns)}
        table["y"] = [rng.permutation(np.arange(n) % 2), rng.permutation(np.arange(n) % 3), rng.normal(size=n)][
            seed % 3
        ]
        part = rng.permutation(np.where(np.arange(n) < n / 3, "test", "train"))
        notes = pv.audit(table, target="y", splits=part).notes
        alarmed += [(seed, note.code) for note in notes if note.severity != "note"]
    assert len({seed for seed, _ in alarmed}) <= 5, alarmed


def _noise(rng: np.random.Generator, n: int) -> Any:
    kinds = (
        lambda: rng.normal(size=n),
        lambda: rng.lognormal(0, 2, n),
        lambda: rng.integers(0, rng.choice([2, 5, 30, 10**6]), n),
        lambda: np.array(list("abcdefgh"), object)[rng.integers(0, 8, n)],
        lambda: rng.normal(size=n).round(1),
        lambda: np.where(rng.uniform(size=n) < rng.choice([0.05, 0.3, 0.7]), np.nan, rng.normal(size=n)),
    )
    return kinds[rng.integers(len(kinds))]()


def test_the_remedy_of_copies_across_a_column_of_parts_mends_them() -> None:
    made = pd.DataFrame(sound()).assign(part=np.where(np.arange(300) % 4, "train", "test"))
    again = made[made["part"] == "test"].head(20).assign(part="train")
    table = pd.concat([made, again], ignore_index=True)
    told = {note.code: note for note in pv.audit(table, target="y", splits="part").notes}
    for code in ("copies-across-parts", "rows-copied"):
        command = told[code].remedy.partition(": ")[2]
        mended = eval(command, {"duckdb": duckdb, "table": table}).df()
        assert len(mended) == 300
        assert code not in {note.code for note in pv.audit(mended, target="y", splits="part").notes}
