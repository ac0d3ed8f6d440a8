"""Topics: the measures on which tools disagree, found by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from probative.errors import BadParameter, UnknownMeasure
from probative.explanation.convention import Convention
from probative.measurement.registry import Parameters, find

Needs = Literal["scores", "labels", "numbers", "pair", "values"]
Found = tuple[Sequence[Convention], Sequence[str]]
"""Conventions, ours first, and the properties of the data that they hinge on."""
ROLES: dict[Needs, tuple[str, ...]] = {
    "scores": ("truth", "scores"),
    "labels": ("truth", "predicted"),
    "numbers": ("truth", "predicted"),
    "pair": ("truth", "predicted"),
    "values": ("values",),
}


@dataclass(frozen=True, slots=True)
class Topic:
    """A measure, what it is computed from, and the function that computes it under every convention."""

    name: str
    needs: Needs
    function: Callable[..., Found]
    doc: str
    options: Parameters = field(default_factory=dict)
    example: tuple[float, ...] = ()
    """Values to explain it by where none are given."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The columns that it is computed from."""
        return ROLES[self.needs]

    def checked(self, options: Parameters) -> Parameters:
        """The options, if all are known."""
        for name in options:
            if name not in self.options:
                raise BadParameter(
                    f"the conventions of {self.name} do not depend on {name!r}.",
                    found=f"options {', '.join(self.options)}" if self.options else "no options",
                    remedy="leave it out",
                )
        return options


_TOPICS: dict[str, Topic] = {}
_ALIASES: dict[str, str] = {}


def topic(
    needs: Needs, name: str, *aka: str, example: tuple[float, ...] = ()
) -> Callable[[Callable[..., Found]], Callable[..., Found]]:
    """Make a function of the rows the explanation of a measure; its further parameters are options."""

    def decorate(function: Callable[..., Found]) -> Callable[..., Found]:
        options = {p.name: p.default for p in list(inspect.signature(function).parameters.values())[1:]}
        doc = (inspect.getdoc(function) or "").split("\n")[0]
        _TOPICS[name] = Topic(name, needs, function, doc, options, example)
        _ALIASES.update(dict.fromkeys((name, *aka), name))
        return function

    return decorate


def topics() -> tuple[Topic, ...]:
    """All measures that can be explained.

    >>> import probative.explanation
    >>> [t.needs for t in topics() if t.name == "r2"]
    ['numbers']
    """
    return tuple(_TOPICS.values())


def find_topic(name: str) -> Topic:
    """The topic of that name; aliases of measures are known too.

    >>> import probative.explanation
    >>> find_topic("roc-auc").name, find_topic("AUC50").name
    ('auc', 'auc_n')
    """
    if not isinstance(name, str):
        raise BadParameter("a measure is named by a text.", found=repr(name), remedy="explain('f1')")
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    canonical = _ALIASES.get(key)
    if canonical is None:
        canonical = find(name).name
    if canonical not in _TOPICS:
        raise UnknownMeasure(
            f"no conventions of {canonical} are known on which tools disagree.",
            found=f"those of {', '.join(_TOPICS)}",
            remedy="'probative measures' explains how it is computed here",
        )
    return _TOPICS[canonical]
