"""Write the list of docs/guards.md from the declared guards."""

from __future__ import annotations

import re
from pathlib import Path

from probative.guards import Guard, guards
from probative.guards.note import SEVERITIES

TARGET = Path(__file__).with_name("guards.md")
BETWEEN = re.compile(r"(<!-- guards: made by `make docs` -->\n).*?(<!-- end -->)", re.DOTALL)
HEADINGS = {"error": "Errors", "warning": "Warnings", "note": "Notes"}


def main() -> None:
    """Write the list into the page."""
    TARGET.write_text(page(TARGET.read_text(encoding="utf-8")), encoding="utf-8")


def page(text: str) -> str:
    """The page with its list made anew."""
    known = guards().values()
    parts = []
    for severity in SEVERITIES:
        parts.append(
            f"\n### {HEADINGS[severity]}\n\n| code | speaks when | why | usual remedy | deck |\n|---|---|---|---|---|\n"
        )
        parts += [_row(guard) for guard in known if guard.severity == severity]
    return BETWEEN.sub(lambda found: found[1] + "".join(parts) + "\n" + found[2], text)


def _row(guard: Guard) -> str:
    cells = (f"`{guard.code}`", guard.trigger, guard.why, guard.remedy, guard.decks or "our own")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


if __name__ == "__main__":
    main()
