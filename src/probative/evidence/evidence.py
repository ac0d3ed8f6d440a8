"""What every kind of evidence can do: compare by content and travel as JSON without losing a bit."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar, Self, TypeVar, cast

import numpy as np

from probative.errors import BadFormat, BadInput
from probative.evidence.arrays import Array
from probative.records import Json, Record

Function = TypeVar("Function", bound=Callable[..., Any])


class Evidence(Record):
    """A frozen piece of evidence; subclasses are frozen dataclasses.

    Evidence is computed with again, so its JSON says more than that of other records: the kind of evidence, the type
    of every array, and which floats are no finite numbers.
    """

    __slots__ = ("_memo",)
    _memo: dict[tuple[object, ...], Any]
    """What `remembered` functions have worked out; no part of the record's content."""
    kinds: ClassVar[dict[str, type[Evidence]]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Evidence.kinds[cls.__name__] = cls

    def to_dict(self) -> dict[str, Json]:
        """Plain Python values, ready for JSON, from which the very same evidence can be made."""
        fields = dataclasses.fields(self)  # type: ignore[arg-type]
        return {"evidence": type(self).__name__} | {f.name: _plain(getattr(self, f.name)) for f in fields}

    def flaw(self) -> str:
        """What cannot be so in this piece of evidence, such as a negative count; nothing where it is sound."""
        return ""

    def worked_out(self, recall: Callable[..., Any], function: Callable[..., Any], options: tuple[Any, ...]) -> Any:
        """What a remembered function finds of this record; `recall` is the function that remembers."""
        return function(self, *options)

    @classmethod
    def from_dict(cls, plain: dict[str, Json]) -> Self:
        """The evidence that `to_dict` described; what no rows can have given is refused."""
        if not isinstance(plain, dict):
            raise BadFormat("this is no saved evidence.", found=type(plain).__name__, remedy="what to_dict gave")
        try:
            evidence = _rich(plain)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, IndexError, RecursionError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadFormat("this saved evidence is damaged.", found=f"{type(error).__name__}: {error}") from error
        if not isinstance(evidence, cls):
            raise BadFormat(f"this is not saved {cls.__name__}.", found=plain.get("evidence", "no evidence"))
        return evidence


def remembered(function: Function) -> Function:
    """A function of one record, and of options that can be looked up, computed once each: evidence never changes."""

    @wraps(function)
    def recall(record: Evidence, *options: Any) -> Any:
        try:
            memo = record._memo
        except AttributeError:
            memo = {}
            object.__setattr__(record, "_memo", memo)
        key = (recall, *options)
        if key not in memo:
            memo[key] = record.worked_out(recall, function, options)
        return memo[key]

    return cast("Function", recall)


Single = Evidence | Array | np.generic | float | str | None
Kept = Single | list["Kept"] | tuple["Kept", ...] | Mapping[tuple["Kept", ...], "Kept"]
"""What the fields of a piece of evidence hold."""


def _plain(value: Kept) -> Json:
    if isinstance(value, Evidence):
        return value.to_dict()
    if isinstance(value, np.ndarray):
        return {"dtype": value.dtype.str, "shape": list(value.shape), "values": _plain(value.ravel().tolist())}
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, Mapping):
        return {"items": [[_plain(k), _plain(v)] for k, v in value.items()]}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": str(value)}
    return value


def _misplaced(made: Evidence) -> str:
    """A field that holds something else than it is declared to hold."""
    for field in dataclasses.fields(made):  # type: ignore[arg-type]
        value, hint = getattr(made, field.name), str(field.type)
        if value is None and "None" in hint:
            continue
        numeric = isinstance(value, np.ndarray) and value.dtype.kind in "biuf"
        number = isinstance(value, int | float) and not isinstance(value, bool)
        sound = {
            "Floats": numeric,
            "Array": isinstance(value, np.ndarray) and value.dtype.kind != "O",
            "Number": number or numeric,
            "float": number,
            "int": number,
            "tuple[float": isinstance(value, tuple) and all(isinstance(part, int | float) for part in value),
        }
        kind = next((kind for kind in sound if hint.startswith(kind)), None)
        if kind is not None and not sound[kind]:
            return f"{field.name} holds {str(value)[:60]!r}"
        if hint.split(" ")[0] in Evidence.kinds and not isinstance(value, Evidence.kinds[hint.split(" ")[0]]):
            return f"{field.name} holds {str(value)[:60]!r}"
    return ""


_KIND = re.compile(r"[<>|][A-Za-z]\d{0,9}(\[\w+\])?")
"""How NumPy writes the kind of an array down. It reads more than it writes: lists of kinds, and Python's literals."""
_PADDED = 10**8
"""Bytes beyond which no array of text may be more than padding."""


def _array(written: Any, values: Any, shape: Any) -> Array:
    """A saved array. Columns of text are arrays of object, which may hold plain values and nothing else."""
    if not isinstance(written, str) or not _KIND.fullmatch(written):
        raise BadFormat("saved evidence names the kind of an array as NumPy does.", found=f"{written!r:.60}")
    stored: np.dtype[Any] = np.dtype(written)
    sound = stored.kind in "biufUSM" or (
        stored.kind == "O" and all(value is None or isinstance(value, str | int | float) for value in values)
    )
    if not sound:
        raise BadFormat("saved evidence holds numbers, text and times.", found=f"an array of {stored}")
    if stored.kind in "US" and stored.itemsize * len(values) > max(_PADDED, 8 * sum(map(len, values))):
        raise BadFormat("saved evidence holds text that is no wider than it must be.", found=f"{stored!s:.60}")
    made: Array = np.array(values, dtype=stored).reshape(shape)
    return made


def _rich(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_rich(item) for item in value)
    if not isinstance(value, dict):
        return value
    if "float" in value:
        return float(value["float"])
    if "dtype" in value:
        return _array(value["dtype"], _rich(value["values"]), value["shape"])
    if "items" in value:
        return {_rich(k): _rich(v) for k, v in value["items"]}
    kind = Evidence.kinds.get(value.get("evidence", ""))
    if kind is None:
        raise BadFormat("this is not saved evidence.", found=f"keys {', '.join(map(str, value))}")
    made = kind.restored({name: _rich(item) for name, item in value.items() if name != "evidence"})
    assert isinstance(made, Evidence)
    if found := _misplaced(made) or made.flaw():
        raise BadFormat(f"this saved {kind.__name__} is damaged.", found=found, remedy="save it again")
    return made
