"""Pictures of a Gaussian task in the plane: density, discriminants, data with the best and an estimated border."""

from __future__ import annotations

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array, Floats
from probative.pictures import Chart, Dots, Heat, Segments, Shape, contour
from probative.theory.gaussian_task import GaussianTask
from probative.theory.grids import SDS, Grid
from probative.theory.plug_in import PlugIn
from probative.theory.quadric import Quadric

FIELDS: dict[str, tuple[str, str]] = {
    "density": ("density p(x)", "p(x), as a share of its largest value"),
    "g_tilde": ("difference of joint densities g̃(x)", "g̃(x), as a share of its largest size"),
    "g_bar": ("difference of posteriors ḡ(x)", "ḡ(x) = p(+1 | x) − p(−1 | x)"),
    "g_hat": ("log odds ĝ(x)", "ĝ(x), log odds, cut at ±20, divided by 20"),
}
"""What can be drawn as a map, its title and what its colours are."""
LOG_ODDS = 20.0


def task_grid(task: GaussianTask) -> Grid:
    """The part of the plane that holds nearly all of both classes."""
    if task.dimension != 2:
        raise BadParameter(
            "maps are drawn of two features.", found=f"{task.dimension} dimensions", remedy="a task in the plane"
        )
    ends = [
        one.mean + sign * SDS * np.sqrt(np.diag(one.cov)) for one in (task.positive, task.negative) for sign in (-1, 1)
    ]
    return Grid.over(np.min(ends, axis=0), np.max(ends, axis=0))


def field_picture(task: GaussianTask, what: str = "density") -> Chart:
    """p(x) or one of the three discriminants as a map, with the border of Bayes' rule.

    >>> from probative.theory import gaussian_example
    >>> field_picture(gaussian_example(1), "g_bar").title
    'Difference of posteriors ḡ(x)'
    """
    if what not in FIELDS:
        raise BadParameter(f"there is no map {what!r}.", found=", ".join(FIELDS))
    title, words = FIELDS[what]
    grid, function = task_grid(task), {name: getattr(task, name) for name in FIELDS}[what]
    values = grid.of(function)
    scaled = np.clip(values / LOG_ODDS, -1, 1) if what == "g_hat" else values / np.abs(values).max()
    heat = Heat(*grid.ends, _coarse(scaled), hint=words)
    border = _border(grid, task.quadric, 6, "Bayes border")
    shown = title[0].upper() + title[1:]
    return Chart(shown, *grid.axes(), (heat, border), shown, notes=(f"{words}.",))


def data_picture(task: GaussianTask, X: Floats, y: Array, found: PlugIn | None = None) -> Chart:  # noqa: N803
    """A sample with the border of Bayes' rule and, where it was estimated, that of the plug-in rule."""
    grid = Grid.around(np.vstack([X, [task.mean_pos], [task.mean_neg]]))
    drawn: list[Shape] = [
        Dots(X[y == sign, 0], X[y == sign, 1], series=series, name=name, detail=f"{int((y == sign).sum())} rows")
        for series, sign, name in ((0, 1, "positive"), (1, -1, "negative"))
    ]
    risk = f"risk {task.bayes_risk:.4f}"
    drawn.append(_border(grid, task.quadric, 6, "Bayes border", risk))
    if found is not None:
        drawn.append(_border(grid, found.border, 3, "estimated border", f"risk {found.risk:.4f}"))
    title = "Data with the best and the estimated border" if found is not None else "Data with the best border"
    return Chart(title, *grid.axes(), tuple(drawn), title)


def _border(grid: Grid, quadric: Quadric, series: int, name: str, detail: str = "") -> Segments:
    return contour(grid.x, grid.y, grid.of(quadric), series=series, name=name, detail=detail)


def _coarse(values: Floats) -> Floats:
    """Every second point: a map has room for no more shades, a border for all."""
    return np.asarray(values[::2, ::2])
