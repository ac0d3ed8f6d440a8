"""probative evaluate: measures with intervals from a file of predictions."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import deliver, signed

NAME = "evaluate"
HELP = "Every measure of every model in a file of predictions, with intervals."
EXAMPLE = "Example: probative evaluate predictions.csv --truth y --score score_A --score score_B --html report.html"


def command(
    predictions: Annotated[str, typer.Argument(help="CSV, TSV, Parquet or JSON lines (also .gz, .zst), or a pattern.")],
    truth: Annotated[str | None, typer.Option(help="Column of true labels or targets.")] = None,
    score: Annotated[
        list[str] | None, typer.Option(help="Column of scores; again for each model, or for each class.")
    ] = None,
    predicted: Annotated[
        list[str] | None, typer.Option(help="Column of predicted labels or values; again for each model.")
    ] = None,
    positive: Annotated[str | None, typer.Option(help="The positive label.")] = None,
    threshold: Annotated[float | None, typer.Option(help="Positive if the score is at least this.")] = None,
    threshold_by: Annotated[
        str | None, typer.Option(help="Choose it: accuracy, youden, f1, mcc, cost, closest, ...")
    ] = None,
    at: Annotated[list[str] | None, typer.Option(help='Constraint on it, such as "fpr<=0.01"; again for more.')] = None,
    roc_n: Annotated[int | None, typer.Option(help="Also the ROC up to this many false positives.")] = None,
    by: Annotated[list[str] | None, typer.Option(help="Column to slice by; again for further slices.")] = None,
    weight: Annotated[str | None, typer.Option(help="Column of row weights.")] = None,
    group: Annotated[str | None, typer.Option(help="Column of clusters: whole clusters vary, not rows.")] = None,
    model: Annotated[str | None, typer.Option(help="Column naming the model of each row (a long table).")] = None,
    row: Annotated[str | None, typer.Option(help="Column with the id of each row, which counts once.")] = None,
    fold: Annotated[str | None, typer.Option(help="Column with the fold that tested each row.")] = None,
    repeat: Annotated[str | None, typer.Option(help="Column with the repeat of the folds.")] = None,
    time: Annotated[str | None, typer.Option(help="Column of times.")] = None,
    task: Annotated[str | None, typer.Option(help="classification or regression, if not clear.")] = None,
    cost_fp: Annotated[float | None, typer.Option(help="Cost of a false positive.")] = None,
    cost_fn: Annotated[float | None, typer.Option(help="Cost of a false negative.")] = None,
    prior: Annotated[float | None, typer.Option(help="Share of positives where the model will work.")] = None,
    level: Annotated[float, typer.Option(help="Level of the intervals.")] = 0.95,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    seed: Annotated[int, typer.Option(help="Seed of whatever is random.")] = 0,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
) -> None:
    """Evaluate a file of predictions."""
    from probative.decisions import Costs
    from probative.evaluation import evaluate

    costs = None
    if cost_fp is not None or cost_fn is not None or prior is not None:
        costs = Costs(1.0 if cost_fp is None else cost_fp, 1.0 if cost_fn is None else cost_fn, prior)
    findings = evaluate(
        predictions,
        truth=truth,
        scores=score,
        predicted=predicted,
        positive=positive,
        threshold=threshold,
        threshold_by=threshold_by,
        at=at or (),
        roc_n=roc_n,
        costs=costs,
        by=by or (),
        weight=weight,
        groups=group,
        model=model,
        row=row,
        fold=fold,
        repeat=repeat,
        time=time,
        task=task,  # type: ignore[arg-type]
        level=level,
        missing=missing,  # type: ignore[arg-type]
        random_state=seed,
        title=title,
    )
    deliver(signed(findings), json, html)
