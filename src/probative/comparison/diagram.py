"""The critical-difference diagram (Demsar 2006): average ranks on a line, bars over models not told apart."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite
from typing import Any, Protocol

from probative.errors import BadInput, printable
from probative.stats import Pairwise, critical_difference

AXIS, ROW, TOP, LETTER = 360, 22, 70, 7.5
"""Pixels: of the axis, between names, above the axis, of a letter."""
LONGEST = 40
"""Letters of a name that are shown."""


class Ranked(Protocol):
    """What a diagram needs of a verdict."""

    @property
    def ranks(self) -> dict[str, float]:
        """Average ranks by model."""

    @property
    def post_hoc(self) -> Pairwise | None:
        """The test of all pairs."""

    @property
    def level(self) -> float:
        """The level of its critical difference."""


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
        line, half = self.ordered(), (len(self.ranks) + 1) // 2
        made = []
        for i, (name, rank) in enumerate(line):
            left = i < half
            label = f"{_short(name)}  {rank:.2f}" if left else f"{rank:.2f}  {_short(name)}"
            made.append((label, rank, left, i if left else len(line) - 1 - i))
        return made

    def svg(self) -> str:
        """The picture as SVG text: black on nothing, readable without its surroundings."""
        low, high = self._axis()
        bars, labels = self._bars(), self._labels()
        margin = 24 + LETTER * max(len(label) for label, *_ in labels)

        def x(rank: float) -> float:
            return margin + (rank - low) / (high - low) * AXIS

        base = TOP + 14 + 9 * (max((level for *_, level in bars), default=-1) + 1)
        height = base + ROW * ((len(labels) + 1) // 2) + 16
        parts = [_line(x(low), TOP, x(high), TOP, 1.2)]
        for tick in range(low, high + 1):
            parts += [_line(x(tick), TOP - 6, x(tick), TOP, 1), _text(x(tick), TOP - 10, str(tick), "middle")]
        parts += [_line(x(a) - 3, TOP + 8 + 9 * i, x(b) + 3, TOP + 8 + 9 * i, 4) for a, b, i in bars]
        for label, rank, left, row in labels:
            y = base + ROW * row
            edge = x(low) - 8 if left else x(high) + 8
            parts.append(f'<path d="M{x(rank):.1f} {TOP}V{y:.1f}H{edge:.1f}" fill="none" stroke="currentColor"/>')
            parts.append(_text(edge - 4 if left else edge + 4, y + 4, label, "end" if left else "start"))
        if self.difference <= high - low:
            parts += [_line(x(low), 22, x(low + self.difference), 22, 2)]
            parts += [_line(x(at), 17, x(at), 27, 2) for at in (low, low + self.difference)]
        parts.append(_text(x(low), 12, f"critical difference {self.difference:.3f} ({self.level * 100:g} %)", "start"))
        title = f"Average ranks of {len(labels)} models; the best is on the left"
        width = AXIS + 2 * margin
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'role="img" font-family="sans-serif" font-size="13"><title>{title}</title>{"".join(parts)}</svg>'
        )

    def plot(self, ax: Any = None) -> Any:
        """The picture with matplotlib (extra `plots`)."""
        from probative.curves import plotting

        low, high = self._axis()
        bars, labels = self._bars(), self._labels()
        axes = ax
        if ax is None:
            axes = plotting.new_axes()
            beside = 0.3 + 0.1 * max(len(label) for label, *_ in labels)
            width, height = 4 + 2 * beside, 2 + 0.15 * len(labels)
            axes.figure.set_layout_engine("none")
            axes.figure.set_size_inches(width, height)
            axes.set_position((beside / width, 0.15, 4 / width, 0.75))
        deepest = max((level for *_, level in bars), default=0)
        for start, end, level in bars:
            axes.plot([start, end], [-0.35 - 0.25 * level] * 2, color="black", linewidth=4, solid_capstyle="butt")
        for label, rank, left, row in labels:
            y = -0.9 - 0.25 * deepest - 0.5 * row
            edge = low if left else high
            axes.plot([rank, rank, edge], [0, y, y], color="black", linewidth=0.8)
            side = "right" if left else "left"
            axes.text(edge + (-0.05 if left else 0.05), y, label, ha=side, va="center", fontsize=9, parse_math=False)
        axes.plot([low, low + self.difference], [0.8, 0.8], color="black", marker="|", linewidth=2)
        axes.text(low, 1.0, f"critical difference {self.difference:.3f} ({self.level * 100:g} %)", fontsize=9)
        axes.set(yticks=[], xlim=(low, high), xticks=range(low, high + 1), xlabel="Average rank (the best is 1)")
        axes.spines[["left", "right", "bottom"]].set_visible(False)
        axes.xaxis.set_ticks_position("top")
        axes.spines["top"].set_position(("data", 0))
        return axes


def _line(x1: float, y1: float, x2: float, y2: float, width: float) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="currentColor" stroke-width="{width}"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor">{escape(words)}</text>'


def _short(name: str) -> str:
    """A name fit for a picture: no control characters, and not endless."""
    clean = printable(name)
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"
