"""Columns of numbers are told apart value by value, as labels would be, without making labels."""

from __future__ import annotations

import numpy as np
import pytest

from probative.running.target_inputs import target_columns, telling_columns

CODES = np.arange(60) % 2


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int64, np.uint64, np.int8])
def test_a_column_tells_whatever_its_type(dtype: type) -> None:
    column = (np.arange(60) % 6).astype(dtype)
    assert telling_columns(column[:, None], CODES) == ("0",)
    assert target_columns((10 - CODES).astype(dtype)[:, None], CODES, classifies=True) == ("0",)


def test_gaps_are_one_value_and_both_zeros_are_one() -> None:
    gaps = np.where(CODES == 1, np.nan, np.arange(60) % 6)
    assert telling_columns(gaps[:, None], CODES) == ("0",)
    zeros = np.where(np.arange(60) % 4 < 2, 0.0, -0.0)
    assert telling_columns(zeros[:, None], CODES) == ()


def test_floats_too_large_to_be_told_apart_tell_nothing() -> None:
    large = np.where(CODES == 1, 2.0**60, 2.0**61)
    assert telling_columns(large[:, None], CODES) == ()
