"""probative plan-size: how many rows a claim needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.output import deliver_json, put_json
from probative.cli.paths import require_there
from probative.cli.rows_needed import rows_needed

if TYPE_CHECKING:
    from probative.comparison import Pilot

NAME = "plan-size"
SHORT = "How many test rows a claim needs."
HELP = (
    "Say how many test rows a claim needs, which difference a number of rows can show, or with which power: "
    "give two of --n, --difference and --power. --half-width plans the width of an interval instead. "
    "For mean-loss, --pilot FILE --value A --value B takes the spread of the differences from graded rows, "
    "as large as further samples seldom show it (80 % sure). With a file of predictions of two models or more: "
    "how many more rows until their difference is proven (probative plan-size p.csv --truth y --score A --score B)."
)
EXAMPLE = "Example: probative plan-size accuracy --difference 0.02 --discordance 0.1 --power 0.8"


def command(
    what: Annotated[
        str,
        typer.Argument(
            help="accuracy, proportion, paired-proportions (same rows), proportions, auc or mean-loss; or a file of "
            "predictions."
        ),
    ],
    n: Annotated[int | None, typer.Option("--n", help="Rows of the test set (for each model: proportions).")] = None,
    difference: Annotated[float | None, typer.Option(help="True difference that is to be shown.")] = None,
    power: Annotated[float | None, typer.Option(help="Probability of showing it (0.8).")] = None,
    half_width: Annotated[float | None, typer.Option(help="Wanted half width of an interval.")] = None,
    margin: Annotated[float | None, typer.Option(help="Plan to show: not worse by this margin.")] = None,
    expected: Annotated[float | None, typer.Option(help="Expected rate or area of the model.")] = None,
    reference: Annotated[float | None, typer.Option(help="Rate or area that it is compared with.")] = None,
    discordance: Annotated[
        float | None, typer.Option(help="Share of the rows on which exactly one of two models is right.")
    ] = None,
    positives: Annotated[float | None, typer.Option(help="Share of positive rows (auc).")] = None,
    correlation: Annotated[
        float | None, typer.Option(help="Correlation of the two models' scores within each class (auc).")
    ] = None,
    truth: Annotated[str | None, typer.Option(help="Of a file of predictions: the column of true labels.")] = None,
    score: Annotated[list[str] | None, typer.Option(help="Of a file: a column of scores, for each model.")] = None,
    predicted: Annotated[list[str] | None, typer.Option(help="Of a file: a column of labels, for each model.")] = None,
    positive: Annotated[str | None, typer.Option(help="Of a file: the positive label.")] = None,
    measure: Annotated[str | None, typer.Option(help="Of a file: what models are compared by.")] = None,
    pilot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Graded rows that --sd is taken from (mean-loss).")
    ] = None,
    value: Annotated[
        list[str] | None, typer.Option(help="Column that grades rows, of a file or of the pilot; again for two.")
    ] = None,
    better: Annotated[
        str | None, typer.Option(help="lower or higher: which grades are better; the spread of a pilot is the same.")
    ] = None,
    row: Annotated[str | None, typer.Option(help="Column with the id of each row.")] = None,
    repeat: Annotated[str | None, typer.Option(help="Column with the sample of a row.")] = None,
    group: Annotated[str | None, typer.Option(help="Column with clusters, which vary as a whole.")] = None,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    sd: Annotated[float | None, typer.Option(help="Standard deviation of the (differences of) losses.")] = None,
    level: Annotated[float, typer.Option(help="Level of the test or interval.")] = 0.95,
    alternative: Annotated[str | None, typer.Option(help="two-sided, greater or less.")] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help="proportion: wilson, exact, asymptotic; paired-proportions: exact, mid-p, chi2, chi2-corrected, "
            "asymptotic; auc: binormal, hanley-mcneil."
        ),
    ] = None,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the plan and its power curve as JSON; - to print.")
    ] = None,
) -> None:
    """Plan the size of a test set."""
    from probative.planning import plan_size

    if Path(what).suffix:
        require_there(what)
        named = {"truth": truth, "scores": score, "predicted": predicted, "positive": positive, "groups": group}
        named |= {"values": value, "better": better, "row": row, "repeat": repeat}
        words = {word: given for word, given in named.items() if given}
        verdict, lines = rows_needed(what, measure, level, words | {"missing": missing})
        if not deliver_json(verdict.to_dict(), json):
            print("\n".join(lines))
        return
    seen = _pilot(pilot, sd, value, missing, better=better, row=row, repeat=repeat, groups=group)
    # What further samples seldom exceed: who plans with the estimate itself has too few rows every second time.
    sd = sd if seen is None else seen.safe_sd
    plan = plan_size(
        what,
        n=n,
        difference=difference,
        power=power,
        half_width=half_width,
        margin=margin,
        expected=expected,
        reference=reference,
        discordance=discordance,
        positives=positives,
        correlation=correlation,
        sd=sd,
        level=level,
        alternative=alternative,
        method=method,
    )
    plan = plan if seen is None else seen.behind(plan)
    if json is None:
        print(plan if seen is None else f"{plan}\n  {seen}")
        return
    curve = None if plan.difference is None else plan.power_curve().to_dict()
    told = {} if seen is None else {"pilot": seen.to_dict()}
    put_json(plan.to_dict() | {"power_curve": curve} | told, json)


def _pilot(file: str | None, sd: float | None, values: list[str] | None, missing: str, **columns: Any) -> Pilot | None:
    """The spread of graded rows, where a file of some was named."""
    from probative.comparison import pilot
    from probative.errors import BadParameter

    if file is None:
        named = [f"--{word}" for word, given in {"value": values, **columns}.items() if given]
        if named:
            raise BadParameter("columns are those of a pilot.", found=", ".join(named), remedy="--pilot FILE")
        return None
    if sd is not None or not values:
        what = "a pilot gives the standard deviation." if sd is not None else "the columns of a pilot must be named."
        raise BadParameter(what, remedy="leave --sd out" if sd is not None else "--value, once or twice")
    # Which way is better does not change a spread, and need not be said.
    columns["better"] = columns["better"] or "lower"
    return pilot(file, values=values, missing=missing, **columns)  # type: ignore[arg-type]
