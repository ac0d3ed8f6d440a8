"""What can be drawn in a chart, in values of its axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from probative.evidence.arrays import Floats

Values = Sequence[float] | Floats


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Shape:
    """Something drawn: of which series, what a legend says of it, and what it is for."""

    series: int | None = None
    """Chooses colour, dash and mark; None is the ink of the words."""
    name: str = ""
    """What the legend calls the series: a user's own word, cut by the pen where it is long."""
    detail: str = ""
    """What the legend adds to the name."""
    hint: str = ""
    """What a line to compare with is, for a legend with no sentences around it."""
    role: str = ""
    """What it is for, in one word; pens draw some roles in their own way."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """How a page's script finds what it moves."""


@dataclass(frozen=True, slots=True, eq=False)
class Points(Shape):
    """What is drawn through points or at them; those that are not finite are left out."""

    x: Values
    y: Values


@dataclass(frozen=True, slots=True, eq=False)
class Line(Points):
    """A line."""

    marked: bool = False
    """Whether the series' mark stands at every point."""
    dashed: bool = True
    """Whether it has the series' dashes."""
    thin: bool = False
    """Whether it stands back behind the main lines."""
    fine: bool = False
    """Whether there are more points than anybody sees; a pen may leave some out."""
    weight: float = 1.0
    """Units of width, where there is no series."""


@dataclass(frozen=True, slots=True, eq=False)
class Guide(Points):
    """A thin dotted line to compare with."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments(Shape):
    """Many short lines, each from a first to a second point: in faint ink, or those of a series in its colour."""

    x: Sequence[tuple[float, float]]
    y: Sequence[tuple[float, float]]
    opacity: float = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Band(Shape):
    """The pale area between two lines."""

    x: Values
    low: Values
    high: Values


@dataclass(frozen=True, slots=True, eq=False)
class Marks(Points):
    """The series' mark at every point; one that is movable stays, unseen, where it has no place: a script moves it."""

    hollow: bool = False
    large: bool = False
    movable: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Dots(Points):
    """Many small dots."""


@dataclass(frozen=True, slots=True, eq=False)
class Cloud(Points):
    """Many small marks of the series, a row each: filled, or hollow."""

    hollow: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Intervals(Shape):
    """Bars from low to high: along x at the heights `at`, or along y; an infinite end lies beyond the frame."""

    low: Values
    high: Values
    at: Values
    across: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Bars(Shape):
    """Filled boxes between values of both axes."""

    left: Values
    right: Values
    low: Values
    high: Values


@dataclass(frozen=True, slots=True, eq=False)
class Cells(Shape):
    """A square of shares, the darker the larger; the first row on top. What is not a number stays empty."""

    shares: Floats
    words: tuple[tuple[str, ...], ...] = ()
    """What stands in the cells, where there is room."""
    log: bool = False
    """Whether small shares are told apart, at the cost of large ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Heat(Shape):
    """A map over both axes, the darker the larger: in the colour of its series, or of the first two by its sign."""

    x: tuple[float, float]
    """The ends of the map along x."""
    y: tuple[float, float]
    values: Floats
    """The lowest y in the first row; from 0 to 1, or from -1 to 1. What is not a number stays empty."""
    pale: bool = False
    """Whether it stands back behind points."""


@dataclass(frozen=True, slots=True, eq=False)
class Words(Shape):
    """Words at a place, moved from it by some units to the right and down."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Group(Shape):
    """Shapes that belong together."""

    shapes: tuple[Shape, ...]
