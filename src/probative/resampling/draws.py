"""Schemes by chance: hold-out, its repetition (Monte Carlo), and train/validation/test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.resampling.base import ByRepeats, Marks, Plan
from probative.resampling.rows import Part, Rows
from probative.resampling.seeding import checked_seed, seeded
from probative.resampling.sizes import Share, checked_share, percents, rounded, shares_in, whole


def drawn(
    rows: Rows, share: Share, rng: np.random.Generator, *, stratified: bool, grouped: bool, least: int = 1
) -> Array:
    """Which rows are chosen when a share of them (of every class, of the groups) is drawn by chance."""
    if stratified and grouped:
        raise BadParameter(
            "one random split cannot be stratified and grouped.", remedy="'5-fold stratified grouped', or one of them"
        )
    if grouped:
        labels, codes = rows.group_codes()
        return np.isin(codes, rng.permutation(len(labels))[: rounded(len(labels), share, least)])
    chosen = np.zeros(rows.n, bool)
    if not stratified:
        chosen[rng.permutation(rows.n)[: rounded(rows.n, share, least)]] = True
        return chosen
    codes = rows.classes()[1]
    order = rng.permutation(rows.n)
    order = order[np.argsort(codes[order], kind="stable")]
    sizes = np.bincount(codes)
    place = np.arange(rows.n) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen[order] = place < np.repeat(_per_class(sizes, rounded(rows.n, share), share), sizes)
    if chosen.all():
        raise BadParameter("no class has two rows, one for either side.", remedy="a plan without 'stratified'")
    return chosen


def _per_class(sizes: Array, total: int, share: Share) -> Array:
    """How many rows of each class: largest remainders; every class is chosen from, and left over where it can be."""
    wanted = sizes * float(share)
    counts = np.floor(wanted + 1e-9).astype(np.intp)
    spare = total - counts.sum()
    counts[np.argsort(counts - wanted, kind="stable")[: max(spare, 0)]] += 1
    return np.clip(counts, 1, np.maximum(sizes - 1, 1))


@dataclass(frozen=True)
class MonteCarlo(ByRepeats):
    """Random splits, again and again; a row may be tested several times, or never.

    The training part has the nearest whole number of rows, and both parts have at least one.

    >>> [len(train) for train, test in MonteCarlo(2, train_size=0.7).split(range(150))]
    [105, 105]
    """

    repeats: int = 100
    train_size: Share = 0.7
    stratified: bool = False
    grouped: bool = False
    random_state: int = 0
    overlap = "tests"
    examples = ("hold-out 70/30", "monte-carlo 100 80/20")

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> MonteCarlo | None:
        """Such as hold-out 70/30, monte-carlo 100 80/20, or the shares alone."""
        head, *tail = words
        if head not in ("hold-out", "holdout", "monte-carlo", "montecarlo", "mc"):
            head, tail = "hold-out", words
            if len(words) != 1 or words[0].isdecimal():
                return None
        once = head.startswith("hold")
        counts = [int(word) for word in tail if word.isdecimal()]
        shares = [shares_in(word) or () for word in tail if not word.isdecimal()]
        if len(counts) > (not once) or len(shares) > 1 or any(len(parts) != 2 for parts in shares):
            return None
        repeats = counts[0] if counts else 1 if once else 100
        return cls(repeats, shares[0][0] if shares else 0.7, **marks.both, random_state=marks.seed)

    @property
    def pros(self) -> str:  # type: ignore[override]
        """One training, or a free share of test rows."""
        if self.repeats == 1:
            return "one training; test rows that nothing else has touched"
        return (
            "the share of test rows does not depend on the number of trainings; averages over the chance of the split"
        )

    @property
    def cons(self) -> str:  # type: ignore[override]
        """One split is chance; many test some rows often and others never."""
        if self.repeats == 1:
            return "hangs on one random split; more rows to train on are fewer to test on, and the reverse"
        return "some rows are tested often and others never; training and test sets overlap"

    @property
    def kind(self) -> str:  # type: ignore[override]
        """A hold-out where there is one split."""
        return "monte-carlo" if self.repeats > 1 else "hold-out"

    def __post_init__(self) -> None:
        whole(self.repeats, "the number of repeats", 1)
        object.__setattr__(self, "train_size", checked_share(self.train_size, "train_size"))
        object.__setattr__(self, "random_state", checked_seed(self.random_state))

    @property
    def name(self) -> str:
        """Such as monte-carlo 100 70/30."""
        marks = [word for word in ("stratified", "grouped") if getattr(self, word)]
        head = f"monte-carlo {self.repeats}" if self.repeats > 1 else "hold-out"
        return " ".join([head, percents(self.train_size), *marks])

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Split by split."""
        for repeat in range(self.repeats):
            rng = seeded(self.random_state, repeat)
            train = drawn(rows, self.train_size, rng, stratified=self.stratified, grouped=self.grouped)
            yield Part(repeat, 0, np.flatnonzero(train), np.flatnonzero(~train))


