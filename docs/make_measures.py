"""Write docs/measures.md from the registry."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from probative.inference import methods_for
from probative.measurement import Measure, measures

TARGET = Path(__file__).with_name("measures.md")
HEAD = """# Measures

Made by `make docs` from the registry; `probative measures NAME` prints the same.
The first interval method is the default. "Shown" says where an evaluation uses the measure unasked, beside the list
of all measures.
"""
COLUMNS = "| measure | definition | formula | range | better | shown | intervals |\n|---|---|---|---|---|---|---|\n"


def main() -> None:
    """Write the page."""
    TARGET.write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page as Markdown."""
    parts = [HEAD]
    for kind, group in groupby(measures(), key=lambda measure: measure.needs.__name__):
        parts.append(f"\n## From `{kind}`\n\n{COLUMNS}")
        parts += [_row(measure) for measure in group]
    return "".join(parts)


def _row(measure: Measure) -> str:
    names = f"`{measure.name}`" + (f"<br>{', '.join(measure.aka)}" if measure.aka else "")
    definition = measure.doc.splitlines()[0] + (f" *{measure.caution}*" if measure.caution else "")
    definition += "".join(f"<br>{reading}" for reading in measure.readings)
    cells = [
        names,
        definition,
        f"`{measure.formula}`",
        f"{measure.low:g} to {measure.high:g}",
        measure.better,
        "on request" if measure.on_request else ", ".join(sorted(measure.places)),
        ", ".join(methods_for(measure)),
    ]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


if __name__ == "__main__":
    main()
