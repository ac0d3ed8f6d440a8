"""probative measures: what every measure means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from probative.cli.output import console, put_json

if TYPE_CHECKING:
    from probative.measurement.registry import Measure
    from probative.records import Json

NAME = "measures"
SHORT = "List the measures, or explain one."
HELP = "List the measures, or explain one: definition, formula, range, direction, interval methods."
EXAMPLE = "Example: probative measures mcc"


def command(
    name: Annotated[str | None, typer.Argument(help="A measure, by name or alias; all if left out.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """List or explain measures."""
    from probative.measurement import find, measures

    chosen = measures() if name is None else [m for m in measures() if m.name == find(name).name]
    if json is not None:
        put_json([_facts(measure) for measure in chosen], json)
        return
    _print_list(chosen) if name is None else _print_each(chosen)


def _facts(measure: Measure) -> dict[str, Json]:
    from probative.inference import methods_for
    from probative.records import plain

    return {
        "name": measure.name,
        "title": measure.title,
        "aka": list(measure.aka),
        "evidence": measure.needs.__name__,
        "definition": measure.doc.splitlines()[0],
        "formula": measure.formula,
        "low": plain(float(measure.low)),
        "high": plain(float(measure.high)),
        "better": measure.better,
        "shown": sorted(measure.places),
        "on_request": measure.on_request,
        "probabilities": measure.probabilities,
        "parameters": plain(measure.parameters),
        "methods": list(methods_for(measure)),
        "caution": measure.caution,
        "readings": list(measure.readings),
    }


def _print_list(chosen: Sequence[Measure]) -> None:
    from probative.findings import Column, Table
    from probative.findings.screen import print_table
    from probative.predictions.needs import WORDS

    columns = tuple(Column(name) for name in ("measure", "from", "better", "range", "formula"))
    rows = tuple((m.name, WORDS[m.needs], m.better, f"{m.low:g} to {m.high:g}", m.formula) for m in chosen)
    print_table(Table("", columns, rows), console())


def _print_each(chosen: Sequence[Measure]) -> None:
    from probative.inference import methods_for
    from probative.predictions.needs import WORDS

    for measure in chosen:
        print(f"{measure.name}: {measure.doc.splitlines()[0]}")
        print(f"  from        {WORDS[measure.needs]} ({measure.needs.__name__} in Python)")
        print(f"  formula     {measure.formula}")
        print(f"  range       {measure.low:g} to {measure.high:g}, better: {measure.better}")
        print(f"  also called {', '.join(measure.aka) or '-'}")
        if measure.parameters:
            print(f"  parameters  {', '.join(f'{k}={v!s}' for k, v in measure.parameters.items())}")
        print(f"  intervals   {', '.join(methods_for(measure))} (the first by default)")
        shown = "only on request" if measure.on_request else ", ".join(sorted(measure.places))
        print(f"  shown       {shown or 'among all measures'}")
        if measure.caution:
            print(f"  caution     {measure.caution}")
        for i, reading in enumerate(measure.readings):
            print(f"  {'readings' if not i else '':<11} {reading}")
