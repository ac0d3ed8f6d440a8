"""Numbers of replicates, checked once for everybody who takes one."""

from __future__ import annotations

import operator

from probative.errors import BadParameter


def checked_replicates(replicates: object) -> int:
    """A whole number of replicates, at least two: of fewer there is no spread.

    >>> checked_replicates(2000)
    2000
    """
    try:
        number = -1 if isinstance(replicates, bool) else operator.index(replicates)  # type: ignore[arg-type]
    except TypeError:
        number = -1
    if number < 2:
        raise BadParameter("resampling needs at least two replicates.", found=repr(replicates), remedy="2000")
    return number
