"""The audit keeps silent about sound data and speaks, with its own code only, about broken ones."""

from __future__ import annotations

import pytest

from probative.guards import GUARDS

from .audit import BROKEN, CLEAN, Scenario


def above_a_note(scenario: Scenario) -> set[str]:
    return {note.code for note in scenario.build() if note.severity != "note"}


@pytest.mark.parametrize("scenario", CLEAN, ids=lambda scenario: scenario.name)
def test_sound_data_raise_nothing_above_a_note(scenario: Scenario) -> None:
    assert above_a_note(scenario) == set()


@pytest.mark.parametrize("scenario", BROKEN, ids=lambda scenario: scenario.name)
def test_broken_data_raise_their_own_guard_and_no_other(scenario: Scenario) -> None:
    assert above_a_note(scenario) == scenario.expected


def test_every_guard_of_the_audit_has_a_broken_scenario() -> None:
    ours = {code for code, guard in GUARDS.items() if guard.severity != "note" and guard in AUDITING}
    assert ours == {code for scenario in BROKEN for code in scenario.expected}


def _guards_of_the_audit() -> list[object]:
    import importlib
    import pkgutil

    import probative.guards.audit as room
    from probative.guards import Guard

    modules = [importlib.import_module(f"{room.__name__}.{info.name}") for info in pkgutil.iter_modules(room.__path__)]
    return [value for module in modules for value in vars(module).values() if isinstance(value, Guard)]


AUDITING = _guards_of_the_audit()
