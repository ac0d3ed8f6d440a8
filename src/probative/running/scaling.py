"""Signs of scaling and filling: columns that look over all rows as what was fitted on all rows leaves them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from probative.evidence.arrays import Array, Floats

FEWEST_ROWS, MOST_COLUMNS = 10, 50
FEW_VALUES = 10
"""Distinct values up to which a column may reach 0 and 1, or have median 0, without any scaling."""
CUT_OFF = 0.02
"""A share of rows at the end of the scale beyond which it was cut off, not reached."""
LOOKED_AT = 1000
"""Rows that show whether a column has few values."""
TOGETHER = 1 << 19
"""Entries of columns that are looked at together."""
EXACT, ROUNDING, NEAR = 1e-6, 1e-12, 0.1
MOSTLY, FIFTHS = 0.6, 12
"""A share of values in whole units; as many fifths are no chance, if digits may be anything."""
FILLINGS = {"filled", "neighbours"}
"""What shows of gaps, beside which a scaling is looked for all the same."""
MANY, CLIPPED = 20_000, 5.199338
"""Rows beyond which only normal quantiles are looked for that end where scikit-learn's do."""


def scaled_columns(columns: Mapping[str, Array]) -> tuple[dict[str, tuple[str, ...]], int]:
    """By kind of scaling the columns that show it, and how many columns could have.

    A mean of 0 and a standard deviation of 1 are proof in one column, and so are gaps filled with its mean or, where
    no other value comes twice, with its median. What a column may have by nature (ends of exactly 0 and 1, a median
    of 0) counts where more than half of the columns, and at least two, have it.

    >>> x = np.random.default_rng(0).gamma(2, size=(50, 3))
    >>> ends = (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0))
    >>> scaled_columns({str(i): ends[:, i] for i in range(3)})
    ({'min-max': ('0', '1', '2')}, 3)
    """
    usable = {name: column.astype(np.float64) for name, column in columns.items() if _numbers(column)}
    found: dict[str, tuple[str, ...]] = {}
    seen = _shapes(usable)
    if names := tuple(name for name, shape in seen.items() if shape.standardised):
        found["standardised"] = names
    if names := tuple(name for name, shape in seen.items() if _filled(usable[name], shape)):
        found["filled"] = names
    if names := tuple(name for name, shape in seen.items() if shape.from_neighbours):
        found["neighbours"] = names
    rich = {name: column for name, column in usable.items() if seen[name].values > FEW_VALUES}
    if _rotated(list(rich.values())[:MOST_COLUMNS]):
        found = {"rotated": tuple(rich)}
    for kind, shows in KINDS.items():
        names = () if found.keys() - FILLINGS else tuple(name for name in rich if shows(rich[name], seen[name]))
        divided = kind in ("min-max", "largest", "centred") and len(names) > 1 and _one_unit(rich, names)
        if len(names) > max(1, len(rich) / 2) and not divided:
            found[kind] = names
    return found, len(columns)


def _numbers(column: Array) -> bool:
    return column.dtype.kind == "f" and len(column) >= FEWEST_ROWS and bool(np.isfinite(column).all())


@dataclass(frozen=True, slots=True)
class _Shape:
    """Where a column lies, and whether rows crowd in the middle."""

    standardised: bool
    """Mean 0 and a standard deviation (by n or by n - 1) of 1."""
    mean: float
    spread: float
    at_mean: bool
    """Whether 3 rows or more, but not half of them, hold the mean."""
    median: float
    at_median: bool
    least: float
    low: float
    """A quarter of the rows lie below; above `high` as many."""
    high: float
    most: float
    from_neighbours: bool
    values: int
    """Distinct values among the first rows."""


