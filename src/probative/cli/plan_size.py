"""probative plan-size: how many rows a claim needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.costs import CostFn, CostFp, CostTable, Prior, costs_of, table_or
from probative.cli.output import console, deliver_json, put_json
from probative.cli.paths import require_there
from probative.cli.rows_needed import is_file, rows_needed
from probative.cli.words import DEFAULTS, IN_PYTHON, reads

if TYPE_CHECKING:
    from probative.comparison import Pilot
    from probative.planning import SizePlan

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


@reads
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
    pilot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Graded rows that --sd is taken from (mean-loss).")
    ] = None,
    sd: Annotated[float | None, typer.Option(help="Standard deviation of the (differences of) losses or grades.")] = (
        None
    ),
    method: Annotated[
        str | None,
        typer.Option(
            help="proportion: wilson, exact, asymptotic; paired-proportions: exact, mid-p, chi2, chi2-corrected, "
            "asymptotic; auc: binormal, hanley-mcneil."
        ),
    ] = None,
    measure: Annotated[str | None, typer.Option(help="Of a file: what models are compared by.")] = None,
    cost_fp: CostFp = None,
    cost_fn: CostFn = None,
    prior: Prior = None,
    costs: CostTable = None,
    threshold: Annotated[float | None, typer.Option(help="Of a file: positive if the score is at least this.")] = None,
    level: Annotated[float, typer.Option(help="Level of the test or interval.")] = 0.95,
    alternative: Annotated[str | None, typer.Option(help="two-sided, greater or less.")] = None,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the plan and its power curve as JSON; - to print.")
    ] = None,
    *,
    words: dict[str, Any],
) -> None:
    """Plan the size of a test set."""
    facts: dict[str, Any] = {
        "n": n,
        "difference": difference,
        "power": power,
        "half_width": half_width,
        "margin": margin,
    }
    facts |= {"expected": expected, "reference": reference, "discordance": discordance, "positives": positives}
    facts |= {"correlation": correlation, "method": method}
    if is_file(what):
        require_there(what)
        _refuse(facts | {"pilot": pilot, "sd": sd}, "these are known from the file of predictions.", "leave them out")
        asked: dict[str, Any] = {"measure": measure, "costs": table_or(costs_of(cost_fp, cost_fn, prior), costs)}
        asked |= {"threshold": threshold, "alternative": alternative}
        told = {name: value for name, value in asked.items() if value is not None}
        verdict, lines = rows_needed(what, words | told | {"level": level})
        if not deliver_json(verdict.to_dict(), json):
            console().print("\n".join(lines))
        return
    usual = {IN_PYTHON.get(option, option): value for option, value in DEFAULTS.items()}
    named = {name: value for name, value in words.items() if value != usual.get(name)}
    of_file = {"measure": measure, "cost_fp": cost_fp, "cost_fn": cost_fn, "prior": prior, "costs": costs}
    of_file |= {"threshold": threshold}
    _refuse(of_file, "these are about the predictions of a file.", "probative plan-size p.csv --truth y ...")
    if pilot is None:
        _refuse(named, "columns are those of a pilot.", "--pilot FILE")
    seen = None if pilot is None else _pilot(pilot, sd, words)
    # What further samples seldom exceed: who plans with the estimate itself has too few rows every second time.
    spread = sd if seen is None else seen.safe_sd
    from probative.planning import plan_size

    plan: SizePlan = plan_size(what, **facts, sd=spread, level=level, alternative=alternative)
    plan = plan if seen is None else seen.behind(plan)
    if json is None:
        print(plan if seen is None else f"{plan}\n  {seen}")
        return
    curve = None if plan.difference is None else plan.power_curve().to_dict()
    of_pilot = {} if seen is None else {"pilot": seen.to_dict()}
    put_json(plan.to_dict() | {"power_curve": curve} | of_pilot, json)


def _refuse(given: Mapping[str, object], what: str, remedy: str) -> None:
    """Refuse options that mean nothing here: none is ignored."""
    from probative.errors import BadParameter

    shell = {python: option for option, python in IN_PYTHON.items()}
    named = [f"--{shell.get(name, name).replace('_', '-')}" for name, value in given.items() if value is not None]
    if named:
        raise BadParameter(what, found=", ".join(named), remedy=remedy)


def _pilot(file: str, sd: float | None, words: Mapping[str, Any]) -> Pilot:
    """The spread of graded rows."""
    from probative.comparison import pilot
    from probative.errors import BadParameter

    if sd is not None or not words.get("values"):
        what = "a pilot gives the standard deviation." if sd is not None else "the columns of a pilot must be named."
        raise BadParameter(what, remedy="leave --sd out" if sd is not None else "--value, once or twice")
    # Which way is better does not change a spread, and need not be said.
    return pilot(file, **{"better": "lower", **words})
