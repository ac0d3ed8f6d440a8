"""Evidence in files: what they hold, how they add up, and that evaluating them is evaluating the rows."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import probative as pv
from probative.cli import main
from probative.predictions.tallied import Tallied, merge

N = 600
rng = np.random.default_rng(0)
Y = (rng.random(N) < 0.4).astype(int)
S = np.round(1 / (1 + np.exp(-(Y + rng.normal(size=N)))), 3)
CLASSES = rng.choice(["a", "b", "c"], N)
P = rng.dirichlet([1, 1, 1], N)
TABLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "scores": ({"y": Y, "s": S}, {"truth": "y", "scores": "s"}),
    "slices": ({"y": Y, "s": S, "site": rng.choice(["n", "o"], N)}, {"truth": "y", "scores": "s", "by": ["site"]}),
    "clusters": ({"y": Y, "s": S, "g": rng.integers(0, 20, N)}, {"truth": "y", "scores": "s", "groups": "g"}),
    "weights": ({"y": Y, "s": S, "w": rng.random(N) + 0.5}, {"truth": "y", "scores": "s", "weight": "w"}),
    "labels": ({"y": CLASSES, "said": rng.choice(["a", "b", "c"], N)}, {"truth": "y", "predicted": "said"}),
    "classes": (
        {"y": CLASSES, "score_a": P[:, 0], "score_b": P[:, 1], "score_c": P[:, 2]},
        {"truth": "y", "scores": ["score_a", "score_b", "score_c"]},
    ),
    "numbers": (
        {"y": S * 10 + rng.normal(size=N), "said": S * 10},
        {"truth": "y", "predicted": "said", "task": "regression"},
    ),
}


def part(table: dict[str, Any], rows: slice) -> dict[str, Any]:
    return {name: column[rows] for name, column in table.items()}


@pytest.mark.parametrize("kind", ["json", "parquet"])
@pytest.mark.parametrize("name", TABLES)
def test_merged_parts_are_evaluated_like_all_rows(name: str, kind: str, tmp_path: Path) -> None:
    table, words = TABLES[name]
    files = []
    # A day may have one row, and so one class; columns of probabilities are told by the names of all classes.
    cuts = (0, 250, 251, N) if name != "classes" else (0, 250, N)
    for i, rows in enumerate(map(slice, cuts[:-1], cuts[1:])):
        positive = {"positive": 1} if name not in ("labels", "classes", "numbers") else {}
        said = pv.read(part(table, rows), **words | positive)
        files.append(Tallied.of(said).save(tmp_path / f"{i}.{kind}"))
    whole = merge(files).save(tmp_path / f"all.{kind}")
    found, direct = pv.evaluate(whole), pv.evaluate(table, **words)
    assert list(found.models) == list(direct.models)
    for model, measured in direct.models.items():
        assert measured.measures.keys() == found.models[model].measures.keys()
        for measure, value in measured.measures.items():
            again = found.models[model].measures[measure]
            mine, its = (value.value, value.low, value.high), (again.value, again.low, again.high)
            assert np.allclose(mine, its, rtol=1e-9, atol=1e-12, equal_nan=True), measure
    assert [(one.value, one.n) for one in found.slices] == [(one.value, one.n) for one in direct.slices]


def test_order_and_parts_leave_no_trace(tmp_path: Path) -> None:
    table, words = TABLES["slices"]
    whole = Tallied.of(pv.read(table, **words))
    shuffled = Tallied.of(pv.read(part(table, np.random.default_rng(1).permutation(N)), **words))  # type: ignore[arg-type]
    assert whole.checksum() == shuffled.checksum()
    halves = [Tallied.of(pv.read(part(table, rows), **words)) for rows in (slice(0, 300), slice(300, N))]
    assert (halves[1] + halves[0]).checksum() == whole.checksum()
    for ending in ("json", "parquet"):
        assert Tallied.load(whole.save(tmp_path / f"e.{ending}")).checksum() == whole.checksum()


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    file = Tallied.of(pv.read(TABLES["scores"][0], truth="y", scores="s")).save(tmp_path / "e.json")
    whole = json.loads(file.read_text())
    lines = {key[0]: column for key, column in whole["lines"]["items"]}
    lines["count"]["values"][0] += 1
    file.write_text(json.dumps(whole))
    with pytest.raises(pv.errors.BadFormat, match="changed"):
        pv.evaluate(file)
    file.write_text(json.dumps(whole | {"probative": 99}))
    with pytest.raises(pv.errors.BadFormat, match="not known"):
        pv.evaluate(file)
    file.write_text(json.dumps(whole)[:5000])
    with pytest.raises(pv.errors.BadFormat, match="cut short"):
        pv.evaluate(file)


def test_tallies_that_do_not_belong_together() -> None:
    scores, labels = (Tallied.of(pv.read(TABLES[name][0], **TABLES[name][1])) for name in ("scores", "labels"))
    with pytest.raises(pv.errors.NotMergeable, match="columns"):
        scores + labels
    other = Tallied.of(pv.read(TABLES["scores"][0], truth="y", scores="s", positive=0))
    with pytest.raises(pv.errors.NotMergeable, match="positive"):
        scores + other


def test_ids_and_odd_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(pv.errors.BadParameter, match="neither ids"):
        Tallied.of(pv.read({"y": [1, 0], "s": [0.5, 0.1], "id": [1, 2]}, truth="y", scores="s", row="id"))
    with pytest.raises(pv.errors.BadParameter, match="'score'"):
        Tallied.of(pv.read({"score": [1, 0], "s": [0.5, 0.1]}, truth="score", scores="s"))
    with pytest.raises(pv.errors.BadParameter, match="json or"):
        Tallied.of(pv.read(TABLES["scores"][0], truth="y", scores="s")).save(tmp_path / "e.txt")


def test_rows_of_today_are_added_to_the_evidence_of_yesterday(tmp_path: Path) -> None:
    """In one command, which reads no row of yesterday's."""
    table, words = TABLES["slices"]
    for i, rows in enumerate((slice(0, 250), slice(250, N))):
        pd.DataFrame(part(table, rows)).to_csv(tmp_path / f"{i}.csv", index=False)
    said = ["--truth", "y", "--score", "s", "--by", "site"]
    for files, name in ((["0.csv"], "yesterday.json"), (["yesterday.json", "1.csv"], "all.parquet")):
        with suppress(SystemExit):
            main(["tally", *(str(tmp_path / file) for file in files), *said, "-o", str(tmp_path / name)])
        (tmp_path / "0.csv").unlink(missing_ok=True)
    found, direct = pv.evaluate(tmp_path / "all.parquet"), pv.evaluate(table, **words)
    assert found.models["s"].measures == direct.models["s"].measures
    assert [(one.value, one.n) for one in found.slices] == [(one.value, one.n) for one in direct.slices]
