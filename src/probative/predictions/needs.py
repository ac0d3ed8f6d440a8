"""Which evidence a measure needs, and which a model's columns can give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from probative.errors import WrongEvidence
from probative.evidence import Agreement, ClassScores, ConfusionMatrix, Ladder, Moments, Outcomes, Residuals, ValuePairs
from probative.measurement import find, measures
from probative.predictions.roles import ModelColumns

Kinds = tuple[type, ...]
WORDS: dict[type, str] = {
    Outcomes: "binary labels",
    Ladder: "binary scores",
    ConfusionMatrix: "labels",
    ClassScores: "class scores",
    Residuals: "numbers",
    ValuePairs: "pairs of numbers",
    Moments: "row losses",
    Agreement: "two models",
}
"""Evidence as those know it who name columns."""


def possible_kinds(columns: ModelColumns, *, regression: bool, binary: bool, decides: bool) -> Kinds:
    """The kinds of evidence that a model's columns give, the most telling first; `decides`: there are labels.

    >>> [kind.__name__ for kind in possible_kinds(ModelColumns("A", "s"), regression=False, binary=True, decides=False)]
    ['Ladder']
    """
    if regression:
        return (Residuals, ValuePairs)
    given = {
        Outcomes: binary and decides,
        Ladder: binary and columns.score is not None,
        ConfusionMatrix: decides,
        ClassScores: bool(columns.proba),
    }
    return tuple(kind for kind, there in given.items() if there)


def kind_for(measure: str, possible: Mapping[str, Kinds], described: str) -> type:
    """The first kind of evidence that the measure takes and all of these models can give."""
    name = find(measure).name
    wanted = [known.needs for known in measures() if known.name == name]
    for kind in next(iter(possible.values())):
        if kind in wanted and all(kind in kinds for kinds in possible.values()):
            return kind
    poor = next((model for model, kinds in possible.items() if not set(wanted) & set(kinds)), next(iter(possible)))
    there = in_words(possible[poor], " and ") or "scores without a threshold"
    raise WrongEvidence(
        f"{name} cannot be computed from the predictions of {poor}.",
        found=f"{described}: {there}; {name} needs {in_words(wanted, ' or ')}",
        remedy=_remedy(name, set(wanted), set(possible[poor])),
    )


def in_words(kinds: Iterable[type], between: str) -> str:
    """Kinds of evidence in the words of columns; labels are said once.

    >>> in_words((Outcomes, Ladder, ConfusionMatrix), " and ")
    'binary labels and binary scores'
    """
    there = [kind for kind in WORDS if kind in set(kinds)]
    return between.join(WORDS[kind] for kind in there if kind is not ConfusionMatrix or Outcomes not in there)


def _remedy(name: str, wanted: set[type], there: set[type]) -> str:
    kin = [known.name for known in measures() if known.needs in there and name in known.name.split("_")]
    if kin and Ladder not in there:
        return f"take {' or '.join(kin[:3])}"
    if Residuals in there:
        return "take a measure of regression"
    if wanted == {Residuals}:
        return "take a measure of classes"
    if not there or (there == {Ladder} and wanted & {Outcomes, ConfusionMatrix}):
        return "name a threshold that turns its scores into labels: threshold= (--threshold)"
    if wanted & {Outcomes, Ladder}:
        return "name its scores and the positive class (--score, --positive), or take a measure for several classes"
    return "take another measure, or name scores of every class"
