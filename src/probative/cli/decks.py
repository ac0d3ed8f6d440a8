"""probative decks: the companion to the lecture decks, run live."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli.output import deliver_json

NAME = "decks"
SHORT = "The companion to the lecture decks."
HELP = "The companion to the lecture decks: what each slide computes, run now, and what is wrong on it."
EXAMPLE = "Example: probative decks E35"


def command(
    which: Annotated[
        str | None,
        typer.Argument(help="A deck (000 to 004), an erratum (E1 to E69), a worked example; a list if left out."),
    ] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """Show a deck, an erratum or a worked example."""
    from probative.companion import decks

    if which is None and json is None:
        _print_list()
        return
    found = decks(which)
    if not deliver_json(found.to_dict(), json):
        print(found)


def _print_list() -> None:
    """What can be asked for; running everything takes a while."""
    from probative.companion import slides

    for slide in slides():
        numbers = ", ".join(erratum.number for erratum in slide.errata)
        print(f"{slide.deck}  {slide.title}" + (f"  ({numbers})" if numbers else ""))
