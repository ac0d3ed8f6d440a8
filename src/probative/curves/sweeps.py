"""A sweep as a picture: bias, variance and total along complexity, a parameter or the number of training rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log10
from typing import Any

import numpy as np

from probative.curves.decomposition import TOTAL, Parts, loss_axis_name, spoken, spoken_table
from probative.curves.planes import finite_ends
from probative.evidence.arrays import Floats
from probative.pictures import Axis, Chart, Guide, Intervals, Line, Shape
from probative.pictures.axis import LETTER, WIDTH
from probative.pictures.words import clipped, named

DECADES = 2
"""Steps that span more powers of ten are placed by their logarithm."""
MOST_TICKS = 12


@dataclass(frozen=True, slots=True, eq=False)
class SweepPicture:
    """What was swept over, and the mean of every term at each step."""

    by: str
    steps: Sequence[Any]
    parts: Parts
    terms: Mapping[str, Floats]
    table: str = ""
    loss: str = ""
    best: int | None = None
    """The place of the step with the least total."""
    errors: Floats | None = None
    """Monte Carlo standard errors of the total."""
    repeats: int | None = None

    @property
    def swept(self) -> str:
        """What is swept over, in words."""
        return {"n": "training rows", "complexity": "complexity"}.get(self.by) or clipped(self.by, 30)

    def picture(self, name: str = "") -> Chart:
        """Lines of all terms, a guide at the best step, bars of one standard error."""
        x, places = step_axis(self.swept, self.steps)
        order = np.argsort(places, kind="stable")
        at = places[order]
        lines = [(i, words, line[order]) for i, words, line in self.parts.lines(self.terms, len(at))]
        ends = [end for _, _, line in lines for end in finite_ends(line)]
        drawn: list[Shape] = []
        for series, words, line in lines:
            label = f"{name}: {words}" if name else words
            drawn.append(Line(at, line, marked=True, series=series, name=label))
            if series == TOTAL and self.errors is not None and len(self.errors) == len(at):
                low, high = _around(line, self.errors[order])
                ends += [*finite_ends(low), *finite_ends(high)]
                drawn.append(Intervals(low, high, at, across=False, series=series))
        y = Axis.over(loss_axis_name(self.loss, self.table), ends, include=[0])
        if self.best is not None:
            drawn.insert(0, Guide([places[self.best]] * 2, [y.low, y.high]))
        caption = f"Bias and variance over {named(self.swept)} ({spoken_table(self.table)})"
        notes = [words for words in (self._best_words(), self._error_words()) if words]
        return Chart(f"Bias and variance over {self.swept}", x, y, tuple(drawn), caption, notes=tuple(notes))

    def _best_words(self) -> str:
        if self.best is None:
            return ""
        step = named(spoken_step(self.steps[self.best]))
        least = f"the least {spoken(self.parts.total)}, at {named(self.swept)} = {step}"
        return f"Dotted: {least}. The least of several uncertain values is optimistic."

    def _error_words(self) -> str:
        if self.errors is None or not np.isfinite(self.errors).any():
            return ""
        sets = f"{self.repeats:,} " if isinstance(self.repeats, int) else ""
        return f"Bars: {spoken(self.parts.total)} ± 1 Monte Carlo standard error over the {sets}training sets."


def _around(values: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """One standard error to both sides; what is infinite has no sides."""
    some = np.isfinite(values) & np.isfinite(errors)
    value, error = np.where(some, values, np.nan), np.where(some, errors, np.nan)
    return value - error, value + error


def step_axis(name: str, steps: Sequence[Any]) -> tuple[Axis, Floats]:
    """The axis of the steps and the place of each: by value, by logarithm, or one place for each word.

    >>> axis, places = step_axis("alpha", [0.001, 1, 1000])
    >>> axis.scale, axis.words, places.tolist()
    ('log', ('0.001', '1', '1000'), [0.001, 1.0, 1000.0])
    """
    if not all(_is_number(step) for step in steps):
        return Axis.choices(name, map(str, steps)), np.arange(len(steps), dtype=np.float64)
    values = np.array([float(step) for step in steps])
    wide = values.min() > 0 and log10(values.max()) - log10(values.min()) > DECADES
    if not wide and len(set(values)) > MOST_TICKS:
        return Axis.over(name, values, width=WIDTH), values
    places = np.log10(np.unique(values)) if wide else np.unique(values)
    room = (places[-1] - places[0]) * 0.04 or abs(places[0]) * 0.1 or 1.0
    low, high = float(places[0] - room), float(places[-1] + room)
    kept = _apart(places.tolist(), [spoken_step(value) for value in np.unique(values)], (high - low) / WIDTH)
    ticks, words = tuple(place for place, _ in kept), tuple(word for _, word in kept)
    if wide:
        ticks = tuple(10.0**place for place in ticks)
        return Axis(f"{name} (logarithmic scale)", 10.0**low, 10.0**high, ticks, words, scale="log"), values
    return Axis(name, low, high, ticks, words), values


def spoken_step(step: object) -> str:
    """A step as it is said."""
    return f"{float(step):.6g}".replace("-", "−") if _is_number(step) else str(step)  # type: ignore[arg-type]


def _is_number(step: object) -> bool:
    number = isinstance(step, int | float | np.number) and not isinstance(step, bool)
    return number and isfinite(step) and abs(step) < 1e300  # type: ignore[arg-type]


def _apart(places: Sequence[float], words: Sequence[str], unit: float) -> list[tuple[float, str]]:
    """Ticks whose words do not touch, from the left."""
    kept: list[tuple[float, str]] = []
    for place, word in zip(places, words, strict=True):
        if not kept or place - kept[-1][0] >= ((len(word) + len(kept[-1][1])) / 2 * LETTER + 6) * unit:
            kept.append((place, word))
    return kept
