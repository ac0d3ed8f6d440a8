"""probative measures: what every measure means."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from probative.cli.output import console, put_json

NAME = "measures"
HELP = "List the measures, or explain one: definition, formula, range, direction, interval methods."
EXAMPLE = "Example: probative measures mcc"


def command(
    name: Annotated[str | None, typer.Argument(help="A measure, by name or alias; all if left out.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")] = None,
) -> None:
    """List or explain measures."""
    from probative.measurement import find, measures

    chosen = measures() if name is None else [m for m in measures() if m.name == find(name).name]
    facts = [_facts(measure) for measure in chosen]
    if json is not None:
        put_json(facts, json)
        return
    _print_list(facts) if name is None else _print_each(facts)


def _facts(measure: Any) -> dict[str, Any]:
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
    }


def _range(fact: dict[str, Any]) -> str:
    ends = [end if isinstance(end, str) else f"{end:g}" for end in (fact["low"], fact["high"])]
    return f"{ends[0]} to {ends[1]}"


def _print_list(facts: list[dict[str, Any]]) -> None:
    from probative.findings import Column, Table
    from probative.findings.screen import print_table

    columns = tuple(Column(name) for name in ("measure", "from", "better", "range", "formula"))
    rows = tuple((f["name"], f["evidence"], f["better"], _range(f), f["formula"]) for f in facts)
    print_table(Table("", columns, rows), console())


def _print_each(facts: list[dict[str, Any]]) -> None:
    for fact in facts:
        print(f"{fact['name']}: {fact['definition']}")
        print(f"  from        {fact['evidence']}")
        print(f"  formula     {fact['formula']}")
        print(f"  range       {_range(fact)}, better: {fact['better']}")
        print(f"  also called {', '.join(fact['aka']) or '-'}")
        if fact["parameters"]:
            print(f"  parameters  {', '.join(f'{k}={v}' for k, v in fact['parameters'].items())}")
        print(f"  intervals   {', '.join(fact['methods'])} (the first by default)")
        shown = "only on request" if fact["on_request"] else ", ".join(fact["shown"])
        print(f"  shown       {shown or 'among all measures'}")
        if fact["caution"]:
            print(f"  caution     {fact['caution']}")
