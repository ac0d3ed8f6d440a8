"""probative validation-curve: a measure against a hyper-parameter."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Annotated, Any

import typer

from probative.cli import training as given
from probative.errors import BadParameter

NAME = "validation-curve"
HELP = (
    "Risk (or any measure) against a hyper-parameter: every value on the same splits, the folds' spread, the training "
    "error beside it, and the value that would be chosen."
)
EXAMPLE = (
    "Example: probative validation-curve iris.csv --target species --model knn --parameter n_neighbors "
    "--values 1,5,15,45 -o curve.svg"
)


def command(
    data: given.Data,
    target: given.Target,
    model: Annotated[str, typer.Option(help="The learner, as in `probative run`.")],
    parameter: Annotated[str, typer.Option(help="The parameter, such as n_neighbors.")],
    values: Annotated[str, typer.Option(help="Its values, between commas: 1,5,15.")],
    measure: given.Measure = None,
    rule: Annotated[str, typer.Option(help="best, or one-se: the first within a standard error.")] = "best",
    plan: given.Plan = None,
    group: given.Group = None,
    time: given.Time = None,
    sample_weight: given.SampleWeight = None,
    weight: given.Weight = None,
    positive: given.Positive = None,
    task: given.TaskWord = None,
    drop: given.Drop = None,
    missing: given.Missing = "error",
    level: given.Level = 0.95,
    jobs: given.Jobs = None,
    seed: given.Seed = 0,
    output: given.Output = None,
    json: given.JsonFile = None,
) -> None:
    """Draw a validation curve."""
    from probative.procedures.candidates import rule_named
    from probative.procedures.validation_curve import validation_curve

    words = {"groups": group, "time": time, "sample_weight": sample_weight, "weight": weight}
    words |= {"positive": positive, "task": task}
    ready = given.made_ready(data, output, target=target, models=[model], drop=drop, missing=missing, **words)
    name = next(iter(ready.models))
    found = validation_curve(
        ready.models[name],
        ready.X,
        ready.y,
        parameter=ready.parameter(name, parameter),
        values=[_value(text) for text in given.listed(values)],
        measure=measure,
        rule=rule_named(rule),
        plan=plan,
        level=level,
        n_jobs=jobs,
        random_state=seed,
        **ready.told,
    )
    # The preprocessing in front of the learner is nobody's business here.
    given.hand_over(replace(found, parameter=parameter), output, json)


def _value(text: str) -> Any:
    """A number, True, False or None as such; anything else is a word."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        if not text.isprintable():
            raise BadParameter("a value cannot be read.", found=repr(text)) from None
        return text
