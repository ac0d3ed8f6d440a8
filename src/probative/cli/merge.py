"""probative merge: files of evidence as one."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import console

NAME = "merge"
SHORT = "Add files of evidence up."
HELP = "Add files of evidence up: yesterday's and today's, or those of several machines."
EXAMPLE = "Example: probative merge monday.json tuesday.json -o week.json; probative evaluate week.json"


def command(
    evidence: Annotated[list[str], typer.Argument(help="Files that probative tally wrote.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to: .json or .parquet.")],
) -> None:
    """Merge files of evidence."""
    from probative.predictions.tallied import merge

    made = merge(evidence)
    written = made.save(output)
    console(stderr=True).print(f"evidence of {made.n:,} rows written to {written}")
