"""Fields: the form of a record, and the form that goes with each type hint."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache, cached_property
from operator import attrgetter
from typing import Annotated, Any, Literal

import numpy as np

from probative.errors import BadFormat
from probative.records.containers import Fixed, Many, Named
from probative.records.forms import Around, Choice, Column, Either, Exact, Form, Misfit, Number, Ready, Schema
from probative.records.plain import Document, Json, plain
from probative.records.traits import Shared, Written

_TRAITS = {"written": True, "inherited": False, "optional": False}


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """A field of a record, and where it stands in JSON."""

    name: str
    key: str
    form: Form
    required: bool
    written: bool
    inherited: bool
    optional: bool


class Fields(Form):
    """Records: an object with a key for each field."""

    def __init__(self, kind: Any, shared: str | None = None) -> None:
        self.kind, self.shared = kind, shared

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The fields, by the hints of their class."""
        hints = typing.get_type_hints(self.kind, include_extras=True)
        made = []
        for field in dataclasses.fields(self.kind):
            told = field.metadata
            if told.get("read", True):
                key, form = told.get("key", field.name), form_of(hints[field.name])
                traits = [told.get(trait, usual) for trait, usual in _TRAITS.items()]
                made.append(Part(field.name, key, form, _required(field), *traits))
        return tuple(made)

    @cached_property
    def written(self) -> tuple[Part, ...]:
        """The fields that are written: not what the record around says."""
        return tuple(part for part in self.parts if part.written and part.key != self.shared)

    @cached_property
    def lost(self) -> tuple[str, ...]:
        """The fields that stay out of JSON and that nothing can be made without."""
        kept = {part.name for part in self.parts}
        return tuple(f.name for f in dataclasses.fields(self.kind) if f.name not in kept and _required(f))

    def plain(self, value: Any) -> Json:
        """Constants, fields, and what follows from them."""
        made = dict(self.kind.head)
        for part in self.written:
            found = getattr(value, part.name)
            if found is not None or not part.optional:
                made[part.key] = part.form.plain(found)
        for key, path in self.kind.also.items():
            answer = attrgetter(path)(value)
            made[key] = plain(answer() if callable(answer) else answer)
        return made

    def rich(self, value: object, around: Around) -> object:
        """The record; keys that it does not know are left alone."""
        if not isinstance(value, dict):
            raise Misfit(value, "an object")
        known = self.kind.upgraded(value)
        inner, fields, key = (known, *around), Document(), ""
        try:
            for part in self.parts:
                key = part.key
                if key in known:
                    fields[part.name] = part.form.rich(known[key], inner)
                elif part.inherited and (outer := next((one for one in around if key in one), None)):
                    fields[part.name] = part.form.rich(outer[key], inner)
                elif part.required:
                    raise Misfit(None, "there")
        except Misfit as error:
            raise error.inside(key) from None
        if self.lost:
            raise BadFormat(f"a saved {self.kind.__name__} cannot be made again: it holds no {self.lost[0]}.")
        return self.kind.restored(fields)

    def schema(self, known: dict[str, Schema]) -> Schema:
        """A reference to the definition of the record."""
        name = self.kind.__name__
        if name not in known:
            known[name] = {}  # before its fields, which may hold records of the same kind
            properties: Schema = {key: {"const": value} for key, value in self.kind.head.items()}
            properties |= {part.key: part.form.schema(known) for part in self.parts if part.written}
            properties |= {key: form_of(_answer(self.kind, path)).schema(known) for key, path in self.kind.also.items()}
            known[name] = {
                "description": (self.kind.__doc__ or "").split("\n\n")[0].replace("\n    ", " "),
                "type": "object",
                "properties": properties,
                "required": [*self.kind.head, *(part.key for part in self.parts if part.required and part.written)],
            }
        return {"$ref": f"#/$defs/{name}"}


def _required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _answer(kind: Any, path: str) -> Any:
    """The type of what a field, property or method gives, or one of what that gives."""
    name, _, rest = path.partition(".")
    fields = typing.get_type_hints(kind, include_extras=True)
    found = getattr(kind, name)
    function = found.fget if isinstance(found, property) else found
    hint = fields[name] if name in fields else typing.get_type_hints(function, include_extras=True)["return"]
    return _answer(hint, rest) if rest else hint


_SIMPLE: dict[object, Form] = {
    float: Number(),
    int: Exact(int, "a whole number", "integer"),
    str: Exact(str, "text", "string"),
    bool: Exact(bool, "true or false", "boolean"),
    Any: Form(),
    object: Form(),
}


def form_of(hint: object) -> Form:
    """The form of the values that a type hint is about; made once."""
    return _made(hint)


@cache
def _made(hint: Any) -> Form:
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if hasattr(origin, "__value__"):
        # A name for a type, as NumPy's NDArray is one from Python 3.12 on.
        return form_of(origin.__value__[inside])
    if origin is Annotated:
        return _annotated(inside[0], inside[1])
    if origin in (types.UnionType, typing.Union):
        options = tuple(form_of(option) for option in inside if option is not types.NoneType)
        return Either(options, types.NoneType in inside)
    if origin is Literal:
        return Choice(inside)
    if origin is tuple:
        return Many(form_of(inside[0])) if inside[-1] is Ellipsis else Fixed(tuple(map(form_of, inside)))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Named(form_of(inside[1]))
    if origin is np.ndarray:
        return Column(typing.get_args(inside[1])[0])
    if dataclasses.is_dataclass(hint):
        return Fields(hint)
    raise TypeError(f"no form is known of {hint}")


def _annotated(hint: object, told: object) -> Form:
    if isinstance(told, Shared):
        return Fields(hint, told.key)
    return Ready(form_of(hint)) if told is Written.ALREADY else form_of(hint)
