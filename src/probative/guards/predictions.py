"""Guards that need only predictions: what the numbers of one model must not be read without."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isinf, isnan
from typing import Any

from probative.decisions.choice import ThresholdChoice
from probative.decisions.class_costs import DeclaredCosts
from probative.decisions.costs import ModelCosts
from probative.evidence import ConfusionMatrix, Ladder
from probative.guards.note import Note
from probative.inference import Estimate
from probative.inference.estimate import not_rounded_up, percentage
from probative.inference.skewed import HEAVY_TAIL
from probative.measurement.values import COUNTED
from probative.predictions.cut import Cut

RARE = 0.1
"""A share of positives below which accuracy and ROC curves flatter."""
FEW_ROWS, FEW_EVENTS = 30, 20
"""Rows, and rows of the smallest class, below which intervals that rest on large samples are rough."""


def of_sample(
    rows: Mapping[str, int], dropped: int, repeated: int, classes: Mapping[Any, int] | None = None
) -> Iterator[Note]:
    """What concerns all models alike: how many rows there are, and which; `classes` counts those of each class."""
    n = min(rows.values())
    if n != max(rows.values()):
        sizes = ", ".join(f"{model} {count:,}" for model, count in list(rows.items())[:6])
        yield Note(
            "rows-differ",
            "warning",
            "R186",
            f"the models were evaluated on different numbers of rows: {sizes}.",
            "compare models only on the rows that all of them predicted",
        )
    if dropped:
        yield Note(
            "rows-dropped",
            "warning",
            "R1",
            f"{dropped} rows with missing values were left out.",
            "find out why they are missing: rows that go missing for a reason bias every number",
        )
    if repeated:
        yield Note(
            "rows-repeated",
            "warning",
            "R173",
            f"{repeated} rows were predicted more than once by the same model (repeats or overlapping test sets).",
            "the intervals take all rows as independent and are too narrow here: evaluate one repeat at a time",
        )
    # A million rows with five positives say as much about positives as five rows.
    rare, events = min((classes or {}).items(), key=lambda item: item[1], default=(None, n))
    if len(classes or {}) > 1 and events < FEW_EVENTS:
        yield Note(
            "few-rows",
            "warning",
            "R183",
            f"only {events:,} of {n:,} rows are of class {rare!r}: what depends on them has wide intervals, and those "
            "that rest on large samples are rough.",
            "collect more rows of that class, or resample",
        )
    elif n < FEW_ROWS:
        yield Note(
            "few-rows",
            "warning",
            "R183",
            f"only {n:,} rows: intervals are wide, and those that rest on large samples are rough.",
            "collect more test rows, or resample",
        )


def of_classes(model: str, cm: ConfusionMatrix, accuracy: Estimate | None) -> Iterator[Note]:
    """What the class sizes say about accuracy."""
    actual = cm.counts.sum(axis=1)
    total = float(actual.sum())
    if (actual > 0).sum() < 2:
        yield Note(
            "one-class",
            "error",
            "R3",
            f"all rows are of class {cm.labels[int(actual.argmax())]!r}; whatever compares classes is undefined.",
            "evaluate on rows of every class",
            model,
        )
        return
    absent = [str(label) for label, size in zip(cm.labels, actual, strict=True) if not size]
    if absent:
        yield Note(
            "class-only-predicted",
            "warning",
            "R49",
            f"predicted but never actual: {', '.join(absent[:5])}.",
            "check the labels' spelling, or the sample",
            model,
        )
    baseline = float(actual.max()) / total
    if accuracy is None or not accuracy.defined:
        return
    if accuracy.value <= baseline:
        yield Note(
            "accuracy-below-baseline",
            "warning",
            "R176",
            f"accuracy {not_rounded_up(accuracy.value)} is no higher than the {not_rounded_up(baseline)} of always "
            f"predicting {cm.labels[int(actual.argmax())]!r}.",
            "look at balanced accuracy, MCC and the curves instead",
            model,
        )
    elif baseline > 1 - RARE:
        yield Note(
            "accuracy-unbalanced",
            "warning",
            "R176",
            f"always predicting {cm.labels[int(actual.argmax())]!r} would already reach an accuracy of "
            f"{not_rounded_up(baseline)}.",
            "look at balanced accuracy, MCC and precision-recall beside accuracy",
            model,
        )


def of_scores(model: str, ladder: Ladder, measures: Mapping[str, Estimate]) -> Iterator[Note]:
    """What the scores say about themselves."""
    positives, negatives = ladder.totals
    if not (positives and negatives):
        yield Note(
            "one-class",
            "error",
            "R3",
            f"there are {positives:g} positives and {negatives:g} negatives; whatever compares classes is undefined.",
            "evaluate on rows of both classes",
            model,
        )
        return
    auc = measures.get("auc")
    if auc is not None and (auc.high < 0.5 or (auc.value < 0.5 and isnan(auc.high))):
        yield Note(
            "auc-below-half",
            "warning",
            "R192",
            f"an AUC of {auc.value:.3f} ranks worse than chance.",
            "check that larger scores mean more positive, and which label is positive",
            model,
        )
    share = positives / (positives + negatives)
    if min(share, 1 - share) < RARE / 2:
        yield Note(
            "rare-class",
            "note",
            "R188",
            f"only {percentage(min(share, 1 - share))} of the rows are of the rarer class: ROC and AUC can flatter "
            "here.",
            "read precision-recall and average precision beside them",
        )
    loss = measures.get("log_loss")
    if loss is not None and isinf(loss.value):
        yield Note(
            "log-loss-infinite",
            "warning",
            "R9",
            f"{loss.why}; the log loss is infinite.",
            "move probabilities of exactly 0 and 1 inwards before they are judged, or judge by the Brier score",
            model,
        )


def of_regression(model: str, measures: Mapping[str, Estimate]) -> Iterator[Note]:
    """What a regression's numbers say about the model."""
    r2 = measures.get("r2")
    if r2 is not None and r2.value < 0:
        yield Note(
            "r2-negative",
            "warning",
            "R110",
            f"R2 is {r2.value:.3f}: predicting the mean of these targets would be better.",
            "look for a defect (units, order of rows, leakage of scale) or a poor fit",
            model,
        )
    rmse, median = measures.get("rmse"), measures.get("median_absolute_error")
    if rmse is not None and rmse.why is not None and rmse.why.startswith(HEAVY_TAIL):
        typical = f" The median absolute error is {median}." if median is not None and median.defined else ""
        yield Note(
            "heavy-tail",
            "warning",
            "R183",
            f"a few rows decide RMSE, MSE and R2, whose intervals cannot be trusted then.{typical}",
            "look at the rows with the largest errors, and judge by the median",
            model,
        )


