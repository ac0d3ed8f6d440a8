"""What ails an engine that has run out of memory or disk, in words that help."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from probative.evidence.mapped import no_room
from probative.sources.arrow import BrokenStream
from probative.sources.limits import Limits, first_line
from probative.sources.stopped import stoppable


@contextmanager
def clear_errors(limits: Limits) -> Iterator[None]:
    """What ails an engine that has run out of memory or disk, in words that help."""
    import duckdb

    try:
        with stoppable():
            yield
    except (duckdb.OutOfMemoryException, MemoryError) as error:
        raise limits.exceeded(error) from error
    except (duckdb.IOException, OSError) as error:
        raise no_room(limits.folder, first_line(error)) from error
    except BrokenStream as error:
        if "memory" in str(error).lower() and "offload" not in str(error).lower():
            raise limits.exceeded(error) from error
        raise no_room(limits.folder, first_line(error)) from error
