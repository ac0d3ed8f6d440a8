"""What every command that trains models on a table is told, declared once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.drawing import check_picture, put_picture
from probative.cli.output import console, deliver_json
from probative.errors import printable

if TYPE_CHECKING:
    from probative.experiments.prepared import Prepared

Data = Annotated[str, typer.Argument(help="CSV, TSV, Parquet or JSON lines: one row per sample.")]
Target = Annotated[str, typer.Option(help="Column to predict.")]
Models = Annotated[
    list[str] | None,
    typer.Option("--model", help="A learner as in `probative run`; again for more, where it makes sense."),
]
Measure = Annotated[
    str | None, typer.Option(help="Any measure by name; by default error_rate for classes, mse for numbers.")
]
Plan = Annotated[str | None, typer.Option(help="Such as '10-fold stratified'.")]
Group = Annotated[str | None, typer.Option(help="Column of groups that must not be torn apart.")]
Time = Annotated[str | None, typer.Option(help="Column of times: training rows lie before test rows.")]
SampleWeight = Annotated[
    str | None, typer.Option(help="Column of weights in training; the evaluation does not see them.")
]
Weight = Annotated[str | None, typer.Option(help="Column of weights in the evaluation, not in training.")]
Positive = Annotated[str | None, typer.Option(help="The positive label of two.")]
TaskWord = Annotated[str | None, typer.Option("--task", help="classification or regression, if not clear.")]
Drop = Annotated[list[str] | None, typer.Option(help="Column to leave out; again for more.")]
Missing = Annotated[str, typer.Option(help="Rows without a target: error, or drop.")]
Jobs = Annotated[int | None, typer.Option(help="Trainings at a time; -1 for all cores.")]
Seed = Annotated[int, typer.Option(help="Seed of whatever is random.")]
Level = Annotated[float, typer.Option(help="Level of the intervals.")]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Draw it: .svg, .png or .pdf.")]
JsonFile = Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")]


def made_ready(data: str, output: str | None, **told: Any) -> Prepared:
    """The table and the models, once the picture's name was found to be one."""
    from probative.experiments.prepared import prepared

    check_picture(output)
    told |= {word: told[word] or () for word in ("models", "drop")}
    return prepared(data, **told, say=lambda text: console(stderr=True).print(printable(text, 2000)))


def hand_over(found: Any, output: str | None, json: str | None) -> None:
    """Draw, write and print a result that is a record and a curve."""
    put_picture(found.picture(), output)
    if not deliver_json(found.to_dict(), json):
        print(found)


def listed(text: str | None) -> list[str]:
    """The values between commas.

    >>> listed("1, 5,15")
    ['1', '5', '15']
    """
    return [] if text is None else [part.strip() for part in text.split(",") if part.strip()]