def of_samples(samples: int) -> Iterator[Note]:
    """Samples of one row are no further rows."""
    if samples > 1:
        yield Note(
            "samples-averaged",
            "note",
            "R18",
            f"up to {samples} samples of a row were averaged: a row counts once, however often it was graded.",
            "more rows narrow the intervals, more samples of the same rows only a little",
        )


def of_grades(model: str, measures: Mapping[str, Estimate]) -> Iterator[Note]:
    """What the mean of a model's grades must not be read without."""
    for name, found in measures.items():
        if found.why is not None and found.why.startswith(HEAVY_TAIL):
            yield Note(
                "heavy-tail",
                "warning",
                "R183",
                f"a few rows decide the {name.replace('_', ' ')}, whose interval cannot be trusted then.",
                "look at the rows with the largest values, and at the median",
                model,
            )


def of_thresholds(cuts: Mapping[str, Cut]) -> Iterator[Note]:
    """Which thresholds the counts rest on, and why: once where all models share one, else model by model."""
    shared = len(set(cuts.values())) == 1
    for model, cut in list(cuts.items())[: 1 if shared else None]:
        whose = None if shared else model
        if cut.origin == "none":
            yield Note(
                "no-threshold",
                "warning",
                "R4",
                f"{cut.why}, so no threshold suggests itself: what needs one is not evaluated.",
                "name one with threshold= (--threshold)",
                whose,
            )
        elif cut.origin == "costs":
            yield Note(
                "threshold-from-costs",
                "note",
                "R73",
                f"a row is called positive if its score is at least {cut.value:.6g}, the cost of a false alarm as a "
                "share of both costs: best for calibrated probabilities, and only for them.",
                "look at the calibration, or choose on validation rows: threshold_by='cost' (--threshold-by cost)",
                whose,
            )
        elif cut.origin in ("probabilities", "signed"):
            yield Note(
                "threshold-default",
                "note",
                "R4",
                f"a row is called positive if its score is at least {cut.value:g} ({cut.why}).",
                "name another with threshold= (--threshold)",
                whose,
            )


