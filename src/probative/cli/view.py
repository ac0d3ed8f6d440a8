"""The options that say how much of the findings is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from probative.report.terminal import View

All = Annotated[bool, typer.Option("--all", help="Print everything: all measures, classes, folds, tests and notes.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the answers alone.")]
Layout = Annotated[str, typer.Option(help="Print matrices as actual-rows or predicted-rows.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--measure", help="Print this measure; the first one compares the models; again for more."),
]


def view_of(
    everything: bool, quiet: bool = False, measures: list[str] | None = None, layout: str = "actual-rows"
) -> View:
    """What is printed, with measures by the names that tables have for them."""
    from probative.measurement import find
    from probative.records import bracketed
    from probative.report.terminal import View

    names = tuple(find(bracketed(name, "f_beta(beta=2)")[0]).name for name in measures or ())
    return View(layout, everything, names, quiet)
