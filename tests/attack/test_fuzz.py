"""The first attacks of every kind, and all that ever broke something: the fast part of `make fuzz`."""

from pathlib import Path

import pytest

from .fuzz import KINDS, attack

FIRST = {"calls": 60, "command-line": 30, "damaged": 60, "noise": 25, "findings": 40, "evidence": 60, "shown": 20}
CORPUS = [line.split() for line in Path(__file__).with_name("corpus.txt").read_text().splitlines() if line[:1] != "#"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_attacks_hold(kind):
    ends = {attack(kind, number) for number in range(FIRST[kind])}
    assert len(ends) > 1, "attacks of one kind that all end alike attack nothing"


@pytest.mark.parametrize(("kind", "number"), CORPUS)
def test_what_broke_once_holds(kind, number):
    assert attack(kind, int(number))
