"""Deviations from a mean: why n of them leave n - 1 degrees of freedom, and what a variance is made of."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from probative.evidence.arrays import Floats
from probative.records import Record
from probative.stats.exports import public
from probative.stats.inputs import paired, sample
from probative.stats.means import deviation


@public
@dataclass(frozen=True, slots=True)
class Deviations(Record):
    """Values, their mean, how far each lies from it, and the variance that follows; `a` and `b` of differences."""

    values: Floats
    mean: float
    deviations: Floats
    squares: Floats
    sum_of_squares: float
    df: int
    variance: float
    sd: float
    standard_error: float
    a: Floats | None = None
    b: Floats | None = None

    @property
    def total(self) -> float:
        """The sum of the deviations: 0, but for rounding."""
        return float(self.deviations.sum())

    @property
    def sentence(self) -> str:
        """Why there is one degree of freedom less than there are values."""
        n = len(self.values)
        if n == 1:
            return "one value lies at its mean: no deviation is free, and there is no variance"
        free = (
            f"{self.df} of them are free and the last follows: {self.df} degree{'s' if self.df > 1 else ''} of freedom"
        )
        return (
            f"the {n} deviations from the mean {self.mean:.6g} add up to 0, so that {free}, and the variance is "
            f"{self.sum_of_squares:.6g} / {self.df} = {self.variance:.6g}"
        )

    def __str__(self) -> str:
        columns = {"a": self.a, "b": self.b} if self.a is not None else {}
        columns |= {"a - b" if columns else "x": self.values, "deviation": self.deviations, "square": self.squares}
        lines = ["  ".join(f"{name:>10}" for name in columns)]
        for row in zip(*(column for column in columns.values() if column is not None), strict=True):
            lines.append("  ".join(f"{cell:>10.5g}" for cell in row))
        return "\n".join([*lines, self.sentence])


@public
def deviations(a: object, b: object = None) -> Deviations:
    """The deviations of values from their mean; with `b`, of the paired differences a - b, as a paired t-test has them.

    >>> print(deviations([1, 2, 3, 4]))
             x   deviation      square
             1        -1.5        2.25
             2        -0.5        0.25
             3         0.5        0.25
             4         1.5        2.25
    the 4 deviations from the mean 2.5 add up to 0, so that 3 of them are free and the last follows: 3 degrees of \
freedom, and the variance is 5 / 3 = 1.66667
    >>> [round(float(d), 6) for d in deviations([80, 82, 85, 78, 85], [81, 81, 86, 80, 88]).deviations]
    [0.2, 2.2, 0.2, -0.8, -1.8]
    """
    first, second, values = (sample(a, "a"), None, None) if b is None else paired(a, b)
    values = first if values is None else values
    n, mean = len(values), float(values.mean())
    # A value nearby is taken off first, so that large numbers do not round their deviations away.
    near = values - values[0]
    off = near - near.mean()
    squares = np.square(off)
    sd = deviation(values)
    error = sd / n**0.5 if n > 1 else nan
    given = (None, None) if second is None else (first, second)
    return Deviations(values, mean, off, squares, float(squares.sum()), n - 1, sd**2, sd, error, *given)
