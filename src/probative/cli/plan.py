"""probative plan: see what a resampling plan does with a table."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.drawing import check_picture, put_picture
from probative.cli.output import console, deliver_json, put_json, write
from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.resampling import Layout

NAME = "plan"
SHORT = "Show what a resampling plan does with a table."
HELP = (
    "Show what a resampling plan does with a table: sizes and classes of every split, how often rows are tested, how "
    "many trainings; draw it, and write the rows of every split."
)
EXAMPLE = "Example: probative plan '5x10 stratified' iris.csv --target species -o plan.svg --indices plan.csv"


def command(
    scheme: Annotated[str, typer.Argument(help="The plan, such as '5x10 stratified' or 'nested 5-fold/3-fold'.")],
    data: Annotated[str | None, typer.Argument(help="CSV, TSV, Parquet or JSON lines: one row per sample.")] = None,
    n: Annotated[int | None, typer.Option("--n", help="The number of rows, in place of a table.")] = None,
    target: Annotated[str | None, typer.Option(help="Column of classes or numbers.")] = None,
    group: Annotated[str | None, typer.Option(help="Column of groups.")] = None,
    time: Annotated[str | None, typer.Option(help="Column of times.")] = None,
    missing: Annotated[str, typer.Option(help="Rows without a target, group or time: error, or drop.")] = "error",
    row: Annotated[
        str | None, typer.Option(help="Column with the id of each row, which may not be on both sides of a split.")
    ] = None,
    candidates: Annotated[int | None, typer.Option(help="Size of a grid tuned inside training parts.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the plan.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Lay it out though ids are on both sides of a split.")] = False,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Draw it: .svg, .png or .pdf.")
    ] = None,
    indices: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the rows of every split: .csv (a line a row) or .json (pairs)."),
    ] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write sizes and trainings as JSON; - to print.")] = (
        None
    ),
) -> None:
    """Lay a plan out over the rows of a table."""
    from probative.experiments.rows_to_split import RowsToSplit, rows_to_split
    from probative.resampling import plan

    check_picture(output)
    if indices is not None and Path(indices).suffix.lower() not in (".csv", ".json"):
        raise BadParameter("the file of rows must end in .csv or .json.", found=indices)
    if (data is None) == (n is None):
        raise BadParameter("a plan needs rows.", remedy="a table, or --n 150")
    made = plan(scheme, random_state=seed)
    words: dict[str, Any] = {"target": target, "groups": group, "time": time, "row": row, "missing": missing}
    rows = RowsToSplit(n) if n is not None else rows_to_split(str(data), **words)
    if rows.dropped:
        _say_dropped(rows.dropped, indices)
    told = (rows.y, rows.groups, rows.time, rows.ids)
    layout = made.layout(range(rows.n), *told, candidates=candidates, force=force)
    if indices is not None:
        _write(layout, indices)
    put_picture(layout.picture(), output)
    if not deliver_json(layout.to_dict(), json):
        print(layout)
        if made.trade_off:
            print(f"shares: {made.trade_off}")


def _say_dropped(count: int, indices: str | None) -> None:
    """Rows that are left have other numbers than in the file, so that these are not written."""
    if indices is not None:
        raise BadParameter(
            "rows that are left after others were dropped have other numbers than in the file.",
            found=f"{count} rows with missing values",
            remedy="a file without these rows, or no --indices",
        )
    console(stderr=True).print(f"{count} rows with missing values were left out")


def _write(layout: Layout, path: str) -> None:
    """The rows of every split, as pairs or as a long table."""
    if path.lower().endswith(".json"):
        put_json({"probative": 1, "kind": "splits", "plan": layout.plan, "splits": layout.pairs()}, path)
    else:
        columns = layout.columns()
        text = io.StringIO(newline="")
        table = csv.writer(text)
        table.writerow(columns)
        table.writerows(zip(*columns.values(), strict=True))
        write(path, text.getvalue())
    console(stderr=True).print(f"rows of every split written to {path}")
