"""Write src/probative/__init__.pyi, which editors and type checkers read, from the public surface."""

from __future__ import annotations

from pathlib import Path

import probative as pv

TARGET = Path(pv.__file__).with_suffix(".pyi")


def main() -> None:
    """Write the stub."""
    TARGET.write_text(stub(), encoding="utf-8")


def stub() -> str:
    """Every public name, imported from the room that holds it."""
    lines = ["# Made by `make docs` from SURFACE and ROOMS in __init__.py."]
    lines += [f"from probative import {room} as {room}" for room in pv.ROOMS]
    lines.append("from probative._version import __version__ as __version__")
    for room, names in sorted(pv.SURFACE.items()):
        lines += [f"from probative.{room} import {name} as {name}" for name in names]
    return "\n".join([*lines, "", "SURFACE: dict[str, tuple[str, ...]]", "ROOMS: tuple[str, ...]", ""])


if __name__ == "__main__":
    main()
