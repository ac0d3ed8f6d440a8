"""A run's first screen: each fold a line under its model's mean, and the differences fold by fold."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.answers.which import Standing
from probative.findings.text import number

from .kinds import folds
from .looks import DESK, PHONE, cut_off


def test_every_fold_stands_under_the_mean_and_differences_are_counted(show: Any) -> None:
    found = folds().findings
    standing = Standing.of(found)
    first, other = standing.leader, standing.others[0]
    values = {m: found.models[m].resampling[standing.measure].folds for m in (first, other)}
    shown = show("folds", **DESK)
    ranking, gaps = shown.page.locator(".strip").all()
    # One line for each value that a fold has; the height tells how many folds.
    drawn = [
        path.count("M") for path in ranking.locator(".folds").evaluate_all("all => all.map(e => e.getAttribute('d'))")
    ]
    for lines, name in zip(drawn, (first, other), strict=True):
        assert len(np.unique(np.round(values[name], 9))) - 1 <= lines <= len(values[name])
    for name in (first, other):
        assert number(values[name].mean(), 3) in ranking.text_content()
    contest = standing.contests[other]
    sign = 1 if contest.a == first else -1
    words = gaps.text_content()
    for part in (contest.difference.value, contest.difference.low, contest.difference.high):
        assert number(100 * sign * part, 1) in words
    ahead = int((values[first] > values[other]).sum())
    assert f"ahead in {ahead} of {len(values[first])}" in words
    assert ("not told apart" in words) == (contest.winner is None)
    shown.page.set_viewport_size(PHONE["viewport"])
    shown.settle()
    assert cut_off(shown) == []
