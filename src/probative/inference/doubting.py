"""Doubts in words: what stands beside limits, or beside a p, where they may not hold what they say."""

from __future__ import annotations

from collections.abc import Iterable

COARSE = "so few events make the interval coarse"
HEAVY_TAIL = "the losses have a heavy tail"
UNSEEN = "too few to show what is rare and large"
LONG_TAILS = "the errors have long tails"
CLOSE = "the percentiles lie too close together, and p is too small"
TOO_NORMAL = "p is too small and the interval too short"
NOISY = (
    "of learners that change much with their training rows F finds differences that are not there in up to 16 of 100 "
    "studies: ten times ten folds (corrected-t) hold better"
)
ONE_ROW = "one row decides the difference"
NORMAL_ONLY = "this holds only if the differences are normal"
STANDS_APART = "where one model stands apart, equal ones are told from each other too often"
DOUBTS = (COARSE, HEAVY_TAIL, UNSEEN, LONG_TAILS, CLOSE, TOO_NORMAL, NOISY, ONE_ROW, NORMAL_ONLY, STANDS_APART)
"""Every doubt there is holds one of these: whoever asks whether an output says that it may be wrong, looks for them."""


def doubted(*told: str | None) -> bool:
    """Whether something that was told is a doubt, and not a remark or a reason for no interval at all.

    >>> doubted(f"{COARSE} (rows in all: 3)"), doubted("2 rows were left out"), doubted(None)
    (True, False, False)
    """
    return any(doubt in words for words in told if words for doubt in DOUBTS)


def doubts_of(told: Iterable[str]) -> tuple[str, ...]:
    """Of what was told, the doubts, each once.

    >>> doubts_of([CLOSE, "2 rows were left out", CLOSE]) == (CLOSE,)
    True
    """
    return tuple(words for words in dict.fromkeys(told) if doubted(words))
