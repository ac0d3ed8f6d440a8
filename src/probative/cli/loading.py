"""Loading rooms: while it lasts nothing becomes garbage, and looking for some takes a tenth of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """The collector of garbage rests: modules stay, and are not looked at again and again as they come.

    >>> with at_rest():
    ...     gc.isenabled()
    False
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
