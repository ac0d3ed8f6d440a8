"""Which evidence a measure needs, and which a model's columns can give."""

from __future__ import annotations

from collections.abc import Mapping

from probative.errors import WrongEvidence
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals, ValuePairs
from probative.measurement import find, measures
from probative.predictions.roles import ModelColumns

Kinds = tuple[type, ...]


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
    there = ", ".join(kind.__name__ for kind in possible[poor]) or "scores without a threshold"
    raise WrongEvidence(
        f"{name} cannot be computed from the predictions of {poor}.",
        found=f"{described} with {there}; {name} needs {' or '.join(kind.__name__ for kind in wanted)}",
        remedy=_remedy(set(wanted), set(possible[poor])),
    )


def _remedy(wanted: set[type], there: set[type]) -> str:
    if Residuals in there:
        return "take a measure of regression"
    if not there or (there == {Ladder} and wanted & {Outcomes, ConfusionMatrix}):
        return "name a threshold that turns its scores into labels: threshold= (--threshold)"
    if wanted & {Outcomes, Ladder}:
        return "name its scores and the positive class (--score, --positive), or take a measure for several classes"
    return "take another measure, or name scores of every class"
