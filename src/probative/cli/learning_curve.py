"""probative learning-curve: a measure against the number of training rows."""

from __future__ import annotations

from typing import Annotated

import typer

from probative.cli import training as given
from probative.errors import BadParameter

NAME = "learning-curve"
SHORT = "A measure against the number of training rows."
HELP = (
    "Any measure against the number of training rows, with intervals, and the training error (resubstitution, not an "
    "estimate) beside it."
)
EXAMPLE = (
    "Example: probative learning-curve iris.csv --target species --model knn --model logistic "
    "--sizes 15,30,60,135 -o curve.svg"
)


@given.trains
def command(
    sizes: Annotated[str | None, typer.Option(help="Training rows, or shares of a training part: 10,20,50.")] = None,
    *,
    asked: given.Asked,
) -> None:
    """Draw a learning curve."""
    from probative.procedures.learning_curve import learning_curve

    try:
        steps = [float(size) for size in given.listed(sizes)] or None
    except ValueError:
        raise BadParameter("the sizes must be numbers.", found=sizes, remedy="--sizes 10,20,50") from None
    ready = asked.ready()
    asked.hand_over(learning_curve(ready.models, ready.X, ready.y, sizes=steps, **asked.how, **ready.told))
