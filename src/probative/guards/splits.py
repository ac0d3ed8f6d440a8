"""Guards that look at how rows were split: the plan, and the data that it split."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.sizes import of_parts
from probative.guards.trainings import of_trainings
from probative.predictions import Predictions
from probative.predictions.provenance import DataFacts
from probative.predictions.scheme import Scheme

UNBALANCED = 0.1
"""A share of the rarest class below which chance splits may miss it."""

BEST_OF_SEVERAL = Guard(
    "best-of-several",
    "note",
    "R171",
    "several models were tested on the same rows",
    "whoever takes the best of them has chosen by these numbers, and the best number is optimistic",
    "choose inside the training rows, grid= (--grid), or test the winner on rows that no choice has seen",
    "000, 002",
)
PROCEDURE = Guard(
    "procedure-not-model",
    "note",
    "R175",
    "models were trained by a plan",
    "the numbers are about the procedure of training, not about one fold's model",
    "train the model that is delivered on all rows, and never deliver the best of the folds",
    "000, 002",
)
UNSHUFFLED = Guard(
    "ordered-rows-unshuffled",
    "warning",
    "R169",
    "the rows are sorted by class, and a k-fold plan does not shuffle",
    "test sets then hold classes that the training sets lack or have little of",
    "shuffle and stratify: '10-fold stratified'",
    "000",
)
TIME_BROKEN = Guard(
    "time-order-broken",
    "error",
    "R180",
    "rows with a time order are split by chance; refused unless forced",
    "models are tested on rows from before their training, which no forecast ever is",
    "a plan such as 'time 5'",
    "002",
)
STRADDLE = Guard(
    "groups-straddle",
    "warning",
    "R198",
    "rows belong to groups, and the plan does not keep groups together",
    "a model that knows a group's other rows recognises it, which it cannot do with new groups",
    "a plan such as '10-fold grouped' or 'leave-one-group-out'",
    "003",
)
UNSTRATIFIED = Guard(
    "unstratified-unbalanced",
    "warning",
    "R178",
    f"the rarest class has less than {UNBALANCED:.0%} of the rows, and the plan does not stratify",
    "test sets have few rows of that class or none, and how few is chance",
    "a stratified plan",
    "002",
)
SMALL_CLASS = Guard(
    "class-smaller-than-folds",
    "warning",
    "R118",
    "a class has fewer rows than there are folds",
    "some test sets are without it, and what needs it is undefined there",
    "fewer folds, or more rows of that class",
    "002",
)
OVERLAPPING = Guard(
    "overlapping-test-sets",
    "note",
    "R173",
    "rows were tested several times by one model",
    "repeats are not independent: a plain standard error or t-test over them finds differences that are not there",
    "never apply a plain t-test or standard error to the single repeats",
    "000",
)
NEVER_TESTED = Guard(
    "rows-never-tested",
    "warning",
    "R197",
    "a plan that draws its test rows by chance left some out",
    "the estimate is of the rows that were drawn",
    "more repeats, or k-fold cross-validation, which tests every row",
    "002",
)
TWINS = Guard(
    "equal-rows",
    "warning",
    "R167",
    "rows have a twin with the same inputs and target",
    "a model may be tested on what it was trained on",
    "remove duplicates, or keep twins together with a group column",
    "000",
)
TARGET = Guard(
    "target-among-inputs",
    "warning",
    "",
    "an input determines the target and is determined by it: the target under another name, in other words or units",
    "the model reads the answer, and its numbers say nothing about rows whose answer is not known",
    "leave the column out, drop= (--drop)",
)
SCALED = Guard(
    "scaled-in-advance",
    "warning",
    "R168",
    "columns have mean 0 and standard deviation 1 over all rows",
    "they were scaled before the split, with the test rows' help",
    "pass raw columns and put the scaling into the model's pipeline",
    "000",
)


def of_run(predictions: Predictions) -> Iterator[Note]:
    """Everything that concerns the run as a whole."""
    scheme, facts = predictions.scheme, predictions.about.facts
    yield from of_trainings(predictions)
    if scheme.splits:
        yield from _of_order(scheme, facts)
        yield from _of_classes(scheme, facts, predictions)
        yield from of_parts(scheme, predictions.n)
        yield from _of_repeats(scheme, predictions)
    yield from _of_data(facts)
    rivals = [name for name in predictions.models if name != predictions.about.baseline]
    if len(rivals) > 1:
        yield BEST_OF_SEVERAL(
            f"{len(rivals)} models were tested on the same rows: whoever takes the best of them has chosen by these "
            "numbers, and its number is optimistic.",
            compared=len(rivals),
        )
    yield PROCEDURE("these numbers are about the procedure of training, not about one of its models.")


def _of_order(scheme: Scheme, facts: DataFacts) -> Iterator[Note]:
    classes = facts.classes
    runs, n = facts.label_runs, sum(classes.values())
    # By chance a run ends with probability 1 - sum of squared shares.
    expected = 1 + (n - 1) * (1 - sum((size / n) ** 2 for size in classes.values())) if n else 0
    harmless = scheme.shuffled or scheme.ordered or scheme.stratified or scheme.kind != "k-fold"
    if not harmless and n and runs < expected / 2:
        yield UNSHUFFLED(
            f"the rows are sorted by class ({runs} runs of labels, {expected:.0f} expected by chance), "
            "and the plan does not shuffle.",
            runs=runs,
            expected=expected,
        )
    if facts.timed and not scheme.ordered:
        yield TIME_BROKEN(
            "rows with a time order were split by chance: models were tested on rows from before their training."
        )
    if facts.groups and not scheme.grouped:
        yield STRADDLE(
            f"there are {facts.groups} groups, but the plan may put rows of one group on both sides.",
            groups=facts.groups,
        )


def _of_classes(scheme: Scheme, facts: DataFacts, predictions: Predictions) -> Iterator[Note]:
    classes = facts.classes
    n = sum(classes.values())
    if not n:
        return
    rarest = min(classes, key=classes.__getitem__)
    chancy = not scheme.stratified and scheme.kind in ("k-fold", "hold-out", "monte-carlo")
    if chancy and classes[rarest] / n < UNBALANCED:
        yield UNSTRATIFIED(
            f"class {rarest!r} has {classes[rarest]} of {n} rows, and the plan does not stratify.",
            f"'{predictions.about.plan or ''} stratified'",
            rows_of_class=classes[rarest],
            n=n,
        )
    k = scheme.k
    if scheme.stratified and scheme.kind == "k-fold" and k and classes[rarest] < k:
        yield SMALL_CLASS(
            f"class {rarest!r} has {classes[rarest]} rows for {k} folds: some test sets are without it.",
            f"at most {max(classes[rarest], 2)} folds, or more rows of that class",
            rows_of_class=classes[rarest],
            folds=k,
        )


def _of_repeats(scheme: Scheme, predictions: Predictions) -> Iterator[Note]:
    if predictions.repeats > 1:
        yield OVERLAPPING(
            "repeats test the same rows with overlapping training sets: they are not independent. Intervals of fold "
            "means are corrected for it, and pooled values count every row once.",
            repeats=predictions.repeats,
        )
    never = predictions.n - predictions.rows_of(predictions.spoke[0])
    # The first block of a time-ordered plan is never tested, and cannot be.
    if never and not scheme.ordered and scheme.kind in ("monte-carlo", "bootstrap", "other"):
        left = np.setdiff1d(np.arange(predictions.n), predictions.model(predictions.spoke[0]).row)
        listed = ", ".join(map(str, left[:10]))
        yield NEVER_TESTED(
            f"{never} rows were never tested (rows {listed}{', ...' if never > 10 else ''}).",
            rows=left.tolist(),
            never_tested=never,
        )


def _of_data(facts: DataFacts) -> Iterator[Note]:
    if facts.equal_rows:
        yield TWINS(
            f"{facts.equal_rows} rows have a twin with the same inputs and target: a model may be tested on what "
            "it was trained on.",
            equal_rows=facts.equal_rows,
        )
    if facts.target_columns:
        names = ", ".join(facts.target_columns[:5])
        yield TARGET(f"the target stands among the inputs: column {names}.", columns=facts.target_columns)
    if facts.scaled_columns:
        yield SCALED(
            f"{facts.scaled_columns} of {facts.columns} columns have mean 0 and standard deviation 1 over all "
            "rows: they were scaled before the split, with the test rows' help.",
            scaled_columns=facts.scaled_columns,
        )
