"""probative plans: which resampling scheme."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import console, deliver_json
from probative.errors import BadParameter

NAME = "plans"
SHORT = "Choose a resampling scheme: pros, cons, advice."
HELP = (
    "Choose a resampling scheme: pros, cons and trainings of each, and advice from the number of rows, their classes, "
    "groups and times."
)
EXAMPLE = "Example: probative plans iris.csv --target species"


def command(
    data: Annotated[str | None, typer.Argument(help="CSV, TSV, Parquet or JSON lines: one row per sample.")] = None,
    n: Annotated[int | None, typer.Option("--n", help="The number of rows, in place of a table.")] = None,
    target: Annotated[str | None, typer.Option(help="Column of classes or numbers.")] = None,
    group: Annotated[str | None, typer.Option(help="Column of groups.")] = None,
    time: Annotated[str | None, typer.Option(help="Column of times.")] = None,
    missing: Annotated[str, typer.Option(help="Rows without a target, group or time: error, or drop.")] = "error",
    candidates: Annotated[int, typer.Option(help="Size of a grid that is to be tuned.")] = 0,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Advise a scheme."""
    from probative.experiments.rows_to_split import rows_to_split
    from probative.resampling import plans

    if (data is None) == (n is None):
        raise BadParameter("the advice depends on the rows.", remedy="a table, or --n 150")
    if n is not None:
        found = plans(n=n, candidates=candidates)
    else:
        rows = rows_to_split(str(data), target=target, groups=group, time=time, missing=missing)  # type: ignore[arg-type]
        if rows.dropped:
            console(stderr=True).print(f"{rows.dropped} rows with missing values were left out")
        found = plans(range(rows.n), rows.y, rows.groups, rows.time, candidates=candidates)
    if not deliver_json(found.to_dict(), json):
        print(found)
