"""The guard of results that are too good to be true, where predictions are evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.guards.audit.perfect import BARELY_WRONG, FEW, TOO_GOOD
from probative.guards.note import Note
from probative.inference import Estimate

REMEDY = "audit the table that was learned from, with target= (--target), then predict rows that were collected later"


def of_too_good(
    model: str, measures: Mapping[str, Estimate], n: float, telling: tuple[str, ...] = ()
) -> Iterator[Note]:
    """A model without any error in many rows, with the inputs that alone determine the target, where some are known.

    >>> perfect = Estimate(1.0, 0.96, 1.0, 0.95, "wilson", 100)
    >>> [note.code for note in of_too_good("A", {"accuracy": perfect}, 100)]
    ['results-too-good']
    """
    told = _praise(measures, n)
    if told:
        which = f" {', '.join(map(repr, telling[:5]))} alone determines the target." if telling else ""
        yield TOO_GOOD(f"{told}: suspect a leak.{which}", REMEDY, model=model, columns=telling)


def _praise(measures: Mapping[str, Estimate], n: float) -> str:
    """What is suspicious, in words; nothing where nothing is."""
    known = {name: found.value for name, found in measures.items() if found.defined}
    if n < FEW or known.get("prevalence") in (0.0, 1.0):
        return ""
    if known.get("accuracy") == 1:
        return f"every one of {n:,.0f} rows is right"
    if known.get("auc") == 1:
        return f"every positive of {n:,.0f} rows stands above every negative"
    if 1 - known.get("r2", 0.0) <= BARELY_WRONG:
        return f"R² is {known['r2']:.6f} in {n:,.0f} rows"
    return ""
