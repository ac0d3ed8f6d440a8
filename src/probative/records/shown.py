"""How results look at a prompt: as they are printed, and not field by field."""

from __future__ import annotations

from typing import Any, ClassVar


class Shown:
    """The base of what has a text of its own: `repr` is that text, or its first line where `line` gives one.

    >>> class Found(Shown):
    ...     def __str__(self):
    ...         return "three of four"
    >>> Found()
    three of four
    """

    __slots__ = ()
    by_field: ClassVar[bool] = False
    """Whether few fields say more than the text does, as of an estimate."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        mine = cls.__dict__
        # A dataclass leaves a text alone that its class has before it is made one.
        if not cls.by_field and "__repr__" not in mine and cls.__str__ is not object.__str__:
            cls.__repr__ = _as_printed  # type: ignore[method-assign]


def _as_printed(self: Any) -> str:
    line = getattr(self, "line", None)
    return line if isinstance(line, str) else str(self)
