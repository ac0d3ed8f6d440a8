"""Null distributions: what a procedure reaches without structure, beside what it reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, isnan, nan

import numpy as np

from probative.curves.planes import finite_ends
from probative.evidence.arrays import Array, Floats
from probative.pictures import Axis, Band, Bars, Chart, Guide, Line, Shape, Words
from probative.pictures.words import clipped

FEWEST, MOST = 5, 40
"""Bins of a histogram."""


@dataclass(frozen=True, slots=True, eq=False)
class NullDistribution:
    """The values of a measure under permuted targets, and the one that was observed."""

    measure: str
    observed: float
    p: float
    values: Floats
    name: str = ""
    series: int = 0
    better: str = "higher"
    alpha: float = 0.05

    @property
    def critical(self) -> float:
        """The value beyond which p <= alpha; nan where there are too few permutations for any.

        >>> NullDistribution("auc", 0.9, 0.06, np.arange(99.0) / 100, alpha=0.05).critical
        0.94
        """
        known = self.values[~np.isnan(self.values)]
        best_first = np.sort(known if self.better == "higher" else -known)[::-1]
        undefined = len(self.values) - len(best_first)
        # Of B permutations b may do as well, since (b + 1) / (B + 1) <= alpha; undefined ones count as such.
        allowed = int(np.floor(self.alpha * (len(self.values) + 1) + 1e-9)) - 1 - undefined
        if not 0 <= allowed < len(best_first):
            return nan
        return float(best_first[allowed]) * (1 if self.better == "higher" else -1)

    @property
    def finite(self) -> Floats:
        """The values that can be drawn."""
        return self.values[np.isfinite(self.values)]

    @property
    def said(self) -> str:
        """What was observed, and how often chance does as well."""
        return f"observed {_number(self.observed, 3)}, p = {_number(self.p, 3)} ({len(self.values):,} permutations)"


def null_chart(tests: Sequence[NullDistribution]) -> Chart:
    """Histograms of what permuted targets reach; a line where the real ones do.

    >>> test = NullDistribution("auc", 0.9, 0.02, np.array([0.4, 0.5, 0.5, 0.6]))
    >>> chart = null_chart([test])
    >>> chart.x.name, chart.y.ticks
    ('auc under permuted targets', (0.0, 1.0, 2.0))
    """
    measures = ", ".join(dict.fromkeys(clipped(test.measure) for test in tests))
    name = f"{measures} under permuted targets"
    aims = [test.observed for test in tests if isfinite(test.observed)]
    edges = bin_edges([test.finite for test in tests], aims)
    counts = [np.histogram(test.finite, edges)[0] for test in tests]
    up = Axis.over("Permutations", [0, 1.12 * max((c.max() for c in counts if len(c)), default=1)], ticks=4)
    # Half a permutation does not exist.
    up = Axis(up.name, up.low, up.high, tuple(tick for tick in up.ticks if tick == int(tick)))
    across = Axis.over(name, [*edges, *aims], width=300)
    single = len(tests) == 1
    boxes = [_boxes(test, rows, edges, single) for test, rows in zip(tests, counts, strict=True)]
    lines = [shape for test in tests for shape in _observed(test, across, up, single)]
    return Chart(name, across, up, (*boxes, *lines, *(_region(tests[0], across, up) if single else ())))


def bin_edges(found: Sequence[Floats], aims: Sequence[float]) -> Floats:
    """Edges of the bins that all share; values that do not differ have one narrow bin.

    >>> bin_edges([np.array([0.5, 0.5])], [0.9]).round(3).tolist()
    [0.492, 0.508]
    """
    values = np.concatenate(found)
    low, high = finite_ends(values) or [0.0, 1.0]
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        away = max((abs(aim - low) for aim in aims), default=0.0)
        half = 0.02 * away if away > 1e-9 * abs(low) else 0.05 * abs(low) or 0.05
        return np.array([low - half, high + half])
    count = int((len(values) / len(found)) ** 0.5)
    return np.histogram_bin_edges(values, min(max(count, FEWEST), MOST))


def _boxes(test: NullDistribution, counts: Array, edges: Floats, single: bool) -> Shape:
    some = counts > 0
    # Of one test the bars stand back behind what was observed; those of several must be told apart.
    role = "null" if single else "overlaid"
    return Bars(edges[:-1][some], edges[1:][some], counts[some] * 0, counts[some], series=test.series, role=role)


def _region(test: NullDistribution, across: Axis, up: Axis) -> tuple[Shape, ...]:
    """The values that lead to rejection, beyond the critical one."""
    cut, end = test.critical, across.high if test.better == "higher" else across.low
    if not (isfinite(cut) and across.holds(cut)) or cut == end:
        return ()
    x = sorted((cut, end))
    name = f"rejection region at {test.alpha:g}"
    return Band(x, [0, 0], [up.high, up.high], series=1, name=name), Guide([cut, cut], [0, up.high])


def _observed(test: NullDistribution, across: Axis, up: Axis, single: bool) -> list[Shape]:
    aim = test.observed
    name = test.name or "permutation test"
    line = Line([aim, aim], [0, up.high], series=test.series, role="observed", name=name, detail=test.said)
    if not isfinite(aim):
        return []
    right = across.share(aim) > 0.5
    words = f"observed {_number(aim, 4)}"
    words = f"{words}\u2002" if right else f"\u2002{words}"
    note = Words(aim, up.low + 0.95 * (up.high - up.low), words, "end" if right else "start")
    return [line, note] if single else [line]


def _number(value: float, digits: int) -> str:
    return "undefined" if isnan(value) else f"{value:.{digits}g}".replace("-", "−").replace("inf", "∞")
