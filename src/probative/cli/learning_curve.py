"""probative learning-curve: a measure against the number of training rows."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli import training as given
from probative.errors import BadParameter

NAME = "learning-curve"
HELP = (
    "Any measure against the number of training rows, with intervals, and the training error (resubstitution, not an "
    "estimate) beside it."
)
EXAMPLE = (
    "Example: probative learning-curve iris.csv --target species --model knn --model logistic "
    "--sizes 15,30,60,135 -o curve.svg"
)


def command(
    data: given.Data,
    target: given.Target,
    model: given.Models = None,
    measure: given.Measure = None,
    sizes: Annotated[str | None, typer.Option(help="Training rows, or shares of a training part: 10,20,50.")] = None,
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
    """Draw a learning curve."""
    from probative.procedures.learning_curve import learning_curve

    try:
        steps = [float(size) for size in given.listed(sizes)] or None
    except ValueError:
        raise BadParameter("the sizes must be numbers.", found=sizes, remedy="--sizes 10,20,50") from None
    words = {"groups": group, "time": time, "sample_weight": sample_weight, "weight": weight}
    words |= {"positive": positive, "task": task}
    ready = given.made_ready(data, output, target=target, models=model, drop=drop, missing=missing, **words)
    found = learning_curve(
        ready.models,
        ready.X,
        ready.y,
        measure=measure,
        sizes=steps,
        plan=plan,
        level=level,
        n_jobs=jobs,
        random_state=seed,
        **ready.told,
    )
    given.hand_over(found, output, json)
