"""What the note of a weak slice holds."""

from __future__ import annotations

from .corpus.slices import BROKEN


def test_a_note_has_what_machines_need():
    note = next(note for note in BROKEN[1].build() if note.code == "weak-slice")
    assert note.severity == "warning"
    assert note.columns == ("age", "site")
    assert len(note.rows) == note.numbers["n"]
    assert note.numbers["inside"] > note.numbers["outside"]
    assert "adjusted for every slice" in note.message
