"""Every guard there is: what `docs/guards.md` lists and `--accept` can name."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from probative.guards.guard import GUARDS, Guard


def guards() -> dict[str, Guard]:
    """The declared guards by code, in alphabetical order: whatever stands in a file of this room.

    >>> guards()["accuracy-below-baseline"].severity
    'warning'
    """
    room = __name__.rpartition(".")[0]
    for file in walk_packages([str(Path(__file__).parent)], f"{room}."):
        import_module(file.name)
    return dict(sorted(GUARDS.items()))
