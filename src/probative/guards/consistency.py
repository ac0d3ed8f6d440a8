"""Guards about labels that do not follow from the scores beside them, and classes that are not what they seem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import Label, encode
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions import Predictions

CLOSE, SOME = 0.01, 0.005
"""Differences of probabilities that rounding explains; the share of rows above which labels contradict scores."""
COMMON = 0.5
"""A share of positives above which the positive class is not the rarer one."""

NOT_ARGMAX = Guard(
    "labels-not-of-scores",
    "warning",
    "",
    "a model's labels are not the likeliest classes by its own probabilities, or follow from its scores by no "
    "threshold",
    "labels and scores are of different models, runs or orders of columns: one half of the numbers is of something "
    "else",
    "check that columns of labels and scores belong together, and which column is which class",
)
COMMON_POSITIVE = Guard(
    "positive-is-common",
    "note",
    "",
    "the class that was taken for positive, unasked, has more than half of the rows",
    "precision, recall and F1 are then about the common class, which is rarely the one of interest",
    "name the other one: positive= (--positive)",
)
NO_ROWS = Guard(
    "class-without-rows",
    "note",
    "",
    "a column of probabilities is of a class that no row has",
    "what compares that class with others is undefined for it; the other classes are evaluated all the same",
    "check the sample, or the names of the columns",
)


def of_consistency(predictions: Predictions) -> Iterator[Note]:
    """Whether what every model says hangs together, where its rows are at hand."""
    p = predictions
    if p.target.task != "classification":
        return
    yield from _of_positive(p)
    for model in p.spoke if p.shelf.near else ():
        columns = p.by_model[model]
        extra = [label for label in columns.labels if label not in p.target.labels]
        if extra:
            names = ", ".join(map(repr, extra[:5]))
            yield NO_ROWS(f"there is a column of probabilities for {names}, and no row of it.", model=model)
        voted = model in p.about.combined and p.about.combined[model].how == "vote"
        if voted or columns.predicted is None or not (columns.proba or columns.score):
            # Where votes are even, the first member decides: one share of them goes with either label.
            continue
        rows = p.rows(model).values
        said = rows[columns.predicted]
        if columns.proba:
            table = np.column_stack([rows[name] for name in columns.proba]).astype(np.float64)
            wrong = other_than_likeliest(said, table, columns.labels)
        else:
            called = _is(said, p.target.positive)
            wrong = by_no_threshold(called, rows[columns.score or ""].astype(np.float64), _parts(p, rows))
        if wrong > max(1, SOME * len(said)):
            yield NOT_ARGMAX(
                f"{wrong:,} of {len(said):,} labels do not follow from the scores beside them.",
                model=model,
                rows_concerned=wrong,
                n=len(said),
            )


def _of_positive(p: Predictions) -> Iterator[Note]:
    positive = p.target.positive
    if positive is None or p.target.named or not p.binary:
        return
    sizes = p.class_sizes(p.spoke[0])
    share = sizes.get(positive, 0) / max(sum(sizes.values()), 1)
    if len(sizes) == 2 and share > COMMON:
        yield COMMON_POSITIVE(
            f"{positive!r} was taken for the positive class, and has {share:.0%} of the rows.", share=share
        )


def other_than_likeliest(said: Array, probabilities: Floats, labels: Sequence[Label]) -> int:
    """How many labels are not the likeliest class, by more than rounding explains.

    >>> other_than_likeliest(np.array(["a", "b"]), np.array([[0.9, 0.1], [0.8, 0.2]]), ("a", "b"))
    1
    """
    names, codes = encode(said, "the predictions")
    known = [str(label) for label in labels]
    place = np.array([known.index(str(name)) if str(name) in known else -1 for name in names])[codes]
    own = probabilities[np.arange(len(place)), np.maximum(place, 0)]
    wrong = (place < 0) | (probabilities.max(axis=1) > own + CLOSE)
    return int(wrong.sum())


def by_no_threshold(called: Array, scores: Floats, parts: Array | None = None) -> int:
    """How many labels no threshold on the scores explains, nor one from below, part by part.

    >>> by_no_threshold(np.array([True, False, True]), np.array([0.9, 0.5, 0.1]))
    1
    """
    parts = np.zeros(len(scores), np.intp) if parts is None else parts
    wrong = 0
    order = np.lexsort((-scores, parts))
    for mine in np.split(order, np.flatnonzero(np.diff(parts[order])) + 1):
        score, positive = scores[mine], called[mine]
        # A threshold may stand before the first row, or after the last of equal scores.
        ends = np.concatenate([[0], np.flatnonzero(np.diff(score) != 0) + 1, [len(score)]])
        above = np.concatenate([[0], np.cumsum(positive)])[ends]
        errors = (ends - above) + (positive.sum() - above)
        # Labels that fall as scores rise are another fault: the areas tell of it.
        wrong += int(min(errors.min(), (len(score) - errors).min()))
    return wrong


def _is(labels: Array, wanted: Label | None) -> Array:
    names, codes = encode(labels, "the predictions")
    return np.array([name == wanted or str(name) == str(wanted) for name in names])[codes]


def _parts(p: Predictions, rows: dict[str, Array]) -> Array | None:
    """The fitted model behind every row: each may have a threshold of its own."""
    if not p.parts:
        return None
    codes = np.stack([encode(rows[name], name)[1] for name in p.parts], axis=1)
    parts: Array = np.unique(codes, axis=0, return_inverse=True)[1].ravel()
    return parts
