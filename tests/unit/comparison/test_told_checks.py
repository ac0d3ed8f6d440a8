"""A gate's answer tells three checks one by one, and how many more there are, if there are."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv

MEASURES = ["accuracy", "f1", "recall", "specificity", "precision"]


@pytest.mark.parametrize(("many", "more"), [(1, ""), (3, ""), (4, "; 1 more."), (5, "; 2 more.")])
def test_more_checks_are_counted_where_there_are_more(many, more):
    y = np.array([0, 1] * 200)
    good, bad = np.where(np.arange(400) % 50 < 2, 1 - y, y), np.where(np.arange(400) % 5 < 2, 1 - y, y)
    found = pv.gate(good, bad, truth=y, measure=MEASURES[:many], positive=1)
    assert [check.status for check in found.checks] == ["failed"] * many
    headline = found.answers[0].headline
    assert headline.endswith(more or ".")
    assert (" more" in headline) == bool(more)
