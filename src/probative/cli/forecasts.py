"""probative forecasts: what forecasts that are distributions are worth, by their CRPS."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.output import put_json
from probative.errors import BadParameter

NAME = "forecasts"
SHORT = "CRPS and calibration of forecasts that are distributions."
HELP = (
    "CRPS of forecasts that are distributions, and how often targets fall below their quantiles: normal ones (--mean, "
    "--sd), ensembles (--member for each column, or a pattern), or quantiles (--quantile LEVEL=COLUMN for each)."
)
EXAMPLE = "Example: probative forecasts forecasts.csv --truth y --quantile 0.1=low --quantile 0.5=mid --quantile 0.9=up"


def command(
    predictions: Annotated[
        str, typer.Argument(help="CSV, TSV, Parquet, JSON lines (also .gz, .zst), Feather, Excel, a pattern, or -.")
    ],
    truth: Annotated[str, typer.Option(help="Column of targets.")],
    mean: Annotated[str | None, typer.Option(help="Column of the means of normal forecasts.")] = None,
    sd: Annotated[str | None, typer.Option(help="Column of their standard deviations.")] = None,
    member: Annotated[
        list[str] | None, typer.Option(help="Column of a member of an ensemble, or a pattern such as 'm*'; again.")
    ] = None,
    quantile: Annotated[
        list[str] | None, typer.Option(metavar="LEVEL=COLUMN", help="Column of a quantile, such as 0.1=low; again.")
    ] = None,
    weight: Annotated[str | None, typer.Option(help="Column of row weights.")] = None,
    level: Annotated[float, typer.Option(help="Level of the intervals of what is found.")] = 0.95,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Judge forecasts that are distributions."""
    import numpy as np

    from probative.forecasts import predictive_distribution
    from probative.predictions.roles import matching
    from probative.predictions.tally import read_rows
    from probative.sources import open_source
    from probative.sources.number_columns import require_numbers

    source = open_source(predictions)
    members, levels = matching(member or [], source.kinds, truth), dict(sorted(map(_level, quantile or [])))
    centre = [name for name in (mean, sd) if name is not None]
    names = [truth, *centre, *members, *levels.values()]
    require_numbers(source, names)
    rows, _ = read_rows(source, list(dict.fromkeys(names)), weight, missing, rowwise=True)  # type: ignore[arg-type]
    forms: dict[str, Any] = {"mean": mean and rows.values[mean], "sd": sd and rows.values[sd]}
    if members:
        forms["ensemble"] = np.column_stack([rows.values[name] for name in members])
    if levels:
        forms |= {"quantiles": np.column_stack([rows.values[name] for name in levels.values()]), "levels": [*levels]}
    found = predictive_distribution(rows.values[truth], **forms, weight=rows.weight, level=level)
    if json is None:
        print(found)
    else:
        put_json(found.to_dict(), json)


def _level(text: str) -> tuple[float, str]:
    """A level and its column, written as 0.1=low."""
    number, sign, name = text.partition("=")
    try:
        level = float(number)
    except ValueError:
        level = -1.0
    if not (sign and name and 0 < level < 1):
        raise BadParameter(
            "a quantile is its level, between 0 and 1, and its column.", found=text, remedy="--quantile 0.1=low"
        )
    return level, name
