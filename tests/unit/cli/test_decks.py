"""probative decks: a deck, an erratum, a worked example, or the list of all."""

from __future__ import annotations

import json

import pytest

import probative as pv

from .command import run


@pytest.mark.parametrize("word", ["E35", "e35", "003-exercise-3"])
def test_an_erratum_and_a_worked_example_are_run(word: str) -> None:
    done = run("decks", word)
    assert done.returncode == 0
    assert "balanced_accuracy  0.85" in done.stdout
    assert "E35  The deck adds 0.8 and 0.9" in done.stdout
    assert done.stdout == f"{pv.decks(word)}\n"


def test_json_holds_calls_values_and_errata() -> None:
    found = json.loads(run("decks", "E35", "--json", "-").stdout)
    (answer,) = found["answers"]
    assert found["kind"] == "companion"
    assert answer["value"]["balanced_accuracy"] == pytest.approx((40 / 50 + 45 / 50) / 2)
    assert answer["slide"]["errata"][0]["number"] == "E35"
    assert "pv.value" in answer["slide"]["call"]
    assert pv.Companion.from_dict(found).answers[0].value == answer["value"]


def test_without_a_word_everything_is_listed_and_nothing_run() -> None:
    lines = run("decks").stdout.splitlines()
    assert len(lines) > 100
    assert {line[:3] for line in lines} == {"000", "001", "002", "003", "004"}
    assert "003  Exercise 3: the measures of a matrix  (E35)" in lines


@pytest.mark.parametrize("word", ["E70", "005", "E", "", "exercise 3"])
def test_what_is_not_there_is_refused(word: str) -> None:
    done = run("decks", word)
    assert done.returncode == 2
    assert "no such deck, erratum or worked example" in done.stderr
    assert repr(word) in done.stderr or word == ""
    assert "003-exercise-5" in done.stderr
