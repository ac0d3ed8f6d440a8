"""An experiment: a table, its target and named learners to predictions, with everything guessed said aloud."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from probative.curves.curve import as_frame
from probative.errors import BadParameter
from probative.running.catalog import BASELINE, DEFAULTS, model_named
from probative.running.criterion import Criterion
from probative.running.permutation import permutation_test
from probative.running.predictions import Predictions
from probative.running.problem import Problem
from probative.running.runner import chosen_plan, run
from probative.running.selection import choosing_plan
from probative.running.table import LearningTable, preprocessed, read_table


def experiment(
    data: Any,
    target: str,
    *,
    models: Sequence[str] = (),
    plan: str | None = None,
    roles: dict[str, str | None] | None = None,
    positive: Any = None,
    task: Any = None,
    numeric: Sequence[str] = (),
    categorical: Sequence[str] = (),
    drop: Sequence[str] = (),
    missing: str = "error",
    grid: dict[str, Any] | None = None,
    criterion: str | None = None,
    rule: str = "best",
    checkpoint: str | os.PathLike[str] | None = None,
    n_jobs: int | None = None,
    random_state: int = 0,
    on_error: Any = "record",
    force: bool = False,
    allow_pickle: bool = False,
    permutations: int | None = None,
    say: Callable[[str], Any] = lambda text: None,
) -> tuple[Predictions, LearningTable]:
    """Train named learners, and always the trivial baseline, on a table behind a sensible preprocessing.

    >>> said, table = experiment({"a": [1, 2, 3, 4] * 5, "y": ["n", "n", "p", "p"] * 5}, "y", models=["tree"])
    >>> list(said.models), table.numeric
    (['baseline', 'tree'], ('a',))
    """
    table = read_table(data, target, roles=roles, numeric=numeric, categorical=categorical, drop=drop, missing=missing)
    extra = table.extra
    shared = {"task": task, "positive": positive, "groups": extra.get("group"), "time": extra.get("time")}
    shared["sample_weight"] = extra.get("weight")
    problem = Problem.of(table.X, table.y, **shared)
    guesses = _guesses(problem, table, target)
    for line in guesses:
        say(line)
    named = _named(models, problem.classifies, allow_pickle)
    scheme: Any = choosing_plan(plan, problem, random_state) if grid else plan
    made, X = _behind(named, table, problem)  # noqa: N806
    if grid:
        made = _tuned(made, grid, scheme, criterion, rule, problem, random_state)
    fixed = chosen_plan(scheme, problem, random_state, force=force)
    say(f"plan: {fixed.describe(problem.y, problem.y, problem.groups, models=len(made))}")
    for line in _tuning_words(made, fixed, problem):
        say(line)
    said = run(
        made,
        X,
        table.y,
        plan=fixed,
        n_jobs=n_jobs,
        random_state=random_state,
        checkpoint=checkpoint,
        on_error=on_error,
        force=force,
        **shared,
    )
    about: dict[str, Any] = dict(said.about) | {"guesses": guesses, "target": target}
    if permutations:
        how = {"n_permutations": permutations, "n_jobs": n_jobs, "random_state": random_state}
        how |= {key: value for key, value in shared.items() if key != "time"}
        about["permutation"] = _permuted(made, X, table.y, fixed, checkpoint, how)
    return replace(said, about=about), table


def _guesses(problem: Problem, table: LearningTable, target: str) -> list[str]:
    """What was made of the table, in sentences."""
    if problem.classifies:
        shown = ", ".join(str(label) for label in problem.target.labels[:8])
        more = f" and {len(problem.target.labels) - 8} more" if len(problem.target.labels) > 8 else ""
        what = f"classification of {target}: {len(problem.target.labels)} classes ({shown}{more})"
    else:
        what = f"regression of {target}"
    lines = [f"{what}, {problem.n:,} rows", *table.words()]
    if problem.classifies and len(problem.target.labels) == 2 and problem.target.positive is None:
        lines.append("no positive class is named, so each is evaluated against the other; name it for costs and ROC")
    if problem.target.guess:
        lines.append(problem.target.guess)
    return lines


def _named(names: Sequence[str], classifies: bool, allow_pickle: bool) -> dict[str, Any]:
    """The models asked for, by name; the baseline is always among them."""
    wanted = list(dict.fromkeys(names or DEFAULTS[classifies]))
    made = {BASELINE: model_named(BASELINE, classifies)}
    for name in wanted:
        model = model_named(name, classifies, allow_pickle=allow_pickle)
        made[BASELINE if type(model) is type(made[BASELINE]) else name] = model
    return made


def _behind(named: dict[str, Any], table: LearningTable, problem: Problem) -> tuple[dict[str, Any], Any]:
    """Models behind the preprocessing; a user's own pipeline is left alone and given the columns by name."""
    own = {name for name, model in named.items() if hasattr(model, "steps") and name.partition(":")[2]}
    if not own:
        return {name: preprocessed(model, table) for name, model in named.items()}, table.X
    frame = as_frame(table.frame, "pandas")
    by_name = {name: model if name in own else preprocessed(model, table) for name, model in named.items()}
    return by_name, frame


def _tuned(
    made: dict[str, Any], grid: dict[str, Any], plan: Any, criterion: str | None, rule: str, problem: Problem, seed: int
) -> dict[str, Any]:
    """The models with a grid, each tuning itself inside its training rows."""
    from probative.running.tuned import Tuned

    per_model = grid if all(isinstance(values, dict) for values in grid.values()) else None
    if per_model is None:
        others = [name for name in made if name != BASELINE]
        if len(others) != 1:
            raise BadParameter("the grid must say which model it is for.", remedy='{"knn": {"n_neighbors": [1, 5]}}')
        per_model = {others[0]: grid}
    unknown = [name for name in per_model if name not in made]
    if unknown:
        raise BadParameter(f"the grid names a model that is not run: {unknown[0]}.", found=", ".join(made))
    how = Criterion.of(criterion, None, problem.classifies)
    tuned = dict(made)
    for name, values in per_model.items():
        whole = {key if "__" in key else f"learner__{key}": value for key, value in values.items()}
        known = made[name].get_params()
        if wrong := [key for key in whole if key not in known]:
            raise BadParameter(
                f"{name} has no parameter {wrong[0].removeprefix('learner__')!r}.", found=f"grid of {name}"
            )
        inner = getattr(plan, "inner", "5-fold")
        tuned[name] = Tuned(made[name], whole, plan=inner, criterion=how, rule=rule, positive=problem.target.positive)
    return tuned


def _tuning_words(made: dict[str, Any], plan: Any, problem: Problem) -> list[str]:
    """How many trainings the tuning takes inside."""
    from probative.running.tuned import Tuned, candidates_of

    lines = []
    for name, model in made.items():
        if isinstance(model, Tuned):
            count = len(candidates_of(model.grid))
            total = plan.trainings(plan.count(problem.rows), count)
            lines.append(f"{name} chooses among {count} candidates inside every training part: {total:,} trainings")
    return lines


def _permuted(
    made: dict[str, Any],
    X: Any,  # noqa: N803
    y: Any,
    plan: Any,
    checkpoint: Any,
    how: dict[str, Any],
) -> dict[str, Any]:
    """A permutation test of every model but the baseline."""
    found: dict[str, Any] = {}
    for name, model in made.items():
        if name == BASELINE:
            continue
        place = None if checkpoint is None else os.path.join(checkpoint, f"permutations-{len(found)}")
        found[name] = permutation_test({name: model}, X, y, plan=plan, checkpoint=place, **how).to_dict()
    return found
