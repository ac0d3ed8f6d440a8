"""Guards over what splits do with rows: who is tested and trained on, how often, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from probative.evidence.labels import encode
from probative.guards.audit.identifiers import TIME_COLUMN
from probative.guards.audit.order import IN_ORDER
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.some import some
from probative.predictions import Predictions
from probative.predictions.times_tested import LISTED

ORDERED = Guard(
    "ordered-rows-unshuffled",
    "warning",
    "R169",
    "labels, groups or targets lie in runs (less than half as many as by chance), and test sets are stretches of the "
    "table that do not keep classes or groups in mind",
    "test rows differ from training rows in kind: folds of one class, one hospital, one end of the scale",
    "shuffle and stratify: '10-fold stratified'",
    "000",
)
UNEVEN = Guard(
    "unequal-selection",
    "warning",
    "R170",
    "several given splits whose test sets chance would make less than once in 100,000 times, had all rows the same "
    "chance of being tested; k-fold, Monte Carlo and bootstrap plans are equal by construction",
    "rows that are tested more often count more, and what was never tested is not represented",
    "k-fold cross-validation, which tests every row once",
    "000",
)
OVERLAPPING = Guard(
    "overlapping-test-sets",
    "warning",
    "R173",
    "rows are tested several times: repeated folds, Monte Carlo, bootstrap, or a table that names rows twice (`row=`, "
    "`--row`)",
    "repeats are not independent: a plain standard error or t-test over them makes differences out of nothing",
    "never apply a plain t-test or standard error to the single repeats",
    "000",
)
NEVER_TESTED = Guard(
    "rows-never-tested",
    "warning",
    "R197",
    "random or given splits that leave rows out of every test set",
    "the estimate is about the other rows",
    "more repeats, or k-fold cross-validation, which tests every row",
    "002",
)
NEVER_TRAINED = Guard(
    "rows-never-trained",
    "warning",
    "R197",
    "random or given splits that leave rows out of every training set",
    "no model has learned from them: the estimate is of models of fewer rows",
    "more repeats, or k-fold cross-validation, which trains on every row",
    "002",
)

SORTED = {"labels": "class", "targets": "target", "groups": "group"}
IN_TIME = "; but if the rows follow each other in time, name it: time= (--time), with a plan such as 'time 5'"
REMEDIES = {
    "labels": f"'10-fold stratified'{IN_TIME}",
    "targets": f"'10-fold'{IN_TIME}",
    "groups": "'10-fold grouped'",
}


def of_row_use(predictions: Predictions) -> Iterator[Note]:
    """What the splits of a run did with its rows that they should not have done."""
    yield from _of_order(predictions)
    uneven = predictions.about.splits.uneven
    if uneven is not None:
        yield UNEVEN(f"rows had not the same chance of being tested: {uneven}.")
    scheme = predictions.scheme
    if predictions.repeats > 1 or (scheme.overlap == "tests" and not scheme.single):
        yield OVERLAPPING(
            "repeats test the same rows with overlapping training sets: they are not independent. Intervals of fold "
            "means are corrected for it, and pooled values count every row once.",
            repeats=predictions.repeats,
        )
    yield from _of_left_out(predictions)


def of_repeated_rows(predictions: Predictions) -> Iterator[Note]:
    """Rows that a table without folds names more than once for the same model, whatever its column of ids is called."""
    column = predictions.roles.row
    if column is None or predictions.roles.fold is not None or predictions.task == "graded":
        return
    for model in predictions.spoke:
        told = predictions.rows(model)
        if told.rows == predictions.rows_of(model):
            continue
        labels, codes = encode(told.values[column], column)
        times = np.bincount(codes, told.counts, len(labels))
        often = [_plain(labels[i]) for i in np.flatnonzero(times > 1)]
        yield OVERLAPPING(
            f"{len(often):,} rows were predicted up to {times.max():.0f} times by the same model ({column} "
            f"{some(often)}): these are not independent. Each row counts once, in values and in intervals.",
            model=model if len(predictions.spoke) > 1 else None,
            rows=often[:LISTED],
            count=len(often),
        )


def _plain(label: object) -> int | str:
    return label if isinstance(label, int | str) else str(label)


def _of_order(predictions: Predictions) -> Iterator[Note]:
    facts = predictions.about.splits
    if facts.shuffled_likeness is not None:
        yield IN_ORDER(
            f"rows next to each other are alike in the target (likeness {facts.shuffled_likeness:.2f} of 1): a series, "
            "or batches. The splits shuffle them, so that rows are tested beside their trained neighbours.",
            "name the column of times, time= (--time), with a plan such as 'time 5'; or what the rows come in batches "
            "of, groups= (--group)",
            likeness=facts.shuffled_likeness,
        )
    dates = predictions.about.facts.dates
    if dates and not predictions.about.facts.timed and not predictions.scheme.ordered:
        told = "holds times and was" if len(dates) == 1 else "hold times and were"
        yield TIME_COLUMN(
            f"{', '.join(map(repr, dates[:3]))} {told} left out: the splits do not keep to them, and rows are tested "
            "that are older than what was learned from.",
            f"name it, time={dates[0]!r} (--time {dates[0]!r}), with a plan such as 'time 5'; if time is of no matter, "
            f"drop=[{dates[0]!r}] (--drop {dates[0]!r})",
            columns=list(dates),
        )
    if not facts.in_stretches:
        return
    for order in facts.order:
        if order.striking:
            yield ORDERED(
                f"the rows are sorted by {SORTED[order.what]} ({order.runs} runs of {order.what}, {order.expected:.0f} "
                "expected by chance), and the plan does not shuffle: test sets are stretches of the table.",
                f"shuffle: {REMEDIES[order.what]}",
                sorted_by=SORTED[order.what],
                runs=order.runs,
                expected=order.expected,
            )


def _of_left_out(predictions: Predictions) -> Iterator[Note]:
    """Rows in no test set, or in no training set; one split must leave some out, and so must an order of time."""
    scheme, facts = predictions.scheme, predictions.about.splits
    if scheme.ordered or scheme.splits < 2 or scheme.kind not in ("monte-carlo", "bootstrap", "other"):
        return
    seen = predictions.model(predictions.spoke[0]).row
    never = np.setdiff1d(np.arange(predictions.n), seen).tolist() if seen.dtype.kind in "iu" else []
    if never:
        told = f"{len(never)} rows were never tested (rows {some(never)})."
        yield NEVER_TESTED(told, rows=never, count=len(never), of=predictions.n)
    untrained = () if facts.trained is None else facts.trained.never
    if untrained:
        told = f"{len(untrained)} rows were never trained on (rows {some(untrained)})."
        yield NEVER_TRAINED(told, rows=untrained, count=len(untrained), of=predictions.n)
