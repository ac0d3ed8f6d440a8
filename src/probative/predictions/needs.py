"""Which evidence a measure needs, and which a model's columns can give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from probative.errors import BadParameter, WrongEvidence
from probative.evidence import Agreement, ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.measurement import find, for_evidence, measures
from probative.predictions.roles import ModelColumns
from probative.predictions.target import Target

Kinds = tuple[type, ...]
WORDS: dict[type, str] = {
    Outcomes: "binary labels",
    Ladder: "binary scores",
    ConfusionMatrix: "labels",
    ClassScores: "class scores",
    Residuals: "numbers",
    ValuePairs: "pairs of numbers",
    Moments: "graded rows",
    Agreement: "two models",
}
"""Evidence as those know it who name columns."""


NUMERIC: dict[str, Kinds] = {"regression": (Residuals, ValuePairs), "graded": (Moments,)}
"""The kinds of evidence that numbers give, by task."""


def possible_kinds(columns: ModelColumns, *, binary: bool, decides: bool) -> Kinds:
    """The kinds of evidence that a classifier's columns give, the most telling first; `decides`: there are labels.

    >>> [kind.__name__ for kind in possible_kinds(ModelColumns("A", "s"), binary=True, decides=False)]
    ['Ladder']
    """
    given = {
        Outcomes: binary and decides,
        Ladder: binary and columns.score is not None,
        ConfusionMatrix: decides,
        ClassScores: bool(columns.proba),
    }
    return tuple(kind for kind, there in given.items() if there)


def graded_measure(target: Target) -> str:
    """The mean of rows that are already graded, by whether lower or higher values are better.

    >>> graded_measure(Target("graded", better="lower"))
    'mean_loss'
    """
    return next(known.name for known in for_evidence(Moments) if known.better == target.better)


def kind_for(measure: str, possible: Mapping[str, Kinds], target: Target) -> type:
    """The first kind of evidence that the measure takes and all of these models can give."""
    name = find(measure).name
    if target.task == "graded" and find(measure).better not in ("neither", target.better):
        what = f"{name} is not for values of which {target.better} ones are better."
        raise BadParameter(what, remedy=graded_measure(target))
    wanted = [known.needs for known in measures() if known.name == name]
    for kind in next(iter(possible.values())):
        if kind in wanted and all(kind in kinds for kinds in possible.values()):
            return kind
    poor = next((model for model, kinds in possible.items() if not set(wanted) & set(kinds)), next(iter(possible)))
    there = in_words(possible[poor], " and ") or "scores without a threshold"
    raise WrongEvidence(
        f"{name} cannot be computed from the predictions of {poor}.",
        found=f"{_described(target)}: {there}; {name} needs {in_words(wanted, ' or ')}",
        remedy=_unnamed(target, set(wanted)) or _remedy(name, set(wanted), set(possible[poor])),
    )


def _described(target: Target) -> str:
    return target.task + (f" of {len(target.labels)} classes" if target.labels else "")


def in_words(kinds: Iterable[type], between: str) -> str:
    """Kinds of evidence in the words of columns; labels are said once.

    >>> in_words((Outcomes, Ladder, ConfusionMatrix), " and ")
    'binary labels and binary scores'
    """
    there = [kind for kind in WORDS if kind in set(kinds)]
    return between.join(WORDS[kind] for kind in there if kind is not ConfusionMatrix or Outcomes not in there)


def _unnamed(target: Target, wanted: set[type]) -> str | None:
    """What is all that is missing where there are two classes and none was said to be positive."""
    if len(target.labels) != 2 or target.positive is not None or not wanted & {Outcomes, Ladder}:
        return None
    return f"say which of {' and '.join(map(str, target.labels))} is positive: positive= (--positive)"


def _remedy(name: str, wanted: set[type], there: set[type]) -> str:
    kin = [known.name for known in measures() if known.needs in there and name in known.name.split("_")]
    if kin and Ladder not in there:
        return f"take {' or '.join(kin[:3])}"
    of_two = [known.name for known in measures() if known.needs in there and known.name in name.split("_")]
    if of_two and Ladder in there:
        return f"take {of_two[0]}"
    if Moments in there:
        return "take mean_loss or mean_grade, as better= (--better) says"
    if Residuals in there:
        return "take a measure of regression"
    if wanted == {Residuals}:
        return "take a measure of classes"
    if not there or (there == {Ladder} and wanted & {Outcomes, ConfusionMatrix}):
        return "name a threshold that turns its scores into labels: threshold= (--threshold)"
    if wanted & {Outcomes, Ladder}:
        return "name its scores and the positive class (--score, --positive), or take a measure for several classes"
    return "take another measure, or name scores of every class"
