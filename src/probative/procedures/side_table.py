"""Test and training values side by side: a table with the same columns whatever was swept over, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.curves.planes import finite_ends
from probative.curves.sweeps import spoken_step, step_axis
from probative.evidence.arrays import Array, Floats
from probative.measurement import find
from probative.pictures import Axis, Chart, Dots, Guide, Intervals, Line, Marks, Shape
from probative.procedures.both_sides import LABEL, Sides

ASIDE = 0.008
"""The share of the axis between two models at the same step."""


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """One model along what was swept over: a step and what was found there."""

    model: str
    steps: tuple[Any, ...]
    sides: tuple[Sides, ...]

    def line(self, name: str) -> Floats:
        """One number of every step."""
        values = [getattr(side.test if name in ("value", "low", "high") else side, name) for side in self.sides]
        return np.array(values, np.float64)


def side_columns(by: str, swept: Sequence[Swept]) -> dict[str, Array]:
    """All models and steps as columns: test value, interval, folds' spread, training value, gap."""
    rows = [(line.model, step, side) for line in swept for step, side in zip(line.steps, line.sides, strict=True)]
    spreads = [spread(side.folds) for _, _, side in rows]
    steps = {} if not by else {by: _steps([step for _, step, _ in rows])}
    return {
        "model": np.array([model for model, _, _ in rows]),
        **steps,
        "n_train": np.array([side.n_train for _, _, side in rows]),
        "test": np.array([side.test.value for _, _, side in rows]),
        "low": np.array([side.test.low for _, _, side in rows]),
        "high": np.array([side.test.high for _, _, side in rows]),
        "folds_sd": np.array(spreads),
        "training": np.array([side.training for _, _, side in rows]),
        "gap": np.array([side.gap for _, _, side in rows]),
    }


def spread(folds: Floats) -> float:
    """The standard deviation of the test sets that have a value."""
    known = folds[~np.isnan(folds)]
    return float(known.std(ddof=1)) if len(known) > 1 else np.nan


def cautions(sides: Iterable[Sides]) -> list[str]:
    """Why values or intervals are missing, each reason once."""
    found = []
    for side in sides:
        gaps = int(np.isnan(side.folds).sum())
        found += [f"{gaps} of {len(side.folds)} test sets have no value, and are left out of the mean."] * bool(gaps)
        found += [f"No interval: {side.test.why}."] * (side.test.why is not None and bool(np.isnan(side.test.low)))
    return list(dict.fromkeys(found))


def _steps(steps: Sequence[Any]) -> Array:
    """Numbers as numbers, anything else as text."""
    if all(isinstance(step, int | float | np.number) and not isinstance(step, bool) for step in steps):
        return np.asarray(steps)
    return np.array([str(step) for step in steps])


def measure_title(measure: str) -> str:
    """What people call a measure, with the parameters that its value depends on.

    >>> measure_title("error_rate"), measure_title("auc"), measure_title("f_beta(beta=2)")
    ('Error rate', 'AUC', 'Fβ (beta=2)')
    """
    name, bracket, given = measure.partition("(")
    return f"{find(name).title} ({given}" if bracket else find(name).title


def side_text(measure: str, columns: dict[str, Array], *notes: str) -> str:
    """The columns as a table to print; the training column says what it is."""
    name = measure_title(measure)
    titles = {"test": f"{name}, test rows", "training": f"training rows ({LABEL})", "folds_sd": "sd of folds"}
    shown = [[titles.get(name, name), *map(_cell, values.tolist())] for name, values in columns.items()]
    widths = [max(map(len, column)) for column in shown]
    rows = zip(*shown, strict=True)
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join([*lines, *notes])


def _cell(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return "undefined" if np.isnan(value) else f"{value:.4g}"


def side_chart(by: str, measure: str, level: float, swept: Sequence[Swept], chosen: Any = None) -> Chart:
    """Test values with intervals and folds, training values hollow and labelled, and a guide at the chosen step."""
    steps, several = swept[0].steps, len(swept) > 1
    across, places = step_axis({"n_train": "training rows"}.get(by, by), steps)
    order = np.argsort(places, kind="stable")
    drawn: list[Shape] = []
    ends: list[float] = []
    for number, line in enumerate(swept):
        lines = tuple(line.line(name)[order] for name in ("value", "low", "high", "training"))
        folds = [] if several else [line.sides[i].folds for i in order]
        ends += [end for part in (*lines, *folds) for end in finite_ends(part)]
        at = _beside(places[order], across, number - (len(swept) - 1) / 2)
        drawn += _dots(at, folds)
        drawn += _one(number, line.model if several else "", at, lines)
    up = Axis.over(measure_title(measure), ends)
    if chosen is not None:
        place = float(places[list(steps).index(chosen)])
        drawn.insert(0, Guide([place, place], [up.low, up.high], hint=f"chosen: {spoken_step(chosen)}"))
    heading = f"Bars: {level * 100:g} % intervals of the test rows' mean"
    heading += "" if several else "; small dots: folds"
    # The marks of several models have no line of their own in the key below a picture.
    notes = (f"{heading}.", *((f"Hollow: training rows ({LABEL}).",) if several else ()))
    title = f"{up.name} against {across.name}"
    return Chart(title, across, up, tuple(drawn), title, heading, notes, 380, 260)


def _beside(places: Floats, across: Axis, turn: float) -> Floats:
    """Places a little aside, so that the intervals of several models do not cover each other."""
    if across.scale == "log":
        return np.asarray(places * (across.high / across.low) ** (ASIDE * turn))
    return places + ASIDE * turn * (across.high - across.low)


def _dots(at: Floats, folds: Sequence[Floats]) -> list[Shape]:
    """The test sets' own values."""
    scattered = [(place, fold) for place, values in zip(at, folds, strict=False) for fold in values if len(values) > 1]
    return [Dots([x for x, _ in scattered], [y for _, y in scattered], series=6)] if scattered else []


def _one(number: int, model: str, at: Floats, lines: tuple[Floats, ...]) -> list[Shape]:
    """The lines of one model; of several, training values have their model's colour and one line in the legend."""
    value, low, high, training = lines
    tested = Line(at, value, marked=True, series=number, name=f"{model}: test rows" if model else "test rows")
    bars = Intervals(low, high, at, across=False, series=number)
    if model:
        seen = Line(at, training, series=number, thin=True)
        marks = Marks(at, training, series=number, hollow=True, hint=f"hollow: training rows ({LABEL})")
    else:
        seen = Line(at, training, series=1, name="training rows", detail=LABEL)
        marks = Marks(at, training, series=1, hollow=True)
    return [seen, tested, bars, marks]
