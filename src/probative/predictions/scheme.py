"""The scheme of a run: how its rows were split, as far as guards, comparisons and reports need to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

Overlap = Literal["none", "training", "tests"]
"""What the splits share: nothing, rows that were trained on, or even rows that were tested."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """What a plan said of itself when it was run; None where folds made elsewhere do not tell.

    >>> Scheme.of({"kind": "k-fold", "k": 2, "splits": 10}).two_fold
    True
    """

    kind: str = "other"
    """The family: k-fold, hold-out, monte-carlo, bootstrap, leave-one-out ...; "other" where it is not known."""
    k: int | None = None
    stratified: bool | None = None
    grouped: bool | None = None
    shuffled: bool | None = None
    ordered: bool | None = None
    overlap: Overlap = "training"
    single: bool = False
    """Whether test sets are too small to have measures of their own."""
    nested: bool = False
    splits: int = 0
    """How many trainings each model took; 0 where it is not known."""
    repeats: int = 1

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Scheme:
        """From plain values; runs saved before their schemes said it are judged by their kind."""
        known: dict[str, Any] = {field.name: stored[field.name] for field in fields(cls) if field.name in stored}
        single = known.get("kind") in ("leave-one-out", "leave-pair-out")
        repeats = known.get("splits", 1) // (known.get("k") or 1) if known.get("kind") == "k-fold" else 1
        return cls(**{"single": single, "repeats": repeats, **known})

    @property
    def two_fold(self) -> bool:
        """Whether it is five times two folds, which have tests of their own."""
        return self.k == 2 and self.repeats == 5

    @property
    def row_by_row(self) -> bool:
        """Whether every row was tested at most once, by one model or by itself: then rows can be compared as such."""
        return self.splits == 1 or (self.single and self.overlap != "tests")
