"""probative audit: what is wrong with a table before anything is trained on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from probative.cli.output import deliver, signed
from probative.cli.paths import require_there
from probative.cli.view import All, Quiet, view_of

if TYPE_CHECKING:
    from probative.predictions.target import Task

NAME = "audit"
SHORT = "Look for leaks and other spoilers before training."
HELP = (
    "Look for what would spoil an evaluation before anything is trained: leaks, copies, order, groups, gaps that tell "
    "the target, drift between parts, doubtful labels; each with the rows or columns, and the command that mends it."
)
EXAMPLE = "Example: probative audit patients.csv --target outcome --group patient --splits splits.csv --html audit.html"


def command(
    data: Annotated[str, typer.Argument(help="CSV, TSV, Parquet or JSON lines: one row per sample.")],
    target: Annotated[str, typer.Option(help="Column to predict.")],
    group: Annotated[str | None, typer.Option(help="Column of groups that must not be torn apart.")] = None,
    time: Annotated[str | None, typer.Option(help="Column of times at which predictions are due.")] = None,
    row: Annotated[str | None, typer.Option(help="Column with the id of each row, which is no input.")] = None,
    splits: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Splits to audit: a file (of probative plan --indices, or with a column 'part'), a column, or a plan.",
        ),
    ] = None,
    predictions: Annotated[
        str | None, typer.Option(metavar="FILE", help="Predictions that may be too good to be true.")
    ] = None,
    task: Annotated[str | None, typer.Option(help="classification or regression, if not clear.")] = None,
    memory: Annotated[
        str | None,
        typer.Option(help="Memory for the rows, such as 512MB; of more, some are drawn (usually 1GB)."),
    ] = None,
    spill: Annotated[
        str | None, typer.Option(metavar="DIR", help="Folder for what exceeds it; by default the system's.")
    ] = None,
    everything: All = False,
    quiet: Quiet = False,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write the report as one HTML page.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
) -> None:
    """Audit a table."""
    require_there(data)
    from probative.evaluation.auditing import audit

    name = title or f"Audit of {Path(data).name} before training on {target}"
    roles = {"group": group, "time": time, "row": row}
    kind = cast("Task | None", task)
    given = {"splits": splits, "predictions": predictions, "memory": memory, "spill": spill}
    found = audit(data, target=target, **roles, **given, task=kind, title=name)
    deliver(signed(found), json, html, view_of(everything, quiet))
