"""probative intervals: whether prediction intervals hold what they claim."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import put_json

NAME = "intervals"
SHORT = "Coverage and width of prediction intervals."
HELP = "Coverage, width and interval score of given prediction intervals of a regression."
EXAMPLE = "Example: probative intervals forecasts.csv --truth y --lower low --upper high --nominal 0.9"


def command(
    predictions: Annotated[
        str, typer.Argument(help="CSV, TSV, Parquet, JSON lines (also .gz, .zst), Feather, Excel, a pattern, or -.")
    ],
    truth: Annotated[str, typer.Option(help="Column of targets.")],
    lower: Annotated[str, typer.Option(help="Column of lower ends.")],
    upper: Annotated[str, typer.Option(help="Column of upper ends.")],
    nominal: Annotated[float, typer.Option(help="The coverage that the intervals claim, such as 0.9.")],
    weight: Annotated[str | None, typer.Option(help="Column of row weights.")] = None,
    level: Annotated[float, typer.Option(help="Level of the intervals of what is found.")] = 0.95,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Judge prediction intervals."""
    from probative.forecasts import prediction_intervals
    from probative.predictions.tally import read_rows
    from probative.sources import open_source
    from probative.sources.number_columns import require_numbers

    names, source = [truth, lower, upper], open_source(predictions)
    require_numbers(source, names)
    rows, _ = read_rows(source, names, weight, missing, rowwise=True)  # type: ignore[arg-type]
    columns = (rows.values[name] for name in names)
    found = prediction_intervals(*columns, nominal=nominal, weight=rows.weight, level=level)
    if json is None:
        print(found)
    else:
        put_json(found.to_dict(), json)
