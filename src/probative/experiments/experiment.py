"""An experiment: a table, its target and named learners to predictions, with everything guessed said aloud."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from probative.curves.curve import as_frame
from probative.errors import BadLabels, BadParameter, FitFailed, printable
from probative.experiments.catalog import BASELINE, DEFAULTS, model_named, parameter_named, short_name
from probative.experiments.kinds import MANY
from probative.experiments.table import LearningTable, preprocessed, read_table
from probative.predictions import Predictions
from probative.procedures.permutation import permutation_test
from probative.procedures.selection import choosing_plan
from probative.resampling import Plan
from probative.resampling.given import Given
from probative.resampling.sizes import whole
from probative.running.criterion import Criterion
from probative.running.problem import Problem
from probative.running.runner import chosen_plan, run


def experiment(
    table: Any,
    *,
    target: str,
    models: Sequence[str] = (),
    plan: str | None = None,
    groups: str | None = None,
    time: str | None = None,
    weight: str | None = None,
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
) -> Predictions:
    """Train named learners, and always the trivial baseline, on a table behind a sensible preprocessing.

    What `probative run` does before it evaluates: `table` is a path, a frame or a dict of columns; `target`, groups,
    time and weight name columns. Kinds of columns, the plan and the models are found out where they are not named, and
    said (`say` is called with each sentence; all of them are in `about["guesses"]`).

    >>> import probative as pv
    >>> said = pv.experiment({"a": [1, 2, 3, 4] * 5, "y": ["n", "n", "p", "p"] * 5}, target="y", models=["tree"])
    >>> list(said.models)
    ['baseline', 'tree']
    """
    _require_sensible(n_jobs, permutations, grid, criterion, rule)
    roles = {"group": groups, "time": time, "weight": weight}
    read = read_table(table, target, roles=roles, numeric=numeric, categorical=categorical, drop=drop, missing=missing)
    extra = read.extra
    shared = {"task": task, "positive": positive, "groups": extra.get("group"), "time": extra.get("time")}
    shared["sample_weight"] = extra.get("weight")
    problem = Problem.of(read.X, read.y, **shared)
    _require_classes(problem, task)
    guesses = _guesses(problem, read, target)
    for line in guesses:
        say(line)
    named = _named(models, problem.classifies, allow_pickle)
    scheme: Any = plan if grid is None else choosing_plan(plan, problem, random_state)
    made, X = _behind(named, read)  # noqa: N806
    if grid is not None:
        made = _tuned(made, grid, scheme, criterion, rule, problem)
    fixed = chosen_plan(scheme, problem, random_state, force=force)
    say(f"plan: {fixed.describe(problem.y, problem.y, problem.groups, models=len(made))}")
    for line in _more_trainings(made, fixed, problem, permutations):
        say(line)
    said = run(
        made,
        X,
        read.y,
        plan=fixed,
        n_jobs=n_jobs,
        random_state=random_state,
        checkpoint=checkpoint,
        on_error=on_error,
        force=force,
        **shared,
    )
    for line in _failures(said):
        say(line)
    about: dict[str, Any] = dict(said.about) | {"guesses": guesses, "target": target, "baseline": BASELINE}
    if permutations is not None:
        how: dict[str, Any] = {"n_permutations": permutations, "n_jobs": n_jobs, "random_state": random_state}
        how |= {key: value for key, value in shared.items() if key != "time"}
        how["plan"] = _without_times(fixed, problem)
        about["permutation"] = _permuted(made, X, read.y, checkpoint, how, on_error, say)
    return replace(said, about=about)


def _require_sensible(
    n_jobs: int | None, permutations: int | None, grid: dict[str, Any] | None, criterion: str | None, rule: str
) -> None:
    """Refuse at once what would be refused, or do nothing, after hours of training."""
    if n_jobs == 0:
        raise BadParameter("there must be at least one training at a time.", found="jobs 0", remedy="1, or -1 for all")
    if permutations is not None:
        whole(permutations, "the number of permutations", 1)
    if grid is None and (criterion is not None or rule != "best"):
        raise BadParameter("criterion and rule are for tuning.", found="no grid", remedy="--grid FILE")
    if grid is not None:
        from probative.procedures.tuned import RULES

        if rule not in RULES:
            raise BadParameter("the rule must be 'best' or 'one-se'.", found=rule)


def _require_classes(problem: Problem, task: Any) -> None:
    """Refuse labels that nearly all occur once: names, or numbers that were not recognised."""
    if not problem.classifies or task is not None:
        return
    labels = problem.target.labels
    if len(labels) == problem.n or (len(labels) > MANY and len(labels) > problem.n / 2):
        raise BadLabels(
            "the target has about as many labels as rows.",
            found=f"{len(labels)} labels in {problem.n} rows, such as {labels[0]!r}",
            remedy="another target; numbers need decimal points; --task classification if these are classes",
        )


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
    made = {BASELINE: model_named(BASELINE, classifies)}
    for name in dict.fromkeys(names or DEFAULTS[classifies]):
        if short_name(name) != BASELINE or "(" in name:
            made[name] = model_named(name, classifies, allow_pickle=allow_pickle)
    return made


def _behind(named: dict[str, Any], table: LearningTable) -> tuple[dict[str, Any], Any]:
    """Models behind the preprocessing; a user's own pipeline is left alone and given the columns by name."""
    own = {name for name, model in named.items() if short_name(name) is None and _prepares(model)}
    made = {name: model if name in own else preprocessed(model, table) for name, model in named.items()}
    return made, as_frame(table.frame, "pandas") if own else table.X


