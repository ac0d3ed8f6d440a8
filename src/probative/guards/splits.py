"""Guards that look at how models were trained and tested: the plan, the data it split, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from probative.guards.leaks import of_leaks
from probative.guards.note import Note
from probative.guards.reuse import of_rivals
from probative.guards.row_use import of_row_use
from probative.predictions import Predictions, Resampled
from probative.predictions.provenance import DataFacts
from probative.predictions.scheme import Scheme

UNBALANCED = 0.1
"""A share of the rarest class below which chance splits may miss it."""
LITTLE_DATA = 200


def of_run(predictions: Predictions) -> Iterator[Note]:
    """Everything that concerns the run as a whole."""
    scheme, facts = predictions.scheme, predictions.about.facts
    yield from _of_failures(predictions)
    if scheme.splits:
        yield from _of_order(scheme, facts)
        yield from _of_classes(scheme, facts, predictions)
        yield from _of_size(scheme, predictions.n)
        yield from of_row_use(predictions)
    yield from of_leaks(predictions.about.leaks)
    rivals = [name for name in predictions.models if name != predictions.about.baseline]
    yield from of_rivals(rivals, predictions.about.kinds)
    ignored = predictions.about.weights_ignored
    if ignored:
        yield Note(
            "weights-ignored",
            "warning",
            "R164",
            f"{', '.join(ignored)} cannot take row weights: trained without them, unlike the others.",
            "take learners that accept sample_weight, or leave the training weights out",
        )
    yield Note(
        "procedure-not-model",
        "note",
        "R175",
        "these numbers are about the procedure of training, not about one of its models.",
        "train the model that is delivered on all rows, and never deliver the best of the folds",
    )


def _of_failures(predictions: Predictions) -> Iterator[Note]:
    for model in predictions.models:
        fits = [fit for fit in predictions.fits if fit.model == model]
        failed = [fit for fit in fits if fit.error is not None]
        if failed:
            yield Note(
                "fits-failed",
                "error",
                "R9",
                f"{len(failed)} of {len(fits)} trainings failed, first with {failed[0].error}.",
                "mend the model; its numbers rest on the other trainings only, and may flatter it",
                model,
            )
        heard = Counter(text for fit in fits for text in fit.warnings)
        for text, count in heard.most_common(3):
            yield Note(
                "fit-warnings",
                "warning",
                "R8",
                f"in {count} of {len(fits)} trainings: {text}",
                "read the learner's documentation about this warning",
                model,
            )
        missing = [fit for fit in fits if fit.missing_classes]
        if missing:
            yield Note(
                "class-missing-in-training",
                "error",
                "R179",
                f"{len(missing)} of {len(fits)} training parts lack a class "
                f"(such as {missing[0].missing_classes[0]!r}), which their models cannot predict.",
                "stratify the plan, use fewer folds, or collect more of the rare classes",
                model,
            )
    redrawn = sum(fit.redrawn for fit in predictions.fits) // max(len(predictions.models), 1)
    if redrawn:
        yield Note(
            "draws-repeated",
            "note",
            "R124",
            f"{redrawn} bootstrap draws were thrown away: no row left to test, or a class missing.",
            "more rows of the rarest class",
        )


def _of_order(scheme: Scheme, facts: DataFacts) -> Iterator[Note]:
    if facts.timed and not scheme.ordered:
        yield Note(
            "time-order-broken",
            "error",
            "R180",
            "rows with a time order were split by chance: models were tested on rows from before their training.",
            "a plan such as 'time 5'",
        )
    if facts.groups and not scheme.grouped:
        yield Note(
            "groups-straddle",
            "warning",
            "R198",
            f"there are {facts.groups} groups, but the plan may put rows of one group on both sides.",
            "a plan such as '10-fold grouped' or 'leave-one-group-out'",
        )


def _of_classes(scheme: Scheme, facts: DataFacts, predictions: Predictions) -> Iterator[Note]:
    classes = facts.classes
    n = sum(classes.values())
    if not n:
        return
    rarest = min(classes, key=classes.__getitem__)
    chancy = not scheme.stratified and scheme.kind in ("k-fold", "hold-out", "monte-carlo")
    if chancy and classes[rarest] / n < UNBALANCED:
        yield Note(
            "unstratified-unbalanced",
            "warning",
            "R178",
            f"class {rarest!r} has {classes[rarest]} of {n} rows, and the plan does not stratify.",
            f"'{predictions.about.plan or ''} stratified'",
        )
    k = scheme.k
    if scheme.stratified and scheme.kind == "k-fold" and k and classes[rarest] < k:
        yield Note(
            "class-smaller-than-folds",
            "warning",
            "R118",
            f"class {rarest!r} has {classes[rarest]} rows for {k} folds: some test sets are without it.",
            f"at most {max(classes[rarest], 2)} folds, or more rows of that class",
        )


def _of_size(scheme: Scheme, n: int) -> Iterator[Note]:
    kind, k = scheme.kind, scheme.k
    if kind == "hold-out":
        yield Note(
            "hold-out-trade-off",
            "note",
            "R174",
            "more training rows give a better model but a coarser estimate; more test rows the reverse.",
            "cross-validation uses every row for both",
        )
        if n < LITTLE_DATA:
            yield Note(
                "hold-out-little-data",
                "warning",
                "R183",
                f"a hold-out of {n} rows leaves little to train and little to test on.",
                "cross-validation ('10x10 stratified') or the bootstrap",
            )
        yield Note(
            "single-split",
            "note",
            "R196",
            "a single split does not show how much the learner varies with its training rows.",
            "repeat it: '10x10 stratified', 'monte-carlo 100'",
        )
    if kind == "leave-one-out":
        yield Note(
            "leave-one-out",
            "warning",
            "R182",
            f"{scheme.splits:,} nearly identical training sets hide how much the learner varies with its rows.",
            "5 to 10 folds, repeated",
        )
    elif kind == "k-fold" and k and not 5 <= k <= 10:
        small = "weaker models, whose risk is over-estimated" if k < 5 else "nearly identical training sets"
        yield Note(
            "few-folds" if k < 5 else "many-folds",
            "note",
            "R181" if k < 5 else "R182",
            f"{k} folds: {small}.",
            "5 to 10 folds are recommended",
        )


def of_folds(models: Mapping[str, Mapping[str, Resampled]]) -> Iterator[Note]:
    """Folds without a value, of the measures of every model."""
    for name, found in models.items():
        gaps = {measure: part.undefined for measure, part in found.items() if part.undefined}
        if gaps:
            measure = max(gaps, key=gaps.__getitem__)
            yield Note(
                "folds-undefined",
                "warning",
                "R9",
                f"{', '.join(f'{m} in {k} folds' for m, k in gaps.items())} undefined; "
                f"their means leave these folds out.",
                f"larger or stratified folds, or the pooled {measure}",
                name,
            )


def of_pooled_auc(scheme: Scheme, measures: Mapping[str, object]) -> Iterator[Note]:
    """AUC from scores of different leave-one-out models."""
    if scheme.kind == "leave-one-out" and "auc" in measures:
        yield Note(
            "pooled-leave-one-out-auc",
            "warning",
            "R190",
            "the AUC pools scores of different leave-one-out models and is biased (0 for a learner that only knows "
            "the class shares).",
            "the plan 'leave-pair-out'",
        )
