"""Which column is what: named by the user, or guessed where there is exactly one sensible guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from probative.errors import AmbiguousColumn
from probative.evidence.labels import Label, encode
from probative.records import OMITTED, Record
from probative.sources import Source
from probative.sources.columns import missing_in, require
from probative.sources.number_columns import mostly_numbers

_TRUTH = ("y_true", "truth", "target", "label", "actual", "ground_truth", "y")
_SCORE = ("y_score", "score", "y_proba", "proba", "probability", "prob")
_PREDICTED = ("y_pred", "predicted", "prediction", "pred")
_VALUE = ("value", "loss", "grade", "score")
_MODEL = ("model",)
_PER_CLASS = ("", "p", "c", "class", "prob", "proba", "probability", "score")
"""What stands before the name of a class, and names no model."""
_SEPARATORS = "_:.-/ "

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
        truth = _only([name for name in kinds if name.lower() in _TRUTH], list(kinds), "truth")
        require(source, [truth])
        guesses.append(f"truth is column {truth!r}")
    taken = {truth, *scores, *predicted, *known}
    if not scores and not predicted:
        numeric = [name for name, kind in kinds.items() if kind == "number" and name not in taken]
        scores = [name for name in numeric if _begins(name, _SCORE)]
        texts = _texts(kinds, taken)
        scores += [name for name in texts if mostly_numbers(source, name)]
        predicted = [name for name in kinds if name not in taken and _begins(name, _PREDICTED)]
        if not scores and not predicted:
            scores = _named_like_classes(source, truth, numeric)
        if not scores and not predicted:
            raise AmbiguousColumn(
                "no column looks like a score or a prediction.",
                found=", ".join(kinds),
                remedy="name them with scores= or predicted= (--score, --predicted)",
            )
        require(source, [*scores, *predicted])
        guesses += [*_told("score", scores), *_told("predicted label", predicted)]
        guesses += [f"column {name!r} holds no numbers, so it is no score" for name in texts if name not in scores]
    words: dict[str, Any] = dict(others)
    roles = Roles(truth, tuple(scores), tuple(predicted), model, **words, guesses=tuple(guesses))
    several = len(scores) > 1 or len(predicted) > 1
    return (
        roles if model is not None or several else with_models(roles, {k: v for k, v in kinds.items() if k not in by})
    )


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


def _named_like_classes(source: Source, truth: str, numeric: Sequence[str]) -> list[str]:
    """Columns of numbers that are named like the classes, one for each, with nothing or the same before the name."""
    if source.kinds[truth] not in ("text", "number") or not numeric:
        return []
    values = source.grouped([truth]).values[truth]
    labels, _ = encode(values[~missing_in(values)], "the truth")
    if not 2 < len(labels) <= len(numeric):
        return []
    for head in dict.fromkeys(["", *(name.removesuffix(str(labels[0])) for name in numeric)]):
        names = [f"{head}{label}" for label in labels]
        if set(names) <= set(numeric) and (head or source.kinds[truth] == "text"):
            return names
    return []


def with_models(roles: Roles, kinds: Mapping[str, str]) -> Roles:
    """The roles with the column that names the models, where one looks like it."""
    taken = {roles.truth, *roles.scores, *roles.predicted, *roles.values, *roles.keys, roles.weight}
    found = [name for name in kinds if name.lower() in _MODEL and name not in taken]
    if len(found) != 1:
        return roles
    said = f"models are named in column {found[0]!r}"
    return replace(roles, model=found[0], guesses=(*roles.guesses, said))


def with_ids(roles: Roles, kinds: Mapping[str, str]) -> Roles:
    """The roles with the ids of rows: in a long table a column named row holds those by which models are paired."""
    taken = (roles.truth, *roles.scores, *roles.predicted, *roles.values, *roles.keys)
    if roles.model is None or roles.row is not None or "row" not in kinds or "row" in taken:
        return roles
    return replace(roles, row="row", guesses=(*roles.guesses, "rows are named in column 'row'"))


def _only(candidates: list[str], known: list[str], role: str) -> str:
    if len(candidates) == 1:
        return candidates[0]
    raise AmbiguousColumn(
        f"which column holds the {role} is not clear.",
        found=", ".join(candidates or known),
        remedy=f"name it with {role}= (--{role})",
    )


def _texts(kinds: Mapping[str, str], taken: Iterable[str]) -> list[str]:
    """Columns of text with the name of a score: to be refused where numbers were meant, not to be passed over."""
    return [name for name, kind in kinds.items() if kind == "text" and name not in taken and _begins(name, _SCORE)]


def _begins(name: str, words: Sequence[str]) -> bool:
    return any(name.lower() == word or name.lower().startswith(word + "_") for word in words)


def model_columns(roles: Roles, labels: Sequence[Label]) -> list[ModelColumns]:
    """The columns of each model of a wide table.

    A score and a prediction whose names differ only in their first word (score_A, pred_A) belong to one model.
    With more than two classes, score columns that end in the classes' names are one model's probabilities.
    """
    if len(labels) > 2 and roles.scores:
        return _per_class(roles, labels)
    models: dict[str, dict[str, str]] = {}
    for role, columns, words in (("score", roles.scores, _SCORE), ("predicted", roles.predicted, _PREDICTED)):
        for column in columns:
            name = _model_name(column, words)
            # Two columns of one role are two models, whatever is left of their names.
            models.setdefault(column if role in models.get(name, {}) else name, {})[role] = column
    if len(roles.scores) > 1 and labels and {str(label) for label in labels} <= {*models}:
        # There may be a column of a class that no row has, too.
        positive = models[str(labels[-1])].get("score", roles.scores[-1])
        raise AmbiguousColumn(
            "the columns of scores are named like the classes: one model's probabilities, not several models.",
            found=", ".join(roles.scores),
            remedy=f"the column of the positive class alone: scores={positive!r} (--score {positive})",
        )
    return [ModelColumns(name, found.get("score"), found.get("predicted")) for name, found in models.items()]


def value_columns(columns: Sequence[str]) -> list[ModelColumns]:
    """The models of columns of grades; loss_A and grade_A are grades of A.

    >>> [(model.name, model.value) for model in value_columns(["loss_A", "loss_B"])]
    [('A', 'loss_A'), ('B', 'loss_B')]
    """
    names = [_model_name(column, _VALUE) for column in columns]
    # Two columns are two models, whatever is left of their names.
    names = names if len(set(names)) == len(names) else list(columns)
    return [ModelColumns(name, value=column) for name, column in zip(names, columns, strict=True)]


def _model_name(column: str, words: Sequence[str]) -> str:
    """The column's name without its leading score_ or pred_; "model" where nothing else is left."""
    for word in sorted(words, key=len, reverse=True):
        if column.lower() == word:
            return "model"
        if column.lower().startswith(word + "_"):
            return column[len(word) + 1 :]
    return column


