"""One thing is spoken of in the singular, wherever a sentence leaves the house."""

import pytest

import probative as pv
from probative.errors import BadInput, in_number


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("only 1 rows: intervals are wide", "only 1 row: intervals are wide"),
        ("1 rows were left out", "1 row was left out"),
        ("11 rows were left out", "11 rows were left out"),
        ("0.1 rows, 2,001 rows", "0.1 rows, 2,001 rows"),
        ("1 training sets of 6 rows", "1 training set of 6 rows"),
        ("d + 1 rows of class 1 rows", "d + 1 rows of class 1 rows"),
        ("split 1 tests rows that it also trains on", "split 1 tests rows that it also trains on"),
        ("1 of 1,000 rows have gaps", "1 of 1,000 rows has gaps"),
        ("R-1 rows and '1 rows'", "R-1 rows and '1 rows'"),
    ],
)
def test_one_thing_is_one(said, told):
    assert in_number(said) == told


def test_errors_and_notes_say_it():
    assert "Found: 1 row." in str(BadInput("too few.", found="1 rows"))
    notes = pv.evaluate(truth=[1, 0, 1, 1], scores=[0.9, 0.2, 0.6, 0.4]).notes
    assert any("only 1 of 4 rows is of class 0" in note.message for note in notes)
