"""Weak slices: where a model is worse than elsewhere, as far as that is proven."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isinf
from typing import Any, ClassVar

from probative.findings.column import Column
from probative.findings.renderers import renderer
from probative.findings.table import Table
from probative.findings.text import AtMost, p_words, percent, significant
from probative.guards import Note
from probative.guards.accepting import warned
from probative.inference import Estimate
from probative.records import Document, Record

COLUMNS = (
    Column("slice"),
    Column("model", "name"),
    Column("rows", "count"),
    Column("share", "share"),
    Column("in the slice", "number"),
    Column("elsewhere", "number"),
    Column("difference", "estimate", signed=True),
    Column("adjusted p", "p"),
)
NOTHING = "no slice is proven to be worse than the rest"


@dataclass(frozen=True, slots=True)
class Condition(Record):
    r"""What is asked of one column: a range of numbers, a category, or that there is nothing.

    >>> print(Condition("age", above=35, up_to=60), Condition("city", value="Rome"), sep=" | ")
    35 < age ≤ 60 | city = Rome
    >>> Condition("the city", value="L'Aquila").query
    '"the city" = \'L\'\'Aquila\''
    """

    also: ClassVar[dict[str, str]] = {"text": "__str__", "query": "query"}

    column: str
    above: float = -inf
    up_to: float = inf
    value: Any = None
    missing: bool = False

    def __str__(self) -> str:
        if self.missing:
            return f"{self.column} is missing"
        if self.value is not None:
            return f"{self.column} = {self.value}"
        if isinf(self.above):
            return f"{self.column} ≤ {_exact(self.up_to)}"
        if isinf(self.up_to):
            return f"{self.column} > {_exact(self.above)}"
        return f"{_exact(self.above)} < {self.column} ≤ {_exact(self.up_to)}"

    @property
    def query(self) -> str:
        """The condition in SQL."""
        name = self.column if self.column.isidentifier() else '"' + self.column.replace('"', '""') + '"'
        if self.missing:
            return f"{name} IS NULL"
        if isinstance(self.value, str):
            return f"{name} = '" + self.value.replace("'", "''") + "'"
        if self.value is not None:
            return f"{name} = {self.value}"
        limits = [f"{name} > {_exact(self.above)}"] if not isinf(self.above) else []
        return " AND ".join([*limits, *([f"{name} <= {_exact(self.up_to)}"] if not isinf(self.up_to) else [])])


@dataclass(frozen=True, slots=True)
class WeakSlice(Record):
    """Rows on which a model loses more than on all others, proven with what was looked at taken into account."""

    also: ClassVar[dict[str, str]] = {"condition": "condition", "query": "query"}

    model: str
    conditions: tuple[Condition, ...]
    n: int
    """All rows of the slice."""
    share: float
    inside: float
    """The mean loss in the slice, on the rows that the proof rests on."""
    outside: float
    """The mean loss elsewhere, on the same rows."""
    effect: Estimate
    """The mean loss in the slice minus that elsewhere; intervals hold for all slices that were looked at together."""
    p: float
    """Adjusted for all slices that were looked at."""
    at_most: bool = False
    """Whether p is the smallest that so many permutations can give: it may be smaller."""
    rows: tuple[int | str, ...] = ()
    """All rows of the slice: by id where rows have one, else by their place from 0."""

    @property
    def condition(self) -> str:
        """The conditions in words."""
        return " and ".join(map(str, self.conditions))

    @property
    def query(self) -> str:
        """The conditions in SQL, as they stand behind WHERE."""
        return " AND ".join(one.query for one in self.conditions)

    @property
    def p_told(self) -> float:
        """The adjusted p; known as a bound where it is one."""
        return AtMost(self.p) if self.at_most else self.p


@dataclass(frozen=True, slots=True)
class WeakSlices(Record):
    """The slices on which models are proven to be worse than elsewhere, and how they were looked for.

    Without any, `why` says what that means.
    """

    head: ClassVar[Document] = {"probative": 1, "kind": "weak-slices"}
    also: ClassVar[dict[str, str]] = {"summary": "summary"}

    loss: str
    """What rows lose: the measure whose mean is taken."""
    n: int
    level: float
    models: tuple[str, ...]
    features: tuple[str, ...]
    slices: tuple[WeakSlice, ...]
    method: str
    """permutation or halves."""
    looked_at: int
    """Slices of enough rows that could have been found, by model."""
    least: int
    """The fewest rows of a slice."""
    depth: int
    n_permutations: int
    seed: int = 0
    reasons: tuple[str, ...] = ()
    """Why it was done that way."""
    notes: tuple[Note, ...] = ()

    def __len__(self) -> int:
        return len(self.slices)

    def __iter__(self) -> Iterator[WeakSlice]:
        return iter(self.slices)

    @property
    def summary(self) -> str:
        """What was found, in one sentence."""
        looked = f"{self.looked_at:,} slices of at least {self.least} rows were looked at"
        if not self.slices:
            return f"{NOTHING} ({looked}; level {percent(self.level)})"
        some = f"{len(self.slices)} slice{'s are' if len(self.slices) > 1 else ' is'} proven to be worse than the rest"
        return f"{some} ({looked}; level {percent(self.level)} for all of them together)"

    def table(self) -> Table:
        """Every slice with its rows, losses, excess and adjusted p."""
        cells = tuple(
            (one.condition, one.model, one.n, one.share, one.inside, one.outside, one.effect, one.p_told)
            for one in self.slices
        )
        title = f"Where {self.loss} is worse than elsewhere; intervals at {percent(self.level)} for all slices together"
        return Table(title, COLUMNS, cells, self.level, "" if cells else self.summary)

    def to_frame(self, backend: str | None = None) -> Any:
        """The table as a dataframe: pandas, Polars or PyArrow, the one in use, or the one named."""
        return self.table().to_frame(backend)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draw the excess of every slice with its interval (matplotlib, extra `plots`)."""
        return renderer("weak slices")(self, ax, style)

    def __str__(self) -> str:
        lines = [self.summary, *(self._sentence(one) for one in self.slices)]
        lines += [f"why so: {reason}" for reason in self.reasons]
        # A slice is told by its own sentence; what was forced in training is told here.
        return "\n".join([*lines, *warned((note for note in self.notes if note.severity == "error"), {})])

    def _sentence(self, one: WeakSlice) -> str:
        whose = f"{one.model}: " if len(self.models) > 1 else ""
        losses = f"{significant(one.inside, 3)} against {significant(one.outside, 3)} elsewhere"
        return f"{whose}{one.condition}: {one.n:,} rows, {self.loss} {losses} ({p_words(one.p_told)})"

    def _repr_html_(self) -> str:
        html: str = renderer("weak slices html")(self)
        return html


def _exact(number: float) -> str:
    """An edge with all its digits, whole numbers without a point."""
    return repr(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)
