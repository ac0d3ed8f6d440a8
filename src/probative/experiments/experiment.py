"""An experiment: a table, its target and named learners to predictions, with everything guessed said aloud."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from probative.decisions import Costs
from probative.decisions.class_costs import CostsLike, DeclaredCosts, costs_for
from probative.errors import BadLabels, BadParameter, FitFailed, printable
from probative.evidence.labels import Label
from probative.experiments.catalog import BASELINE
from probative.experiments.contestants import UNSCALED, behind, grids_by_model, minding, named, tuning
from probative.experiments.kinds import MANY
from probative.experiments.learning_table import LearningTable, read_table
from probative.experiments.made import Made
from probative.experiments.told_plan import splitting, told_plan
from probative.predictions import Predictions
from probative.predictions.target import Task
from probative.procedures.candidates import rule_named
from probative.procedures.cost_methods import Method
from probative.procedures.one_permutation import Mixing
from probative.procedures.permutation import permutation_test
from probative.procedures.selection import choosing_plan
from probative.resampling import Plan
from probative.resampling.sizes import whole
from probative.resampling.told_splits import Splits
from probative.running.brought import Estimator, ParameterValues, PlanLike
from probative.running.cluster import Cluster
from probative.running.criterion import Criterion, CriterionLike
from probative.running.learner import learners, require_weights_taken, takes_weights
from probative.running.problem import Problem
from probative.running.runner import chosen_plan, run_on
from probative.running.training import Folder, OnError, Training
from probative.running.workers import hands
from probative.sources import TableLike

Say = Callable[[str], object]
"""What is called with every sentence that should be read at once."""


def experiment(
    table: TableLike,
    *,
    target: str,
    models: Sequence[str] = (),
    plan: str | None = None,
    splits: Splits = None,
    groups: str | None = None,
    time: str | None = None,
    row: str | None = None,
    sample_weight: str | None = None,
    weight: str | None = None,
    positive: Label | None = None,
    task: Task | None = None,
    numeric: Sequence[str] = (),
    categorical: Sequence[str] = (),
    drop: Sequence[str] = (),
    missing: str = "error",
    scale: bool = True,
    missing_features: str = "impute",
    preprocessed: str | None = None,
    grid: ParameterValues | None = None,
    criterion: CriterionLike = None,
    rule: str = "best",
    costs: CostsLike | None = None,
    cost_methods: Sequence[Method] = (),
    checkpoint: Folder | None = None,
    timeout: float | None = None,
    n_jobs: int | None = None,
    backend: object = None,
    random_state: int = 0,
    on_error: OnError = "record",
    force: bool = False,
    allow_pickle: bool = False,
    permutations: int | None = None,
    permuting: Mixing = "shuffle",
    say: Say = lambda text: None,
    prepared: Callable[[Made], object] = lambda made: None,
) -> Predictions:
    """Train named learners, and always the trivial baseline, on a table behind a sensible preprocessing.

    What `probative run` does before it evaluates: `table` is a path, a frame or a dict of columns; `splits` takes the
    place of a plan: a file or table with a line for each row (columns row and fold, also repeat; or a part, train and
    test), a column of the table, or pairs of row numbers. `target`, groups, time, row (the id, which is no input and
    stands on one side of a split only), sample_weight (of training) and weight (of the evaluation) name columns;
    `preprocessed` says what was done to all rows before. Gaps in inputs are filled inside every training part
    ("impute"), or are an error, or their rows are dropped (`missing_features`). Kinds of columns, the plan and the
    models are found out where they are not named, and said (`say` is called with each sentence; all of them are in
    `about.guesses`). With `costs`, tuning goes by expected cost, and `cost_methods` ("weight", "resample", "threshold")
    add each model as a `CostSensitiveClassifier`, on the same folds; more than two classes have a table of costs, rows
    actual, also by name: {actual: {predicted: cost}}. `permutations` tests each model against as many label
    permutations, or against drawn labels (`permuting="draw"`). A training that takes longer than `timeout` seconds
    fails. `prepared` is called with what was made of the table before anything is trained; its `deliver` trains one of
    the models on all rows afterwards.

    >>> import probative as pv
    >>> said = pv.experiment({"a": [1, 2, 3, 4] * 5, "y": ["n", "n", "p", "p"] * 5}, target="y", models=["tree"])
    >>> list(said.models)
    ['baseline', 'tree']
    """
    _require_sensible(n_jobs, permutations, permuting, grid, criterion, rule)
    if plan is not None and splits is not None:
        raise BadParameter("there are a plan and splits.", found=f"{plan!r}", remedy="one of them")
    if cost_methods and costs is None:
        raise BadParameter("there are no costs to mind.", remedy="costs= (--cost-fp, --cost-fn)")
    training = Training(random_state, hands(n_jobs, backend), checkpoint, None, on_error, timeout=timeout)
    roles = {"group": groups, "time": time, "row": row, "sample_weight": sample_weight, "weight": weight}
    left = (*drop, *splitting(table, splits, drop))
    kinds: dict[str, Sequence[str]] = {"numeric": numeric, "categorical": categorical, "drop": left}
    read = read_table(table, target, roles=roles, missing=missing, missing_features=missing_features, **kinds)
    problem = Problem.of(read.X, read.y, task=task, positive=positive, **read.told).saying(preprocessed)
    _require_classes(problem, task)
    guesses = _guesses(problem, read, target)
    if read.numeric and not scale:
        guesses.append(UNSCALED)
    for line in guesses:
        say(line)
    made, inputs = behind(named(models, problem.classifies, allow_pickle), read, scale)
    told = None if splits is None else told_plan(table, splits, read, row)
    scheme: PlanLike | None = plan if told is None else told
    declared = priced_for(costs, problem)
    how = Criterion.of(priced(criterion, declared), None, problem.classifies)
    grids = {} if grid is None else grids_by_model(made, grid)
    if declared is not None:
        made = minding(made, declared, cost_methods, problem)
    if grid is not None:
        scheme = choosing_plan(scheme, problem, training.seed)
        made = tuning(made, grids, cost_methods, scheme, how, rule_named(rule), problem.target.positive)
    fixed = chosen_plan(scheme, problem, training.seed, force=force)
    sizes = [learner.candidates for learner in learners(made)]
    say(f"plan: {fixed.describe(problem.y, problem.y, problem.groups, candidates=sizes)}")
    if fixed.trade_off:
        say(f"shares: {fixed.trade_off}")
    for line in _more_trainings(made, fixed, problem, permutations):
        say(line)
    seen, entered = replace(problem, X=inputs, names=(*read.numeric, *read.categorical)), learners(made)
    require_weights_taken(entered, problem.sample_weight, force)
    prepared(Made(read, seen, made, declared))
    said = run_on(seen, entered, fixed, replace(training, say=say), force=force)
    for line in _failures(said):
        say(line)
    facts = replace(said.about.facts, dates=read.dates)
    about = replace(said.about, guesses=tuple(guesses), target=target, baseline=BASELINE, facts=facts)
    about = about.minding(declared)
    if permutations is not None:
        tests = _permuted(made, seen, fixed, permutations, permuting, how, training, say)
        about = replace(about, permutation=tests)
    return replace(said, about=about)


def _require_sensible(
    n_jobs: int | None,
    permutations: int | None,
    permuting: str,
    grid: ParameterValues | None,
    criterion: CriterionLike,
    rule: str,
) -> None:
    """Refuse at once what would be refused, or do nothing, after hours of training."""
    if n_jobs == 0:
        raise BadParameter("there must be at least one training at a time.", found="jobs 0", remedy="1, or -1 for all")
    if permutations is not None:
        whole(permutations, "the number of permutations", 1)
    if permuting not in ("shuffle", "draw"):
        raise BadParameter("permutations shuffle labels, or draw them.", found=permuting, remedy="shuffle or draw")
    if permuting == "draw" and permutations is None:
        raise BadParameter("there are no permutations to draw labels for.", remedy="permutations= (--permutations 999)")
    if grid is None and rule != "best":
        raise BadParameter("a rule is for tuning.", found="no grid", remedy="--grid FILE")
    if grid is None and permutations is None and criterion is not None:
        raise BadParameter(
            "a criterion is for tuning, for permutation tests and for delivering the best.",
            found="none of them",
            remedy="--grid, --permutations, --deliver",
        )
    rule_named(rule)


def priced(criterion: CriterionLike, costs: DeclaredCosts | None) -> CriterionLike:
    """The criterion; where costs are declared, they are what "cost" means, and what goes without saying if unequal."""
    if costs is not None and ((criterion is None and costs.unequal) or criterion in ("cost", "expected_cost")):
        return costs
    return criterion


def priced_for(costs: CostsLike | None, problem: Problem) -> DeclaredCosts | None:
    """What costs mean for the classes of a problem; those of false positives and negatives need a positive of two."""
    if costs is None:
        return None
    labels, positive = problem.target.labels, problem.target.positive
    found = costs_for(costs, labels, positive) if problem.classifies else None
    if found is None or (isinstance(found, Costs) and (len(labels) != 2 or positive is None)):
        shown = ", ".join(map(str, labels[:6]))
        raise BadLabels(
            "costs of false positives and false negatives need two classes, one of them positive.",
            found=f"labels {shown}" if shown else "a regression",
            remedy="positive= (--positive); of more classes a table of costs (--costs)",
        )
    return found


def _require_classes(problem: Problem, task: Task | None) -> None:
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
    if problem.sample_weight is None and problem.weight is not None:
        lines.append("weights are those of the evaluation; for weights in training, name a column of sample_weight too")
    return lines


def _more_trainings(made: dict[str, Estimator], plan: Plan, problem: Problem, permutations: int | None) -> list[str]:
    """How many trainings tuning and permuting take on top."""
    from probative.procedures.tuned import Tuned

    lines, once = [], 0
    for name, model in made.items():
        count = model.n_candidates if isinstance(model, Tuned) else 0
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


def _permuted(
    made: dict[str, Estimator],
    problem: Problem,
    plan: Plan,
    permutations: int,
    permuting: Mixing,
    criterion: Criterion,
    training: Training,
    say: Say,
) -> dict[str, dict[str, object]]:
    """A permutation test of every model but the baseline."""
    found = {}
    for number, (name, model) in enumerate(made.items()):
        if name == BASELINE:
            continue
        folder = training.checkpoint
        try:
            found[name] = permutation_test(
                {name: model},
                problem.X,
                problem.y,
                plan=plan,
                groups=problem.groups,
                # A plan that was forced to break the order of time knows none.
                time=problem.time if plan.ordered else None,
                sample_weight=problem.sample_weight if takes_weights(model) else None,
                weight=problem.weight,
                # What may leak was looked at by the run.
                force=True,
                task=problem.target.task,
                positive=problem.target.positive,
                measure=criterion,
                n_permutations=permutations,
                labels=permuting,
                n_jobs=None if isinstance(training.n_jobs, Cluster) else training.n_jobs,
                backend=training.n_jobs if isinstance(training.n_jobs, Cluster) else None,
                random_state=training.seed,
                checkpoint=None if folder is None else os.path.join(folder, f"permutations-{number}"),
            ).to_dict()
        except FitFailed as error:
            if training.on_error == "stop":
                raise
            say(f"{name}: no permutation test, because a training failed with {' '.join(str(error.found).split())}")
    return found
