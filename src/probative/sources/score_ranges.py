"""Ranges of scores, from the highest down, each of which an engine sorts by itself."""

from __future__ import annotations

import numpy as np

from probative.evidence.arrays import Floats

LOOKED_AT = 20_000
"""Scores by which a sort that is too large for the memory is parted."""


def ranges(seen: Floats, many: int) -> list[str]:
    """Conditions on s that part rows into about so many ranges of equal size, by some scores that were seen.

    >>> ranges(np.array([0.5, 0.25, 0.75, np.inf]), 3)
    [" WHERE s >= '0.75'::DOUBLE", " WHERE s >= '0.5'::DOUBLE AND s < '0.75'::DOUBLE", " WHERE s < '0.5'::DOUBLE"]
    """
    inner = np.sort(seen[np.isfinite(seen)])
    places = np.linspace(0, len(inner), many, endpoint=False)[1:].astype(np.intp)
    # As Python writes floats, they are read back to the last digit; infinities are none of them.
    cuts = [f"'{cut!r}'::DOUBLE" for cut in np.unique(inner[places])[::-1].tolist()] if len(inner) else []
    below = ["", *(f"s < {cut}" for cut in cuts)]
    above = [*(f"s >= {cut}" for cut in cuts), ""]
    ends = (" AND ".join(filter(None, both)) for both in zip(above, below, strict=True))
    return [f" WHERE {condition}" if condition else "" for condition in ends]
