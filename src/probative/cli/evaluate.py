"""probative evaluate: measures with intervals from a file of predictions."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.combined import combined
from probative.cli.costs import CostFn, CostFp, CostTable, Prior, costs_of, table_or
from probative.cli.loading import at_rest
from probative.cli.output import deliver, ledger_beside, signed
from probative.cli.view import All, Chosen, Layout, Quiet, view_of
from probative.cli.words import Accept, LedgerFile, reads

NAME = "evaluate"
SHORT = "Every measure of every model in a file, with intervals."
HELP = "Every measure of every model in a file of predictions, with intervals."
EXAMPLE = "Example: probative evaluate predictions.csv --truth y --score score_A --score score_B --html report.html"


@reads
def command(
    predictions: Annotated[
        str, typer.Argument(help="CSV, TSV, Parquet, JSON lines (also .gz, .zst), Feather, Excel, a pattern, or -.")
    ],
    threshold: Annotated[float | None, typer.Option(help="Positive if the score is at least this.")] = None,
    threshold_by: Annotated[
        str | None, typer.Option(help="Choose it: accuracy, youden, f1, mcc, cost, closest, ...")
    ] = None,
    at: Annotated[list[str] | None, typer.Option(help='Constraint on it, such as "fpr<=0.01"; again for more.')] = None,
    confidence: Annotated[
        float | None, typer.Option(help="Keep the constraints on other rows too, this surely (0.95).")
    ] = None,
    roc_n: Annotated[int | None, typer.Option(help="Also the ROC up to this many false positives.")] = None,
    cost_fp: CostFp = None,
    cost_fn: CostFn = None,
    prior: Prior = None,
    costs: CostTable = None,
    measure: Chosen = None,
    everything: All = False,
    quiet: Quiet = False,
    layout: Layout = "actual-rows",
    undefined: Annotated[
        str, typer.Option(help="Measures that do not exist: propagate (undefined), or zero (count as 0, and say so).")
    ] = "propagate",
    training_mean: Annotated[
        float | None, typer.Option(help="Mean of the training targets, as a baseline of a regression.")
    ] = None,
    optimum: Annotated[
        str | None,
        typer.Option(
            metavar="WORLD",
            help="A known world, whose optimum stands beside the baseline: example 1, 2 or 3 of theory gaussian, or a "
            "JSON file as of theory gaussian --parameters or theory classes.",
        ),
    ] = None,
    combine: Annotated[
        list[str] | None,
        typer.Option(help="Also all models as one: the mean of their scores, or their vote; again for both."),
    ] = None,
    level: Annotated[float, typer.Option(help="Level of the intervals.")] = 0.95,
    seed: Annotated[int, typer.Option(help="Seed of whatever is random.")] = 0,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    ledger: LedgerFile = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
    accept: Accept = None,
    engine: Annotated[
        str | None, typer.Option(help="Who reads the file: spark or dask; its workers count and sort the rows.")
    ] = None,
    master: Annotated[str | None, typer.Option(metavar="URL", help="Where Spark is: spark://host:7077, sc://host.")] = (
        None
    ),
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where Dask's scheduler is: tcp://host:8786.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Go on where the numbers would not be what they look like, and mark it.")
    ] = False,
    *,
    words: dict[str, Any],
) -> None:
    """Evaluate a file of predictions."""
    with at_rest():
        from probative.sources.ahead import opened_ahead
        from probative.sources.on_engines import read_by

    usual = "truth" in words and engine is None and not words.keys() & {"memory", "spill", "encoding", "decimal"}
    with (
        opened_ahead(predictions if usual else None),
        read_by(engine, predictions, master=master, cluster=cluster) as table,
    ):
        with at_rest():
            from probative.evaluation import evaluate

        findings = evaluate(
            combined(table, combine, words) if combine else table,
            threshold=threshold,
            threshold_by=threshold_by,
            at=at or (),
            confidence=confidence,
            roc_n=roc_n,
            costs=table_or(costs_of(cost_fp, cost_fn, prior), costs),
            measure=measure,
            undefined=undefined,  # type: ignore[arg-type]
            training_mean=training_mean,
            level=level,
            random_state=seed,
            accept=accept or (),
            force=force,
            **({} if combine else words),
            title=title,
            ledger=ledger or ledger_beside(predictions, json, html),
        )
        findings = signed(findings if optimum is None else findings.against(_world(optimum)))
    deliver(findings, json, html, view_of(everything, quiet, measure, layout))


def _world(said: str) -> Any:
    """The world that is known, by number or from a file."""
    from probative.cli.theory_parts import known_world

    return known_world(said)
