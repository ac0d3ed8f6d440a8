"""The critical-difference diagram (Demsar 2006): average ranks on a line, bars over models not told apart."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, isfinite
from typing import Any, Protocol

from probative.errors import BadInput
from probative.pictures import Axis, Chart, Line, Shape, Words, draw, svg
from probative.pictures.words import short_names
from probative.stats import Pairwise, critical_difference

AXIS, ROW = 360, 22
"""Units of the axis, and between names."""
TICK, RULER, TOP, LEVEL = 0.25, 1.9, 2.8, -0.4
"""Rows above the axis: of its ticks, of the critical difference and of everything; and of each level of bars."""
LONGEST = 40
"""Letters of a name that are shown."""


class Ranked(Protocol):
    """A comparison by ranks: what a diagram takes from a verdict."""

    @property
    def ranks(self) -> dict[str, float]:
        """Average ranks by model; empty where values were compared."""

    @property
    def post_hoc(self) -> Pairwise | None:
        """The test of all pairs."""

    @property
    def level(self) -> float:
        """The level at which pairs are told apart."""


@dataclass(frozen=True, slots=True)
class CriticalDifference:
    """Average ranks, the critical difference, and the groups of models within it.

    >>> found = CriticalDifference({"A": 1.2, "B": 1.9, "C": 2.9}, 1.0, 0.95)
    >>> found.groups()
    [('A', 'B'), ('B', 'C')]
    """

    ranks: dict[str, float]
    difference: float
    level: float = 0.95

    def __post_init__(self) -> None:
        if len(self.ranks) < 2 or not all(isfinite(rank) for rank in (*self.ranks.values(), self.difference)):
            raise BadInput("a diagram needs the average ranks of at least two models.", found=self.ranks)

    @classmethod
    def of(cls, verdict: Ranked) -> CriticalDifference:
        """The diagram of a verdict by ranks."""
        pairs = verdict.post_hoc
        if not verdict.ranks or pairs is None or pairs.critical_difference is None:
            raise BadInput(
                "there are no average ranks to draw.",
                remedy="compare at least three models over data sets, of='datasets'",
            )
        return cls(dict(verdict.ranks), pairs.critical_difference, verdict.level)

    @classmethod
    def of_ranks(cls, ranks: dict[str, float], n: int, level: float = 0.95) -> CriticalDifference:
        """The diagram of known average ranks over n data sets."""
        return cls(dict(ranks), critical_difference(len(ranks), n, level), level)

    def ordered(self) -> list[tuple[str, float]]:
        """Models with their ranks, the best first."""
        return sorted(self.ranks.items(), key=lambda item: item[1])

    def groups(self) -> list[tuple[str, ...]]:
        """The largest sets of neighbours in rank that lie within the critical difference."""
        line = self.ordered()
        found: list[tuple[int, int]] = []
        for i, (_, rank) in enumerate(line):
            j = max(k for k in range(i, len(line)) if line[k][1] - rank <= self.difference + 1e-12)
            if j > i and not (found and found[-1][1] >= j):
                found.append((i, j))
        return [tuple(name for name, _ in line[i : j + 1]) for i, j in found]

    def _bars(self) -> list[tuple[float, float, int]]:
        """Where each group's bar starts and ends, and on which of the fewest levels it lies."""
        ends: list[float] = []
        bars = []
        for group in self.groups():
            start, end = self.ranks[group[0]], self.ranks[group[-1]]
            level = next((i for i, taken in enumerate(ends) if taken < start - 0.02), len(ends))
            ends[level : level + 1] = [end]
            bars.append((start, end, level))
        return bars

    def _axis(self) -> tuple[int, int]:
        """The whole ranks between which all models lie."""
        low, high = floor(min(self.ranks.values())), ceil(max(self.ranks.values()))
        return low, max(high, low + 1)

    def _labels(self) -> list[tuple[str, float, bool, int]]:
        """Each model with its rank, whether its name stands on the left, and in which row: the best first."""
        line, half, short = self.ordered(), (len(self.ranks) + 1) // 2, short_names(self.ranks, LONGEST)
        made = []
        for i, (name, rank) in enumerate(line):
            left = i < half
            label = f"{short[name]}  {rank:.2f}" if left else f"{rank:.2f}  {short[name]}"
            made.append((label, rank, left, i if left else len(line) - 1 - i))
        return made

    def chart(self) -> Chart:
        """The ranks on a line, a bar below it over each group, names at both sides, the critical difference above."""
        (low, high), bars = self._axis(), self._bars()
        line = [Line([low, high], [0, 0], role="axis", weight=1.2)]
        line += [Line([tick, tick], [0, TICK], role="tick") for tick in range(low, high + 1)]
        groups = [Line([a, b], [LEVEL * (level + 1)] * 2, role="group", weight=4) for a, b, level in bars]
        base = LEVEL * (2 + max((level for *_, level in bars), default=-1)) - 0.2
        drawn: list[Shape] = [*line, *groups]
        for name, rank, left, row in self._labels():
            at, edge = base - row, low if left else high
            drawn.append(Line([rank, rank, edge], [0, at, at], role="stem", weight=0.8))
            drawn.append(Words(edge, at, name, "end" if left else "start", (-6 if left else 6, 4)))
        drawn += [Words(tick, TICK, str(tick), "middle", (0, -4)) for tick in range(low, high + 1)]
        drawn += self._ruler(low, high)
        title = f"Average ranks of {len(self.ranks)} models; the best is on the left"
        bottom = base - (len(self.ranks) + 1) // 2 + 0.5
        x, y = Axis("", low, high), Axis("", bottom, TOP)
        return Chart(title, x, y, tuple(drawn), width=AXIS, height=ROW * (TOP - bottom), framed=False)

    def _ruler(self, low: int, high: int) -> list[Shape]:
        """How long the critical difference is, where it is not longer than the axis."""
        words = Words(low, RULER, f"critical difference {self.difference:.3f} ({self.level * 100:g} %)", shift=(0, -9))
        if self.difference > high - low:
            return [words]
        end = low + self.difference
        caps: list[Shape] = [Line([at, at], [RULER - 0.2, RULER + 0.2], role="cap", weight=2) for at in (low, end)]
        return [Line([low, end], [RULER, RULER], role="ruler", weight=2), *caps, words]

    def svg(self) -> str:
        """The picture as SVG text: black on nothing, readable without its surroundings."""
        return svg(self.chart(), alone=True)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """The picture with matplotlib (extra `plots`)."""
        return draw(self.chart(), ax, **style)
