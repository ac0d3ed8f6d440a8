"""What cannot be split is refused."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

import probative as pv
from probative.errors import BadLabels, BadParameter, EmptyData, LengthMismatch, MissingColumn, MissingValues
from probative.resampling import (
    Bootstrap,
    HoldOut,
    KFold,
    LeaveOneGroupOut,
    LeaveOneOut,
    LeavePairOut,
    LeavePOut,
    MonteCarlo,
    Rows,
    ThreeWay,
    TimeOrdered,
)

from .rows import lists, made

FEW = range(6)


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda: KFold(1), BadParameter, "at least 2"),
        (lambda: KFold(0), BadParameter, "at least 2"),
        (lambda: KFold(True), BadParameter, "whole number"),
        (lambda: KFold(2.5), BadParameter, "whole number"),
        (lambda: KFold(5, 0), BadParameter, "at least 1"),
        (lambda: KFold(5, 2, shuffled=False), BadParameter, "all repeats would be the same"),
        (lambda: pv.plan(1), BadParameter, "at least 2"),
        (lambda: pv.plan("1-fold"), BadParameter, "at least 2"),
        (lambda: pv.plan("leave-0-out"), BadParameter, "at least 1"),
        (lambda: pv.plan("10x10 unshuffled"), BadParameter, "all repeats would be the same"),
        (lambda: KFold(5, random_state=-1), BadParameter, "random_state"),
        (lambda: KFold(5, random_state=np.random.default_rng()), BadParameter, "recorded"),
        (lambda: Bootstrap(5, random_state="x"), BadParameter, "random_state"),
        (lambda: HoldOut(0.0), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(1.0), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(1), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(70), BadParameter, "0.7 for 70 %"),
        (lambda: HoldOut(math.nan), BadParameter, "between 0 and 1"),
        (lambda: HoldOut("0.7"), BadParameter, "between 0 and 1"),
        (lambda: HoldOut(True), BadParameter, "between 0 and 1"),
        (lambda: pv.plan("hold-out 0%"), BadParameter, "between 0 and 1"),
        (lambda: MonteCarlo(0), BadParameter, "number of repeats"),
        (lambda: ThreeWay(0.6, 0.2, 0.3), BadParameter, "sum to 1"),
        (lambda: ThreeWay(0.6, 0.4, 0.0), BadParameter, "test must lie"),
        (lambda: Bootstrap(0), BadParameter, "number of repeats"),
        (lambda: TimeOrdered(0), BadParameter, "test blocks"),
        (lambda: TimeOrdered(3, "shrinking"), BadParameter, "'expanding' or 'sliding'"),
        (lambda: TimeOrdered(3, gap=-1), BadParameter, "gap"),
        (lambda: TimeOrdered(3, test_size=0), BadParameter, "test_size"),
        (lambda: TimeOrdered(3, train_size=3), BadParameter, "sliding"),
        (lambda: LeavePOut(0), BadParameter, "p must be"),
        (lambda: pv.plan(5.0), BadParameter, "not a plan"),
        (lambda: pv.plan(None), BadParameter, "not a plan"),
        (lambda: pv.plan(True), BadParameter, "not a plan"),
        (lambda: pv.plan([1, 2, 3]), BadParameter, "not a plan"),
        (lambda: pv.plan([]), EmptyData, "no splits"),
    ],
)
def test_plans_that_make_no_sense_are_refused(make, error, says):
    with pytest.raises(error, match=says):
        make()


@pytest.mark.parametrize(
    ("plan", "columns", "error", "says"),
    [
        (KFold(7), {}, BadParameter, "7 folds, 6 rows"),
        (KFold(10**30), {}, BadParameter, "at most 6 folds"),
        (KFold(3, grouped=True), {"groups": list("aabbbb")}, BadParameter, "3 folds, 2 groups"),
        (KFold(2, grouped=True), {"groups": ["a"] * 6}, BadParameter, "single group.*\n.*'a' only"),
        (LeaveOneGroupOut(), {"groups": ["a"] * 6}, BadParameter, "single group"),
        (HoldOut(grouped=True), {"groups": [7] * 6}, BadParameter, "single group.*\n.*7 only"),
        (Bootstrap(grouped=True), {"groups": ["a"] * 6}, BadParameter, "single group"),
        (ThreeWay(grouped=True), {"groups": list("aabbbb")}, BadParameter, "single group"),
        (KFold(2, grouped=True), {}, MissingColumn, "groups="),
        (LeaveOneGroupOut(), {}, MissingColumn, "groups="),
        (KFold(2, stratified=True), {}, MissingColumn, "pass y"),
        (HoldOut(stratified=True), {}, MissingColumn, "pass y"),
        (LeavePairOut(), {}, MissingColumn, "pass y"),
        (KFold(2, stratified=True), {"y": [0.5, 1, 2, 3, 4, 5]}, BadLabels, "such as 0.5.*\n?.*without 'stratified'"),
        (HoldOut(stratified=True), {"y": np.linspace(0, 1, 6)}, BadLabels, "need classes"),
        (KFold(2, stratified=True), {"y": [0, 1, np.nan, 0, 1, 0]}, MissingValues, "1 of 6 rows"),
        (KFold(2, stratified=True), {"y": [0, 1, None, 0, 1, 0]}, MissingValues, "1 of 6 rows"),
        (KFold(2, grouped=True), {"groups": ["a", None, "b", "c", "c", "d"]}, MissingValues, "groups"),
        (KFold(2, stratified=True), {"y": np.zeros((6, 2))}, MissingColumn, "targets"),
        (HoldOut(stratified=True), {"y": list("abcdef")}, BadParameter, "no class has two rows"),
        (ThreeWay(stratified=True), {"y": list("aabbcc")}, BadParameter, "no class has two rows"),
        (HoldOut(stratified=True, grouped=True), {"y": [0] * 6, "groups": FEW}, BadParameter, "5-fold stratified grou"),
        (
            KFold(3, stratified=True, grouped=True),
            {"y": [0, 0, 1, 1, 2, 2], "groups": FEW},
            BadParameter,
            "3 folds, 2 rows in the largest class",
        ),
        (LeavePOut(6), {}, BadParameter, "p = 6, 6 rows"),
        (LeavePOut(9), {}, BadParameter, "p = 9, 6 rows"),
        (LeavePOut(3, limit=19), {}, BadParameter, "20 trainings.*\n.*limit of 19.*leave-3-out limit 20'"),
        (LeavePairOut(limit=8), {"y": [0, 1, 0, 1, 0, 1]}, BadParameter, "9 trainings.*\n.*limit of 8"),
        (LeavePairOut(), {"y": [0, 1, 2, 1, 0, 1]}, BadLabels, "two classes.*\n.*0, 1, 2"),
        (LeavePairOut(), {"y": [1] * 6}, BadLabels, "two classes.*\n.*labels 1"),
        (LeavePairOut("q"), {"y": list("pnpnpn")}, BadLabels, "'q' does not occur"),
        (Bootstrap(), {"y": list("abcdef")}, BadParameter, "6 classes.*rarest class"),
        (TimeOrdered(6), {}, BadParameter, "too few rows"),
        (TimeOrdered(2, gap=2), {}, BadParameter, "6 rows, 2 test blocks, gap 2"),
        (TimeOrdered(2, test_size=3), {}, BadParameter, "too few rows"),
        (KFold(2), {"y": [1, 2]}, LengthMismatch, "y 2, X 6"),
        (KFold(2), {"groups": [1, 2]}, LengthMismatch, "groups 2, X 6"),
    ],
)
def test_rows_that_cannot_be_split_are_refused(plan, columns, error, says):
    with pytest.raises(error, match=says):
        list(plan.split(FEW, **columns))


@pytest.mark.parametrize(
    "plan", [HoldOut(), KFold(2), LeaveOneOut(), Bootstrap(), MonteCarlo(), LeavePOut(1), TimeOrdered(1), ThreeWay()]
)
def test_one_row_cannot_be_split_and_none_neither(plan):
    with pytest.raises(BadParameter):
        list(plan.split([0]))
    for nothing in ([], np.zeros((0, 3))):
        with pytest.raises(EmptyData, match="no rows to split"):
            list(plan.split(nothing))
    with pytest.raises(EmptyData, match="pass X, y or groups"):
        list(plan.split(None))


@pytest.mark.parametrize("plan", [HoldOut(0.99), KFold(2), LeaveOneOut(), Bootstrap(3), LeavePOut(1), TimeOrdered(1)])
def test_two_rows_can_be_split(plan):
    for part in made(plan, 2):
        assert len(set(part.train)) == len(part.test) == 1


def test_two_rows_are_too_few_for_pairs_and_three_roles():
    with pytest.raises(BadParameter, match="at least three rows"):
        list(LeavePairOut().split(None, [0, 1]))
    with pytest.raises(BadParameter, match="at least three rows"):
        ThreeWay().roles(range(2))
    assert sorted(map(int, np.concatenate(ThreeWay().roles(range(3))))) == [0, 1, 2]


@pytest.mark.parametrize(
    "X",
    [
        np.zeros((6, 2)),
        [[0], [1], [2], [3], [4], [5]],
        pd.DataFrame({"x": range(6)}, index=list("uvwxyz")),
        pl.DataFrame({"x": range(6)}),
        sparse.csr_array(np.eye(6)),
        np.zeros((6, 2, 2)),
    ],
)
def test_inputs_of_every_kind_are_only_counted(X):
    for plan in (KFold(3), HoldOut(), Bootstrap(2), TimeOrdered(2)):
        assert lists(plan.split(X)) == lists(plan.split(range(6))) == lists(plan.split(None, list("aabbcc")))
    assert Rows.of(X).n == 6


def test_several_targets_per_row_can_be_split_but_not_stratified():
    y = np.zeros((6, 2))
    assert lists(KFold(3).split(np.zeros((6, 1)), y)) == lists(KFold(3).split(range(6)))
    assert len(lists(Bootstrap(4).split(np.zeros((6, 1)), y))) == 4
