"""Schemes by chance: hold-out, its repetition (Monte Carlo), train/validation/test, and the bootstrap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.predictions.target import find_target
from probative.resampling.scheme import Part, Plan, Rows, checked_seed, seeded, whole

Share = float | Fraction


def rounded(n: int, share: Share, least: int = 1) -> int:
    """The nearest whole number of rows (halves up), at least `least` of them, leaving at least one."""
    if n < 2:
        raise BadParameter("a split needs at least two rows.", found=f"{n}")
    return min(max(math.floor(n * share + Fraction(1, 2)), least), n - 1)


def checked_share(share: Share, name: str) -> Fraction:
    """A share strictly between 0 and 1, as the fraction meant: 0.7 is 7/10, so that sizes and names are exact."""
    known = isinstance(share, float | Fraction) and 0 < share < 1
    exact = Fraction(share).limit_denominator(10**6) if known else Fraction(0)
    if not 0 < exact < 1:
        raise BadParameter(f"{name} must lie between 0 and 1.", found=repr(share), remedy="0.7 for 70 %")
    return exact


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
class MonteCarlo(Plan):
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

    @property
    def fixed_count(self) -> int:
        """As many as repeats."""
        return self.repeats

    def count(self, rows: Rows) -> int:
        """As many as repeats."""
        return self.repeats

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


def percents(*shares: Share) -> str:
    """Shares as 70/30; a single one is completed, and thirds stay thirds."""
    if len(shares) == 1 and isinstance(shares[0], Fraction) and shares[0].denominator in (3, 6, 7, 9):
        return str(shares[0])
    parts = (*shares, 1 - shares[0]) if len(shares) == 1 else shares
    return "/".join(f"{float(part * 100):.12f}".rstrip("0").rstrip(".") for part in parts)


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

    def trainings(self, rows: Rows | None = None, candidates: int = 1) -> int:
        """Every candidate on the training rows, then the refit."""
        return candidates + 1 if candidates > 1 else 1

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


@dataclass(frozen=True)
class Bootstrap(Plan):
    """Training on n rows drawn with replacement, testing on the rows never drawn (out of bag).

    A draw that leaves nothing to test, or that misses a class, is drawn anew and counted.

    >>> train, test = next(Bootstrap(1).split(range(1000)))
    >>> len(train), len(test)
    (1000, 378)
    """

    repeats: int = 200
    grouped: bool = False
    random_state: int = 0

    def __post_init__(self) -> None:
        whole(self.repeats, "the number of repeats", 1)
        object.__setattr__(self, "random_state", checked_seed(self.random_state))

    @property
    def name(self) -> str:
        """Such as bootstrap 200."""
        return f"bootstrap {self.repeats}" + " grouped" * self.grouped

    @property
    def words(self) -> str:
        """The bootstrap and its test."""
        return f"bootstrap with out-of-bag test, {self.repeats} draws" + " of whole groups" * self.grouped

    @property
    def fixed_count(self) -> int:
        """As many as repeats."""
        return self.repeats

    def count(self, rows: Rows) -> int:
        """As many as repeats."""
        return self.repeats

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Draw by draw."""
        groups = rows.group_codes()[1] if self.grouped else None
        members = rows.n if groups is None else int(groups.max()) + 1
        classes = rows.classes()[1] if rows.y is not None and _has_classes(rows) else None
        if members < 2:
            raise BadParameter("a bootstrap needs at least two rows.", found=f"{members}")
        for repeat in range(self.repeats):
            yield self._draw(repeat, members, groups, classes)

    def _draw(self, repeat: int, members: int, groups: Array | None, classes: Array | None) -> Part:
        rng = seeded(self.random_state, repeat)
        present = 0 if classes is None else len(np.unique(classes))
        for redrawn in range(1000):
            chosen = rng.integers(members, size=members)
            if groups is None:
                train = np.sort(chosen)
            else:
                train = np.repeat(np.arange(len(groups)), np.bincount(chosen, minlength=members)[groups])
            test = np.setdiff1d(np.arange(members if groups is None else len(groups)), train)
            if len(test) and (classes is None or len(np.unique(classes[train])) == present):
                return Part(repeat, 0, train, test, redrawn=redrawn)
        raise BadParameter(
            "no draw had all classes in training and a row left to test.",
            found=f"{members} rows or groups, {present} classes",
            remedy="more rows of the rarest class, or k-fold cross-validation",
        )


def _has_classes(rows: Rows) -> bool:
    task = rows.task
    if task is None and rows.y is not None:
        task = find_target(rows.y, task=None, positive=None, scored=False).task
    return task == "classification"
