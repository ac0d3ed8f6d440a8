"""probative measures: the registry in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import probative as pv
from probative.predictions.needs import WORDS

from .command import run
from .tables import strict_json


def test_measures_lists_them_all() -> None:
    done = run("measures")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    for measure in pv.measures():
        row = next(line for line in lines if re.match(rf"{measure.name}\s+{WORDS[measure.needs]}\s", line))
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
