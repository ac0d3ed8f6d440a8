"""probative compare: which model is better, and may we say so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.costs import CostFn, CostFp, CostTable, Prior, costs_of, table_or
from probative.cli.output import check_page, console, deliver_json, ledger_beside, put_page, write
from probative.cli.view import Quiet
from probative.cli.words import Accept, LedgerFile, reads

if TYPE_CHECKING:
    from probative.comparison import Verdict

NAME = "compare"
SHORT = "Which model is better, by the test that is valid."
HELP = (
    "Compare models: find out what the numbers depend on, run the valid test, refuse the invalid one, "
    "and say what may be said."
)
EXAMPLE = (
    "Example: probative compare predictions.csv --truth y --score score_A --score score_B --positive yes "
    "--rope 0.01 --plot rope.svg; with costs: --cost-fp 1 --cost-fn 5 --prior 0.1"
)


@reads
def command(
    data: Annotated[
        str, typer.Argument(help="Predictions (as for evaluate), a folder of probative run, or a table of results.")
    ],
    other: Annotated[
        str | None, typer.Argument(help="A second run or file, to compare its models with those of the first.")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            help="Any measure, such as 'f_beta(beta=2)'; by default auc, accuracy or mse, or the cost, with costs."
        ),
    ] = None,
    cost_fp: CostFp = None,
    cost_fn: CostFn = None,
    prior: Prior = None,
    costs: CostTable = None,
    of: Annotated[
        str | None,
        typer.Option(help="The table holds results by model: folds, datasets, paired or independent."),
    ] = None,
    n_train: Annotated[float | None, typer.Option(help="Rows of a training part, for folds.")] = None,
    n_test: Annotated[float | None, typer.Option(help="Rows of a test part, for folds.")] = None,
    test: Annotated[str | None, typer.Option(help="Ask for a test by name; an invalid one is refused.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Run an invalid test all the same, and mark it.")] = False,
    parametric: Annotated[
        bool | None,
        typer.Option(
            "--parametric/--no-parametric", help="For results: take them as normal, or not; else it is tested."
        ),
    ] = None,
    reference: Annotated[str | None, typer.Option(help="Compare all models with this one only.")] = None,
    adjustment: Annotated[
        str,
        typer.Option(
            help="max-t, holm, bonferroni, hochberg, hommel, sidak, holm-sidak, bh, by; shaffer for all pairs."
        ),
    ] = "max-t",
    rope: Annotated[
        float | None, typer.Option(help="Also probabilities: one is better by more than this, or neither is.")
    ] = None,
    threshold: Annotated[float | None, typer.Option(help="Positive if the score is at least this.")] = None,
    horizon: Annotated[int, typer.Option(help="With --time: how many steps ahead forecasts were made.")] = 1,
    alternative: Annotated[
        str,
        typer.Option(help="two-sided; or what is claimed of the first model's value: greater, less. Before looking."),
    ] = "two-sided",
    correction: Annotated[
        str,
        typer.Option(help="Repeated measures whose differences vary unequally: none, greenhouse-geisser, huynh-feldt."),
    ] = "none",
    level: Annotated[float, typer.Option(help="Level of intervals; tests are at 1 minus it.")] = 0.95,
    significance: Annotated[
        float | None, typer.Option(help="Significance of tests, chosen beforehand: 0.05, 0.01, 0.001; for --level.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of whatever is random.")] = 0,
    diagram: Annotated[str | None, typer.Option(metavar="FILE", help="Critical-difference diagram as SVG.")] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Draw the differences, or the probabilities of --rope: .svg, .png, .pdf."),
    ] = None,
    picture: Annotated[
        str | None, typer.Option(help="What --plot draws: differences, rope, null (what chance alone gives).")
    ] = None,
    ledger: LedgerFile = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write the verdict as one HTML page.")] = None,
    quiet: Quiet = False,
    accept: Accept = None,
    *,
    words: dict[str, Any],
) -> None:
    """Compare models."""
    from probative.comparison import compare

    check_page(html)
    verdict = compare(
        data,
        other,
        measure=measure,
        costs=table_or(costs_of(cost_fp, cost_fn, prior), costs),
        of=of,  # type: ignore[arg-type]
        n_train=n_train,
        n_test=n_test,
        test=test,
        force=force,
        parametric=parametric,
        reference=reference,
        adjustment=adjustment,
        rope=rope,
        threshold=threshold,
        horizon=horizon,
        alternative=alternative,  # type: ignore[arg-type]
        correction=correction,
        level=level,
        significance=significance,
        random_state=seed,
        accept=accept or (),
        ledger=ledger or (ledger_beside(data, json, html) if of is None else None),
        **words,
    )
    _draw(verdict, diagram, plot, picture)
    put_page(verdict, html, title=f"Comparison of models in {Path(data).name}", level=verdict.level, random_state=seed)
    if not deliver_json(verdict.to_dict(), json):
        _print(verdict, quiet)


def _draw(verdict: Verdict, diagram: str | None, plot: str | None, picture: str | None) -> None:
    """The pictures that were asked for."""
    if diagram is not None:
        write(diagram, verdict.diagram().svg() + "\n")
        console(stderr=True).print(f"diagram written to {diagram}")
    if plot is not None:
        from probative.pictures import check_picture_file, save_picture

        check_picture_file(plot)
        console(stderr=True).print(f"picture written to {save_picture(verdict.plot(picture), plot)}")


def _print(verdict: Verdict, quiet: bool) -> None:
    """The answer, then the verdict in words and its tables."""
    from probative.findings.screen import print_table
    from probative.report.terminal import print_answers

    out = console()
    print_answers(verdict.answers, out, evidence=not quiet)
    if quiet:
        return
    for line in str(verdict).splitlines():
        out.print(line)
    print_table(verdict.table(), out)
    if worked := verdict.differences():
        print_table(worked, out)
