"""probative explain: why a number differs from another tool's."""

from __future__ import annotations

import json as jsonlib
from typing import Annotated, Any

import typer

from probative.cli.output import console, write

NAME = "explain"
HELP = "Why does my number differ? One measure under the conventions of many tools, on your data."
EXAMPLE = "Example: probative explain auc predictions.csv --truth y --score score_A"


def command(
    measure: Annotated[str | None, typer.Argument(help="A measure on which tools disagree; all if left out.")] = None,
    predictions: Annotated[
        str | None, typer.Argument(help="CSV, TSV, Parquet or JSON lines (also .gz, .zst), or a pattern.")
    ] = None,
    truth: Annotated[str | None, typer.Option(help="Column of true labels or targets.")] = None,
    score: Annotated[str | None, typer.Option(help="Column of scores.")] = None,
    predicted: Annotated[
        list[str] | None, typer.Option(help="Column of predicted labels or values; two for McNemar's test.")
    ] = None,
    values: Annotated[str | None, typer.Option(help="Column of values, for a standard deviation.")] = None,
    positive: Annotated[str | None, typer.Option(help="The positive label.")] = None,
    beta: Annotated[float | None, typer.Option(help="Weight of recall in F.")] = None,
    bins: Annotated[int | None, typer.Option(help="Bins of the calibration error.")] = None,
    n: Annotated[int | None, typer.Option(help="False positives of the AUC up to the n-th.")] = None,
    max_fpr: Annotated[float | None, typer.Option(help="Largest false positive rate of the partial AUC.")] = None,
    training_mean: Annotated[float | None, typer.Option(help="Mean of the training targets, for R2.")] = None,
    n_features: Annotated[int | None, typer.Option(help="Number of predictors, for R2.")] = None,
    n01: Annotated[int | None, typer.Option(help="Rows that only A got wrong, for McNemar's test.")] = None,
    n10: Annotated[int | None, typer.Option(help="Rows that only B got wrong.")] = None,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Explain a measure."""
    from probative.explanation import explain

    if measure is None:
        _list(json)
        return
    wishes = {"beta": beta, "bins": bins, "n": n, "max_fpr": max_fpr, "training_mean": training_mean}
    wishes |= {"n_features": n_features, "n01": n01, "n10": n10}
    found = explain(
        measure,
        predictions,
        truth=truth,
        scores=score,
        predicted=predicted[0] if predicted and len(predicted) == 1 else predicted or None,
        values=values,
        positive=positive,
        missing=missing,  # type: ignore[arg-type]
        **{name: wish for name, wish in wishes.items() if wish is not None},
    )
    if json is not None:
        _deliver(found.to_dict(), json)
    else:
        _print(found)


def _deliver(facts: Any, json: str) -> None:
    text = jsonlib.dumps(facts, indent=1, allow_nan=False)
    if json == "-":
        print(text)
    else:
        write(json, text + "\n")


def _list(json: str | None) -> None:
    """The measures that can be explained, and from what."""
    from rich.table import Table

    from probative.explanation import topics

    facts = [{"measure": t.name, "needs": list(t.roles), "about": t.doc, "options": list(t.options)} for t in topics()]
    if json is not None:
        _deliver(facts, json)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("measure", "from", "about"):
        table.add_column(column)
    for fact in facts:
        table.add_row(str(fact["measure"]), ", ".join(fact["needs"]), str(fact["about"]))
    console().print(table)


def _print(found: Any) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("convention", "value", "difference", "rule", "tools"):
        table.add_column(column, justify="right" if column in ("value", "difference") else "left")
    for row, plain in zip(found.conventions, found.table(), strict=True):
        difference = plain["difference"]
        shown = "" if plain["ours"] or plain["agrees"] or difference is None else f"{difference:+.3g}"
        table.add_row(row.name, row.shown, shown, row.rule, ", ".join(row.tools) or "-")
    console().print(table)
    print()
    print(found.sentence)
