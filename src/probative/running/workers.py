"""Tasks done side by side; equal tasks give equal results whatever the number of workers is."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from typing import TypeVar, TypeVarTuple

from probative.errors import BadParameter, FitFailed
from probative.running.cluster import Cluster

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
Hands = int | None | Cluster
"""Who does tasks: so many processes of this machine (None: this one, -1: one for each core), or a cluster."""
RESTARTS = 3
"""How often workers are started again after one of them was lost; what it was doing is done again."""
GLANCE = 0.5
"""Seconds between two looks of a worker at whether its parent is still there."""


def hands(n_jobs: int | None, backend: object) -> Hands:
    """Who does tasks: the cluster behind a client (`backend`), or so many processes of this machine.

    >>> hands(2, None)
    2
    """
    if backend is None:
        return n_jobs
    if n_jobs is not None:
        raise BadParameter(
            "a cluster knows how many tasks it does at a time.", found=f"n_jobs {n_jobs}", remedy="leave n_jobs out"
        )
    return Cluster.of(backend)


def workers(n_jobs: Hands) -> int:
    """How many tasks are done at a time: not more than there are cores to do them on."""
    import joblib

    if isinstance(n_jobs, Cluster):
        return n_jobs.threads

    wanted = int(joblib.effective_n_jobs(n_jobs))
    return 1 if wanted == 1 else min(wanted, max(2, int(joblib.cpu_count())))


def side_by_side(
    task: Callable[[*Arguments], Result],
    arguments: Iterable[tuple[*Arguments]],
    n_jobs: Hands,
    *,
    ordered: bool = True,
) -> Generator[Result]:
    """The task's result for each tuple of arguments, on `n_jobs` workers; as they finish where order does not matter.

    A worker that is lost (killed by the system for its memory, say) takes no finished result with it; workers whose
    parent is lost end within a second, whatever they are doing.

    >>> list(side_by_side(pow, [(2, 3), (3, 2)], None))
    [8, 9]
    """
    if isinstance(n_jobs, Cluster):
        yield from n_jobs.each(task, arguments, ordered=ordered)
        return
    count = workers(n_jobs)
    if count == 1:
        yield from (task(*given) for given in arguments)
        return
    waiting = iter(enumerate(arguments))
    under_way: dict[int, tuple[*Arguments]] = {}
    why = ""
    for _ in range(RESTARTS + 1):
        lost = sorted(under_way.items())
        results = _results(task, chain(lost, waiting), under_way, count, ordered)
        try:
            yield from results
        except BrokenProcessPool as error:
            why = str(error).splitlines()[0]
            continue
        return
    raise FitFailed(
        f"workers were lost {RESTARTS + 1} times.",
        found=why,
        remedy="fewer at a time (n_jobs=, --jobs) if memory is short; finished trainings are kept in a checkpoint",
    )


def _results(
    task: Callable[[*Arguments], Result],
    waiting: Iterator[tuple[int, tuple[*Arguments]]],
    under_way: dict[int, tuple[*Arguments]],
    count: int,
    ordered: bool,
) -> Generator[Result]:
    """Results of numbered tasks; those that were handed out and have none yet are under way."""
    import joblib

    def handed_out() -> Iterator[object]:
        for number, given in waiting:
            under_way[number] = given
            yield joblib.delayed(_numbered)(number, task, given, os.getpid())

    parallel = joblib.Parallel(n_jobs=count, return_as="generator" if ordered else "generator_unordered")
    for number, result in parallel(handed_out()):
        del under_way[number]
        yield result


def _numbered(
    number: int, task: Callable[[*Arguments], Result], given: tuple[*Arguments], parent: int
) -> tuple[int, Result]:
    _end_with(parent)
    return number, task(*given)


def _end_with(parent: int) -> None:
    """From now on this process ends when its parent has: nobody waits for its result, and it would hold a core.

    A killed parent can tell nobody. Its children are handed to another process, and that is what they look at.
    """
    name = f"ends with {parent}"
    if os.getppid() != parent or any(thread.name == name for thread in threading.enumerate()):
        return  # the task is done by the caller itself, or by somebody else's child; or a thread looks already

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(GLANCE)
        os._exit(1)

    threading.Thread(target=look, name=name, daemon=True).start()
