"""Fingerprints: whether lines that were made before are what the code would make today."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
MEASURED = ("evidence", "measurement", "inference", "validation/cases", "validation/worlds", "validation/counting.py")
"""What makes the numbers of every case: evidence, values, intervals, the worlds and the counting."""
COMPARED = (*MEASURED, "curves", "decisions", "stats", "predictions", "sources", "resampling", "comparison")
"""What makes those of tests, too: from tables of predictions to verdicts."""


@cache
def code_of(places: tuple[str, ...]) -> str:
    """A fingerprint of the code of some rooms or files; what shows numbers, and does not make them, is none of them.

    >>> code_of(("evidence",)) == code_of(("evidence",)) != code_of(("stats",))
    True
    """
    digest = hashlib.blake2b(digest_size=8)
    for place in places:
        found = PACKAGE / place
        for path in [found] if found.is_file() else sorted(found.rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
