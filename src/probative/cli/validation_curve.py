"""probative validation-curve: a measure against a hyper-parameter."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Annotated, Any

import typer

from probative.cli import training as given
from probative.errors import BadParameter

NAME = "validation-curve"
SHORT = "A measure against a hyper-parameter."
HELP = (
    "Risk (or any measure) against a hyper-parameter: every value on the same splits, the folds' spread, the training "
    "error beside it, and the value that would be chosen."
)
EXAMPLE = (
    "Example: probative validation-curve iris.csv --target species --model knn --parameter n_neighbors "
    "--values 1,5,15,45 -o curve.svg"
)


@given.trains
def command(
    model: Annotated[str, typer.Option(help="The learner, as in `probative run`.")],
    parameter: Annotated[str, typer.Option(help="The parameter, such as n_neighbors.")],
    values: Annotated[str, typer.Option(help="Its values, between commas: 1,5,15.")],
    rule: Annotated[str, typer.Option(help="best, or one-se: the first within a standard error.")] = "best",
    *,
    asked: given.Asked,
) -> None:
    """Draw a validation curve."""
    from probative.procedures.candidates import rule_named
    from probative.procedures.validation_curve import validation_curve

    ready = asked.ready([model])
    name = next(iter(ready.models))
    tried = {"parameter": ready.parameter(name, parameter), "values": [_value(text) for text in given.listed(values)]}
    words: dict[str, Any] = tried | {"rule": rule_named(rule)} | asked.how | ready.told
    found = validation_curve(ready.models[name], ready.X, ready.y, **words)
    # The preprocessing in front of the learner is nobody's business here.
    asked.hand_over(replace(found, parameter=parameter))


def _value(text: str) -> Any:
    """A number, True, False or None as such; anything else is a word."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        if not text.isprintable():
            raise BadParameter("a value cannot be read.", found=repr(text)) from None
        return text
