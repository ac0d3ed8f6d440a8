"""What a plan does with the rows can be seen: in numbers, in a picture, as pairs of rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import KFold, StratifiedKFold

import probative as pv
from probative.errors import BadParameter, MissingColumn
from probative.pictures import Bars, svg
from probative.resampling import layout

X, CODES = load_iris(return_X_y=True)
Y = np.array(["setosa", "versicolor", "virginica"])[CODES]
GROUPS = np.repeat(np.arange(15), 10)


def test_sizes_and_classes_are_those_that_scikit_learn_counts() -> None:
    found = pv.plan("5x10 stratified").layout(X, Y)
    assert len(found.splits) == found.trainings == 50
    assert {(s.training, s.validation, s.test) for s in found.splits} == {(135, 0, 15)}
    wanted = [np.bincount(CODES[test]).tolist() for _, test in StratifiedKFold(10).split(X, Y)]
    assert [list(s.tested.values()) for s in found.splits] == wanted * 5
    assert found.times_tested == {5: 150}


@pytest.mark.parametrize("scheme", [KFold(4), StratifiedKFold(5, shuffle=True, random_state=3)])
def test_pairs_of_a_splitter_are_its_own(scheme: Any) -> None:
    found = pv.plan(scheme).layout(X, Y).pairs()
    wanted = [(train.tolist(), test.tolist()) for train, test in scheme.split(X, Y)]
    assert [(pair["training"], pair["test"]) for pair in found] == wanted


def test_nested_plans_count_trainings_by_the_grid() -> None:
    plan = pv.plan("nested 5-fold/3-fold")
    found = plan.layout(X, candidates=4)
    assert found.trainings == 5 * (3 * 4 + 1)
    assert len(found.outer) == 5
    assert len(found.splits) == 5 * (1 + 3)
    assert "5·(3·grid + 1) trainings" in plan.layout(X).about
    for split in found.splits:
        assert split.training + split.validation + split.test == 150
        assert (split.inner is None) == (split.validation == 0)


def test_inner_parts_cover_the_training_rows_and_never_the_test_rows() -> None:
    pairs = pv.plan("nested 5-fold/3-fold").layout(X).pairs()
    for outer in (pair for pair in pairs if pair["inner"] is None):
        inner = [pair for pair in pairs if pair["fold"] == outer["fold"] and pair["inner"] is not None]
        assert sorted(row for pair in inner for row in pair["validation"]) == outer["training"]
        assert all(pair["test"] == outer["test"] for pair in inner)


def test_bootstrap_pairs_keep_rows_as_often_as_they_were_drawn() -> None:
    plan = pv.plan("bootstrap 3")
    found = plan.layout(X, Y)
    wanted = [train.tolist() for train, _ in plan.split(X, Y)]
    assert [pair["training"] for pair in found.pairs()] == wanted
    assert all(len(train) == 150 > len(set(train)) for train in wanted)
    assert found.columns()["role"].count("training") == 450
    assert sum(found.times_tested.values()) == 150


def test_validation_rows_have_their_own_role() -> None:
    (split,) = pv.plan("60/20/20").layout(X).splits
    assert (split.training, split.validation, split.test) == (90, 30, 30)


def test_text_joins_splits_that_are_alike() -> None:
    lines = str(pv.plan("5x10 stratified").layout(X, Y)).splitlines()
    assert lines[:2] == ["5x10-fold stratified, seed 0: 50 trainings", "150 rows; every row is tested 5 times"]
    assert lines[3].split() == ["1.1", "to", "5.10", "135", "15", "5", "5", "5"]
    assert "rows are tested 0 to" in str(pv.plan("monte-carlo 3").layout(X))


def test_the_picture_has_a_line_for_each_split_and_strips_of_classes_and_groups() -> None:
    chart = pv.plan("nested 5-fold grouped/3-fold").layout(X, Y, GROUPS).picture()
    assert chart.y.words[:2] == ("1.1", "inner 1.1.1")
    assert chart.y.words[-2:] == ("class", "group")
    assert chart.names() == [
        *("training", "validation", "test"),
        *("class setosa", "class versicolor", "class virginica"),
    ]
    bars = {shape.name: shape for shape in chart.every_shape() if isinstance(shape, Bars) and shape.name}
    tested = sum(right - left for left, right in zip(bars["test"].left, bars["test"].right, strict=True))
    assert tested == 150 * 4, "every row once in an outer line, and in its three inner ones"
    assert "<svg" in svg(chart)


def test_repeats_have_two_colours() -> None:
    names = pv.plan("2x5").layout(X).picture().names()
    assert names == ["training", "test, odd repeats", "test, even repeats"]


def test_plots_are_drawn_and_take_axes() -> None:
    axes = pv.plan("5-fold stratified").plot(X, Y)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["1.1", "1.2", "1.3", "1.4", "1.5", "class"]
    assert pv.plan("time 3").plot(X, time=np.arange(150), ax=axes) is axes


def test_large_tables_are_thinned_and_say_so() -> None:
    chart = pv.plan("leave-one-out").layout(range(1000)).picture()
    assert len(chart.y.words) == 60
    assert chart.notes == ("The first 60 of 1,000 splits.", "One of every 4 rows is drawn, of 1,000.")


def test_what_cannot_be_laid_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "MOST_ROLES", 1000)
    with pytest.raises(BadParameter, match="too many splits"):
        pv.plan("leave-one-out").layout(range(100))
    with pytest.raises(MissingColumn):
        pv.plan("5-fold grouped").layout(X)


def test_json_has_sizes_and_trainings() -> None:
    plain = pv.plan("2-fold", random_state=3).layout(range(5)).to_dict()
    assert (plain["kind"], plain["seed"], plain["trainings"], plain["n"]) == ("plan", 3, 2, 5)
    assert [split["test"] for split in plain["splits"]] == [3, 2]
