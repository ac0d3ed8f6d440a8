"""Tally: rows to a ledger of evidence by one group-by. The one door where data are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from probative.errors import BadInput, BadLabels, EmptyData, MissingValues
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Moments, Residuals, ValuePairs
from probative.evidence.arrays import Array, numbers
from probative.evidence.kinds import Measurable
from probative.evidence.labels import Label, encode, match_label
from probative.evidence.labels import positives as positive_rows
from probative.evidence.needed import several
from probative.sources import Columns, Source, TableLike, open_source
from probative.sources.arrays import checked_weights
from probative.sources.columns import missing_in, require_weights

Missing = Literal["error", "drop"]


@dataclass(frozen=True, slots=True)
class Question:
    """Which columns of one model are compared with the truth, and how."""

    truth: str
    predicted: str | None = None
    score: str | None = None
    proba: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    positive: Label | None = None
    regression: bool = False
    pairs: bool = False
    """Whether a regression keeps pairs of truth and prediction, rather than sums."""
    value: str | None = None
    """The column that grades every row, where rows are already graded."""

    @property
    def columns(self) -> list[str]:
        """All columns that the question reads."""
        return list(dict.fromkeys(c for c in (self.truth, self.predicted, self.score, *self.proba) if c))


def tally(
    data: TableLike,
    *,
    truth: str,
    predicted: str | None = None,
    score: str | None = None,
    proba: Sequence[str] = (),
    labels: Sequence[Label] = (),
    by: str | Sequence[str] = (),
    weight: str | None = None,
    positive: Label | None = None,
    missing: Missing = "error",
    regression: bool = False,
) -> Ledger:
    """Evidence of one model, by any keys.

    `predicted` gives confusion matrices (residuals for a regression), `score` ladders, `proba` (a column per
    class, in the order of `labels`) class scores. Rows with missing values are an error, or dropped.

    >>> ledger = tally({"y": [1, 0, 1], "s": [0.9, 0.2, 0.4], "site": ["a", "a", "b"]}, truth="y", score="s", by="site")
    >>> ledger["a",].n
    2.0
    """
    keys = (by,) if isinstance(by, str) else several(by, "by")
    asked = sum(map(bool, (predicted, score, proba)))
    if asked != 1:
        raise BadInput("a tally needs one of predicted, score and proba.", found=f"{asked} of them")
    question = Question(truth, predicted, score, tuple(proba), tuple(labels), positive, regression)
    source = data if isinstance(data, Source) else open_source(data)
    rows, _ = read_rows(source, [*question.columns, *keys], weight, missing, rowwise=regression)
    return ledger_of(rows, question, keys)


def ledger_of(rows: Columns, question: Question, keys: Sequence[str] = ()) -> Ledger:
    """Evidence for a question from rows in hand, by any keys."""
    make = _maker(rows, question)
    return Ledger(tuple(keys), {key: make(part) for key, part in split(rows, keys)})


def _maker(rows: Columns, question: Question) -> Callable[[Columns], Measurable]:
    truth = question.truth
    if question.regression:
        kind = ValuePairs if question.pairs else Residuals
        return lambda part: _numeric(kind, part, truth, question.predicted)
    if question.value:
        column = question.value
        return lambda part: Moments.from_values(part.values[column], sample_weight=part.weight)
    if question.score:
        return _ladders(rows, truth, question.score, question.positive)
    if question.predicted:
        return _matrices(rows, truth, question.predicted)
    return lambda part: _class_scores(part, truth, question.proba, question.labels)


def read_rows(
    source: Source, names: Sequence[str], weight: str | None, missing: Missing = "error", *, rowwise: bool = False
) -> tuple[Columns, int]:
    """The columns wanted, checked for emptiness and missing values, and the number of rows dropped."""
    wanted = list(dict.fromkeys(names))
    return complete(_rowwise(source, wanted, weight) if rowwise else source.grouped(wanted, weight), missing)


def complete(rows: Columns, missing: Missing) -> tuple[Columns, int]:
    """Rows without gaps, and how many were dropped for having some: the one door where data are checked."""
    if not len(rows):
        raise EmptyData("the predictions have no rows.", remedy="check the filter or the file that made them")
    gaps = {name: missing_in(column) for name, column in rows.values.items()}
    some = np.logical_or.reduce(list(gaps.values()))
    if not some.any():
        return rows, 0
    if missing == "error":
        facts = [f"{name} {_count(rows, gap)}" for name, gap in gaps.items() if gap.any()]
        raise MissingValues(
            "some rows have missing values.",
            found=f"missing in {', '.join(facts)} of {rows.rows} rows",
            remedy="fill them, or count and drop these rows with missing='drop' (--missing drop)",
        )
    kept = rows.only(~some)
    if not len(kept):
        raise EmptyData(
            "no row is complete.", found=f"{rows.rows} rows, all with missing values", remedy="check the columns named"
        )
    return kept, _count(rows, some)


def _rowwise(source: Source, names: list[str], weight: str | None) -> Columns:
    rows = source.listed([*names, *([weight] if weight else [])])
    if weight is None:
        return rows
    require_weights(source, weight)
    return Columns({name: rows.values[name] for name in names}, None, *checked_weights(rows.values[weight]))


def _count(rows: Columns, chosen: Array) -> int:
    return int(chosen.sum() if rows.counts is None else rows.counts[chosen].sum())


def split(rows: Columns, keys: Sequence[str]) -> Iterator[tuple[tuple[Label, ...], Columns]]:
    """The rows of each combination of keys, in the order of the keys."""
    if not keys:
        yield (), rows
        return
    coded = [encode(rows.values[key], key) for key in keys]
    place = np.zeros(len(rows), np.intp)
    for labels, codes in coded:
        place = place * len(labels) + codes
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    for first, chosen in zip(starts, np.split(order, starts[1:]), strict=True):
        key = tuple(labels[codes[order[first]]] for labels, codes in coded)
        yield key, rows.only(chosen)


def _ladders(rows: Columns, truth: str, score: str, pos_label: Label | None) -> Callable[[Columns], Ladder]:
    """Which label is positive is settled on all rows; a slice may hold one class only."""
    coded = encode(rows.values[truth], truth)
    positive = settled_positive(coded[0], pos_label)

    def make(part: Columns) -> Ladder:
        values = numbers(part.values[score], score)
        seen, codes = coded if part is rows else encode(part.values[truth], truth)
        positives = np.array([is_positive(label, positive) for label in seen], bool)[codes]
        if part.counts is None and part.weight is None:
            return Ladder.from_scores(positives, values)
        if part.weight is None:
            assert part.counts is not None
            return Ladder.from_counts(values, part.counts * positives, part.counts * ~positives)
        assert part.square is not None
        some = part.weight > 0
        w, w2, p = part.weight[some], part.square[some], positives[some]
        return Ladder.from_counts(values[some], w * p, w * ~p, w2 * p, w2 * ~p)

    return make


def settled_positive(labels: Sequence[Label], pos_label: Label | None) -> Label | None:
    """The positive one of at most two labels; None: the usual one, which is there."""
    if len(labels) > 2:
        raise BadLabels(
            "a binary score needs two classes.",
            found=f"{len(labels)} labels: {', '.join(repr(label) for label in labels[:12])}",
            remedy="give a column of probabilities per class",
        )
    positive = pos_label
    if pos_label is not None and not (len(labels) < 2 and pos_label not in labels):
        positive = match_label(pos_label, tuple(labels))
    if positive is None:
        positive_rows(np.array(labels, object))
    return positive


def is_positive(label: Label, positive: Label | None) -> bool:
    """Whether a label is the positive one."""
    return bool(label == 1) if positive is None else bool(label == positive)


def _matrices(rows: Columns, truth: str, predicted: str) -> Callable[[Columns], ConfusionMatrix]:
    actual, called = encode(rows.values[truth], truth)[0], encode(rows.values[predicted], predicted)[0]
    if not set(actual) & set(called) and set(map(str, actual)) & set(map(str, called)):
        raise BadLabels(
            "the labels of truth and prediction look alike but are of different types.",
            found=f"truth {list(actual[:6])}, predicted {list(called[:6])}",
            remedy="give both columns the same type",
        )

    def make(part: Columns) -> ConfusionMatrix:
        weighed = part.counts if part.weight is None else part.weight
        if weighed is None:
            return ConfusionMatrix.from_labels(part.values[truth], part.values[predicted])
        return ConfusionMatrix.from_groups(part.values[truth], part.values[predicted], weighed, part.square)

    return make


def _numeric(
    kind: type[Residuals] | type[ValuePairs], part: Columns, truth: str, predicted: str | None
) -> Residuals | ValuePairs:
    assert predicted is not None
    return kind.from_values(
        part.values[truth], part.values[predicted], sample_weight=part.weight, squared_weight=part.square
    )


def _class_scores(part: Columns, truth: str, columns: Sequence[str], labels: Sequence[Label]) -> ClassScores:
    if len(labels) != len(columns):
        raise BadLabels("labels must name the class of each column of probabilities.", found=labels)
    scores = np.column_stack([numbers(part.values[name], name) for name in columns])
    return ClassScores.from_groups(part.values[truth], scores, labels, part.counts, part.weight, part.square)
