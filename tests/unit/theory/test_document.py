"""The page about theory: its numbers are those that are computed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import probative as pv
from probative.theory.sentences import ONLY_ESTIMATED

PAGE = (Path(__file__).parents[3] / "docs" / "theory.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_table_of_examples_is_right(number: int) -> None:
    row = re.search(rf"^\| {number} \| (\w+)[^|]*\| (.*) \|$", PAGE, re.MULTILINE)
    assert row is not None
    task = pv.gaussian_example(number)
    assert row[1] == task.quadric.kind
    told = [float(cell) for cell in row[2].split(" | ")]
    assert told == pytest.approx([task.bayes_risk, task.tpr, task.fpr, task.auc], abs=5e-7)


def test_the_page_says_what_every_output_says() -> None:
    assert ONLY_ESTIMATED.rstrip(".") in " ".join(PAGE.split())


def test_every_name_on_the_page_exists() -> None:
    for name in set(re.findall(r"pv\.((?:losses|theory)?\.?\w+)", PAGE)):
        found: object = pv
        for part in name.strip(".").split("."):
            found = getattr(found, part)
        assert found is not None
