"""A fingerprint of rows: two models are paired only if theirs are equal."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from probative.errors import NotPaired
from probative.evidence.arrays import Array, vector
from probative.evidence.evidence import Evidence
from probative.evidence.labels import Label, encode
from probative.evidence.part_sums import STRETCH
from probative.evidence.replication import mixed

_WORD = 1 << 64


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint(Evidence):
    """How many rows, and a sum over rows of a hash of (row id, truth): order does not matter, parts add up.

    >>> whole = Fingerprint.from_rows([1, 0, 1])
    >>> whole == Fingerprint.from_rows([1, 0]) + Fingerprint.from_rows([1], rows=[2])
    True
    """

    n: int
    digest: int

    @classmethod
    def from_rows(cls, y_true: object, rows: object = None) -> Self:
        """Of the truth of every row; `rows` are their ids, else their positions 0, 1, 2, ..."""
        truth = vector(y_true, "y_true")
        ids = _keys(np.arange(len(truth)) if rows is None else vector(rows, "rows"))
        with np.errstate(over="ignore"):
            total = mixed(mixed(ids) ^ _keys(truth)).sum(dtype=np.uint64)
        return cls(len(truth), int(total))

    @classmethod
    def from_table(cls, columns: Mapping[str, Array], counts: Array | None = None) -> Self:
        """Of all values of every row, whatever the order of rows and columns; `counts` rows are alike.

        >>> one = Fingerprint.from_table({"y": np.array([1, 0]), "s": np.array([0.5, 0.25])}, np.array([2, 1]))
        >>> one == Fingerprint.from_table({"s": np.array([0.5, 0.25, 0.5]), "y": np.array([1, 0, 1])})
        True
        """
        names, rows, digest = sorted(columns), 0, 0
        for first in range(0, len(columns[names[0]]), STRETCH):
            part = slice(first, first + STRETCH)
            found = np.zeros(len(columns[names[0]][part]), np.uint64)
            with np.errstate(over="ignore"):
                for name in names:
                    found = mixed(found ^ _keys(columns[name][part]))
                found = mixed(found)
                if counts is not None:
                    times = counts[part].astype(np.uint64)
                    found *= times
                digest += int(found.sum(dtype=np.uint64))
            rows += len(found) if counts is None else int(times.sum())
        return cls(rows, digest % _WORD)

    def __add__(self, other: Fingerprint) -> Fingerprint:
        if not isinstance(other, Fingerprint):
            return NotImplemented
        return Fingerprint(self.n + other.n, (self.digest + other.digest) % _WORD)

    def require_same(self, other: Fingerprint) -> None:
        """Refuse to pair models that were not scored on the same rows."""
        if self != other:
            raise NotPaired(
                "the two models were not scored on the same rows.",
                found=f"{self} and {other}",
                remedy="join the two tables on a row id first, and keep the rows that both have",
            )

    def __str__(self) -> str:
        return f"{self.n} rows, {self.digest:016x}"


def _keys(values: Array) -> Array:
    """A 64-bit number for every value; the label 1 is the same as integer, float, boolean."""
    if values.dtype.kind in "biu":
        return values.astype(np.int64).view(np.uint64)
    if values.dtype.kind == "f":
        number = values.astype(np.float64) + 0.0
        with np.errstate(invalid="ignore"):
            whole = (np.abs(number) < 2.0**63) & (number == np.floor(number))
        if not whole.any():
            return number.view(np.uint64)
        return np.where(whole, np.where(whole, number, 0).astype(np.int64).view(np.uint64), number.view(np.uint64))
    labels, codes = encode(values, "rows")
    return np.array([_hashed(label) for label in labels], np.uint64)[codes]


def _hashed(label: Label) -> int:
    if isinstance(label, float) or (isinstance(label, int) and -(2**63) <= label < 2**64):
        return int(_keys(np.array([label]))[0])
    return int.from_bytes(hashlib.blake2b(str(label).encode(errors="surrogatepass"), digest_size=8).digest(), "little")
