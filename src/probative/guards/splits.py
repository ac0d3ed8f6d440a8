"""Guards that look at how rows were split: the plan, and the data that it split."""

from __future__ import annotations

from collections.abc import Iterator

from probative.guards.audit.one_feature import LEAK
from probative.guards.guard import Guard
from probative.guards.leaks import of_leaks
from probative.guards.note import Note
from probative.guards.row_use import of_row_use
from probative.guards.sizes import of_parts
from probative.guards.trainings import of_trainings
from probative.predictions import Predictions
from probative.predictions.provenance import DataFacts
from probative.predictions.scheme import Scheme

UNBALANCED = 0.1
"""A share of the rarest class below which chance splits may miss it."""
OF_EQUAL = 0.5
"""Of many classes each is small: one is rare if it has less than this part of an equal share."""

PROCEDURE = Guard(
    "procedure-not-model",
    "note",
    "R175",
    "models were trained by a plan",
    "the numbers are about the procedure of training, not about one fold's model",
    "train the model that is delivered on all rows, and never deliver the best of the folds",
    "000, 002",
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
    f"the rarest class has less than {UNBALANCED:.0%} of the rows, and less than half of an equal share, and the plan "
    "does not stratify",
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
TARGET = Guard(
    "target-among-inputs",
    "warning",
    "",
    "an input determines the target and is determined by it: the target under another name, in other words or units",
    "the model reads the answer, and its numbers say nothing about rows whose answer is not known",
    "leave the column out, drop= (--drop)",
)


def of_run(predictions: Predictions) -> Iterator[Note]:
    """Everything that concerns the run as a whole."""
    scheme, facts = predictions.scheme, predictions.about.facts
    yield from of_trainings(predictions)
    if scheme.splits:
        yield from _of_order(scheme, facts)
        yield from _of_classes(scheme, facts, predictions)
        yield from of_parts(scheme, predictions.n)
        yield from of_row_use(predictions)
    yield from of_leaks(predictions.about.leaks)
    yield from _of_inputs(facts)
    yield PROCEDURE("these numbers are about the procedure of training, not about one of its models.")


def _of_order(scheme: Scheme, facts: DataFacts) -> Iterator[Note]:
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
    given = scheme.kind == "other"
    chancy = not (given and (scheme.grouped or scheme.ordered)) and (
        given or scheme.kind in ("k-fold", "hold-out", "monte-carlo")
    )
    rare = classes[rarest] / n < min(UNBALANCED, OF_EQUAL / len(classes))
    if chancy and not scheme.stratified and rare:
        yield UNSTRATIFIED(
            f"class {rarest!r} has {classes[rarest]} of {n} rows, and the plan does not stratify.",
            "splits that keep the shares of classes, such as '10-fold stratified'"
            if given
            else f"'{predictions.about.plan or ''} stratified'",
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


def _of_inputs(facts: DataFacts) -> Iterator[Note]:
    if facts.target_columns:
        names = ", ".join(facts.target_columns[:5])
        yield TARGET(f"the target stands among the inputs: column {names}.", columns=facts.target_columns)
    for name in facts.telling_columns[:5]:
        drop = (
            f"find out when it is filled in; leave it out if that is after the outcome: drop={name!r} (--drop {name})"
        )
        yield LEAK(
            f"{name!r} alone determines the target: all rows with one of its values are of one class.",
            drop,
            columns=[name],
        )
