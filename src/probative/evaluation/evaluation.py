"""The one orchestrator: predictions and questions to findings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, Unpack

from numpy.typing import ArrayLike

from probative.decisions.class_costs import CostsLike
from probative.errors import BadParameter
from probative.evaluation.accepting import accepting
from probative.evaluation.ahead import load_ahead
from probative.evaluation.call import call_text
from probative.evaluation.operating import Aim
from probative.evaluation.reuse import entered
from probative.evaluation.settings import Settings
from probative.evaluation.study import Study
from probative.findings import Findings
from probative.guards.accepting import Codes, accepted_codes
from probative.inference.levels import checked_level
from probative.measurement import find
from probative.measurement.named import named
from probative.measurement.registry import Parameters
from probative.predictions import Predictions, read
from probative.predictions.words import AllWords, Models, takes_words
from probative.records import bracketed
from probative.sources import TableLike


@takes_words
def evaluate(
    predictions: TableLike | Predictions | ArrayLike | Models | None = None,
    said: object = None,
    y: object = None,
    *,
    threshold: float | None = None,
    threshold_by: str | None = None,
    at: str | Sequence[str] = (),
    confidence: float | None = None,
    roc_n: int | None = None,
    costs: CostsLike | None = None,
    measure: str | Sequence[str] | None = None,
    undefined: Literal["propagate", "zero"] = "propagate",
    training_mean: float | None = None,
    level: float = 0.95,
    random_state: int = 0,
    title: str | None = None,
    accept: Codes = (),
    force: bool = False,
    ledger: str | os.PathLike[str] | None = None,
    **words: Unpack[AllWords],
) -> Findings:
    """Every measure of every model, with intervals, from predictions.

    `predictions` is what `read` or `run` gave (or the folder a run was saved to), a path or pattern, a dataframe of
    any library, or a dict of columns; truth, scores, predicted, weight, groups, row, fold and repeat then name columns,
    as in `read`, and so do `values`, where rows are already graded. Without a table they are the arrays themselves
    (scores, predicted and values: an array, or a dict of one array per model); `evaluate(y_true, y_score)`,
    `evaluate(y_true=..., y_pred=...)` and `evaluate(model, X_test, y_test)` will do too. With folds, measures are
    also given fold by fold. The threshold of each model is the one given, or chosen by `threshold_by` and the
    constraints `at`, which are kept with `confidence` on other rows too where that is asked for (see
    `best_threshold`); `roc_n` adds ROC50 and its like. Models are compared by `measure` (the first of several), or by
    what they allow and costs ask for; one that is shown on request only is shown if it is named here, as
    "f_beta(beta=2)". With `undefined="zero"` measures that do not exist, such as the precision of a model that calls
    nothing positive, count as 0, and a note names them. `training_mean` puts the rule that predicts the mean of the
    training targets beside a regression; a run knows it by itself.
    `costs` are those of two kinds of error, or a table of more classes (rows actual, also by name:
    {actual: {predicted: cost}}); those that a run was made with need not be said. `accept` silences guards by their
    codes, and the findings say so; what is refused because its numbers would not be what they look like goes on with
    `force`, and the findings stay marked. `ledger` is a file (or the folder of one) that counts what test rows were
    used for: from the second choice by the same rows on, a warning says so.

    >>> import probative as pv
    >>> found = pv.evaluate({"y": [1, 0, 1, 0, 1], "score": [0.9, 0.2, 0.4, 0.6, 0.8]}, truth="y")
    >>> found.models["model"].measures["auc"].value
    0.8333333333333334
    """
    call = call_text(evaluate, locals())
    checked_level(level)
    codes = accepted_codes(accept)
    wish = Aim(threshold, threshold_by, (at,) if isinstance(at, str) else tuple(at), roc_n, confidence)
    if threshold is not None and wish.chooses:
        raise BadParameter("a threshold is either given or chosen.", remedy="leave out one of them")
    if confidence is not None and not wish.at:
        raise BadParameter("confidence goes with a constraint.", remedy='at="fpr<=0.01" (--at)')
    load_ahead()
    held = read(predictions, said, y, **words).unweighted()
    for asked in wish.asked:
        held.require_scores(asked)
    priced = held.about.declared if costs is None else held.priced(costs)
    if undefined not in ("propagate", "zero"):
        raise BadParameter("undefined must be 'propagate' or 'zero'.", found=repr(undefined))
    if training_mean is not None and held.task != "regression":
        raise BadParameter("a mean of training targets is for numbers.", found=held.task, remedy="leave it out")
    asked_for = named(measure)
    requested = _requested(asked_for)
    first = asked_for[0] if asked_for else None
    more: dict[str, Any] = {"training_mean": training_mean, "force": force, "requested": requested}
    settings = Settings(level, wish, priced, random_state, first, undefined, **more)
    findings = accepting(Study(held, settings, title).findings(), codes)
    findings = replace(findings, about=replace(findings.about, command=call))
    return findings if ledger is None else entered(findings, held, ledger)


def _requested(named: Sequence[str]) -> dict[str, Parameters]:
    """By measure that was named, its parameters; one that was named with other ones again has no one value to show."""
    made: dict[str, Parameters] = {}
    for text in named:
        name, told = bracketed(text, "f_beta(beta=2)")
        measure = find(name)
        if made.setdefault(measure.name, told) != told:
            raise BadParameter(
                f"{measure.name} is asked for twice, with other parameters.",
                found=f"{measure.called(made[measure.name])} and {measure.called(told)}",
                remedy="one call for each",
            )
    return made
