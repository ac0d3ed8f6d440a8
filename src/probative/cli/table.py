"""probative table: the tables of a findings.json, for reading, papers and spreadsheets."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.output import console, deliver_json, json_text, write
from probative.cli.paths import require_there
from probative.errors import BadParameter, UnreadableFile, printable

if TYPE_CHECKING:
    from probative.findings import Findings, Table

NAME = "table"
SHORT = "A table of saved findings: text, Markdown, LaTeX, CSV."
HELP = (
    "Print a table of saved findings: measures, classes, confusion, matrix, matrix-transposed, information, "
    "roc-points, confused, thresholds, slices, comparisons, resampling, columns (of an audit), notes or method; as "
    "Markdown or LaTeX for people, as CSV or JSON with all digits for programs."
)
EXAMPLE = "Example: probative table findings.json comparisons -o comparisons.tex"
ENDINGS = {".txt": "text", ".md": "markdown", ".tex": "latex", ".csv": "csv", ".json": "json"}


def command(
    findings: Annotated[str, typer.Argument(help="A findings.json, or the folder of a run.")],
    name: Annotated[
        str | None, typer.Argument(help="The table, by default measures (columns of an audit); --list names all.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to a .md, .tex, .csv, .json or .txt.")
    ] = None,
    form: Annotated[str | None, typer.Option("--format", help="text, markdown, latex, csv or json.")] = None,
    every: Annotated[bool, typer.Option("--list", help="List the tables that these findings have.")] = False,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the table as JSON; - to print.")] = None,
) -> None:
    """Print a table of findings."""
    require_there(findings)
    from probative.findings import Findings
    from probative.findings.screen import print_table

    wanted = _format(form, output)
    found = Findings.load(findings)
    if every:
        _print_list(found)
        return
    name = name or ("columns" if found.task == "audit" else "measures")
    table = found.table(name)
    plain = {"probative": 1, "kind": "table", "name": name, **table.to_dict()}
    if deliver_json(plain, json):
        return
    if output is not None:
        write(output, _as(table, wanted, plain))
        console(stderr=True).print(f"table written to {output}")
    elif wanted == "text":
        print_table(table, console(), elsewhere="--format csv")
    else:
        print(_as(table, wanted, plain), end="")


def _format(form: str | None, output: str | None) -> str:
    """The format that was named, or that the file's ending says; both are checked before anything is read."""
    if form is not None and form not in ENDINGS.values():
        raise BadParameter("there is no such format.", found=form, remedy=", ".join(ENDINGS.values()))
    if output is None:
        return form or "text"
    ending = ENDINGS.get(Path(output).suffix.lower())
    if ending is None or form not in (None, ending):
        named = f"{output} as {form}" if form else output
        raise BadParameter("the table's name must end as its format does.", found=named, remedy=", ".join(ENDINGS))
    if not os.path.isdir(Path(output).absolute().parent):
        raise UnreadableFile(f"{output!r} cannot be written.", found="no such folder", remedy="make the folder first")
    return ending


def _as(table: Table, form: str, plain: dict[str, Any]) -> str:
    if form == "text":
        return f"{table}\n"
    if form == "json":
        return json_text(plain)
    return {"markdown": table.to_markdown, "latex": table.to_latex, "csv": table.to_csv}[form]()


def _print_list(findings: Findings) -> None:
    from probative.findings.tables import table_names

    for name in table_names(findings):
        table = findings.table(name)
        print(f"{name:<12} {len(table.rows):>6,} rows  {printable(table.title)}")
