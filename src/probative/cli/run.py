"""probative run: train, test, evaluate; resumable."""

from __future__ import annotations

import json as jsonlib
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli import training as given
from probative.cli.combined import combined
from probative.cli.costs import CostFn, CostFp, CostTable, Prior, costs_in, costs_of, judging, table_or
from probative.cli.handed import Handed
from probative.cli.output import console, deliver, folder, signed, write
from probative.cli.paths import require_there
from probative.cli.view import All, Quiet, view_of
from probative.cli.words import Accept
from probative.errors import UnreadableFile, printable

if TYPE_CHECKING:
    from probative.findings import Findings
    from probative.predictions import Predictions

NAME = "run"
SHORT = "Train and test models on a table under a plan."
HELP = (
    "Train and test models on a table under a resampling plan, keep every prediction, and evaluate them. "
    "Stopped half-way, the same command goes on where it was; with a further --model, only that one is trained."
)
EXAMPLE = (
    "Example: probative run penguins.csv --target species --model logistic --model forest "
    "--plan '10x10 stratified' --out penguins-run"
)


def command(
    data: given.Data,
    target: given.Target,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="baseline, knn, gaussian, logistic, tree, forest, boosting, svm, ridge, linear, polynomial "
            "(parameters in brackets: 'knn(n_neighbors=1)'), module:factory, or a pickled file; again for more. "
            "The baseline is always added."
        ),
    ] = None,
    plan: given.Plan = None,
    splits: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Splits made elsewhere, in place of a plan: a file with columns row and fold (and repeat), or part "
            "(train, test), of probative plan --indices, or such a column of the data.",
        ),
    ] = None,
    group: given.Group = None,
    time: given.Time = None,
    row: Annotated[
        str | None, typer.Option(help="Column with the id of each row: no input, and never on both sides of a split.")
    ] = None,
    sample_weight: given.SampleWeight = None,
    weight: given.Weight = None,
    positive: given.Positive = None,
    task: given.TaskWord = None,
    numeric: Annotated[list[str] | None, typer.Option(help="Column to take as numbers; again for more.")] = None,
    categorical: Annotated[list[str] | None, typer.Option(help="Column to take as categories.")] = None,
    drop: given.Drop = None,
    missing: given.Missing = "error",
    raw: given.Raw = False,
    missing_features: Annotated[
        str, typer.Option(help="Gaps in inputs: impute (inside each training part), error, or drop the rows.")
    ] = "impute",
    preprocessed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What was done to all rows before, such as 'scaled on all rows': said on."),
    ] = None,
    grid: Annotated[
        str | None,
        typer.Option(metavar="FILE", help='JSON: {"knn": {"n_neighbors": [1, 5, 15]}}, tuned inside training parts.'),
    ] = None,
    criterion: Annotated[
        str | None,
        typer.Option(
            help="Measure that tuning, permutations and --deliver go by: auc, auc50, cost, 'f_beta(beta=2)', ... "
            "Where costs are given, by default their expected cost."
        ),
    ] = None,
    rule: Annotated[str, typer.Option(help="Tuning takes the best, or one-se: the first within a standard error.")] = (
        "best"
    ),
    cost_fp: CostFp = None,
    cost_fn: CostFn = None,
    prior: Prior = None,
    costs: CostTable = None,
    cost_method: Annotated[
        list[str] | None,
        typer.Option(help="Also train each model minding the costs by: weight, resample, threshold; again for more."),
    ] = None,
    permutations: Annotated[
        int | None, typer.Option(help="Also test each model against this many label permutations.")
    ] = None,
    permuting: Annotated[
        str, typer.Option(help="Permutations shuffle labels, or draw them by their shares: shuffle or draw.")
    ] = "shuffle",
    combine: Annotated[
        list[str] | None,
        typer.Option(help="Also all models as one: the mean of their scores, or their vote; again for both."),
    ] = None,
    delivered: Annotated[
        str | None,
        typer.Option(
            "--deliver",
            metavar="FILE",
            help="Train on all rows and write the model: .skops (no code in it), or .pickle; a .json beside it.",
        ),
    ] = None,
    deliver_model: Annotated[str | None, typer.Option(help="Which model to deliver; by default the best.")] = None,
    average: Annotated[
        bool, typer.Option("--average", help="Deliver the mean of the folds' models, if the learner declares it.")
    ] = False,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Folder of the results (NAME-run).")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Train everything anew; else what is unchanged in the folder is reused.")
    ] = False,
    ledger: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Ledger of what test rows were used for (in the folder of the results)."),
    ] = None,
    jobs: given.Jobs = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Train on the workers of a Dask cluster: tcp://host:8786; not --jobs."),
    ] = None,
    seed: given.Seed = 0,
    timeout: Annotated[
        float | None, typer.Option(help="Seconds after which a single training is stopped, and counts as failing.")
    ] = None,
    on_error: Annotated[str, typer.Option(help="A failing training: record it and go on, or stop.")] = "record",
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Run what would be refused, and mark it: a plan that breaks the order of time, rows or ids on both "
            "sides of a split, a class never trained on, steps fitted on all rows, learners deaf to weights.",
        ),
    ] = False,
    allow_pickle: Annotated[
        bool,
        typer.Option(
            "--allow-pickle", help="Load pickled models. A pickle can run any code: only from hands you trust."
        ),
    ] = False,
    accept: Accept = None,
    level: given.Level = 0.95,
    title: Annotated[str | None, typer.Option(help="Title of the report.")] = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the findings as JSON; - to print.")] = None,
    everything: All = False,
    quiet: Quiet = False,
) -> None:
    """Train, test and evaluate."""
    require_there(data)
    from probative.experiments.experiment import experiment
    from probative.findings.usage_files import ledger_file
    from probative.findings.usage_files import loaded as readable
    from probative.guards.accepting import accepted_codes
    from probative.inference.levels import checked_level
    from probative.sources.on_engines import joined

    checked_level(level)
    accepted_codes(accept or ())
    handed = Handed(delivered, deliver_model, average, criterion, combine or ())
    trains_by_it = grid is not None or permutations is not None or delivered is None
    declared = table_or(costs_of(cost_fp, cost_fn, prior), costs) or costs_in(criterion)
    where = _where(out, data)
    if fresh:
        shutil.rmtree(where / "checkpoint", ignore_errors=True)
    # A ledger that cannot be read is better known before hours of training.
    readable(ledger_file(ledger or where))
    columns: dict[str, Any] = {"groups": group, "time": time, "row": row}
    columns |= {"sample_weight": sample_weight, "weight": weight}
    columns |= {"numeric": numeric or (), "categorical": categorical or (), "drop": drop or ()}
    with joined(cluster) as backend:
        said = experiment(
            data,
            target=target,
            models=model or (),
            plan=plan,
            splits=splits,
            **columns,
            positive=positive,
            task=task,  # type: ignore[arg-type]
            missing=missing,
            scale=not raw,
            missing_features=missing_features,
            preprocessed=preprocessed,
            grid=_grid(grid),
            criterion=criterion if trains_by_it else None,
            rule=rule,
            costs=declared,
            cost_methods=cost_method or (),  # type: ignore[arg-type]
            checkpoint=where / "checkpoint",
            timeout=timeout,
            n_jobs=jobs,
            backend=backend,
            random_state=seed,
            on_error=on_error,  # type: ignore[arg-type]
            force=force,
            allow_pickle=allow_pickle,
            permutations=permutations,
            permuting=permuting,  # type: ignore[arg-type]
            say=_say,
            prepared=handed.prepared,
        )
    said = combined(said, combine or ())
    words = {"level": level, "title": title or f"{target} from {Path(data).name}", "accept": accept or ()}
    findings = _evaluated(said, where, ledger, words | {"measure": judging(criterion)})
    deliver(findings, json, None, view_of(everything, quiet), told=True)
    _say(f"results are in {where}: report.html, findings.json, predictions.parquet")
    for line in handed.over(said, findings):
        _say(line)


def _evaluated(said: Predictions, where: Path, ledger: str | None, words: dict[str, Any]) -> Findings:
    """What was found, once it is in the folder beside the predictions."""
    from probative.evaluation import evaluate
    from probative.evaluation.reuse import entered

    findings = signed(evaluate(said, **words))
    findings = entered(findings, said, ledger or where)
    said.save(where / "predictions.parquet")
    findings.save(where / "report.html")
    write(str(where / "findings.json"), findings.to_json(indent=1) + "\n")
    return findings


def _where(out: str | None, data: str) -> Path:
    """The folder of the results; a new one is made once there is something to put into it."""
    where = Path(out or f"{Path(data).name.split('.')[0]}-run")
    return folder(str(where)) if os.path.exists(where) else where


def _say(text: str) -> None:
    console(stderr=True).print(printable(text, 2000))


def _grid(path: str | None) -> dict[str, Any] | None:
    if path is None:
        return None
    try:
        found = jsonlib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UnreadableFile(f"the grid {path!r} cannot be read.", found=error, remedy="a JSON file") from error
    if not isinstance(found, dict):
        raise UnreadableFile(f"the grid {path!r} must be a JSON object.", remedy='{"knn": {"n_neighbors": [1, 5]}}')
    return found
