"""probative resubstitution: training error beside test error."""

from __future__ import annotations

from probative.cli import training as given

NAME = "resubstitution"
SHORT = "Training error beside test error, and their gap."
HELP = "Training error (resubstitution, not an estimate) beside test error, and the gap between them, by model."
EXAMPLE = "Example: probative resubstitution iris.csv --target species --model 'knn(n_neighbors=1)' --model tree"


@given.trains
def command(*, asked: given.Asked) -> None:
    """Put training error beside test error."""
    from probative.procedures.resubstitution import resubstitution

    ready = asked.ready()
    asked.hand_over(resubstitution(ready.models, ready.X, ready.y, **asked.how, **ready.told))
