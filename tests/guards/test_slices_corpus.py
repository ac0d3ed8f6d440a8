"""The search for weak slices keeps silent where there are none, and speaks where there is one."""

from __future__ import annotations

import pytest

from .corpus.slices import BROKEN, CLEAN


def _codes(scenario):
    return {note.code for note in scenario.build() if note.severity != "note"}


@pytest.mark.parametrize("scenario", CLEAN + BROKEN, ids=lambda scenario: scenario.name)
def test_weak_slices_are_told_and_no_others(scenario):
    assert _codes(scenario) == scenario.expected


def test_a_note_has_what_machines_need():
    note = next(note for note in BROKEN[1].build() if note.code == "weak-slice")
    assert note.severity == "warning"
    assert note.columns == ("age", "site")
    assert len(note.rows) == note.numbers["n"]
    assert note.numbers["inside"] > note.numbers["outside"]
    assert "adjusted for every slice" in note.message
