"""probative explain: why a number differs from another tool's."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from probative.cli.output import console, put_json
from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.explanation import Explanation

NAME = "explain"
SHORT = "Why a number differs from another tool's."
HELP = "Why does my number differ? One measure under the conventions of many tools, on your data."
EXAMPLE = "Example: probative explain auc predictions.csv --truth y --score score_A"


def command(
    measure: Annotated[
        str | None, typer.Argument(help="A measure on which tools disagree, or error_types; all if left out.")
    ] = None,
    predictions: Annotated[
        str | None,
        typer.Argument(help="CSV, TSV, Parquet, JSON lines (also .gz, .zst), Feather, Excel, a pattern, or -."),
    ] = None,
    truth: Annotated[str | None, typer.Option(help="Column of true labels or targets.")] = None,
    score: Annotated[str | None, typer.Option(help="Column of scores.")] = None,
    predicted: Annotated[
        list[str] | None, typer.Option(help="Column of predicted labels or values; two for McNemar's test.")
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(help="Column of values, or the values themselves as 1,2,3,4: for sd and degrees_of_freedom."),
    ] = None,
    positive: Annotated[str | None, typer.Option(help="The positive label.")] = None,
    count: Annotated[
        str | None, typer.Option(help="Column that says how many equal rows each line stands for.")
    ] = None,
    beta: Annotated[float | None, typer.Option(help="Weight of recall in F.")] = None,
    bins: Annotated[int | None, typer.Option(help="Bins of the calibration error.")] = None,
    n: Annotated[int | None, typer.Option(help="False positives of the AUC up to the n-th.")] = None,
    max_fpr: Annotated[float | None, typer.Option(help="Largest false positive rate of the partial AUC.")] = None,
    training_mean: Annotated[float | None, typer.Option(help="Mean of the training targets, for R2.")] = None,
    n_features: Annotated[int | None, typer.Option(help="Number of predictors, for R2.")] = None,
    n01: Annotated[int | None, typer.Option(help="Rows that only A got wrong, for McNemar's test.")] = None,
    n10: Annotated[int | None, typer.Option(help="Rows that only B got wrong.")] = None,
    tp: Annotated[int | None, typer.Option(help="True positives, for mcc, f1 and f_beta by counts.")] = None,
    fn: Annotated[int | None, typer.Option(help="False negatives.")] = None,
    fp: Annotated[int | None, typer.Option(help="False positives.")] = None,
    tn: Annotated[int | None, typer.Option(help="True negatives.")] = None,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Explain a measure."""
    from probative.explanation import explain

    if measure is None:
        _list(json)
        return
    if measure.replace("-", "_") == "error_types":
        _print_error_types(json)
        return
    wishes = {"beta": beta, "bins": bins, "n": n, "max_fpr": max_fpr, "training_mean": training_mean}
    wishes |= {"n_features": n_features, "n01": n01, "n10": n10, "tp": tp, "fn": fn, "fp": fp, "tn": tn}
    found = explain(
        measure,
        predictions,
        truth=truth,
        scores=score,
        predicted=predicted[0] if predicted and len(predicted) == 1 else predicted or None,
        values=_values(values) if values is not None and predictions is None else values,
        positive=positive,
        count=count,
        missing=missing,  # type: ignore[arg-type]
        **{name: wish for name, wish in wishes.items() if wish is not None},
    )
    if json is not None:
        put_json(found.to_dict(), json)
    else:
        _print(found)


def _values(words: str) -> list[float]:
    """Numbers between commas."""
    try:
        return [float(word) for word in words.split(",")]
    except ValueError:
        raise BadParameter(
            "values without a table are numbers between commas.", found=words, remedy="--values 1,2,3,4"
        ) from None


def _print_error_types(json: str | None) -> None:
    """The errors of type I and II as cells of the confusion matrix."""
    from probative.explanation import error_types

    found = error_types()
    if json is not None:
        put_json(found.to_dict(), json)
    else:
        print(found)


def _list(json: str | None) -> None:
    """The measures that can be explained, and from what."""
    from probative.explanation import topics
    from probative.findings import Column, Table
    from probative.findings.screen import print_table

    facts = [{"measure": t.name, "needs": list(t.roles), "about": t.doc, "options": list(t.options)} for t in topics()]
    if json is not None:
        put_json(facts, json)
        return
    columns = tuple(Column(name) for name in ("measure", "from", "about"))
    rows = tuple((topic.name, ", ".join(topic.roles), topic.doc) for topic in topics())
    print_table(Table("", columns, rows), console())


def _print(found: Explanation) -> None:
    """Every convention with what it gives; a difference only where there is one."""
    from probative.findings import Column, Table
    from probative.findings.screen import print_table

    columns = (
        Column("convention"),
        Column("value", "number", 6),
        Column("difference", "number", signed=True),
        Column("rule"),
        Column("tools"),
    )
    ours = found.conventions[0]
    rows = []
    for row in found.conventions:
        alike = row is ours or row in found.agreeing or not isfinite(row.difference(ours))
        gap = None if alike else row.difference(ours)
        rows.append((row.name, row.value, gap, row.rule, ", ".join(row.tools) or "-"))
    if found.basis:
        console().print(f"on {found.basis}")
    print_table(Table("", columns, tuple(rows)), console())
    print()
    print(found.sentence)
