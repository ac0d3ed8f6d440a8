"""What every plan is: a seeded generator of training and test rows that describes and names itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.evidence.labels import Label
from probative.pictures import draw
from probative.predictions.scheme import Overlap, Scheme
from probative.resampling.crossing import require_apart, shared_ids
from probative.resampling.layout import Layout
from probative.resampling.rows import Part, Rows, column

SHARES = "more training rows give a better model but a coarser estimate; more test rows the reverse"
"""What is traded where rows are shared out between training and testing."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Words that may stand with any plan, and the seed."""

    stratified: bool = False
    grouped: bool = False
    unshuffled: bool = False
    seed: int = 0

    @property
    def both(self) -> dict[str, bool]:
        """Whether classes and groups are respected."""
        return {"stratified": self.stratified, "grouped": self.grouped}


class Plan(ABC):
    """A resampling scheme; also a scikit-learn splitter."""

    kind: str = "other"
    """The family that guards know it by."""
    k: int | None = None
    repeats: int = 1
    stratified: bool = False
    grouped: bool = False
    random_state: int = 0
    ordered: bool = False
    """Whether training rows always come before test rows."""
    shuffled: bool = True
    """Whether chance decides which rows are tested together."""
    overlap: Overlap = "training"
    """What the splits of one repeat share."""
    single: bool = False
    """Whether test sets are too small to have measures of their own."""
    nested: bool = False
    """Whether rows are set apart that choose hyper-parameters."""
    inner: Plan | None = None
    """The plan that chooses inside each training part, where it is a plan that does."""
    twins: bool = False
    """Whether a training part may hold a row several times."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Names that `plan` understands."""
    pros: str = ""
    """What speaks for the scheme."""
    cons: str = ""
    """What speaks against it."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _KNOWN.append(cls)

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> Plan | None:
        """The plan that these words name; None if they name another one, or none."""
        return None

    @property
    @abstractmethod
    def name(self) -> str:
        """What `plan` would understand, apart from the seed."""

    @abstractmethod
    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Every training and its test."""

    @abstractmethod
    def count(self, rows: Rows) -> int:
        """The number of trainings, without making them."""

    def parts(
        self,
        X: Any,  # noqa: N803
        y: Any = None,
        groups: Any = None,
        time: Any = None,
        *,
        force: bool = False,
    ) -> Iterator[Part]:
        """Every training and its test, with repeat and fold; rows with a time take a plan that minds it, or force."""
        if time is not None:
            self.require_order(force)
        return (self.forced() if force else self).parts_of(Rows.of(X, y, groups, time))

    def require_order(self, force: bool | None = False) -> None:
        """Refuse to split rows with a time regardless of it, unless forced; None: it cannot be forced here."""
        if not self.ordered and not force:
            example = "'nested time 5/time 3'" if self.nested else "'time 5'"
            forced = "" if force is None else "; or force=True (--force), and the estimate is of another question"
            raise BadParameter(
                "rows with a time order must be tested on later rows than they are trained on.",
                found=f"the plan {self.name!r}",
                remedy=f"a plan such as {example}{forced}",
            )

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Array, Array]]:  # noqa: N803
        """Pairs of training and test rows, as scikit-learn's splitters give them."""
        return ((part.train, part.test) for part in self.parts(X, y, groups))

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: N803
        """The number of splits."""
        fixed = self.fixed_count
        return fixed if fixed is not None else self.count(Rows.of(X, y, groups))

    @property
    def fixed_count(self) -> int | None:
        """The number of splits where it does not depend on the data."""
        return None

    def trainings(self, rows: Rows | None = None, candidates: int = 0) -> int | None:
        """Trainings per model, None if that takes data to say; an inner selection trains every candidate inside.

        Without candidates (0) nothing is chosen inside, and every split is one training.
        """
        if self.fixed_count is not None:
            return self.fixed_count
        return None if rows is None else self.count(rows)

    def scheme(self, rows: Rows) -> Scheme:
        """What is kept with the predictions that are made under the plan."""
        splits = self.count(rows)
        overlap = "tests" if self.repeats > 1 else self.overlap
        if splits == 1 or (splits == 2 and overlap == "training" and not self.ordered):
            # Of two halves, each is trained on once.
            overlap = "none"
        marks = (bool(self.stratified), bool(self.grouped), bool(self.shuffled), bool(self.ordered))
        return Scheme(self.kind, self.k, *marks, overlap, self.single, self.nested, splits, self.repeats)

    def fixed(self, rows: Rows) -> Plan:
        """A plan that gives the same splits each time it is asked."""
        return self

    def forced(self) -> Plan:
        """The plan with what it would refuse of its own splits overruled; most plans make none that are wrong."""
        return self

    def oriented(self, positive: Label | None) -> Plan:
        """The plan, told which class is positive."""
        return self

    def describe(
        self,
        X: Any = None,  # noqa: N803
        y: Any = None,
        groups: Any = None,
        *,
        models: int = 1,
        candidates: int | Sequence[int] | None = None,
    ) -> str:
        """In words: the scheme, its seed, and how many trainings it will take.

        `candidates` is the size of the grid that is tuned inside, or one size for each model (0: it has none). A plan
        that sets rows apart for tuning gives the number by the size of the grid where that is not said.
        """
        known = any(given is not None for given in (X, y, groups))
        rows = Rows.of(X, y, groups) if known else None
        seed = f", seed {self.random_state}" if self.shuffled else ""
        formula = self.by_grid(rows) if candidates is None else ""
        each = [candidates or 0] * models if candidates is None or isinstance(candidates, int) else list(candidates)
        counts = [self.trainings(rows, size) for size in each]
        if None in counts:
            return f"{self.words}{seed}; the number of trainings depends on the data"
        return f"{self.words}{seed}: {formula}{_counted([count or 0 for count in counts])}"

    @property
    def trade_off(self) -> str:
        """What the shares of training and test rows trade for each other; empty where every row is used for both."""
        return SHARES if self.kind in ("hold-out", "monte-carlo") else ""

    def by_grid(self, rows: Rows | None) -> str:
        """The number of trainings as it follows from the size of a grid; empty where none is tuned inside."""
        return ""

    def layout(
        self,
        X: Any = None,  # noqa: N803
        y: Any = None,
        groups: Any = None,
        time: Any = None,
        row: Any = None,
        *,
        candidates: int | None = None,
        force: bool = False,
    ) -> Layout:
        """What the plan does with these rows, split by split: the role of every row, sizes, and trainings.

        Rows that share an id (`row`) must not be on both sides of a split, and rows with a time are tested on later
        ones than they are trained on, unless forced.

        >>> import probative as pv
        >>> print(pv.plan("nested 5-fold/3-fold").layout(range(30), candidates=4).about)
        nested 5-fold/3-fold, seed 0: 65 trainings
        """
        if time is not None:
            self.require_order(force)
        rows = Rows.of(X, y, groups, time)
        fixed = (self.forced() if force else self).fixed(rows)
        if (ids := column(row, "row")) is not None:
            require_apart(shared_ids(fixed, rows, ids), force)
        words, trainings = fixed.describe(X, y, groups, candidates=candidates), fixed.trainings(rows, candidates or 0)
        about = (fixed.name, words, fixed.random_state, trainings)
        return Layout.of(about, rows, fixed.parts_of(rows), fixed.inner_parts, self._order())

    def plot(
        self,
        X: Any = None,  # noqa: N803
        y: Any = None,
        groups: Any = None,
        time: Any = None,
        *,
        force: bool = False,
        ax: Any = None,
        **style: Any,
    ) -> Any:
        """Draw every split of these rows with matplotlib (extra `plots`): who trains, who validates, who is tested."""
        return draw(self.layout(X, y, groups, time, force=force).picture(), ax, below=ax is None, **style)

    def inner_parts(self, rows: Rows, train: Array) -> Iterator[tuple[Array, Array]]:
        """Training and validation rows inside one training part: none, unless a plan chooses inside."""
        return iter(())

    def _order(self) -> str:
        """How a picture sorts the rows: chance leaves no order that would mean something."""
        if self.ordered:
            return "time"
        return "kinds" if self.shuffled or self.grouped else "table"

    @property
    def words(self) -> str:
        """The scheme in words."""
        return self.name

    def __str__(self) -> str:
        return self.name


def _counted(counts: list[int]) -> str:
    """The trainings of every model, and all together."""
    total, first = sum(counts), counts[0]
    one = f"{first:,} training{'s' * (first != 1)}"
    if len(counts) == 1:
        return one
    if len(set(counts)) == 1:
        return f"{one} for each of {len(counts)} models, {total:,} in all"
    return f"{' + '.join(f'{count:,}' for count in counts)} = {total:,} trainings of {len(counts)} models"


_KNOWN: list[type[Plan]] = []


def known_plans() -> tuple[type[Plan], ...]:
    """Every kind of plan that was declared."""
    return tuple(_KNOWN)


def plan_named(words: list[str], marks: Marks) -> Plan | None:
    """The plan of any kind that these words name; ten folds if there are none."""
    made = (kind.named(words or ["10-fold"], marks) for kind in known_plans())
    return next((plan for plan in made if plan is not None), None)


class ByRepeats(Plan):
    """A plan that trains once in every repeat."""

    @property
    def fixed_count(self) -> int:
        """As many as repeats."""
        return self.repeats

    def count(self, rows: Rows) -> int:
        """As many as repeats."""
        return self.repeats
