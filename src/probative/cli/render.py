"""probative render: a saved findings.json to a report."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import deliver
from probative.cli.paths import require_there
from probative.cli.view import All, Quiet, view_of

NAME = "render"
SHORT = "Turn saved findings into a report."
HELP = "Turn saved findings into a report; findings of older releases too."
EXAMPLE = "Example: probative render findings.json -o report.html"


def command(
    findings: Annotated[str, typer.Argument(help="A findings.json, or the folder of a run.")],
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="The report to write.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
    everything: All = False,
    quiet: Quiet = False,
) -> None:
    """Render saved findings."""
    require_there(findings)
    from probative.findings import Findings

    deliver(Findings.load(findings), json, output, view_of(everything, quiet))
