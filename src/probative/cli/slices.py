"""probative slices: where a model is worse than elsewhere, as far as that is proven."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.drawing import check_picture, put_picture
from probative.cli.output import console, deliver_json, put_report, signed
from probative.cli.training import listed
from probative.cli.words import reads

NAME = "slices"
SHORT = "Find rows on which a model is proven to be worse."
HELP = (
    "Weak slices: search conjunctions of up to three conditions on features for rows on which a model is worse than "
    "elsewhere, and show those that are proven, whatever else was looked at."
)
EXAMPLE = (
    "Example: probative slices predictions.csv --truth y --score score --positive yes --features age,site,income "
    "--loss brier --html report.html"
)


@reads
def command(
    predictions: Annotated[
        str, typer.Argument(help="Predictions as for evaluate, with the features; or a folder of probative run.")
    ],
    features: Annotated[
        str | None, typer.Option(help="Columns to look for slices by, with commas; by default all of --inputs.")
    ] = None,
    inputs: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A table with the features of each row, beside predictions or a run."),
    ] = None,
    loss: Annotated[
        str | None,
        typer.Option(
            help="What a row loses: error_rate, log_loss, brier, mse, mae, hinge, ...; by default errors, or mse."
        ),
    ] = None,
    threshold: Annotated[float | None, typer.Option(help="Positive if the score is at least this.")] = None,
    depth: Annotated[int, typer.Option(help="Conditions of a slice, at most: 1, 2 or 3.")] = 3,
    bins: Annotated[int, typer.Option(help="Quantile bins of a number.")] = 4,
    min_rows: Annotated[int | None, typer.Option(help="Rows of a slice, at least; 30, or 1 % of all rows.")] = None,
    method: Annotated[
        str | None, typer.Option(help="permutation (all rows at once) or halves (find on one, confirm on the other).")
    ] = None,
    n_permutations: Annotated[int, typer.Option(help="How often losses are dealt to rows at random.")] = 999,
    most: Annotated[int, typer.Option(help="Slices of a model to report, at most.")] = 10,
    level: Annotated[float, typer.Option(help="Level of intervals, and of finding nothing where nothing is.")] = 0.95,
    seed: Annotated[int, typer.Option(help="Seed of whatever is random.")] = 0,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the slices: .svg, .png or .pdf.")] = None,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write an evaluation with the slices as a page.")
    ] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
    *,
    words: dict[str, Any],
) -> None:
    """Look for weak slices."""
    from probative.findings.screen import print_table
    from probative.report.charts.weak_slices import slices_chart
    from probative.slicing import weak_slices

    check_picture(plot)
    found = weak_slices(
        predictions,
        features=listed(features) if inputs is None else _beside(inputs, listed(features)),
        loss=loss,
        threshold=threshold,
        depth=depth,
        bins=bins,
        min_rows=min_rows,
        method=method,  # type: ignore[arg-type]
        n_permutations=n_permutations,
        most=most,
        level=level,
        random_state=seed,
        **words,
    )
    if html is not None:
        from probative.evaluation import evaluate

        evaluated = evaluate(predictions, threshold=threshold, level=level, random_state=seed, **words)
        put_report(signed(evaluated.adding(found)), html)
    if plot is not None and found.slices:
        put_picture(slices_chart(found), plot)
    if deliver_json(found.to_dict(), json):
        return
    out = console()
    for line in str(found).splitlines():
        out.print(line)
    if found.slices:
        print_table(found.table(), out)


def _beside(inputs: str, names: list[str]) -> Any:
    """The columns of a table beside the predictions: those named, or all."""
    from probative.sources import open_source

    table = open_source(inputs)
    return table.listed(names or list(table.kinds)).values
