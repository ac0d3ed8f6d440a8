"""Columns as text: what was packed comes back, and damaged text is refused."""

from __future__ import annotations

from base64 import b64decode, b64encode
from math import inf, nan

import numpy as np
import pytest

from probative.curves.packing import pack, unpack
from probative.errors import BadFormat


def varints(text: str) -> list[int]:
    """Whole numbers of seven bits a byte, the lowest first, read one byte after the other."""
    found, number, shift = [], 0, 0
    for byte in b64decode(text.partition(":")[2]):
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(number)
            number, shift = 0, 0
    assert shift == 0
    return found


@pytest.mark.parametrize(
    "column",
    [
        [],
        [0],
        [0, 0, 0],
        [7],
        [0, 127, 128, 16383, 16384, 2**21 - 1, 2**21],
        [2**52],
        [0, 2**52, 2**52 + 1, 2**53 - 1],
        [0.0, 3.0, 3.0, 1e15],
        [128**k for k in range(8)],
        [128**k - 1 for k in range(1, 8)],
    ],
)
def test_counts_come_back_and_are_written_as_their_steps(column):
    text = pack(np.array(column))
    assert text.startswith("v:")
    assert varints(text) == np.diff(np.array(column, np.int64), prepend=0).tolist()
    assert unpack(text).tolist() == column
    assert unpack(text).dtype == np.float64


def test_random_counts_of_all_sizes_come_back():
    rng = np.random.default_rng(0)
    for power in range(1, 47):
        steps = rng.integers(0, 2**power, 60)
        column = np.cumsum(steps)
        text = pack(column)
        assert varints(text) == steps.tolist()
        assert unpack(text).tolist() == column.tolist()


@pytest.mark.parametrize(
    "column",
    [
        [inf, 0.5, -inf],
        [3, 2, 1],
        [-1, 0, 1],
        [2**0.5, 3**0.5],
        [5e-324, 1.7976931348623157e308],
        [2.0**53],
        [inf],
        [1e300],
        [1e-12, 2e-12, 5e-12],
        [0, 3e-10],
    ],
)
def test_anything_else_comes_back_bit_by_bit(column):
    text = pack(np.array(column, np.float64))
    assert text.startswith("d:")
    assert b64decode(text[2:]) == np.array(column, "<f8").tobytes()
    assert unpack(text).tolist() == column


def test_what_is_missing_comes_back_missing():
    assert np.isnan(unpack(pack(np.array([nan])))).all()


@pytest.mark.parametrize("parts", [2, 3, 7, 10, 49, 99, 100, 121, 10_000])
def test_rows_that_count_a_fraction_come_back_as_that_fraction(parts):
    rng = np.random.default_rng(parts)
    whole = np.cumsum(rng.integers(0, 9, 400)) + 1
    # Added up one by one, as weights are: off by what rounding leaves.
    column = np.cumsum(np.diff(whole, prepend=0) * (1 / parts))
    text = pack(column)
    assert text.startswith("v")
    assert unpack(text).tolist() == (whole / parts).tolist()
    assert len(text) < 8 * len(column)


def test_arbitrary_weights_come_back_bit_by_bit():
    column = np.cumsum(np.random.default_rng(5).random(500))
    assert unpack(pack(column)).tolist() == column.tolist()


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64, np.float32, bool])
def test_the_type_of_the_numbers_does_not_matter(kind):
    for column in ([0, 1, 1], [1, 0, 1], [1, 1, 0]):
        assert unpack(pack(np.array(column, kind))).tolist() == column


def test_a_column_of_few_steps_is_short():
    column = np.minimum(np.arange(1001) // 3, 200) * 7
    assert len(pack(column)) <= 2 + 4 * 334 + 4


@pytest.mark.parametrize(
    "text",
    ["v:***", "d:AAA=", "x:AAAA", "", "AAAA", "v0.5:AA==", "vv:AA==", "v0:AQ==", "d:é"],
)
def test_damaged_text_is_refused(text):
    with pytest.raises(BadFormat, match="packed column"):
        unpack(text)


def test_text_that_ends_inside_a_number_is_refused():
    cut = "v:" + b64encode(bytes([5, 200])).decode()
    with pytest.raises(BadFormat, match="packed column"):
        unpack(cut)
