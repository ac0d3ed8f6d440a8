"""Which column is what: named by the user, or guessed where there is exactly one sensible guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from probative.errors import AmbiguousColumn
from probative.evidence.labels import Label
from probative.predictions.suggestions import add_up, named_like_classes, truth_left_over, truth_of_class_names, unclear
from probative.records import OMITTED, Record
from probative.sources import Source
from probative.sources.columns import require
from probative.sources.number_columns import mostly_numbers

_TRUTH = ("y_true", "truth", "target", "label", "actual", "ground_truth", "y")
SCORE_WORDS = ("y_score", "score", "y_proba", "proba", "probability", "prob")
PREDICTED_WORDS = ("y_pred", "predicted", "prediction", "pred")
MODEL = ("model",)

MOST_TOLD = 10
"""Columns of one role that are all named."""


@dataclass(frozen=True, slots=True)
class ModelColumns:
    """The columns of one model: scores of the positive class, labels or numbers, a probability per class."""

    name: str
    score: str | None = None
    predicted: str | None = None
    proba: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    value: str | None = None
    """The column that grades each row, where rows are already graded."""

    @property
    def names(self) -> list[str]:
        """All columns of the model."""
        return [name for name in (self.score, self.predicted, *self.proba, self.value) if name]


@dataclass(frozen=True, slots=True)
class Roles(Record):
    """Which column is what; `guesses` says in words what was not named by the user."""

    truth: str
    scores: tuple[str, ...] = ()
    predicted: tuple[str, ...] = ()
    model: str | None = None
    row: str | None = None
    fold: str | None = None
    repeat: str | None = None
    weight: str | None = None
    groups: str | None = None
    time: str | None = None
    count: str | None = None
    """How many rows each line of the table stands for."""
    values: tuple[str, ...] = ()
    """Columns that grade rows: a loss, a judge's grade, a latency."""
    guesses: tuple[str, ...] = field(default=(), metadata=OMITTED)

    @property
    def keys(self) -> list[str]:
        """Columns that say where a row belongs, apart from its model."""
        return [name for name in (self.row, self.repeat, self.fold, self.groups, self.time) if name]


def find_roles(
    source: Source,
    *,
    truth: str | None = None,
    scores: Sequence[str] = (),
    predicted: Sequence[str] = (),
    model: str | None = None,
    by: Iterable[str] = (),
    **others: str | None,
) -> Roles:
    """The roles of the columns; names that are not columns are an error."""
    kinds = source.kinds
    scores, predicted = (matching(names, kinds, truth) for names in (scores, predicted))
    known = [name for name in (*others.values(), *by) if name]
    require(source, [truth, *scores, *predicted, model, *known])
    guesses = [*source.file.words]
    if truth is None:
        truth = _truth(source, scores, predicted, [model, *known])
        require(source, [truth])
        guesses.append(f"truth is column {truth!r}")
    taken = {truth, *scores, *predicted, *known}
    if not scores and not predicted:
        numeric = [name for name, kind in kinds.items() if kind == "number" and name not in taken]
        scores = [name for name in numeric if _begins(name, SCORE_WORDS)]
        texts = _texts(kinds, taken)
        scores += [name for name in texts if mostly_numbers(source, name)]
        predicted = [name for name in kinds if name not in taken and _begins(name, PREDICTED_WORDS)]
        # Beside labels, columns that are named like the classes may be inputs: they must be probabilities.
        if not scores and (not predicted or [name.lower() in PREDICTED_WORDS for name in predicted] == [True]):
            likely = named_like_classes(source, truth, numeric)
            scores = likely if not predicted or add_up(source, likely) else []
        if not scores and not predicted:
            what = "no column looks like a score or a prediction."
            raise unclear(source, what, "name them with scores= or predicted= (--score, --predicted)", taken, truth)
        require(source, [*scores, *predicted])
        guesses += [*_told("score", scores), *_told("predicted label", predicted)]
        guesses += [f"column {name!r} holds no numbers, so it is no score" for name in texts if name not in scores]
    words: dict[str, Any] = dict(others)
    return Roles(truth, tuple(scores), tuple(predicted), model, **words, guesses=tuple(guesses))


def _told(what: str, names: Sequence[str]) -> list[str]:
    """The guess in one line, however many columns it is about.

    >>> _told("score", ["a"]), _told("score", ["a", "b"]), _told("score", [f"c{i}" for i in range(100)])
    (["score is column 'a'"], ["scores are columns 'a', 'b'"], ["scores are columns 'c0', 'c1', 'c2' ... 'c99' (100)"])
    """
    if len(names) < 2:
        return [f"{what} is column {name!r}" for name in names]
    said = ", ".join(map(repr, names))
    if len(names) > MOST_TOLD:
        said = f"{', '.join(map(repr, names[:3]))} ... {names[-1]!r} ({len(names)})"
    return [f"{what}s are columns {said}"]


def matching(names: Sequence[str], kinds: Mapping[str, str], truth: str | None) -> list[str]:
    """The columns that patterns such as 'proba_*' stand for; a name that is a column is no pattern."""
    made: list[str] = []
    for name in names:
        if name in kinds or not any(sign in name for sign in "*?"):
            made.append(name)
            continue
        # In the order of the table; the truth is never meant.
        found = [column for column in kinds if fnmatchcase(column, name) and column != truth]
        made += [column for column in found or [name] if column not in made]
    return made


def _truth(source: Source, scores: Sequence[str], predicted: Sequence[str], taken: Iterable[str | None]) -> str:
    """The column of the truth by its name, or because no other is left to be it."""
    kinds, used = source.kinds, {name for name in taken if name}
    named = [name for name in kinds if name.lower() in _TRUTH]
    if len(named) == 1:
        return named[0]
    what, words = "which column holds the truth is not clear.", "name it with truth= (--truth)"
    if named:
        raise AmbiguousColumn(what, found=", ".join(named), remedy=words)
    used |= {name for name in kinds if name.lower() in MODEL}
    scores = scores or [name for name, kind in kinds.items() if kind == "number" and _begins(name, SCORE_WORDS)]
    predicted = predicted or [name for name in kinds if _begins(name, PREDICTED_WORDS)]
    left = truth_left_over(source, [*scores, *predicted], bool(scores), used) or truth_of_class_names(source, used)
    if left is None:
        raise unclear(source, what, words, used)
    return left


def _texts(kinds: Mapping[str, str], taken: Iterable[str]) -> list[str]:
    """Columns of text with the name of a score: to be refused where numbers were meant, not to be passed over."""
    return [name for name, kind in kinds.items() if kind == "text" and name not in taken and _begins(name, SCORE_WORDS)]


def _begins(name: str, words: Sequence[str]) -> bool:
    return any(name.lower() == word or name.lower().startswith(word + "_") for word in words)
