"""A record: a frozen dataclass that is written as JSON, and read back, by the types of its fields."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import ClassVar, Self, TypeVar, cast

import numpy as np

from probative.errors import BadFormat, ProbativeError
from probative.records.fields import form_of
from probative.records.forms import Misfit
from probative.records.plain import Document
from probative.records.shown import Shown

Kind = TypeVar("Kind", bound="Record")


class Record(Shown):
    """The base of results; subclasses are frozen dataclasses and need to write nothing about JSON.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Score(Record):
    ...     "A value with its rows."
    ...     value: float
    ...     n: int = 0
    >>> Score(float("nan"), 3).to_dict(), Score.from_dict({"value": "inf"})
    ({'value': None, 'n': 3}, Score(value=inf, n=0))
    """

    __slots__ = ()
    head: ClassVar[Document] = {}
    """Constants that stand before the fields: the version of a file, its kind."""
    also: ClassVar[dict[str, str]] = {}
    """What follows from the fields and is written with them, by key: a property or method, or a path to one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__eq__" not in vars(cls):
            # Before a dataclass writes its own, for which NaN is never NaN (from Python 3.13 on).
            cls.__eq__ = Record.__eq__  # type: ignore[method-assign]

    def to_dict(self) -> Document:
        """Plain values for JSON: a missing number is None, an infinite one the string "inf" or "-inf"."""
        return cast("Document", form_of(type(self)).plain(self))

    def to_json(self, indent: int | None = None) -> str:
        """The record as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    @classmethod
    def from_dict(cls, plain: Document) -> Self:
        """The record that `to_dict` described; what an older file does not say is as if it had not been given."""
        try:
            return read_record(cls, plain)
        except ProbativeError:
            raise
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as error:
            # Parts whose form is free are put together by their records, which trust them.
            what, found = f"this saved {cls.__name__} is damaged.", f"{type(error).__name__}: {error}"
            raise BadFormat(what, found=found, remedy="save it again") from error

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The record that `to_json` wrote."""
        try:
            plain = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadFormat("this is not JSON, or it was cut off.", found=error, remedy="save it again") from error
        return cls.from_dict(plain)

    @classmethod
    def upgraded(cls, plain: Document) -> Document:
        """Plain values with all that a file leaves to be worked out: as they are, unless a record knows better."""
        return plain

    @classmethod
    def restored(cls, fields: Document) -> Record:
        """A record from fields that were checked when it was first made."""
        return cls(**fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return all(_same(getattr(self, f.name), getattr(other, f.name)) for f in fields)

    __hash__ = None  # type: ignore[assignment]


def read_record(kind: type[Kind], plain: object) -> Kind:
    """The record of this kind that plain values describe; what does not fit is named with its place."""
    try:
        return cast("Kind", form_of(kind).rich(plain, ()))
    except Misfit as error:
        what = f"{'/'.join(error.path) or 'this'} is not {error.wanted}."
        found = repr(error.value)
        raise BadFormat(what, found=found if len(found) <= 80 else f"{found[:77]}...", remedy="save it again") from None


def _same(a: object, b: object) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        left, right = np.asarray(a), np.asarray(b)
        text = {left.dtype.kind, right.dtype.kind} & set("OSU")
        return np.array_equal(left, right, equal_nan=not text)
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(value, b[key]) for key, value in a.items())
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b) or (isinstance(a, float) and isinstance(b, float) and math.isnan(a) and math.isnan(b))
