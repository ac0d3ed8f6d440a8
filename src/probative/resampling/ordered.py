"""Time-ordered schemes: training rows always lie strictly before test rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from probative.errors import BadParameter
from probative.resampling.base import Marks, Plan
from probative.resampling.rows import Part, Rows
from probative.resampling.sizes import whole


@dataclass(frozen=True)
class TimeOrdered(Plan):
    """Consecutive test blocks, each predicted from what came before, at least `gap` rows earlier.

    Without times the order of the rows counts. "expanding" trains on everything earlier, "sliding" on the latest
    `train_size` rows (by default as many as the first training part has). Rows at the time of the first
    test row are never trained on.

    >>> [(len(train), test.tolist()) for train, test in TimeOrdered(3, gap=1).split(range(8))]
    [(1, [2, 3]), (3, [4, 5]), (5, [6, 7])]
    """

    k: int = 5
    window: Literal["expanding", "sliding"] = "expanding"
    gap: int = 0
    test_size: int | None = None
    train_size: int | None = None
    kind = "time-ordered"
    ordered = True
    shuffled = False
    examples = ("time 5 sliding gap 3",)
    pros = "never learns from the future: the estimate is of what will be done"
    cons = "early blocks train on few rows; the oldest rows are never tested"

    @classmethod
    def named(cls, words: list[str], marks: Marks) -> TimeOrdered | None:
        """Such as time 5, or sliding 4 gap 2 test 3."""
        head, *tail = words
        if head not in ("time", "time-ordered", "expanding", "sliding"):
            return None
        options: dict[str, Any] = {"window": "sliding" if head == "sliding" else "expanding"}
        place = "k"
        for word in tail:
            if word in ("sliding", "expanding"):
                options["window"], place = word, "train_size"
            elif word in ("gap", "test"):
                place = "gap" if word == "gap" else "test_size"
            elif word in ("blocks", "splits"):
                continue
            elif word.isdecimal() and place not in options:
                options[place] = int(word)
            else:
                return None
        return cls(**options)

    def __post_init__(self) -> None:
        whole(self.k, "the number of test blocks", 1)
        whole(self.gap, "gap", 0)
        for word in ("test_size", "train_size"):
            if getattr(self, word) is not None:
                whole(getattr(self, word), word, 1)
        if self.window not in ("expanding", "sliding"):
            raise BadParameter("the window must be 'expanding' or 'sliding'.", found=repr(self.window))
        if self.train_size is not None and self.window == "expanding":
            raise BadParameter("an expanding window trains on everything earlier.", remedy="window='sliding'")

    @property
    def name(self) -> str:
        """Such as time 5 sliding gap 2."""
        words = [f"time {self.k}"]
        words += ["sliding" + (f" {self.train_size}" if self.train_size else "")] * (self.window == "sliding")
        words += [f"gap {self.gap}"] * bool(self.gap)
        words += [f"test {self.test_size}"] * (self.test_size is not None)
        return " ".join(words)

    @property
    def words(self) -> str:
        """The scheme in words."""
        gap = f", a gap of {self.gap} rows" if self.gap else ""
        return f"time-ordered, {self.k} test blocks, {self.window} training window{gap}"

    @property
    def fixed_count(self) -> int:
        """As many as test blocks."""
        return self.k

    def count(self, rows: Rows) -> int:
        """As many as test blocks."""
        return self.k

    def parts_of(self, rows: Rows) -> Iterator[Part]:
        """Block by block, in time."""
        ranks = rows.ranks()
        order = np.argsort(ranks, kind="stable")
        times = ranks[order]
        size = self.test_size or rows.n // (self.k + 1)
        first = rows.n - self.k * size
        if size < 1 or first - self.gap < 1:
            raise BadParameter(
                "there are too few rows for these blocks.",
                found=f"{rows.n} rows, {self.k} test blocks, gap {self.gap}",
                remedy="fewer blocks, a smaller test_size or gap",
            )
        window = self.train_size or (first - self.gap)
        for fold in range(self.k):
            start = first + fold * size
            # Rows that share the first test row's time would let the present into the past.
            end = min(start - self.gap, int(np.searchsorted(times, times[start], side="left")))
            begin = max(end - window, 0) if self.window == "sliding" else 0
            if end <= begin:
                moment = start if rows.time is None else rows.time[order[start]]
                raise BadParameter(
                    "no row lies strictly before a test block.",
                    found=f"block {fold + 1} starts at {moment}",
                    remedy="fewer blocks, or finer times",
                )
            yield Part(0, fold, order[begin:end], order[start : start + size])
