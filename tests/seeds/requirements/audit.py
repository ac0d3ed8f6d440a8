"""All entries of the audit, and what running one gives."""

from __future__ import annotations

import io
import shlex
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest

import probative as pv

from .entry import Entry

ROOM = Path(__file__).parent


def entries() -> list[Entry]:
    """Every entry of every file of this folder, in the order of the requirements."""
    found = []
    for module in iter_modules([str(ROOM)]):
        if module.name.startswith("test_"):
            continue
        found += getattr(import_module(f"{__package__}.{module.name}"), "ENTRIES", [])
    return sorted(found, key=lambda entry: int(entry.requirement[1:]))


def outcome(entry: Entry) -> object:
    """What the call gives: a value, what a command prints, or the type of the error it raises."""
    if entry.call.startswith("probative ") and entry.run is None:
        return _printed(entry)
    try:
        return entry.run() if entry.run is not None else eval(entry.call, _names(entry))
    except Exception as error:
        if isinstance(entry.expected, type) and isinstance(error, entry.expected):
            return type(error)
        raise


def expected(entry: Entry) -> object:
    """The value of the independent source; a text that is Python over the set-up is evaluated."""
    if isinstance(entry.expected, str) and entry.tolerance is not None:
        return eval(entry.expected, _names(entry))
    return entry.expected


def check(entry: Entry) -> None:
    """Fail where the call does not give what the source expects."""
    found, wanted = outcome(entry), expected(entry)
    if isinstance(wanted, type):
        assert isinstance(found, type), f"{entry.call} gave {found!r} and no error"
    elif entry.call.startswith("probative ") and isinstance(found, str):
        for text in [wanted] if isinstance(wanted, str) else wanted:
            assert text in found
    elif entry.tolerance is not None:
        assert found == pytest.approx(wanted, rel=0, abs=entry.tolerance)
    else:
        assert found == wanted


def _names(entry: Entry) -> dict[str, object]:
    names: dict[str, object] = {"pv": pv, "np": np}
    exec(entry.setup, names)
    return names


def _printed(entry: Entry) -> str:
    from probative.cli.app import main

    out = io.StringIO()
    with redirect_stdout(out), suppress(SystemExit):
        main(shlex.split(entry.call)[1:])
    return out.getvalue()
