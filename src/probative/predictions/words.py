"""The words for predictions: what every call that reads some calls their columns, said once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from typing import Any, Protocol, TypeAlias, TypedDict, TypeVar

from probative.errors import BadInput, nearest
from probative.evidence.labels import Label
from probative.predictions.tally import Missing
from probative.predictions.target import Task
from probative.sources import ColumnLike, Said

Function = TypeVar("Function", bound=Callable[..., object])


class Predicts(Protocol):
    """What has learned from rows, and predicts others."""

    def predict(self, X: Any, /) -> Any:  # noqa: N803
        """What it says of rows."""


Models: TypeAlias = Predicts | Mapping[str, Predicts] | Sequence[Predicts]
"""A fitted model, or several."""
Named = dict[str, Any]
"""What was said, by word: names of columns, or the columns themselves."""
DEFAULTS: dict[str, object] = {"by": (), "missing": "error", "binned": False}
"""What a word means that is not said; any other is None."""


class Words(TypedDict, total=False):
    """What `read` may be told: names of columns, or arrays where there is no table."""

    truth: ColumnLike | None
    scores: Said | None
    predicted: Said | None
    positive: Label | None
    model: str | None
    row: ColumnLike | None
    fold: ColumnLike | None
    repeat: ColumnLike | None
    weight: ColumnLike | None
    count: ColumnLike | None
    groups: ColumnLike | None
    time: ColumnLike | None
    by: str | Sequence[str]
    task: Task | None
    missing: Missing
    values: Said | None
    better: str | None
    memory: str | None
    spill: str | os.PathLike[str] | None
    encoding: str | None
    decimal: str | None
    binned: bool


class AllWords(Words, total=False):
    """The same, and what other tools and the command line call them, for those who check types."""

    y_true: ColumnLike | None
    y_score: Said | None
    y_prob: Said | None
    y_proba: Said | None
    y_pred: Said | None
    sample_weight: ColumnLike | None
    pos_label: Label | None
    score: Said | None
    value: Said | None
    group: ColumnLike | None


FOREIGN = {
    "y_true": "truth",
    "y_score": "scores",
    "y_prob": "scores",
    "y_proba": "scores",
    "y_pred": "predicted",
    "sample_weight": "weight",
    "pos_label": "positive",
    "score": "scores",
    "value": "values",
    "group": "groups",
}
"""The words that other tools have for ours, where arrays come in, and the command line, where each column is said."""
IN_PYTHON = {"seed": "random_state", "bins": "binned"}
"""Options of the command line that Python calls otherwise: a seed is scikit-learn's, bins are a measure's."""


def in_our_words(given: Mapping[str, Any]) -> Named:
    """What was said, in our words.

    >>> in_our_words({"y_true": [1, 0], "y_score": [0.9, 0.1]})
    {'truth': [1, 0], 'scores': [0.9, 0.1]}
    """
    made: Named = {}
    for word, value in given.items():
        ours = FOREIGN.get(word, word)
        if ours in made and made[ours] is not None:
            raise BadInput(f"{ours} was said twice.", found=", ".join(given), remedy="leave one of them out")
        made[ours] = value
    return made


def refuse_strangers(given: Mapping[str, object]) -> None:
    """A word that is not known is a mistake, and perhaps a near one."""
    for word in given:
        if word not in Words.__annotations__:
            known = nearest(word, Words.__annotations__) or f"those known are {', '.join(Words.__annotations__)}"
            hint = f"it is {IN_PYTHON[word]}= in Python" if word in IN_PYTHON else known
            raise TypeError(f"there is no word {word!r} for predictions; {hint}")


def words_of(given: Mapping[str, Any]) -> tuple[Words, Named]:
    """The words among what was given, and the rest.

    >>> words_of({"truth": "y", "beta": 2.0})
    ({'truth': 'y'}, {'beta': 2.0})
    """
    known = {*Words.__annotations__, *FOREIGN}
    words: Any = in_our_words({word: value for word, value in given.items() if word in known})
    return words, {word: value for word, value in given.items() if word not in known}


def takes_words(function: Function) -> Function:
    """A function whose `**words` are those of `read`: its signature shows them, to help() and to editors.

    >>> @takes_words
    ... def count(data, *, level=0.95, **words):
    ...     "Something to call."
    >>> list(signature(count).parameters)[:4]
    ['data', 'truth', 'scores', 'predicted']
    """
    own = list(signature(function).parameters.values())
    rest = [p for p in own if p.kind is Parameter.VAR_KEYWORD and p.name != "words"]
    positional = [p for p in own if p.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    options = [p for p in own if p.kind is Parameter.KEYWORD_ONLY]
    words = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name), annotation=kind)
        for name, kind in Words.__annotations__.items()
    ]
    returns = signature(function).return_annotation
    function.__signature__ = Signature([*positional, *words, *options, *rest], return_annotation=returns)  # type: ignore[attr-defined]
    return function
