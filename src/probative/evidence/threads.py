"""Long columns in stretches, one for each processor: NumPy lets go of the interpreter while it counts."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import TypeVar

Found = TypeVar("Found")
LONG = 200_000
"""Entries below which threads cost more than they save."""
MOST = 8


def in_stretches(length: int, work: Callable[[int, int], Found], step: int = 1) -> list[Found]:
    """What `work` makes of each stretch, from its first entry to the one behind its last, in their order.

    Stretches begin at multiples of the step.

    >>> in_stretches(10, lambda first, last: last - first)
    [10]
    """
    parts = min(_processors(), MOST) if length >= LONG else 1
    if parts < 2:
        return [work(0, length)]
    ends = [*(length * i // parts // step * step for i in range(parts)), length]
    return list(_pool().map(lambda ends: work(*ends), pairwise(ends)))


@cache
def _processors() -> int:
    known = getattr(os, "sched_getaffinity", None)
    return len(known(0)) if known else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(min(_processors(), MOST), "probative")


if hasattr(os, "register_at_fork"):
    # A forked process has none of the threads of its parent.
    os.register_at_fork(after_in_child=_pool.cache_clear)
