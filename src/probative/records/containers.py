"""Forms of values that hold others: tuples, and values by name."""

from __future__ import annotations

from typing import Any

from probative.records.forms import Around, Form, Misfit, Schema
from probative.records.plain import Json


class Many(Form):
    """Tuples of one type throughout."""

    def __init__(self, item: Form) -> None:
        self.item = item

    def plain(self, value: Any) -> Json:
        """A list."""
        return [self.item.plain(part) for part in value]

    def rich(self, value: object, around: Around) -> object:
        """The tuple; empty where there is nothing."""
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise Misfit(value, "a list")
        made: list[object] = []
        try:
            for part in value:
                made.append(self.item.rich(part, around))
        except Misfit as error:
            raise error.inside(len(made)) from None
        return tuple(made)

    def schema(self, known: dict[str, Schema]) -> Schema:
        """A list, and what is in it."""
        return {"type": "array", "items": self.item.schema(known)}


class Fixed(Form):
    """Tuples of as many values as there are types."""

    def __init__(self, items: tuple[Form, ...]) -> None:
        self.items = items

    def plain(self, value: Any) -> Json:
        """A list."""
        return [form.plain(part) for form, part in zip(self.items, value, strict=True)]

    def rich(self, value: object, around: Around) -> object:
        """The tuple."""
        if not isinstance(value, list | tuple) or len(value) != len(self.items):
            raise Misfit(value, f"a list of {len(self.items)}")
        return tuple(form.rich(part, around) for form, part in zip(self.items, value, strict=True))

    def schema(self, known: dict[str, Schema]) -> Schema:
        """A list, and what is in each place."""
        places = [form.schema(known) for form in self.items]
        return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}


class Named(Form):
    """Values by name."""

    def __init__(self, item: Form) -> None:
        self.item = item

    def plain(self, value: Any) -> Json:
        """An object."""
        return {str(name): self.item.plain(part) for name, part in value.items()}

    def rich(self, value: object, around: Around) -> object:
        """The values by name; none where there is nothing."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise Misfit(value, "an object")
        made: dict[str, object] = {}
        name = ""
        try:
            for name, part in value.items():
                made[name] = self.item.rich(part, around)
        except Misfit as error:
            raise error.inside(name) from None
        return made

    def schema(self, known: dict[str, Schema]) -> Schema:
        """An object of any keys."""
        return {"type": "object", "additionalProperties": self.item.schema(known)}
