"""Labels that the first rows do not show: a column is encoded as NumPy would, wherever its values turn up."""

from __future__ import annotations

import numpy as np
import pytest

from probative.evidence import labels

FIRST = 4096


@pytest.mark.parametrize("first", [["m"], ["m", "n"]])
@pytest.mark.parametrize("later", [["z"], ["a"], ["z", "a", "b"]])
def test_labels_that_turn_up_late_are_known(first, later):
    column = np.array([*np.resize(first, FIRST + 5), *later, *first])
    distinct, codes = labels._encode_keys(np.unique(column, return_inverse=True)[1].astype(np.uint64))
    assert np.array_equal(distinct[codes], np.unique(column, return_inverse=True)[1])
    assert len(distinct) == len(np.unique(column))
