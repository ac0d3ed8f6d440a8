"""Both corpora: the scenarios of every file in `corpus/`, which holds lists called CLEAN and BROKEN."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from .scenario import Scenario

ROOM = Path(__file__).parent / "corpus"


def clean() -> list[Scenario]:
    """Sound evaluations, which may raise nothing above a note."""
    return _all("CLEAN")


def broken() -> list[Scenario]:
    """Broken ones, each of which must raise exactly its own."""
    return _all("BROKEN")


def _all(title: str) -> list[Scenario]:
    modules = (import_module(f"{__package__}.corpus.{file.name}") for file in iter_modules([str(ROOM)]))
    return [scenario for module in modules for scenario in getattr(module, title, [])]
