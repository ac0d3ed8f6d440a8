"""probative data: data sets by name."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Annotated

import typer

from probative.cli.output import console, deliver_json, write

if TYPE_CHECKING:
    from probative.data.example import Example

NAME = "data"
SHORT = "List data sets, or write one as CSV."
HELP = "List data sets (the decks' own, the bundled one, small ones of scikit-learn), or print or write one as CSV."
EXAMPLE = "Example: probative data iris -o iris.csv"


def command(
    name: Annotated[str | None, typer.Argument(help="The data set; without one, all are listed.")] = None,
    out: Annotated[str | None, typer.Option("--out", "--output", "-o", metavar="FILE", help="Write it as CSV.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """List data sets, or hand one over."""
    from probative.data.examples import examples
    from probative.records import plain

    if name is None:
        if not deliver_json({"probative": 1, "kind": "data sets", "data": examples()}, json):
            for known, about in examples().items():
                print(f"{known:<32} {about}")
        return
    found = examples(name)
    if out is not None:
        write(out, _csv(found))
        target = f", to be predicted: {found.target}" if found.target else ""
        console(stderr=True).print(f"{found.n} rows written to {out}{target}")
    columns = {key: plain(column) for key, column in found.items()}
    facts = {"name": found.name, "about": found.about, "target": found.target or None, "n": found.n}
    if not deliver_json({"probative": 1, "kind": "data set", **facts, "columns": columns}, json) and out is None:
        print(_csv(found), end="")


def _csv(found: Example) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(found)
    table.writerows(zip(*(column.tolist() for column in found.values()), strict=True))
    return text.getvalue()
