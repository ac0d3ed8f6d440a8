"""Guards over both corpora: sound evaluations raise nothing above a note, broken ones exactly their own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from probative.guards import guards

from .corpora import broken, clean
from .scenario import REFUSED, Scenario, heard

PAGE = Path(__file__).parents[2] / "docs" / "guards.md"


@pytest.mark.parametrize("scenario", clean(), ids=lambda scenario: scenario.name)
def test_a_sound_evaluation_raises_nothing_above_a_note(scenario: Scenario) -> None:
    assert heard(scenario) == set()


@pytest.mark.parametrize("scenario", broken(), ids=lambda scenario: scenario.name)
def test_a_broken_evaluation_raises_exactly_its_own(scenario: Scenario) -> None:
    assert heard(scenario) == set(scenario.expected)


def test_the_corpora_are_large_and_name_guards_that_there_are() -> None:
    names = Counter(scenario.name for scenario in (*clean(), *broken()))
    assert max(names.values()) == 1
    assert len(clean()) >= 20
    expected = {code for scenario in broken() for code in scenario.expected}
    assert expected <= {*guards(), REFUSED}
    assert all(scenario.expected for scenario in broken())


def test_the_page_tells_of_as_many() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert f"{len(clean())} sound evaluations" in page, "make guards"
    assert f"{len(broken())} broken ones" in page, "make guards"
