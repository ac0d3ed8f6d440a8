"""What must be said of a comparison because of what is compared: an area, or errors of what are classes."""

from __future__ import annotations

from probative.comparison.facts import form_of
from probative.errors import ProbativeError
from probative.evidence import Ladder, Residuals, ValuePairs
from probative.guards import Note
from probative.guards.areas import AVERAGE, CROSS, MOST, TOLD, crossings, crossings_words
from probative.guards.two_valued import of_two_values
from probative.measurement import find
from probative.predictions.guesses import Guesses
from probative.predictions.same_rows import SameRows

MOST_ROWS = 1_000_000
"""Rows up to which curves are looked at for where they cross."""


def cautions_of(held: SameRows, measure: str) -> tuple[Note, ...]:
    """What guards say about comparing these models by this measure."""
    kind = held.kind(measure)
    if kind in (Residuals, ValuePairs):
        return tuple(of_two_values(held.truth))
    return tuple(_crossings(held, measure)) if kind is Ladder and averaged(measure) else ()


def averaged(measure: str) -> tuple[str, ...]:
    """That an area is an average over thresholds, where the measure is one; results may have any name.

    >>> averaged("auc")[0][:42], averaged("accuracy"), averaged("score")
    ('the area is an average over all thresholds', (), ())
    """
    return (AVERAGE,) if form_of(measure) == "area" else ()


def _crossings(held: SameRows, measure: str) -> list[Note]:
    """Where curves cross, and what the models do at their thresholds."""
    if len(held.models) > MOST or held.n > MOST_ROWS:
        return []
    guesses = Guesses.of(held, measure)
    ladders = {name: guesses.ladder(name) for name in guesses.models}
    crossed = crossings(ladders)
    if not crossed:
        return []
    names = tuple(dict.fromkeys(name for pair in list(crossed)[:TOLD] for name in pair))
    return [CROSS(f"{crossings_words(crossed)}{_in_use(held, ladders, names)}.")]


def _in_use(held: SameRows, ladders: dict[str, Ladder], names: tuple[str, ...]) -> str:
    """The rates of all at the thresholds in use, where they have some."""
    parts = []
    for name in names:
        cut = held.cuts.get(name)
        if cut is None or cut.value is None:
            return ""
        try:
            outcomes = ladders[name].at(cut.value)
        except ProbativeError:
            return ""
        tpr, fpr = (float(find(rate)(outcomes)) for rate in ("recall", "fpr"))
        parts.append(f"{name} TPR {tpr:.3g}, FPR {fpr:.3g} at {cut.value:g}")
    return f"; at the thresholds in use: {'; '.join(parts)}"
