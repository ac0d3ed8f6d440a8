"""The one orchestrator: predictions and questions to findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from probative.decisions import Costs
from probative.errors import BadInput, BadParameter
from probative.evaluation.call import call_text
from probative.evaluation.operating import Wish
from probative.evaluation.resampled import ResampledStudy, saved_predictions
from probative.evaluation.study import Settings, Study
from probative.findings import Findings
from probative.predictions.roles import find_roles
from probative.predictions.tally import Missing
from probative.predictions.target import Task
from probative.sources import open_source


def evaluate(
    predictions: Any = None,
    *,
    truth: Any = None,
    scores: Any = None,
    predicted: Any = None,
    positive: Any = None,
    threshold: float | None = None,
    threshold_by: str | None = None,
    at: str | Sequence[str] = (),
    roc_n: int | None = None,
    costs: Costs | None = None,
    by: str | Sequence[str] = (),
    weight: Any = None,
    groups: Any = None,
    model: str | None = None,
    task: Task | None = None,
    level: float = 0.95,
    missing: Missing = "error",
    random_state: int = 0,
    title: str | None = None,
) -> Findings:
    """Every measure of every model, with intervals, from a table of predictions.

    `predictions` is what `run` gave (or the folder it was saved to), a path or pattern, a dataframe of any library, or
    a dict of columns; truth, scores, predicted, weight and groups then name columns. Without a table they are the
    arrays themselves (scores and predicted: an array, or a dict of one array per model). The threshold of each model
    is the one given, or chosen by `threshold_by` and the constraints `at` (see `best_threshold`); `roc_n` adds ROC50
    and its like.

    >>> import probative as pv
    >>> found = pv.evaluate({"y": [1, 0, 1, 0, 1], "score": [0.9, 0.2, 0.4, 0.6, 0.8]}, truth="y")
    >>> found.models["model"].measures["auc"].value
    0.8333333333333334
    """
    call = call_text(evaluate, locals())
    made_here = saved_predictions(predictions, (truth, scores, predicted, weight, model))
    if predictions is None:
        predictions, truth, scores, predicted, weight, groups = _as_table(truth, scores, predicted, weight, groups)
    _refuse_arrays(truth=truth, scores=scores, predicted=predicted, weight=weight, groups=groups, model=model)
    if not (isinstance(level, int | float) and 0 < level < 1):
        raise BadParameter("a level lies between 0 and 1.", found=level, remedy="0.95 for 95 %")
    if missing not in ("error", "drop"):
        raise BadParameter("missing must be 'error' or 'drop'.", found=missing)
    cuts = (by,) if isinstance(by, str) else tuple(by)
    wish = Wish(threshold, threshold_by, (at,) if isinstance(at, str) else tuple(at), roc_n)
    if threshold is not None and wish.chooses:
        raise BadParameter("a threshold is either given or chosen.", remedy="leave out one of them")
    settings = Settings(cuts, weight, groups, level, wish, costs, missing, random_state)
    if made_here is not None:
        return _called(ResampledStudy(made_here, settings, title).findings(), call)
    source = open_source(predictions)
    roles = find_roles(
        source,
        truth=truth,
        scores=_listed(scores),
        predicted=_listed(predicted),
        model=model,
        others=(*cuts, weight, groups),
    )
    return _called(Study(source, roles, settings, task, positive, title).findings(), call)


def _called(findings: Findings, call: str) -> Findings:
    return replace(findings, about=findings.about | {"command": call})


def _refuse_arrays(**names: Any) -> None:
    """Beside a table, columns are named; an array there is a mistake."""
    for role, given in names.items():
        parts = given if role in ("scores", "predicted") and isinstance(given, list | tuple) else [given]
        for name in parts:
            if name is not None and not isinstance(name, str):
                raise BadInput(
                    f"{role} must name columns of the table.",
                    found=type(name).__name__,
                    remedy="put the values into the table, or leave the table out and pass arrays only",
                )


def _listed(names: Any) -> list[str]:
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def _as_table(truth: Any, scores: Any, predicted: Any, weight: Any, groups: Any) -> tuple[Any, ...]:
    """Bare arrays as a table."""
    if truth is None or isinstance(truth, str):
        raise BadInput("there is nothing to evaluate.", remedy="a table, or arrays as truth= and scores= or predicted=")
    columns: dict[str, Any] = {"truth": truth}
    names: list[list[str]] = []
    for word, given in (("score", scores), ("pred", predicted)):
        several = given if isinstance(given, Mapping) else {} if given is None else {"model": given}
        names.append([f"{word}_{name}" for name in several])
        columns |= {f"{word}_{name}": values for name, values in several.items()}
    for word, given in (("weight", weight), ("group", groups)):
        if given is not None:
            columns[word] = given
    return (
        columns,
        "truth",
        names[0],
        names[1],
        None if weight is None else "weight",
        None if groups is None else "group",
    )
