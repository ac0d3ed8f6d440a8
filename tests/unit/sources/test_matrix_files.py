"""Confusion matrices and tables of costs in files and frames: by the names of their classes, or refused with them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import probative as pv
from probative.decisions.named_costs import read_costs
from probative.errors import BadCounts, BadLabels

from ..refusals import written

ALIKE = {
    "other order": b"actual,no,yes\nyes,10,40\nno,45,5\n",
    "no corner": b"yes,no\nyes,40,10\nno,5,45\n",
    "semicolons": b"actual;yes;no\nyes;40;10\nno;5;45\n",
    "UTF-16": "actual,yes,no\nyes,40,10\nno,5,45\n".encode("utf-16"),
}


@pytest.mark.parametrize("name", ALIKE)
def test_classes_are_told_by_name(name: str, tmp_path: Path) -> None:
    found = pv.counts(written(tmp_path, "m.csv", ALIKE[name]), positive="yes").models["m"].confusion
    assert found is not None
    outcomes = found.outcomes("yes")
    assert (outcomes.tp, outcomes.fn, outcomes.fp, outcomes.tn) == (40, 10, 5, 45)


@pytest.mark.parametrize(
    ("content", "found"),
    [("yes,no\n40,10\n5,45\n", "columns yes, no"), ("yes,40,10\nno,5,45\n", "rows yes, no")],
)
def test_names_on_one_side_are_refused_with_the_names(content: str, found: str, tmp_path: Path) -> None:
    with pytest.raises(BadCounts, match="in one direction only") as refused:
        pv.counts(written(tmp_path, "m.csv", content))
    assert refused.value.found == found


def test_a_frame_is_told_by_its_names_too() -> None:
    """A cross table of 0 and 1 has class 1 as the positive one, wherever it stands."""
    truth, said = [1] * 50 + [0] * 50, [1] * 40 + [0] * 10 + [1] * 5 + [0] * 45
    crossed = pd.crosstab(pd.Series(truth), pd.Series(said))
    for frame in (crossed, crossed[[1, 0]], crossed.loc[[1, 0]]):
        assert pv.counts(frame).models["model"].measures["recall"].value == 0.8
    with pytest.raises(BadCounts, match="the same classes"):
        pv.counts(crossed.rename(columns={1: "one"}))
    plain = pd.DataFrame([[40, 10], [5, 45]])
    assert pv.counts(plain).models["model"].measures["recall"].value == 0.8


def test_matrices_of_other_classes_say_which(tmp_path: Path) -> None:
    files = {
        "A": written(tmp_path, "a.csv", ALIKE["other order"]),
        "B": written(tmp_path, "b.csv", "x,yes,maybe\nyes,1,2\nmaybe,3,4\n"),
    }
    with pytest.raises(BadLabels) as refused:
        pv.counts(files)
    assert refused.value.found == "yes, no; yes, maybe of B"


def test_costs_as_a_spreadsheet_writes_them(tmp_path: Path) -> None:
    path = written(tmp_path, "costs.csv", "actual;größer;kleiner\ngrößer;0;2,5\nkleiner;1;0\n".encode("latin-1"))
    assert read_costs(path) == {"größer": {"größer": 0.0, "kleiner": 2.5}, "kleiner": {"größer": 1.0, "kleiner": 0.0}}
