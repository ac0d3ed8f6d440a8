"""The scheme of a run: how its rows were split, as far as guards, comparisons and reports need to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from probative.records import Document, Record

Overlap = Literal["none", "training", "tests"]
"""What the splits share: nothing, rows that were trained on, or even rows that were tested."""


@dataclass(frozen=True, slots=True)
class Scheme(Record):
    """What a plan said of itself when it was run; None where folds made elsewhere do not tell.

    >>> Scheme.from_dict({"kind": "k-fold", "k": 2, "splits": 10}).two_fold
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
    def upgraded(cls, plain: Document) -> Document:
        """Runs that were saved before their schemes said all of it are judged by their kind."""
        single = plain.get("kind") in ("leave-one-out", "leave-pair-out")
        repeats = (plain.get("splits") or 1) // (plain.get("k") or 1) if plain.get("kind") == "k-fold" else 1
        return {"single": single, "repeats": repeats} | plain

    @property
    def two_fold(self) -> bool:
        """Whether it is five times two folds, which have tests of their own."""
        return self.k == 2 and self.repeats == 5

    @property
    def row_by_row(self) -> bool:
        """Whether every row was tested at most once, by one model or by itself: then rows can be compared as such."""
        return self.splits == 1 or (self.single and self.overlap != "tests")
