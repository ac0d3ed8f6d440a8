"""probative gate: may the candidate replace the baseline."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.costs import CostFn, CostFp, CostTable, Prior, costs_of, table_or
from probative.cli.output import console, deliver_json, ledger_beside, write
from probative.cli.shell_words import in_shell
from probative.cli.view import Quiet
from probative.cli.words import Accept, LedgerFile, reads

NAME = "gate"
SHORT = "Pass or fail a candidate model in CI."
HELP = (
    "A gate for continuous integration: is the candidate worse than the baseline by no more than a margin, on the same "
    "rows (or with --equivalent: is the change within the margin in either direction)? Exit code 0: passed, 1: failed, "
    "3: not enough data to tell."
)
EXAMPLE = (
    "Example: probative gate old.csv new.csv --truth y --score score --positive yes --measure auc --margin 0.005; "
    "add --equivalent to rule out a change in either direction"
)


@reads
def command(
    baseline: Annotated[str, typer.Argument(help="Predictions of the baseline.")],
    candidate: Annotated[
        str | None, typer.Argument(help="Predictions of the candidate; left out if one file holds both.")
    ] = None,
    baseline_model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The baseline, where its file holds several models.")
    ] = None,
    candidate_model: Annotated[
        str | None, typer.Option(metavar="NAME", help="The candidate, where its file holds several models.")
    ] = None,
    measure: Annotated[list[str] | None, typer.Option(help="Measure to gate on; again for more.")] = None,
    cost_fp: CostFp = None,
    cost_fn: CostFn = None,
    prior: Prior = None,
    costs: CostTable = None,
    margin: Annotated[
        list[float] | None, typer.Option(help="Loss (or change) allowed: one for all, or one per measure.")
    ] = None,
    equivalent: Annotated[
        bool, typer.Option("--equivalent", help="Ask whether the change is within the margin in either direction.")
    ] = False,
    threshold: Annotated[float | None, typer.Option(help="Positive if the score is at least this.")] = None,
    level: Annotated[float, typer.Option(help="Confidence with which a loss beyond the margin is ruled out.")] = 0.95,
    seed: Annotated[int, typer.Option(help="Seed of whatever is random.")] = 0,
    markdown: Annotated[str | None, typer.Option(metavar="FILE", help="Write a summary for a pull request.")] = None,
    junit: Annotated[str | None, typer.Option(metavar="FILE", help="Write JUnit XML.")] = None,
    ledger: LedgerFile = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
    quiet: Quiet = False,
    accept: Accept = None,
    *,
    words: dict[str, Any],
) -> int:
    """Gate a candidate."""
    from probative.comparison import gate

    found = gate(
        baseline,
        candidate,
        measure=measure,
        costs=table_or(costs_of(cost_fp, cost_fn, prior), costs),
        baseline_model=baseline_model,
        candidate_model=candidate_model,
        margin=margin or [0.0],
        equivalent=equivalent,
        level=level,
        threshold=threshold,
        random_state=seed,
        accept=accept or (),
        ledger=ledger or ledger_beside(baseline, json, markdown, junit),
        **words,
    )
    if markdown is not None:
        write(markdown, in_shell(found.markdown()))
    if junit is not None:
        write(junit, in_shell(found.junit()))
    if not deliver_json(found.to_dict(), json):
        from probative.report.terminal import print_answers

        if quiet:
            print_answers(found.answers, console(), evidence=False)
        for line in () if quiet else str(found).splitlines():
            console().print(line)
    return found.exit_code