def _shapes(columns: Mapping[str, Floats]) -> dict[str, _Shape]:
    """Those of all columns, many short ones at a time: by themselves they cost more in calls than in numbers."""
    names = list(columns)
    if not names:
        return {}
    n = len(columns[names[0]])
    block = max(1, TOGETHER // n)
    found: list[_Shape] = []
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(names), block):
            found += _shapes_of(np.stack([columns[name] for name in names[start : start + block]]))
    return dict(zip(names, found, strict=True))


def _shapes_of(table: Floats) -> Iterator[_Shape]:
    """Those of the rows of a table."""
    n = table.shape[1]
    mean, spread = table.mean(axis=1), table.std(axis=1)
    unit = np.minimum(np.abs(spread - 1), np.abs(spread * np.sqrt(n / (n - 1)) - 1))
    near = 1e-9 * np.maximum(np.maximum(np.abs(mean), np.abs(table).max(axis=1)), 1e-300)
    at_mean = (np.abs(table - mean[:, None]) <= near[:, None]).sum(axis=1)
    whole = np.sort(table, axis=1)
    median = (whole[:, (n - 1) // 2] + whole[:, n // 2]) / 2
    at_median = (table == median[:, None]).sum(axis=1)
    first = whole if n <= LOOKED_AT else np.sort(table[:, :LOOKED_AT], axis=1)
    values = (first[:, 1:] != first[:, :-1]).sum(axis=1) + 1
    standardised = (np.abs(mean) < EXACT) & (unit < EXACT)
    few, many = 3, n / 2
    low, high = np.quantile(whole, [0.25, 0.75], axis=1)
    crowded = [(at >= few) & (at < many) for at in (at_mean, at_median)]
    middles = standardised, mean, spread, crowded[0], median, crowded[1]
    ends = whole[:, 0], low, high, whole[:, -1]
    return map(_Shape, *(array.tolist() for array in (*middles, *ends, _from_neighbours(table), values)))


def _filled(column: Floats, shape: _Shape) -> bool:
    """Several rows hold the mean of all rows, or the median of the others: gaps were filled with it."""
    return (shape.at_mean and _with_mean(column, shape.mean)) or (
        shape.at_median and _with_median(column, shape.median)
    )


def _with_mean(column: Floats, mean: float) -> bool:
    """Whether the mean is no value of the other rows."""
    others = column[np.abs(column - mean) > 1e-9 * max(abs(mean), float(np.abs(column).max()), 1e-300)]
    for digits in range(7):
        scaled = others * 10.0**digits
        if np.abs(scaled - np.rint(scaled)).max() < 1e-6:
            # Values were measured to so many digits, and the mean has more.
            return bool(abs(mean * 10.0**digits - np.rint(mean * 10.0**digits)) > 1e-3)
    return len(np.unique(others)) == len(others)


def _with_median(column: Floats, middle: float) -> bool:
    """Whether the others come once each, half of them below; a middle of 0 may be nature."""
    others = column[column != middle]
    return middle != 0 and bool((others < middle).sum() * 2 == len(others) == len(np.unique(others)))


def _from_neighbours(table: Floats) -> Array:
    """Rows of which most values are whole in some decimal unit, and all others fifths of it: means of five others.

    >>> whole, fifths = np.arange(80) / 10, (np.arange(20) * 5 + 6) / 50
    >>> _from_neighbours(np.stack([np.r_[whole, fifths], np.r_[whole, fifths + 0.01]]))
    array([ True, False])
    """
    found = np.zeros(len(table), bool)
    left = np.arange(len(table))
    for digits in range(7):
        units = table[left] * 10.0**digits
        whole = np.abs(units - np.rint(units)) < 1e-6
        mostly = whole.mean(axis=1) >= MOSTLY
        for at in np.flatnonzero(mostly):
            others = 5 * units[at][~whole[at]]
            found[left[at]] = len(others) >= FIFTHS and np.abs(others - np.rint(others)).max() < 1e-5
        left = left[~mostly]
    return found


def _length(column: Floats, shape: _Shape) -> bool:
    """Mean 0 and a sum of squares of 1, as scikit-learn's own diabetes data have."""
    return _centred(column, shape) and abs(float((column**2).sum()) - 1) < EXACT


def _centred(column: Floats, shape: _Shape) -> bool:
    """A mean of exactly 0 that neither symmetric values explain nor the waves of a calendar."""
    spread = shape.spread
    if not spread or abs(shape.mean) > 1e-9 * spread or abs(spread**2 - 0.5) < EXACT:
        return False
    ordered = np.sort(column)
    return bool(np.abs(ordered + ordered[::-1]).max() > 1e-6 * spread)


def _min_max(column: Floats, shape: _Shape) -> bool:
    """Both ends reached exactly, as no scaler of other rows would."""
    at_one = abs(shape.most - 1) < ROUNDING
    return at_one and min(abs(shape.least), abs(shape.least + 1)) < ROUNDING and _largest(column, shape)


def _largest(column: Floats, shape: _Shape) -> bool:
    """The largest absolute value is 1, as after division by it; many rows at 1 were cut off there."""
    if abs(max(-shape.least, shape.most) - 1) > ROUNDING:
        return False
    ends = np.abs(np.abs(column) - 1) < ROUNDING
    return bool(ends.sum() <= max(2, CUT_OFF * len(column)))


def _one_unit(columns: Mapping[str, Floats], names: tuple[str, ...]) -> bool:
    """Whether all values are multiples of one unit, as grey levels over 255 are: divided, but by nothing learned."""
    steps = [np.diff(np.unique(columns[name])).min() for name in names]
    unit = float(min(steps))
    if unit < 1e-5:
        return False
    multiples = np.concatenate([columns[name] for name in names]) / unit
    return bool(np.abs(multiples - np.rint(multiples)).max() < 1e-3)


def _robust(_: Floats, shape: _Shape) -> bool:
    """Median 0 and an interquartile range of 1."""
    return abs(shape.median) < EXACT and abs(shape.high - shape.low - 1) < EXACT


def _quantile(column: Floats, shape: _Shape) -> bool:
    """Evenly spaced ranks, or normal quantiles of them: nearer to that than a sample can be."""
    n = len(column)
    low, middle, high = shape.low, shape.median, shape.high
    even = abs(middle - 0.5) + abs(high - 0.75) < NEAR
    normal = abs(middle) < NEAR and abs(high - low - 1.349) < NEAR
    # Sorting is dear, and most columns show by their quartiles or their ends that it is not worth it.
    if not even and not (normal and (n <= MANY or abs(shape.most - CLIPPED) < NEAR)):
        return False
    ranks, ordered = np.linspace(0, 1, n), np.sort(column)
    # Of a sample, Kolmogorov's distance is smaller than this once in a million times.
    near = min(max(1.01 / n, 0.002), 0.25 / np.sqrt(n))
    inner = slice(1, -1)
    return bool(np.abs((ordered - ranks) if even else (ordered - ndtri(ranks))[inner]).max() < near)


def _rotated(columns: list[Floats]) -> bool:
    """Columns at right angles to each other, as principal components are and measured columns never."""
    if len(columns) < 2:
        return False
    one, other = columns[:2]
    if abs((one * other).sum()) > EXACT * np.sqrt((one**2).sum() * (other**2).sum()):
        return False
    table = np.column_stack(columns)
    lengths = np.sqrt((table**2).sum(axis=0))
    if not (np.isfinite(lengths).all() and lengths.all() and len(table) > len(columns)):
        return False
    angles = (table / lengths).T @ (table / lengths)
    return bool(np.abs(angles - np.eye(len(columns))).max() < EXACT)


KINDS: dict[str, Callable[[Floats, _Shape], bool]] = {
    "quantile": _quantile,
    "min-max": _min_max,
    "largest": _largest,
    "robust": _robust,
    "length": _length,
    "centred": _centred,
}
"""What a single column may show, the most telling first; it counts where most columns do."""
