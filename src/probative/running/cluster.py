"""Tasks on a cluster of Dask's: each goes to a worker that is free, and what tasks share travels once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from probative.errors import BadInput, BadParameter, FitFailed
from probative.running.identity import versions

if TYPE_CHECKING:
    from collections.abc import Iterator

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
RESENDS = 3
"""How often a task is sent again whose data were lost with a worker; the cluster itself moves tasks elsewhere."""
AHEAD = 2
"""Tasks for every thread of the cluster that wait at it: enough for it never to wait, few enough to be held."""
PLAIN = (str, int, float, type(None))
"""What is as small as its name; everything else may be large, and travels once for all tasks that need it."""


class Cluster:
    """The workers behind a client of Dask's; a lost worker costs only what it was doing."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @classmethod
    def of(cls, backend: object) -> Cluster:
        """The cluster meant, whose software gives the bytes that this process would."""
        if isinstance(backend, Cluster):
            return backend
        if type(backend).__module__.partition(".")[0] != "distributed" or not hasattr(backend, "submit"):
            raise BadParameter(
                "a backend is a client of a Dask cluster.",
                found=type(backend).__name__,
                remedy="backend=distributed.Client(address), or none for this machine",
            )
        cluster = cls(backend)
        cluster._require_same_software()
        return cluster

    @property
    def threads(self) -> int:
        """How many tasks can be done at a time."""
        return max(1, int(sum(self._client.nthreads().values())))

    def _require_same_software(self) -> None:
        """Other releases may round otherwise: what a cluster does must be what a single machine would have done."""
        try:
            there = self._client.run(versions)
        except Exception as error:
            raise BadInput(
                "the workers of the cluster cannot load probative.", found=error, remedy="install it on every worker"
            ) from error
        if not there:
            raise BadInput("the cluster has no workers.", remedy="start some, then the same again")
        here = versions()
        for worker, found in there.items():
            other = [f"{name} {found.get(name)}, here {here[name]}" for name in here if found.get(name) != here[name]]
            if other:
                raise BadInput(
                    "the workers of the cluster have other software, which may give other digits.",
                    found=f"{'; '.join(other)} ({worker})",
                    remedy="the same releases on every worker",
                )

    def each(
        self, task: Callable[[*Arguments], Result], arguments: Iterable[tuple[*Arguments]], *, ordered: bool
    ) -> Generator[Result]:
        """The task's result for each tuple of arguments; as they finish where order does not matter."""
        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        waiting, sent = iter(enumerate(arguments)), _Sent(self._client, task)
        finished, done, following = as_completed(), dict[int, Result](), 0
        try:
            for number, given in _some(waiting, AHEAD * self.threads):
                finished.add(sent.send(number, given))
            for future in finished:
                number = sent.number(future)
                try:
                    result = future.result()
                # What a task itself raises is raised here too; only what was lost is sent again.
                except _cancelled() as error:
                    finished.add(sent.again(future, error))
                    continue
                except KilledWorker as error:
                    raise _lost(error) from error
                sent.forget(future)
                for further, given in _some(waiting, 1):
                    finished.add(sent.send(further, given))
                if not ordered:
                    yield result
                    continue
                done[number] = result
                while following in done:
                    yield done.pop(following)
                    following += 1
        finally:
            sent.cancel()


class _Sent:
    """The tasks under way, and the things that they share at the cluster."""

    def __init__(self, client: Any, task: Callable[..., Any]) -> None:
        self._client, self._task = client, task
        self._under_way: dict[str, tuple[int, tuple[Any, ...], int, Any]] = {}
        self._there: dict[int, tuple[object, Any]] = {}

    def send(self, number: int, given: tuple[Any, ...], times: int = 0) -> Any:
        """A future of one task."""
        owner = getattr(self._task, "__self__", None)
        if owner is None:
            future = self._client.submit(self._task, *map(self._shared, given), pure=False)
        else:
            # A method's own data travel as an argument does.
            name = self._task.__name__
            future = self._client.submit(_method, self._shared(owner), name, *map(self._shared, given), pure=False)
        self._under_way[future.key] = (number, given, times, future)
        return future

    def number(self, future: Any) -> int:
        """Which task a future is of."""
        return self._under_way[future.key][0]

    def again(self, future: Any, error: BaseException) -> Any:
        """The same task once more, with what it needs."""
        number, given, times, _ = self._under_way.pop(future.key)
        if times == RESENDS:
            raise _lost(error) from error
        for thing in (*given, getattr(self._task, "__self__", None)):
            self._there.pop(id(thing), None)
        return self.send(number, given, times + 1)

    def forget(self, future: Any) -> None:
        """The result has arrived; what no other task needs goes."""
        del self._under_way[future.key]
        needed = {id(thing) for _, given, _, _ in self._under_way.values() for thing in given}
        needed.add(id(getattr(self._task, "__self__", None)))
        if self._under_way:
            self._there = {key: held for key, held in self._there.items() if key in needed}

    def cancel(self) -> None:
        """Nothing more is waited for."""
        futures = [future for *_, future in self._under_way.values()]
        self._under_way, self._there = {}, {}
        if futures:
            self._client.cancel(futures)

    def _shared(self, thing: object) -> object:
        if isinstance(thing, PLAIN):
            return thing
        if id(thing) not in self._there:
            # The thing is kept beside its future: no other object gets its id meanwhile.
            self._there[id(thing)] = (thing, self._client.scatter([thing], hash=False)[0])
        return self._there[id(thing)][1]


def _method(owner: object, name: str, *given: object) -> object:
    return getattr(owner, name)(*given)


def _some(waiting: Iterator[tuple[int, Any]], most: int) -> Iterator[tuple[int, Any]]:
    for _, one in zip(range(most), waiting, strict=False):
        yield one


def _lost(error: BaseException) -> FitFailed:
    return FitFailed(
        "a task was lost with its worker several times.",
        found=str(error).splitlines()[0][:200] if str(error) else type(error).__name__,
        remedy="workers with more memory; finished trainings are kept in a checkpoint",
    )


def _cancelled() -> tuple[type[BaseException], ...]:
    """What a future raises whose inputs were lost with a worker."""
    import asyncio
    from concurrent.futures import CancelledError

    return CancelledError, asyncio.CancelledError
