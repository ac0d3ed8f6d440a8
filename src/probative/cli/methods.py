"""probative methods: the paragraph on methods that a paper needs, with its references."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import console, deliver_json, write
from probative.errors import BadParameter

NAME = "methods"
SHORT = "The paragraph on methods for a paper."
HELP = (
    "Write the paragraph on methods for a paper from saved findings, a comparison or a gate: design, measures, "
    "intervals, tests, versions, exactly as done, with references and the items of checklists that they answer."
)
EXAMPLE = "Example: probative methods findings.json --bibtex references.bib; --format latex for a paper"
FORMATS = ("text", "markdown", "latex")


def command(
    findings: Annotated[
        str, typer.Argument(help="A findings.json, a folder of probative run, or the JSON of compare or gate.")
    ],
    measure: Annotated[
        list[str] | None,
        typer.Option(help="Only these measures are reported; again for more. By default those that lead."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Report all measures.")] = False,
    shape: Annotated[
        str, typer.Option("--format", help="text; markdown with marks for Pandoc; latex with \\cite.")
    ] = "text",
    bibtex: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the references as BibTeX; - to print.")
    ] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Write the paragraph on methods."""
    from probative.papers import methods_of
    from probative.papers.saved import load_result

    if shape not in FORMATS:
        raise BadParameter("there is no such format.", found=shape, remedy=", ".join(FORMATS))
    made = methods_of(load_result(findings), measure, everything=everything)
    if bibtex == "-":
        print(made.bibtex, end="")
        return
    if bibtex is not None:
        write(bibtex, made.bibtex)
        console(stderr=True).print(f"references written to {bibtex}")
    if deliver_json(made.to_dict(), json):
        return
    text = {"markdown": made.to_markdown, "latex": made.to_latex}.get(shape, made.__str__)()
    for line in text.splitlines():
        console().print(line)
