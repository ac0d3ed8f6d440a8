"""Write docs/commands.md: every command with its help, its options and an example, from the command line itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from probative.cli.app import app

TARGET = Path(__file__).with_name("commands.md")
HEAD = """# Commands

Made by `make docs` from what `probative COMMAND --help` says. Everywhere: `--json FILE` (`-` to print) for machines,
exit codes 0 for success, 1 for a gate that failed, 2 for bad input, 3 for a gate that cannot tell; `NO_COLOR` is
respected, and `probative --install-completion` teaches bash, zsh and fish the options.
"""


def main() -> None:
    """Write the page."""
    TARGET.write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page as Markdown."""
    group: Any = typer.main.get_command(app)
    return HEAD + "".join(_command(name, one) for name, one in group.commands.items())


def _command(name: str, command: Any) -> str:
    if hasattr(command, "commands"):
        return f"\n## probative {name}\n\n{command.help}\n" + "".join(
            _command(f"{name} {part}", one) for part, one in command.commands.items()
        )
    lines = [f"\n## probative {name}\n", command.help or "", ""]
    if command.epilog:
        example = command.epilog.removeprefix("Example: ")
        lines += [f"Example: `{example}`", ""]
    lines += ["| option | what it is |", "|---|---|"]
    for one in command.params:
        if one.name == "help":
            continue
        names = one.name.upper() if one.param_type_name == "argument" else ", ".join(one.opts)
        said = (getattr(one, "help", "") or "").replace("|", "\\|")
        lines.append(f"| `{names}` | {said} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
