"""Confusion matrices on the screen: a matrix stays a matrix, however narrow the screen is."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from probative.findings import Table
from probative.findings.screen import fits, print_table, short

SAID = {"labels": "", "likeliest class": ", the likeliest class being predicted"}
"""What follows the title where no threshold was at work."""


def print_matrices(table: Table, console: Console, elsewhere: str) -> None:
    """All models in one table where it has room; else heads are classes alone, and at last each model by itself."""
    table = _under_one_cut(table)
    if not fits(table, console.width):
        table = _with_bare_heads(table)
    names = [str(name) for name in dict.fromkeys(table.column("model"))]
    if fits(table, console.width) or len(names) == 1:
        print_table(table, console, elsewhere=elsewhere)
        return
    for name in names:
        one = table.only("model", name)
        print_table(one, console, title=f"{short(name)}: {one.title}", elsewhere=elsewhere)


def _under_one_cut(table: Table) -> Table:
    """With the cut in the title, where it is one for all."""
    cuts = set(table.column("threshold"))
    if len(cuts) > 1:
        return table
    cut = str(cuts.pop())
    return replace(table.without("threshold"), title=f"{table.title}{SAID.get(cut, f', positive if {cut}')}")


def _with_bare_heads(table: Table) -> Table:
    """Without the word above every class that the title says already."""
    across = next(word for word in ("predicted ", "actual ") if table.columns[-2].name.startswith(word))
    return replace(
        table, columns=tuple(replace(column, name=column.name.removeprefix(across)) for column in table.columns)
    )
