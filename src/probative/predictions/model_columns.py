"""Which columns of a wide table are one model's: a score, a label, a probability per class, a grade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from probative.errors import AmbiguousColumn
from probative.evidence.labels import Label
from probative.predictions.look_alikes import refuse_look_alikes
from probative.predictions.roles import PREDICTED_WORDS, SCORE_WORDS, ModelColumns, Roles
from probative.predictions.target import Target

_VALUE = ("value", "loss", "grade", "score")
_PER_CLASS = ("", "p", "c", "class", "prob", "proba", "probability", "score")
"""What stands before the name of a class, and names no model."""
_SEPARATORS = "_:.-/ "

Whole = Callable[[Sequence[str]], bool]
"""Whether columns are probabilities that add up to 1 in every row."""


def model_columns(
    roles: Roles,
    labels: Sequence[Label],
    whole: Whole = lambda columns: False,
    positive: Label | None = None,
) -> list[ModelColumns]:
    """The columns of each model of a wide table.

    A score and a prediction whose names differ only in their first word (score_A, pred_A) belong to one model.
    With more than two classes, score columns that end in the classes' names are one model's probabilities; with fewer
    they are where there are columns of further classes, too, and `whole` says that they add up to 1. Of the columns of
    two classes that of the positive one is the score.

    >>> told = Roles("y", ("proba_a", "proba_b", "proba_c"))
    >>> [model.labels for model in model_columns(told, ("a", "b"), lambda columns: len(columns) == 3)]
    [('a', 'b', 'c')]
    """
    if len(roles.predicted) < 2 and (score := _of_two(roles.scores, labels, positive)) is not None:
        return [ModelColumns("model", score, next(iter(roles.predicted), None))]
    if roles.scores and (len(labels) > 2 or _further_classes(roles, labels, whole)):
        return _per_class(roles, labels)
    bare = sum(column.lower() in {*SCORE_WORDS, *PREDICTED_WORDS} for column in (*roles.scores, *roles.predicted))
    models: dict[str, dict[str, str]] = {}
    for role, columns, words in (("score", roles.scores, SCORE_WORDS), ("predicted", roles.predicted, PREDICTED_WORDS)):
        for column in columns:
            name = _model_name(column, words)
            # Among several, a bare "score" keeps its name, unless a bare "pred" is of the same model.
            if name == "model" and len(columns) > 1 and bare == 1:
                name = column
            # Two columns of one role are two models, whatever is left of their names.
            models.setdefault(column if role in models.get(name, {}) else name, {})[role] = column
    if len(roles.scores) > 1 and labels and {str(label) for label in labels} <= {*models}:
        positive = models[str(labels[-1])].get("score", roles.scores[-1])
        raise AmbiguousColumn(
            "the columns of scores are named like the classes: one model's probabilities, not several models.",
            found=", ".join(roles.scores),
            remedy=f"the column of the positive class alone: scores={positive!r} (--score {positive})",
        )
    return [ModelColumns(name, found.get("score"), found.get("predicted")) for name, found in models.items()]


def _of_two(scores: Sequence[str], labels: Sequence[Label], positive: Label | None) -> str | None:
    """Of two columns that are named like the two classes, that of the positive one.

    >>> _of_two(("p0", "p1"), (0, 1), 1), _of_two(("p0", "q1"), (0, 1), 1)
    ('p1', None)
    """
    if len(labels) != 2 or len(scores) != 2:
        return None
    for head in {name.removesuffix(str(label)) for label in labels for name in scores if name.endswith(str(label))}:
        if {f"{head}{label}" for label in labels} == {*scores} and head.rstrip(_SEPARATORS).lower() in _PER_CLASS:
            # Whether one of them is positive at all is asked later.
            return f"{head}{labels[-1] if positive is None else positive}"
    return None


def _further_classes(roles: Roles, labels: Sequence[Label], whole: Whole) -> bool:
    """Whether at most two classes have rows, and every model has probabilities of these and of others."""
    found = _by_model(roles, labels)
    complete = bool(found) and all({*labels} < {*columns} for columns in found.values())
    claimed = sum(len(columns) for columns in found.values())
    return complete and claimed == len(roles.scores) and all(whole([*columns.values()]) for columns in found.values())


def of_positive(columns: ModelColumns, target: Target) -> ModelColumns:
    """Probabilities per class as the score of the positive class, where one was named.

    >>> told = ModelColumns("A", proba=("p_a", "p_b", "p_c"), labels=("a", "b", "c"))
    >>> of_positive(told, Target("classification", ("a", "b"), "b", named=True)).score
    'p_b'
    """
    if not (target.named and target.positive in columns.labels and columns.proba):
        return columns
    return replace(columns, score=columns.proba[columns.labels.index(target.positive)], proba=())


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
    models = []
    for name, columns in _by_model(roles, labels).items():
        if missing := [str(label) for label in labels if label not in columns]:
            raise AmbiguousColumn(
                f"model {name!r} has no column of probabilities for some classes.",
                found=f"none for {', '.join(missing[:5])}",
                remedy="one numeric column per class, named like proba_CLASS",
            )
        names = (*labels, *(label for label in columns if label not in labels))
        models.append(ModelColumns(name, None, None, tuple(columns[label] for label in names), names))
    if not models:
        refuse_look_alikes(labels)
        raise AmbiguousColumn(
            f"with {len(labels)} classes a model needs one column of probabilities per class.",
            found=", ".join(roles.scores),
            remedy=f"columns named like proba_{labels[0]}, or --predicted for labels alone",
        )
    by_name = {_model_name(column, PREDICTED_WORDS): column for column in roles.predicted}
    models = [ModelColumns(m.name, None, by_name.pop(m.name, None), m.proba, m.labels) for m in models]
    return models + [ModelColumns(name, None, column) for name, column in by_name.items()]


def _by_model(roles: Roles, labels: Sequence[Label]) -> dict[str, dict[Label, str]]:
    """The columns of every model by class, those of classes that no row has among them.

    Without the latter, probabilities do not add up to 1.
    """
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
                name = "model" if stem.lower() in _PER_CLASS else _model_name(stem, SCORE_WORDS)
                found.setdefault(name, {})[label] = column
                heads.setdefault(name, head)
                break
    taken = {column for columns in found.values() for column in columns.values()}
    numbered = all(type(label) is int for label in labels)
    for column in roles.scores:
        # Columns that no label of the rows claims are of the model whose columns begin alike: the longest beginning.
        alike = [name for name, head in heads.items() if column not in taken and column.startswith(head)]
        for name in sorted(alike, key=lambda name: -len(heads[name]))[:1]:
            label = column.removeprefix(heads[name])
            found[name][int(label) if numbered and label.isdigit() else label] = column
    return found
