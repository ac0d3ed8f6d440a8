"""The ledger: evidence by key, for any keys (model, fold, slice, cluster)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

from probative.errors import BadParameter, EmptyData, NotMergeable
from probative.evidence.evidence import Evidence, remembered
from probative.evidence.labels import Label, tidy
from probative.evidence.needed import several

Key = tuple[Label, ...]
"""One name for every part of a key: of a model, a fold, a slice, a cluster."""


@dataclass(frozen=True, slots=True, eq=False)
class Ledger(Evidence):
    """A mapping from keys to evidence of one kind; `keys` names the parts of a key.

    >>> from probative.evidence import Outcomes
    >>> o = Outcomes(tp=1, fn=0, fp=0, tn=1)
    >>> ledger = Ledger(("model", "fold"), {("A", 0): o, ("A", 1): o})
    >>> ledger.over("fold")["A",].tp
    2
    """

    keys: tuple[str, ...]
    entries: Mapping[Key, Any]
    """All of one kind, which whoever asked for it knows."""

    def __post_init__(self) -> None:
        if not isinstance(self.entries, Mapping):
            found = type(self.entries).__name__
            raise BadParameter("the entries of a ledger are a mapping.", found=found, remedy="pv.tally(table, ...)")
        object.__setattr__(self, "keys", several(self.keys, "keys"))
        tidied = {tuple(tidy(part) for part in key): value for key, value in self.entries.items()}
        if any(len(key) != len(self.keys) for key in tidied):
            raise BadParameter(f"every key needs the parts {self.keys}.", found=list(tidied)[:3])
        object.__setattr__(self, "entries", MappingProxyType(tidied))

    def __repr__(self) -> str:
        kind = type(next(iter(self.entries.values()))).__name__ if self.entries else "nothing"
        return f"<Ledger: {kind} by {', '.join(self.keys) or 'nothing'}; {len(self.entries):,} entries>"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.keys, dict(self.entries))

    def __getitem__(self, key: Key) -> Any:
        return self.entries[tuple(tidy(part) for part in key)]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def select(self, **wanted: Label) -> Self:
        """The entries whose key has these parts.

        >>> dict(Ledger(("fold",), {(0,): 1, (1,): 2}).select(fold=1).entries)
        {(1,): 2}
        """
        self._require(*wanted)
        places = {self.keys.index(name): tidy(value) for name, value in wanted.items()}
        kept = {key: v for key, v in self.entries.items() if all(key[i] == value for i, value in places.items())}
        return type(self)(self.keys, kept)

    def over(self, *names: str) -> Self:
        """Merge over these parts of the key: fold by fold becomes all folds."""
        self._require(*names)
        kept = [i for i, name in enumerate(self.keys) if name not in names]
        parts: dict[Key, list[Any]] = {}
        for key, value in self.entries.items():
            parts.setdefault(tuple(key[i] for i in kept), []).append(value)
        return type(self)(tuple(self.keys[i] for i in kept), {key: _merged(values) for key, values in parts.items()})

    @remembered
    def total(self) -> Any:
        """All entries merged into one."""
        if not self.entries:
            raise EmptyData("the ledger is empty.", remedy="check the filter or the file that made it")
        return self.over(*self.keys).entries[()]

    def map(self, change: Callable[[Any], Any]) -> Self:
        """The same keys with changed evidence."""
        return type(self)(self.keys, {key: change(value) for key, value in self.entries.items()})

    def __add__(self, other: Ledger) -> Ledger:
        if not isinstance(other, Ledger):
            return NotImplemented
        if self.keys != other.keys:
            raise NotMergeable("the ledgers are kept by different keys.", found=f"{self.keys} and {other.keys}")
        merged = dict(self.entries)
        for key, value in other.entries.items():
            merged[key] = merged[key] + value if key in merged else value
        return Ledger(self.keys, merged)

    def _require(self, *names: str) -> None:
        unknown = [name for name in names if name not in self.keys]
        if unknown:
            raise BadParameter(f"the ledger has no key {unknown[0]!r}.", found=", ".join(self.keys))


def _merged(parts: list[Any]) -> Any:
    """All of them as one, neighbours first: evidence that keeps rows is sorted a few times, not once for each part."""
    while len(parts) > 1:
        pairs = [a + b for a, b in zip(parts[::2], parts[1::2], strict=False)]
        parts = pairs + parts[len(pairs) * 2 :]
    return parts[0]
