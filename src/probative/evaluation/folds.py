"""What folds add to an evaluation: every measure fold by fold, and how the plan was made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from probative.decisions import Costs
from probative.findings import Context, ModelFindings
from probative.measurement import placed
from probative.predictions import Predictions, resampled


def fold_findings(
    predictions: Predictions, name: str, model: ModelFindings, level: float, costs: Costs | None = None
) -> ModelFindings:
    """What was found about a model, with its measures fold by fold, and its cost where errors have one."""
    wanted = [measure for measure in placed("folds") if measure in model.measures]
    if predictions.scheme.single:
        wanted = [measure for measure in wanted if measure == "auc"]
    found = {measure: resampled(predictions, measure, model=name, level=level) for measure in wanted}
    if costs is not None and "expected_cost" in model.measures and not predictions.scheme.single:
        found["expected_cost"] = resampled(predictions, "expected_cost", model=name, level=level, **costs.parameters)
    return replace(model, resampling=found)


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
        guesses=known.guesses or about.guesses,
        fit_seconds={m: sum(fit.fit_seconds for fit in fits if fit.model == m) for m in predictions.by_model if fits},
        chosen={
            m: tuple(_spoken(fit.chosen) for fit in fits if fit.model == m and fit.chosen is not None)
            for m in predictions.by_model
            if any(fit.model == m and fit.chosen for fit in fits)
        },
        permutation=known.permutation,
        failed=tuple(fit for fit in fits if fit.error is not None),
    )


def _spoken(chosen: dict[str, Any]) -> dict[str, Any]:
    """Chosen parameters under the names that users know: the preprocessing calls its last step the learner."""
    return {name.removeprefix("learner__"): value for name, value in chosen.items()}
