"""probative resubstitution: training error beside test error."""

from __future__ import annotations

from typing import Any

from probative.cli import training as given

NAME = "resubstitution"
HELP = "Training error (resubstitution, not an estimate) beside test error, and the gap between them, by model."
EXAMPLE = "Example: probative resubstitution iris.csv --target species --model 'knn(n_neighbors=1)' --model tree"


def command(
    data: given.Data,
    target: given.Target,
    model: given.Models = None,
    measure: given.Measure = None,
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
    """Put training error beside test error."""
    from probative.procedures.resubstitution import resubstitution

    words = {"groups": group, "time": time, "sample_weight": sample_weight, "weight": weight}
    words |= {"positive": positive, "task": task}
    ready = given.made_ready(data, output, target=target, models=model, drop=drop, missing=missing, **words)
    how: dict[str, Any] = {"measure": measure, "plan": plan, "level": level, "n_jobs": jobs, "random_state": seed}
    given.hand_over(resubstitution(ready.models, ready.X, ready.y, **how, **ready.told), output, json)
