"""A kind of chart: what it takes from findings, how that is described, and where it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from probative.answers.which import Standing
from probative.errors import BadParameter
from probative.findings import Findings
from probative.measurement import find, leading
from probative.pictures import Chart
from probative.pictures.looks import GREY, SERIES
from probative.records import Document

Data = Document
"""The drawn values, ready for JSON; by model under "models", where it is about models."""
Series = Mapping[str, int]
"""The look of each model: the same in every picture of the same findings."""
Section = Literal["explorer", "", "diagnostics", "errors"]
KINDS: dict[str, Kind] = {}
"""What has been declared, by name; see `kinds` for all of them in their order."""


@dataclass(frozen=True, slots=True)
class Options:
    """What may be asked of a picture."""

    measure: str | None = None
    hull: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A declared chart."""

    name: str
    place: int
    """Where it stands among the others."""
    gather: Callable[[Findings, Options], Data | None]
    """What to take from findings; None if they do not have it."""
    describe: Callable[[Data, Series], Chart]
    options: tuple[str, ...] = ()
    single: bool = False
    """Whether there is room for one model only."""
    section: Section = ""
    """The section of the page that shows it; none: a part of the page asks for it, or it is for files alone."""
    most: int = 8
    """Models in one frame of the page."""

    @property
    def doc(self) -> str:
        """What is drawn, in one line."""
        return (self.describe.__doc__ or "").split("\n")[0]


def chart(
    name: str,
    *,
    place: int,
    gather: Callable[[Findings, Options], Data | None],
    options: tuple[str, ...] = (),
    single: bool = False,
    section: Section = "",
    most: int = 8,
) -> Callable[[Callable[[Data, Series], Chart]], Callable[[Data, Series], Chart]]:
    """Declare a description of a chart as a kind of that name: `plot`, the command line and the page follow."""

    def declare(describe: Callable[[Data, Series], Chart]) -> Callable[[Data, Series], Chart]:
        KINDS[name] = Kind(name, place, gather, describe, options, single, section, most)
        return describe

    return declare


CROWD = 6
"""Models from which on two have a colour: the first, and the one beside it, which on a page is the last touched."""


def series_of(findings: Findings, *others: str) -> dict[str, int]:
    """The look of each model, by its rank; what is no model of these findings comes after, and the baseline is grey.

    From six models on the first two have their colours, the others are grey, each with its own dashes and marks.
    """
    names = [name for name in dict.fromkeys([*ranked(findings), *others]) if name != findings.about.baseline]
    found = {name: i for i, name in enumerate(names)}
    if len(names) >= CROWD:
        found |= {name: GREY + SERIES * (i + 1) for name, i in found.items() if i > 1}
    if findings.about.baseline in findings.models and findings.about.baseline is not None:
        found[findings.about.baseline] = GREY
    return found


def ranked(findings: Findings) -> list[str]:
    """All models, the best first as evaluated; those without a value as they came, and the baseline last."""
    standing = Standing.of(findings) if findings.models else None
    first = [] if standing is None else list(standing.values)
    order = dict.fromkeys([*first, *findings.models])
    return sorted(order, key=lambda name: name == findings.about.baseline)


def chosen_measure(wanted: str | None, known: Iterable[str]) -> str:
    """The measure that was asked for, by name or alias, if it is there; else a usual one.

    >>> chosen_measure("tpr", ["accuracy", "recall"]), chosen_measure(None, ["recall", "accuracy"])
    ('recall', 'accuracy')
    """
    there = list(dict.fromkeys(known))
    if wanted is None:
        return leading("headline", there) or there[0]
    name = wanted if wanted in there else find(wanted).name
    if name not in there:
        raise BadParameter(f"these findings have no {name} to draw.", found=", ".join(there))
    return name
