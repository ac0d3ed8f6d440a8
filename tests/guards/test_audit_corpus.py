"""Every guard of the audit has a scenario that it speaks of."""

from __future__ import annotations

from probative.guards import GUARDS

from .corpus.audit import BROKEN


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