def of_chosen_threshold(model: str, by: str, apparent: Estimate, achieved: Estimate) -> Iterator[Note]:
    """A threshold chosen on the rows that it is evaluated on flatters itself."""
    yield Note(
        "threshold-chosen-here",
        "warning",
        "R193",
        f"the threshold was chosen on these rows (by {by}), so the counts at it are optimistic: "
        f"{apparent.value:.4g} here, about {achieved.value:.4g} once the choice is allowed for.",
        "choose on validation rows and evaluate on others, or read the decision's 'achieved' interval",
        model,
    )


def of_constraints(model: str, choice: ThresholdChoice) -> Iterator[Note]:
    """A bound that is just kept on these rows is broken on others about every second time."""
    if choice.confidence is not None:
        return
    for kept in choice.constraints:
        if kept.rate.defined and not kept.sure:
            yield Note(
                "constraint-unsure",
                "warning",
                "R193",
                f"{kept.measure} {kept.sign} {kept.bound:g} holds on these rows ({kept.rate.value:.4g}), but its "
                f"interval is {kept.rate.low:.4g} to {kept.rate.high:.4g}: other rows may well break the bound.",
                "choose with confidence=0.95 (--confidence 0.95)",
                model,
            )


def of_costs(costs: DeclaredCosts | None) -> Iterator[Note]:
    """Accuracy takes all errors for equal; where they are, nothing need be said."""
    if costs is not None and costs.unequal:
        yield Note(
            "costs-declared",
            "warning",
            "R177",
            f"{costs}: models are compared by expected cost; accuracy, error rate and AUC do not know these costs.",
            "rank models by expected cost",
        )


def of_trivial_rules(model: str, costs: ModelCosts) -> Iterator[Note]:
    """A model that loses to a rule that looks at nothing; operating priors other than the sample's."""
    if costs.beaten_by_trivial:
        rule = min(costs.trivial, key=costs.trivial.__getitem__)
        yield Note(
            "loses-to-trivial-rule",
            "warning",
            "R75",
            f"calling {rule.replace('all ', 'everything ')} would cost {costs.trivial[rule]:.4g} per row, "
            f"less than the model's {costs.operating.value:.4g}.",
            "move the threshold, threshold_by='cost' (--threshold-by cost), or find a better model",
            model,
        )
    if costs.prior is not None:
        yield Note(
            "prior-differs",
            "note",
            "R200",
            f"costs are at an operating prior of {costs.prior:g}; the evaluated measures are at the sample's share.",
            "read the rates, which do not depend on it, or the cost at both priors",
        )


def of_zeros(models: Mapping[str, Mapping[str, Estimate]]) -> Iterator[Note]:
    """Values that do not exist and count as 0 because that was asked for."""
    for model, measures in models.items():
        names = [name for name, found in measures.items() if COUNTED in (found.why or "")]
        if names:
            yield Note(
                "undefined-as-zero",
                "warning",
                "R56",
                f"undefined, and counted as 0 as asked for: {', '.join(names)}.",
                "read these zeros as missing values: they rank models, and measure nothing",
                model,
            )


def not_compared(why: str) -> Note:
    """Several models that no test tells apart, because none is valid here."""
    return Note(
        "not-compared",
        "note",
        "R162",
        f"the models were not compared: {why}",
        "do not read a ranking into the numbers",
    )
