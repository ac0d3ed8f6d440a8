"""What folds add to an evaluation: every measure fold by fold, and how the plan was made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import isnan
from statistics import fmean
from types import MappingProxyType
from typing import Any

from probative.decisions.class_costs import DeclaredCosts
from probative.evaluation.fold_curves import fold_curves
from probative.evaluation.trivial_rule import constant
from probative.evidence import ClassScores, Ladder, Ledger
from probative.evidence.labels import plain
from probative.findings import ClassFindings, Context, ModelFindings
from probative.findings.selection_scores import SelectionScores
from probative.inference import Estimate
from probative.inference.resampled import fold_mean, no_narrower
from probative.measurement import find, placed, value
from probative.measurement.registry import Parameters
from probative.predictions import Predictions, resampled
from probative.predictions.resampled import fold_values, sizes, test_over_train
from probative.predictions.tests_of_rows import tests_of_rows


def fold_findings(
    predictions: Predictions,
    name: str,
    model: ModelFindings,
    level: float,
    costs: DeclaredCosts | None = None,
    requested: Mapping[str, Parameters] = MappingProxyType({}),
) -> ModelFindings:
    """What was found about a model, with its measures fold by fold, and its cost where errors have one.

    Scores of different fitted models are not one scale. What compares scores of different rows (AUC and its kin) is
    therefore led by the mean of folds; the value of all tests pooled stands beside it. What was `requested` with
    parameters keeps them.
    """
    mixed = [measure for measure in model.measures if find(measure).one_model]
    wanted = list(dict.fromkeys([*(m for m in placed("folds") if m in model.measures), *mixed]))
    if predictions.scheme.single:
        wanted = [measure for measure in wanted if measure == "auc"]
    words = {measure: dict(requested.get(measure, {})) for measure in wanted}
    found = {m: resampled(predictions, m, model=name, level=level, **told) for m, told in words.items()}
    if costs is not None and "expected_cost" in model.measures and not predictions.scheme.single:
        found["expected_cost"] = resampled(predictions, "expected_cost", model=name, level=level, **costs.parameters)
    led = {measure: found[measure].fold_mean for measure in mixed if measure in found and len(found[measure].folds) > 1}
    if not led:
        return replace(model, resampling=found)
    return replace(
        model,
        measures={measure: led.get(measure, estimate) for measure, estimate in model.measures.items()},
        resampling=found,
        baseline=model.baseline | {measure: _guessed(predictions, name, measure, words[measure]) for measure in led},
        by_class=_class_means(predictions, name, model, level),
        fold_roc=fold_curves(predictions, name) if model.roc else None,
    )


def _guessed(predictions: Predictions, name: str, measure: str, parameters: Parameters) -> float | None:
    """What a rule reaches in a fold on average that looks at no input."""
    ledger = predictions.folds(name, measure)
    told = [] if ledger is None else [constant(evidence) for evidence in ledger.entries.values()]
    reached = [value(measure, evidence, **parameters) for evidence in told]
    known = [one for one in reached if not isnan(one)]
    return fmean(known) if known else None


def _class_means(predictions: Predictions, name: str, model: ModelFindings, level: float) -> dict[str, ClassFindings]:
    """Every class against the rest, with the mean of folds where scores of different rows are compared."""
    ledger = predictions.folds(name, ClassScores) if predictions.by_model[name].proba and model.by_class else None
    if ledger is None:
        return model.by_class
    labels = {str(plain(label)): label for label in ledger.total().labels}
    found = dict(model.by_class)
    for title in labels.keys() & found.keys():
        ladders, one = ledger.map(partial(ClassScores.ladder, label=labels[title])), found[title].measures
        ranked = [measure for measure in placed("classes", of=Ladder) if measure in one and find(measure).one_model]
        led = {measure: _led(predictions, name, ladders, measure, one[measure], level) for measure in ranked}
        found[title] = replace(found[title], measures=one | led)
    return found


def _led(
    predictions: Predictions, name: str, ladders: Ledger, measure: str, pooled: Estimate, level: float
) -> Estimate:
    """The mean of folds, no narrower than what the rows of few folds tell."""
    bounds = (find(measure).low, find(measure).high)
    values, why = fold_values(ladders, measure, {})
    ratio = test_over_train(*sizes(predictions, name))
    return no_narrower(fold_mean(values, test_over_train=ratio, level=level, bounds=bounds, why=why), pooled, bounds)


def pooled_pairs(predictions: Predictions, model: ModelFindings) -> ModelFindings:
    """Under leave-pair-out the AUC is the mean over pairs, not that of scores of different models."""
    if predictions.scheme.kind != "leave-pair-out" or "auc" not in model.resampling:
        return model
    return replace(model, measures=model.measures | {"auc": model.resampling["auc"].pooled})


def with_run(about: Context, predictions: Predictions) -> Context:
    """The context with how the models were trained and tested, as far as it is known."""
    known, fits = predictions.about, predictions.fits
    return replace(
        about,
        plan=known.plan,
        description=known.description,
        plan_seed=known.seed,
        data=known.data,
        software=known.software,
        scheme=known.scheme,
        baseline=known.baseline,
        forced=(*known.forced, *about.forced),
        guesses=known.guesses or about.guesses,
        fit_seconds={m: sum(fit.fit_seconds for fit in fits if fit.model == m) for m in predictions.by_model if fits},
        chosen={
            m: tuple(_spoken(fit.chosen) for fit in fits if fit.model == m and fit.chosen is not None)
            for m in predictions.by_model
            if any(fit.model == m and fit.chosen for fit in fits)
        },
        tested=tests_of_rows(predictions, predictions.spoke[0]),
        trained=known.splits.trained,
        selection={
            m: scores
            for m in predictions.by_model
            if (scores := SelectionScores.of(fit for fit in fits if fit.model == m)) is not None
        },
        permutation=known.permutation,
        failed=tuple(fit for fit in fits if fit.error is not None),
    )


def _spoken(chosen: dict[str, Any]) -> dict[str, Any]:
    """Chosen parameters under the names that users know: the preprocessing calls its last step the learner."""
    inside = ("estimator__learner__", "learner__")  # the first of a learner that minds costs
    return {
        next((name.removeprefix(way) for way in inside if name.startswith(way)), name): value
        for name, value in chosen.items()
    }
