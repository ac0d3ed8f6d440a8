"""Forms: what values of a type look like in JSON, how they are read back, and what a schema says of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import inf, isfinite, nan
from typing import Any

import numpy as np

from probative.records.plain import Document, Json, column, plain

LARGEST = int(sys.float_info.max)
"""A file of JSON may hold longer numbers; nobody can work with them."""
Schema = Document
Around = tuple[Mapping[str, object], ...]
"""The plain records around a value, the nearest first."""
NUMBER: Schema = {
    "description": "A number: null where it is undefined, a word where it is infinite.",
    "anyOf": [{"type": ["number", "null"]}, {"enum": ["inf", "-inf"]}],
}


class Misfit(Exception):
    """A value that cannot stand where it stands; the way to it is told on the way out."""

    def __init__(self, value: object, wanted: str) -> None:
        super().__init__(wanted)
        self.value, self.wanted = value, wanted
        self.path: tuple[str, ...] = ()

    def inside(self, step: object) -> Misfit:
        """The same, seen from one step further out."""
        self.path = (str(step), *self.path)
        return self


class Form:
    """Values of any type: they are read as they stand."""

    def plain(self, value: Any) -> Json:
        """The value in JSON."""
        made: Json = plain(value)
        return made

    def rich(self, value: object, around: Around) -> object:
        """The value that `plain` wrote; another one is a misfit."""
        return value

    def schema(self, known: dict[str, Schema]) -> Schema:
        """What a JSON Schema says of it; definitions of records are added to those known."""
        return {}


class Ready(Form):
    """Values that are plain already, such as the points of a curve."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def plain(self, value: Any) -> Json:
        """The value itself."""
        known: Json = value
        return known

    def rich(self, value: object, around: Around) -> object:
        """The value as it would be read."""
        return self.form.rich(value, around)

    def schema(self, known: dict[str, Schema]) -> Schema:
        """That of the value."""
        return self.form.schema(known)


class Exact(Form):
    """Values of one plain type."""

    def __init__(self, kind: type, word: str, name: str) -> None:
        self.kind, self.word, self.name = kind, word, name

    def plain(self, value: Any) -> Json:
        """The value itself, unless NumPy has its own type for it."""
        known: Json = value
        return known if type(value) is self.kind else super().plain(value)

    def rich(self, value: object, around: Around) -> object:
        """The value itself."""
        if type(value) is not self.kind or (isinstance(value, int) and abs(value) > LARGEST):
            raise Misfit(value, self.word)
        return value

    def schema(self, known: dict[str, Schema]) -> Schema:
        """Its type."""
        return {"type": self.name}


class Number(Form):
    """Numbers, which may be undefined or infinite."""

    def plain(self, value: Any) -> Json:
        """The number, if it is one."""
        return value if type(value) is float and isfinite(value) else super().plain(value)

    def rich(self, value: object, around: Around) -> object:
        """The number; whole ones stay whole."""
        if type(value) is float or (type(value) is int and abs(value) <= LARGEST):
            return value
        if value is None:
            return nan
        if value not in ("inf", "-inf"):
            raise Misfit(value, "a number")
        return inf if value == "inf" else -inf

    def schema(self, known: dict[str, Schema]) -> Schema:
        """The same everywhere."""
        known.setdefault("number", NUMBER)
        return {"$ref": "#/$defs/number"}


class Choice(Form):
    """One of a few words."""

    def __init__(self, words: tuple[object, ...]) -> None:
        self.words = words

    def rich(self, value: object, around: Around) -> object:
        """The word itself."""
        if value not in self.words:
            raise Misfit(value, f"one of {', '.join(map(str, self.words))}")
        return value

    def schema(self, known: dict[str, Schema]) -> Schema:
        """The words."""
        return {"enum": list(self.words)}


class Column(Form):
    """Arrays, written as lists."""

    def __init__(self, kind: object) -> None:
        self.kind = np.float64 if kind is np.float64 else None

    def plain(self, value: Any) -> Json:
        """The array as lists."""
        return column(value)

    def rich(self, value: object, around: Around) -> object:
        """The array; gaps are nan."""
        if not isinstance(value, list):
            raise Misfit(value, "a list")
        try:
            return np.array(value, self.kind)
        except (TypeError, ValueError):
            raise Misfit(value, "a list of numbers") from None

    def schema(self, known: dict[str, Schema]) -> Schema:
        """A list."""
        return {"type": "array"}


class Either(Form):
    """Values of several types, or none."""

    def __init__(self, options: tuple[Form, ...], empty: bool) -> None:
        self.options, self.empty = options, empty

    def plain(self, value: Any) -> Json:
        """As the only type there is, or as the value itself tells."""
        if value is None:
            return None
        return self.options[0].plain(value) if len(self.options) == 1 else super().plain(value)

    def rich(self, value: object, around: Around) -> object:
        """By the first type that can read it."""
        if value is None and self.empty:
            return None
        for option in self.options[:-1]:
            try:
                return option.rich(value, around)
            except Misfit:
                continue
        return self.options[-1].rich(value, around)

    def schema(self, known: dict[str, Schema]) -> Schema:
        """Any of them."""
        found = [option.schema(known) for option in self.options]
        return {"anyOf": [*found, *([{"type": "null"}] if self.empty else [])]}
