"""What was forced when models were trained is told to whoever compares, gates or slices them afterwards, too."""

from __future__ import annotations

from collections.abc import Iterable

from probative.guards.note import Note
from probative.guards.splits import of_run
from probative.predictions import Predictions


def of_forced(*runs: Predictions) -> tuple[Note, ...]:
    """What the guards that were overridden by force say of these runs; nothing where nothing was forced."""
    return tuple(note for said in runs if said.about.forced for note in of_run(said) if note.code in said.about.forced)


def forced_codes(runs: Iterable[Predictions], warnings: Iterable[Note] = ()) -> tuple[str, ...]:
    """The codes that were forced, in the runs and here: an error stands among warnings only because it was."""
    trained = (code for said in runs for code in said.about.forced)
    here = (note.code for note in warnings if note.severity == "error")
    return tuple(dict.fromkeys((*trained, *here)))
