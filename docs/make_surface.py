"""Write the stubs that editors and type checkers read: of the package and of pv.stats."""

from __future__ import annotations

from pathlib import Path

import probative as pv


def main() -> None:
    """Write the stubs."""
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")


def stubs() -> dict[Path, str]:
    """Every stub by its place."""
    home = Path(pv.__file__).parent
    return {home / "__init__.pyi": surface(), home / "stats" / "__init__.pyi": statistics()}


def surface() -> str:
    """Every public name, imported from the room that holds it."""
    lines = ["# Made by `make docs` from SURFACE and ROOMS in __init__.py."]
    lines += [f"from probative import {room} as {room}" for room in pv.ROOMS]
    lines.append("from probative._version import __version__ as __version__")
    for room, names in sorted(pv.SURFACE.items()):
        lines += [f"from probative.{room} import {name} as {name}" for name in names.split()]
    return "\n".join([*lines, "", "SURFACE: dict[str, str]", "ROOMS: tuple[str, ...]", ""])


def statistics() -> str:
    """Every declared test, imported from the file that holds it."""
    homes = sorted((getattr(pv.stats, name).__module__, name) for name in pv.stats.__all__)
    lines = ["# Made by `make docs` from what is declared in the files of this room."]
    lines += [f"from {home} import {name} as {name}" for home, name in homes]
    return "\n".join([*lines, "", "__all__: list[str]", ""])


if __name__ == "__main__":
    main()
