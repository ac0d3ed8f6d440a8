"""Tasks done side by side; equal tasks give equal results whatever the number of workers is."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TypeVar, TypeVarTuple

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


def side_by_side(
    task: Callable[[*Arguments], Result],
    arguments: Iterable[tuple[*Arguments]],
    n_jobs: int | None,
    *,
    ordered: bool = True,
) -> Generator[Result]:
    """The task's result for each tuple of arguments, on `n_jobs` workers; as they finish where order does not matter.

    >>> list(side_by_side(pow, [(2, 3), (3, 2)], None))
    [8, 9]
    """
    import joblib

    if joblib.effective_n_jobs(n_jobs) == 1:
        yield from (task(*given) for given in arguments)
        return
    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator" if ordered else "generator_unordered")
    yield from parallel(joblib.delayed(task)(*given) for given in arguments)
