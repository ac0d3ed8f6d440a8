"""A chart: axes, what is drawn between them, and the words around it. Pens draw it; it draws nothing itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from probative.pictures.axis import WIDTH, Axis
from probative.pictures.shapes import Cells, Group, Heat, Shape


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A picture in values: whatever draws it draws the same.

    >>> from probative.pictures import Line
    >>> square = Chart("Squares", Axis.over("x", [0, 2]), Axis.over("x²", [0, 4]), (Line([0, 1, 2], [0, 1, 4]),))
    >>> square.series, len(square.adding(Line([0, 2], [0, 4], series=1)).shapes)
    (0, 2)
    """

    title: str
    """What the picture shows, for those who do not see it."""
    x: Axis
    y: Axis
    shapes: tuple[Shape, ...] = ()
    caption: str = ""
    """A few words above it."""
    heading: str = ""
    """What the numbers of the legend are, and what the rows: where there is no room for sentences."""
    notes: tuple[str, ...] = ()
    """Sentences below it, where there is room for them."""
    width: float = WIDTH
    height: float = WIDTH
    """Units of the frame."""
    margin: float = 0.0
    """Units that are at least left of the frame: where letters may become larger."""
    square: bool = False
    """Whether a unit of both axes has the same length."""
    framed: bool = True
    """Whether axes and a frame are drawn; the shapes may be all there is."""
    window: bool = False
    """Whether the frame is a window on more: lines go on behind its edges, where they are cut off."""

    def adding(self, *shapes: Shape) -> Chart:
        """The chart with more in it."""
        return replace(self, shapes=(*self.shapes, *shapes))

    def every_shape(self) -> Iterator[Shape]:
        """All shapes, those in groups one by one."""
        for shape in self.shapes:
            yield from shape.shapes if isinstance(shape, Group) else (shape,)

    @property
    def cells(self) -> bool:
        """Whether it is filled with cells, which leave no room for lines behind them."""
        return any(isinstance(shape, Cells | Heat) for shape in self.shapes)

    @property
    def series(self) -> int:
        """Series up to the last that is drawn."""
        return 1 + max((shape.series for shape in self.every_shape() if shape.series is not None), default=-1)

    def names(self) -> list[str]:
        """The names that the legend has, in their order."""
        return list(dict.fromkeys(shape.name for shape in self.every_shape() if shape.name))
