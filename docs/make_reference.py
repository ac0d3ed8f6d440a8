"""Write docs/reference.md: every public name with its definition and signature, from the code."""

from __future__ import annotations

import inspect
from pathlib import Path

import probative as pv

TARGET = Path(__file__).with_name("reference.md")
HEAD = """# Reference

Made by `make docs` from what `dir(pv)` shows; `help(pv.NAME)` says more, with an example that runs.
The tests of `pv.stats` stand in [comparison](comparison.md), the measures in [measures](measures.md).
"""


def main() -> None:
    """Write the page."""
    TARGET.write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page as Markdown."""
    parts = [HEAD]
    for room, names in pv.SURFACE.items():
        parts.append(f"\n## {room.replace('_', ' ').replace('.', ': ').capitalize()}\n\n")
        parts += [_entry(f"pv.{name}", getattr(pv, name)) for name in names.split()]
    for room in pv.ROOMS:
        held = getattr(pv, room)
        parts.append(f"\n## `pv.{room}`\n\n{inspect.getdoc(held).splitlines()[0]}\n\n")
        parts += [_entry(f"pv.{room}.{name}", getattr(held, name)) for name in sorted(held.__all__)]
    return "".join(parts)


def _entry(name: str, thing: object) -> str:
    lines = (inspect.getdoc(thing) or "").splitlines()
    return f"- `{name}{_arguments(thing)}`: {lines[0] if lines else ''}\n"


def _arguments(thing: object) -> str:
    """The names of the arguments; those of a record are its fields, which its documentation tells."""
    if inspect.isclass(thing) or not callable(thing):
        return ""
    words = []
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        words.append(str(parameter.replace(annotation=parameter.empty, default=parameter.empty)))
    return f"({', '.join(words)})"


if __name__ == "__main__":
    main()
