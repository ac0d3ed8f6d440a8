"""Write docs/requirements.md: requirement by requirement, the call that meets it and the value expected of it."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from seeds.requirements.audit import entries  # noqa: E402
from seeds.requirements.entry import Entry, is_command  # noqa: E402
from seeds.requirements.titles import TITLES  # noqa: E402

HEAD = """# The decks, requirement by requirement

Made by `make docs` from the audit in `tests/seeds/requirements`, which runs every block below as it stands, in an
empty folder, and compares the value of its last line, or what a command prints, with a value from an independent
source. Where the expected value is Python, it is evaluated beside the call; a command ends with code 0 unless another
is expected. Guard rails (R167 to R200) have more scenarios of their own, in `tests/guards`.

Every block of Python follows these two lines:

```python
import numpy as np
import probative as pv
```
"""


def shown(entry: Entry) -> str:
    """What is expected, as a reader wants it."""
    value = entry.expected
    if isinstance(value, type):
        return f"refused: `{value.__name__}`"
    if is_command(entry.call):
        if isinstance(value, int):
            return f"ends with code `{value}`"
        return "prints " + ", ".join(f"`{text.strip()}`" for text in ([value] if isinstance(value, str) else value))
    return f"`{value:.10g}`" if isinstance(value, float) else f"`{value}`"


def fenced(words: str) -> list[str]:
    """Lines to paste: into a shell, or into Python."""
    return [f"```{'sh' if is_command(words) else 'python'}", words.rstrip(), "```", ""]


def pasted(entry: Entry) -> list[str]:
    """Set-up and call, in one block where both are of one language."""
    if not entry.setup:
        return fenced(entry.call)
    if is_command(entry.setup) == is_command(entry.call):
        return fenced(f"{entry.statements.rstrip()}\n{entry.call}")
    return fenced(entry.statements) + fenced(entry.call)


def page() -> str:
    """The whole page."""
    lines, last = [HEAD], ""
    for entry in entries():
        if entry.requirement != last:
            last = entry.requirement
            lines.append(f"\n## {last}: {TITLES[last]}\n")
        lines += pasted(entry)
        lines.append(f"Expected: {shown(entry)} ({entry.source or 'the text'})\n")
    return "\n".join(lines)


if __name__ == "__main__":
    (ROOT / "docs" / "requirements.md").write_text(page(), encoding="utf-8")
