"""Measured: which measures were estimated, and how their intervals were made."""

from __future__ import annotations

from collections.abc import Sequence

from probative.answers.words import listed, titled
from probative.errors import BadParameter
from probative.findings import Findings
from probative.measurement import placed
from probative.papers.phrases import BY_CLUSTER, CLUSTERED, interval_phrase
from probative.papers.reference import cite

WORKS = {
    "brier1950": ("brier",),
    "gneiting2007": ("brier", "log_loss"),
    "matthews1975": ("mcc",),
    "cohen1960": ("kappa",),
    "hand2001": ("auc_ovo",),
    "vickers2006": ("net_benefit",),
}
"""By work: the measures that are from there, of those that carry a name."""
NUMBERS = ("regression", "graded")
"""Tasks whose rows are numbers."""


def told_measures(found: Findings, asked: Sequence[str] | None, *, everything: bool) -> list[str]:
    """The measures that a paper would report: those asked for, all, or those that head the table."""
    there = list(dict.fromkeys(name for model in found.models.values() for name in model.measures))
    if asked:
        if unknown := [name for name in asked if name not in there]:
            raise BadParameter(
                f"these findings have no measure {unknown[0]!r}.", found=unknown[0], remedy=", ".join(there[:12])
            )
        return list(asked)
    first = [name for name in there if name in placed("summary") or name in found.about.called]
    return there if everything or not first else first


def measured(found: Findings, names: Sequence[str]) -> list[str]:
    """The measures, which of them are means of folds, and the intervals by the way they were made."""
    if not names:
        return []
    said = [
        f"{titled(name)}{_parameters(found, name)}{cite(*(work for work, of in WORKS.items() if name in of))}"
        for name in names
    ]
    told = [f"Reported {'are' if len(said) > 1 else 'is'} {listed(said, most=len(said))}."]
    folded = [titled(name) for name in names if any(model.mean_of(name) for model in found.models.values())]
    if folded:
        pooled = "; the others are of all tested rows together" if len(folded) < len(names) else ""
        told.append(f"Means of folds stand for {listed(folded, most=len(folded))}{pooled}.")
    elif found.about.scheme is not None and any(model.resampling for model in found.models.values()):
        told.append("Values are of all tested rows together.")
    return [*told, *_intervals(found, names)]


def _parameters(found: Findings, name: str) -> str:
    """The parameters of a measure that was asked for with some, as a paper has them."""
    within = found.about.called.get(name, "").partition("(")[2].removesuffix(")")
    return f" ({within.replace('=', ' = ')})" if within else ""


def _intervals(found: Findings, names: Sequence[str]) -> list[str]:
    """One clause for every interval method, with the measures that it was used for."""
    by_method: dict[str, dict[str, None]] = {}
    clustered = False
    for model in (found.models[name] for name in found.rivals):
        for name in names:
            value = model.measures.get(name)
            if value is not None and value.defined and value.method:
                by_method.setdefault(interval_phrase(value.method), {})[titled(name)] = None
                clustered |= value.method.endswith(BY_CLUSTER)
    if not by_method:
        return []
    clauses = [f"{phrase} for {listed(list(of), most=len(of))}" for phrase, of in by_method.items()]
    told = [f"Intervals are at {found.level * 100:g} % confidence: {'; '.join(clauses)}."]
    if clustered:
        told.append(f"In all of them {CLUSTERED[found.task in NUMBERS]}.")
    return told