def _per_class(roles: Roles, labels: Sequence[Label]) -> list[ModelColumns]:
    found: dict[str, dict[Label, str]] = {}
    heads: dict[str, str] = {}
    for column in roles.scores:
        # The longest label wins: "old" must not take the column of "very_old".
        for label in sorted(labels, key=lambda label: -len(str(label))):
            head = column.removesuffix(str(label))
            # p0, p1, ...: letters before a number need nothing between them.
            apart = not head or head[-1] in _SEPARATORS or (str(label).isdigit() and head.isalpha())
            if head != column and apart:
                stem = head.rstrip(_SEPARATORS)
                name = "model" if stem.lower() in _PER_CLASS else _model_name(stem, _SCORE)
                found.setdefault(name, {})[label] = column
                heads.setdefault(name, head)
                break
    models = []
    for name, columns in found.items():
        if missing := [str(label) for label in labels if label not in columns]:
            raise AmbiguousColumn(
                f"model {name!r} has no column of probabilities for some classes.",
                found=f"none for {', '.join(missing[:5])}",
                remedy="one numeric column per class, named like proba_CLASS",
            )
        # A class that no row has may have a column all the same: without it probabilities do not add up to 1.
        taken, head = {column for named in found.values() for column in named.values()}, heads[name]
        extra = {c.removeprefix(head): c for c in roles.scores if head and c not in taken and c.startswith(head)}
        every = columns | extra
        names = (*labels, *extra)
        models.append(ModelColumns(name, None, None, tuple(every[label] for label in names), names))
    if not models:
        raise AmbiguousColumn(
            f"with {len(labels)} classes a model needs one column of probabilities per class.",
            found=", ".join(roles.scores),
            remedy=f"columns named like proba_{labels[0]}, or --predicted for labels alone",
        )
    by_name = {_model_name(column, _PREDICTED): column for column in roles.predicted}
    models = [ModelColumns(m.name, None, by_name.pop(m.name, None), m.proba, m.labels) for m in models]
    return models + [ModelColumns(name, None, column) for name, column in by_name.items()]