def _prepares(model: Any) -> bool:
    """Whether a model is, or holds, a pipeline."""
    return any(hasattr(part, "steps") for part in (model, *model.get_params().values()))


def _tuned(
    made: dict[str, Any], grid: dict[str, Any], plan: Plan, criterion: str | None, rule: str, problem: Problem
) -> dict[str, Any]:
    """The models with a grid, each tuning itself inside its training rows."""
    from probative.procedures.tuned import Tuned, candidates_of

    others = [name for name in made if name != BASELINE]
    per_model = grid
    if not all(isinstance(values, dict) for values in grid.values()):
        if len(others) != 1 or others[0] in grid:
            raise BadParameter("the grid must say which model it is for.", remedy='{"knn": {"n_neighbors": [1, 5]}}')
        per_model = {others[0]: grid}
    unknown = [name for name in per_model if name not in made]
    if unknown or not per_model:
        what = f"names a model that is not run: {unknown[0]}" if unknown else "is empty"
        raise BadParameter(f"the grid {what}.", found=", ".join(made), remedy='{"knn": {"n_neighbors": [1, 5]}}')
    how = Criterion.of(criterion, None, problem.classifies)
    tuned = dict(made)
    for name, values in per_model.items():
        full = {_full_name(made[name], key, name): candidates for key, candidates in values.items()}
        if not candidates_of(full):
            raise BadParameter(f"the grid of {name} has no candidates.", found=values)
        inner = plan.inner or "5-fold"
        tuned[name] = Tuned(made[name], full, plan=inner, criterion=how, rule=rule, positive=problem.target.positive)
    return tuned


def _full_name(model: Any, key: str, title: str) -> str:
    """The parameter meant: the pipeline's by its full name, or the learner's by its own."""
    if key in model.get_params() or "learner" not in model.named_steps:
        return parameter_named(model, key, title)
    return f"learner__{parameter_named(model.named_steps['learner'], key, title)}"


def _more_trainings(made: dict[str, Any], plan: Plan, problem: Problem, permutations: int | None) -> list[str]:
    """How many trainings tuning and permuting take on top."""
    from probative.procedures.tuned import Tuned, candidates_of

    lines, once = [], 0
    for name, model in made.items():
        count = len(candidates_of(model.grid)) if isinstance(model, Tuned) else 1
        total = plan.trainings(problem.rows, count) or 0
        once += total * (name != BASELINE)
        if isinstance(model, Tuned):
            lines.append(f"{name} chooses among {count} candidates inside every training part: {total:,} trainings")
    if permutations is not None:
        lines.append(f"{permutations:,} permutations for each model: at most {once * (permutations + 1):,} trainings")
    return lines


def _failures(said: Predictions) -> list[str]:
    """Models with trainings that failed, and why the first did."""
    lines = []
    for name in dict.fromkeys(fit.model for fit in said.fits):
        fits = [fit for fit in said.fits if fit.model == name]
        if failed := [fit.error for fit in fits if fit.error is not None]:
            why = " ".join(failed[0].split())
            lines.append(printable(f"{name}: {len(failed)} of {len(fits)} trainings failed, first with {why}"))
    return lines


def _without_times(plan: Plan, problem: Problem) -> Plan:
    """A plan that gives the same splits to whoever does not know the times."""
    if problem.time is None or not plan.ordered:
        return plan
    return Given([(part.train, part.test) for part in plan.parts_of(problem.rows)])


def _permuted(
    made: dict[str, Any],
    X: Any,  # noqa: N803
    y: Any,
    checkpoint: Any,
    how: dict[str, Any],
    on_error: str,
    say: Callable[[str], Any],
) -> dict[str, Any]:
    """A permutation test of every model but the baseline."""
    found: dict[str, Any] = {}
    for number, (name, model) in enumerate(made.items()):
        if name == BASELINE:
            continue
        place = None if checkpoint is None else os.path.join(checkpoint, f"permutations-{number}")
        try:
            found[name] = permutation_test({name: model}, X, y, checkpoint=place, **how).to_dict()
        except FitFailed as error:
            if on_error == "stop":
                raise
            say(f"{name}: no permutation test, because a training failed with {' '.join(str(error.found).split())}")
    return found
