"""What training could know of test rows: looked for before anything is trained, and refused unless forced."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from probative.errors import Leakage
from probative.evidence.arrays import Array
from probative.predictions.leaks import Leaks
from probative.predictions.times_tested import LISTED
from probative.resampling import Plan
from probative.resampling.crossing import crossing, require_apart, shared_ids
from probative.running.learner import Learner
from probative.running.looked_at import columns_of
from probative.running.plain import plain
from probative.running.prefitted import fitted_before, saw_all_rows
from probative.running.problem import Problem
from probative.running.scaling import scaled_columns
from probative.running.twins import by_chance, some_alike, twin_keys

OVERLAP, IDS, SEEN = "rows-overlap", "ids-overlap", "step-saw-test-rows"
"""The guards, by code, that refuse a run for what it leaks."""


def leaks_of(problem: Problem, made: Sequence[Learner], plan: Plan, overlapping: Sequence[int] = ()) -> Leaks:
    """Everything that leaks from test rows into training under this plan, as far as it shows."""
    columns = columns_of(problem.X, problem.names)
    keys = twin_keys(columns, problem.codes) if some_alike(columns) else None
    twins: Array = np.zeros(0, int) if keys is None else np.flatnonzero(crossing(plan, problem.rows, keys))
    seen, unknown = _fitted(problem, made)
    scaled, looked_at = scaled_columns(columns)
    return Leaks(
        tuple(overlapping[:LISTED]),
        _plain_ids(problem, plan),
        tuple(twins[:LISTED].tolist()),
        len(twins),
        len(twins) > 0 and by_chance(columns, problem.codes),
        seen,
        unknown,
        scaled,
        looked_at,
        problem.preprocessed,
    )


def require_no_leaks(leaks: Leaks, force: bool = False) -> tuple[str, ...]:
    """Refuse what makes every number invalid, unless forced; the codes of what was forced."""
    require_apart(leaks.ids, force)
    if leaks.seen and not force:
        model, steps = next(iter(leaks.seen.items()))
        raise Leakage(
            f"{model} has a step that was fitted on all rows and is not fitted again in the training parts.",
            found=", ".join(steps),
            remedy="put the unfitted step into the pipeline, so that every training part fits its own; or force=True "
            "(--force), and the findings say so for ever",
        )
    told = {OVERLAP: leaks.overlapping, IDS: leaks.ids, SEEN: leaks.seen}
    return tuple(code for code, found in told.items() if found)


def _plain_ids(problem: Problem, plan: Plan) -> tuple[int | str, ...]:
    if problem.ids is None:
        return ()
    found = (plain(label) for label in shared_ids(plan, problem.rows, problem.ids))
    return tuple(
        label if isinstance(label, int | str) and not isinstance(label, bool) else str(label) for label in found
    )


def _fitted(problem: Problem, made: Sequence[Learner]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """By model: steps that were fitted on all rows, and steps of which that is not known."""
    seen, unknown = {}, {}
    for learner in made:
        steps = fitted_before(learner.model)
        saw = [step for step in steps if saw_all_rows(step, learner.model, problem)]
        if saw:
            seen[learner.name] = tuple(name for name, _ in saw)
        if others := tuple(name for name, _ in steps if name not in seen.get(learner.name, ())):
            unknown[learner.name] = others
    return seen, unknown
