"""probative tally: the evidence of predictions in a file, to be added to that of other days and machines."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.output import console
from probative.cli.words import reads

NAME = "tally"
SHORT = "Count predictions into a file of evidence."
HELP = (
    "Count the distinct rows of files of predictions into one file of evidence, which probative merge adds to others "
    "and probative evaluate reads. Evidence among them is taken as it is: yesterday's, beside today's rows."
)
EXAMPLE = (
    "Example: probative tally part-*.parquet --truth y --score score -o evidence.json; "
    "probative tally monday.json part-1.parquet --truth y --score score -o week.json"
)


@reads
def command(
    data: Annotated[
        list[str],
        typer.Argument(help="Files of predictions, as for evaluate, all with the same columns; or of evidence."),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to: .json, or .parquet for many distinct rows.")
    ],
    *,
    words: dict[str, Any],
) -> None:
    """Tally files of predictions."""
    from functools import reduce
    from operator import add

    from probative.predictions import read
    from probative.predictions.tallied import Tallied

    made = reduce(add, (Tallied.found(path) or Tallied.of(read(path, **words)) for path in data))
    written = made.save(output)
    console(stderr=True).print(f"evidence of {made.n:,} rows written to {written}")
