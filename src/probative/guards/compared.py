"""Guards about rankings: models that no test told apart, and zeros that stand for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.measurement.values import COUNTED

NOT_COMPARED = Guard(
    "not-compared",
    "note",
    "R162",
    "there are several models, and no valid test compares them",
    "numbers beside each other look like a ranking, and are none without a test",
    "do not read a ranking into the numbers",
    "001",
)
AS_ZERO = Guard(
    "undefined-as-zero",
    "warning",
    "R56",
    "undefined values count as 0, as was asked for",
    "a 0 that stands for nothing ranks models and measures nothing",
    "read these zeros as missing values: they rank models, and measure nothing",
)
BEST_MEMBER = Guard(
    "combination-against-best-member",
    "note",
    "R216",
    "models were combined into one",
    "a combination is worth its cost only where it beats its best member, and that member was chosen by these numbers",
    "a combination is worth its cost only if it beats the best member on rows that no choice has seen",
)


def not_compared(why: str, remedy: str | None = None) -> Note:
    """Several models that no test tells apart, because none is valid here; `remedy` is what would make one valid."""
    told = f"{remedy}; until then {NOT_COMPARED.remedy}" if remedy else None
    return NOT_COMPARED(f"the models were not compared: {why}", told)


def of_zeros(models: Mapping[str, Mapping[str, Estimate]]) -> Iterator[Note]:
    """Values that do not exist and count as 0 because that was asked for."""
    for model, measures in models.items():
        names = [name for name, found in measures.items() if COUNTED in (found.why or "")]
        if names:
            yield AS_ZERO(f"undefined, and counted as 0 as asked for: {', '.join(names)}.", model=model)