def HoldOut(  # noqa: N802
    train_size: Share = 0.7, *, stratified: bool = False, grouped: bool = False, random_state: int = 0
) -> MonteCarlo:
    """One random split: a Monte Carlo scheme of one repeat.

    >>> [len(part) for part in next(HoldOut(0.7).split(range(20)))]
    [14, 6]
    """
    return MonteCarlo(1, train_size, stratified, grouped, random_state)


@dataclass(frozen=True)
class ThreeWay(Plan):
    """Training, validation and test rows: fit, choose, and only then estimate.

    As a splitter it trains on the training and validation rows together, as the final refit does.

    >>> train, validation, test = ThreeWay().roles(range(100))
    >>> len(train), len(validation), len(test)
    (60, 20, 20)
    """

    train: Share = 0.6
    validation: Share = 0.2
    test: Share = 0.2
    stratified: bool = False
    grouped: bool = False
    random_state: int = 0
    kind = "hold-out"
    nested = True
    examples = ("60/20/20",)
    pros = "hyper-parameters are chosen and the risk is estimated on different rows, with one training a candidate"
    cons = "both the choice and the estimate hang on few rows and one random split"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> ThreeWay | None:
        """Three shares, or three-way for the usual ones."""
        shares = words[1:] or ["60/20/20"] if words[0] in ("train/validation/test", "three-way") else words
        parts = shares_in(shares[0]) if len(shares) == 1 else None
        return cls(*parts, **marks.both, random_state=marks.seed) if parts and len(parts) == 3 else None

    def __post_init__(self) -> None:
        for word in ("train", "validation", "test"):
            object.__setattr__(self, word, checked_share(getattr(self, word), word))
        if abs(float(self.train) + float(self.validation) + float(self.test) - 1) > 1e-9:
            raise BadParameter("the three shares must sum to 1.", found=f"{self.train}, {self.validation}, {self.test}")
        object.__setattr__(self, "random_state", checked_seed(self.random_state))

    @property
    def name(self) -> str:
        """Such as 60/20/20."""
        marks = [word for word in ("stratified", "grouped") if getattr(self, word)]
        return " ".join([percents(self.train, self.validation, self.test), *marks])

    @property
    def words(self) -> str:
        """Train/validation/test with its shares."""
        return f"train/validation/test {self.name}"

    @property
    def fixed_count(self) -> int:
        """One."""
        return 1

    def count(self, rows: Rows) -> int:
        """One."""
        return 1

    def trainings(self, rows: Rows | None = None, candidates: int = 0) -> int:
        """Every candidate on the training rows, then the refit."""
        return candidates + 1 if candidates else 1

    def by_grid(self, rows: Rows | None) -> str:
        """One for every candidate, and the refit."""
        return "grid + 1 trainings of a model that tunes a grid inside; of one without, "

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """The one part, its validation rows marked."""
        if rows.n < 3:
            raise BadParameter("three parts need at least three rows.", found=f"{rows.n}")
        rng = seeded(self.random_state, 0)
        how = {"stratified": self.stratified, "grouped": self.grouped}
        kept = np.flatnonzero(drawn(rows, 1 - self.test, rng, least=2, **how))
        tested = np.setdiff1d(np.arange(rows.n), kept)
        fits = drawn(rows.take(kept), self.train / (self.train + self.validation), rng, **how)
        yield Part(0, 0, kept, tested, kept[~fits])

    def roles(
        self,
        X: object,  # noqa: N803
        y: object = None,
        groups: object = None,
    ) -> tuple[Array, Array, Array]:
        """Training, validation and test rows, disjoint."""
        part = next(iter(self.parts(X, y, groups)))
        assert part.validation is not None
        return np.setdiff1d(part.train, part.validation), part.validation, part.test
