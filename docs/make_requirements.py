"""Write docs/requirements.md: requirement by requirement, the call that meets it and the value expected of it."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from seeds.requirements.audit import entries  # noqa: E402
from seeds.requirements.titles import TITLES  # noqa: E402

HEAD = """# The decks, requirement by requirement

Made by `make docs` from the audit in `tests/seeds/requirements`, which runs every call below and compares it with a
value from an independent source. Guard rails (R167 to R200) are audited apart.
"""


def shown(value: object) -> str:
    """A value as a reader wants it."""
    if isinstance(value, type):
        return f"refused: `{value.__name__}`"
    return f"`{value:.10g}`" if isinstance(value, float) else f"`{value}`"


def page() -> str:
    """The whole page."""
    lines, last = [HEAD], ""
    for entry in entries():
        if entry.requirement != last:
            last = entry.requirement
            lines.append(f"\n## {last}: {TITLES[last]}\n")
        fence = "sh" if entry.call.startswith("probative ") else "python"
        lines += [f"```{fence}", *([entry.setup.replace("; ", "\n")] if entry.setup else []), entry.call, "```", ""]
        lines.append(f"Expected: {shown(entry.expected)} ({entry.source or 'the text'})\n")
    return "\n".join(lines)


if __name__ == "__main__":
    (ROOT / "docs" / "requirements.md").write_text(page(), encoding="utf-8")
