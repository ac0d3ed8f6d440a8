"""The ledger of test sets: what each has been used for, so that nobody forgets how often it has decided."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from probative.records import Document, Record

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Use(Record):
    """One evaluation on a test set: which models it brought, and which of them came out best."""

    at: str
    """When it was done first, in universal time."""
    models: dict[str, str]
    """By name, what tells a model from another one of the same name."""
    best: str | None = None
    measure: str | None = None
    value: float = float("nan")
    command: str | None = None
    times: int = 1
    """How often the same models were evaluated."""


@dataclass(frozen=True, slots=True)
class UsedRows(Record):
    """The rows of one test set by their fingerprint, and every evaluation on them.

    >>> one, other = Use("2024-01-01T12:00:00", {"a": "1"}), Use("2024-01-02T12:00:00", {"b": "2", "c": "3"})
    >>> used = UsedRows("9 rows, 00ff", 9).using(one).using(other).using(one)
    >>> used.evaluations, used.models, used.choices, used.used_for_selection
    (3, ('a', 'b', 'c'), 1, False)
    """

    also: ClassVar[dict[str, str]] = {
        "evaluations": "evaluations",
        "choices": "choices",
        "used_for_selection": "used_for_selection",
    }

    fingerprint: str
    rows: int
    uses: tuple[Use, ...] = ()

    def using(self, use: Use) -> Self:
        """The same, once more; models that were all there before are counted, and not listed again."""
        for i, known in enumerate(self.uses):
            if known.models == use.models:
                again = replace(known, times=known.times + use.times)
                return replace(self, uses=(*self.uses[:i], again, *self.uses[i + 1 :]))
        return replace(self, uses=(*self.uses, use))

    def __add__(self, other: UsedRows) -> UsedRows:
        """What two ledgers know of the same rows, in the order in which it happened."""
        mine = [use.models for use in self.uses]
        more = [use for use in other.uses if use.models not in mine]
        return replace(self, uses=tuple(sorted((*self.uses, *more), key=lambda use: use.at)))

    @property
    def evaluations(self) -> int:
        """How often models were evaluated on these rows."""
        return sum(use.times for use in self.uses)

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that was, by name; a name that stood for several models is there as often."""
        known: dict[str, str] = {}
        for use in self.uses:
            known |= {key: name for name, key in use.models.items()}
        return tuple(known.values())

    @property
    def choices(self) -> int:
        """How often there was something to choose: an evaluation brought models besides those that were there."""
        known: set[str] = set()
        made = 0
        for use in self.uses:
            new = set(use.models.values()) - known
            known |= new
            made += bool(new) and len(known) > 1
        return made

    @property
    def used_for_selection(self) -> bool:
        """Whether it has decided twice or more."""
        return self.choices > 1


@dataclass(frozen=True, slots=True)
class UsageLedger(Record):
    """All test sets of a folder, by fingerprint."""

    head: ClassVar[Document] = {"probative": FORMAT, "kind": "test-sets"}

    sets: dict[str, UsedRows] = field(default_factory=dict)

    def of(self, fingerprint: str, rows: int) -> UsedRows:
        """What is known of these rows."""
        return self.sets.get(fingerprint, UsedRows(fingerprint, rows))

    def using(self, fingerprint: str, rows: int, use: Use) -> UsageLedger:
        """The ledger with one more evaluation."""
        return UsageLedger({**self.sets, fingerprint: self.of(fingerprint, rows).using(use)})

    def __add__(self, other: UsageLedger) -> UsageLedger:
        """Both ledgers as one."""
        joined = {key: self.of(key, found.rows) + found for key, found in other.sets.items()}
        return UsageLedger({**self.sets, **joined})
