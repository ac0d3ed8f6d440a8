"""probative validate: how often intervals hold the truth, and tests give a false alarm."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import console, deliver_json, write

NAME = "validate"
SHORT = "Simulate whether intervals and tests hold."
HELP = (
    "Simulate every default interval and test where the truth is known: how often intervals hold it, how often tests "
    "give a false alarm. Exit code 0; with --strict 1 where something does not hold."
)
EXAMPLE = "Example: probative validate --only auc --only delong --replicates 500"


def command(
    grid: Annotated[str, typer.Option(help="quick (some two minutes on two cores) or full (hours).")] = "quick",
    only: Annotated[
        list[str] | None, typer.Option(help="A measure, test or function that alone is judged; again for more.")
    ] = None,
    replicates: Annotated[int | None, typer.Option(help="Samples of every world; 600 quick, 2000 full.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of whatever is random.")] = 0,
    jobs: Annotated[int, typer.Option(help="Cases judged side by side; -1 for all cores.")] = -1,
    resume: Annotated[
        str | None, typer.Option(metavar="DIR", help="Folder that keeps what is done; nothing in it is done again.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 where something does not hold.")] = False,
    markdown: Annotated[str | None, typer.Option(metavar="FILE", help="Write all lines as a Markdown page.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> int:
    """Validate."""
    from probative.validation import validate
    from probative.validation.page import page

    found = validate(grid, only=only, replicates=replicates, random_state=seed, n_jobs=jobs, checkpoint=resume)
    if markdown is not None:
        write(markdown, page(found))
    if not deliver_json(found.to_dict(), json):
        for line in str(found).splitlines():
            console().print(line)
    return int(strict and not found.holds)
