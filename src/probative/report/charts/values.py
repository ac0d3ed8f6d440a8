"""Values of findings as pictures need them: numbers from JSON, estimates and p-values as words."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite

import numpy as np

from probative.decisions.costs import COST
from probative.evidence.arrays import Floats
from probative.findings import ModelFindings
from probative.findings.aligned import told_alike
from probative.findings.text import measure_cells, number
from probative.inference import Estimate
from probative.measurement import measures
from probative.records import Document, number_from_json

HUGE = 1e300


def known(value: float | str | None) -> float:
    """A number of the findings; nan where there is none, infinite where no axis could reach it.

    >>> known("inf"), known(None), known(1e301), known(2)
    (inf, nan, inf, 2.0)
    """
    found = number_from_json(value)
    if abs(found) < 1 / HUGE:
        return 0.0
    return found if not abs(found) > HUGE else (inf if found > 0 else -inf)


def numbers(values: Iterable[float | str | None] | None) -> Floats:
    """Numbers of the findings: None is nan, "inf" is infinite.

    >>> numbers([0.5, None, "inf"]).tolist()
    [0.5, nan, inf]
    """
    return np.array([known(value) for value in values or ()], np.float64)


def finite(values: Iterable[float]) -> list[float]:
    """Those that can be drawn."""
    return [float(value) for value in values if isfinite(value)]


def brief(value: float, digits: int = 4) -> str:
    """A number with a few significant digits.

    >>> brief(0.123456), brief(-2.0), brief(float("nan"))
    ('0.1235', '−2', '?')
    """
    return f"{value:.{digits}g}".replace("-", "−") if isfinite(value) else number(value, 0)


def value_parts(plain: Document) -> tuple[str, ...]:
    """A value and its interval in words.

    >>> value_parts({"value": 0.85, "low": 0.767, "high": 0.907})
    ('0.850', '[0.767, 0.907]')
    """
    return tuple(part for part in measure_cells(Estimate.from_dict(plain)) if part)


def values_beside(measure: str, found: Iterable[Document]) -> list[tuple[str, ...]]:
    """Values of one measure with their intervals, one below the other: with one number of decimals."""
    plain = list(found)
    if measure == COST:
        # Their axis is not for a thousand rows.
        return [value_parts(one) for one in plain]
    return told_alike(measure, [Estimate.from_dict(one) for one in plain])


def value_text(plain: Document) -> str:
    """An estimate as text: value and interval."""
    return " ".join(value_parts(plain))


def stored_estimate(model: ModelFindings, measure: str) -> Document:
    """An estimate as plain values; undefined where the findings lack it."""
    found = model.measures.get(measure)
    return {"value": None} if found is None else found.to_dict()


def direction(measure: str) -> str:
    """Whether higher or lower values of a measure are better, or neither; a stranger's direction is not known.

    >>> direction("rmse"), direction("prevalence"), direction("stranger")
    ('lower', 'neither', 'neither')
    """
    return next((known.better for known in measures() if known.name == measure), "neither")


def better_words(better: str) -> str:
    """The direction, behind the name of a measure.

    >>> better_words("lower"), better_words("neither")
    (' (lower is better)', '')
    """
    return "" if better == "neither" else f" ({better} is better)"
