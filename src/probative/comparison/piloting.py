"""A pilot: the spread that a plan of rows needs to know, from rows that are there already."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from probative.comparison.facts import form_of
from probative.comparison.taking import row_losses
from probative.errors import BadInput, BadParameter
from probative.evidence import Ledger, Moments
from probative.evidence.arrays import Array, Floats
from probative.evidence.labels import encode
from probative.evidence.ledger import Key
from probative.inference.number_clusters import NumberClusters
from probative.measurement import find
from probative.predictions import Predictions, read
from probative.predictions.guesses import Guesses
from probative.predictions.words import Words, takes_words
from probative.records import Record
from probative.sources import TableLike

if TYPE_CHECKING:
    from probative.planning.plan import SizePlan

SURE = 0.8
"""How surely the standard deviation of other samples lies below the safe one (Browne 1995)."""


@dataclass(frozen=True, slots=True)
class Pilot(Record):
    """The standard deviation of the rows' differences (or of one model's values), fit to plan with.

    Where rows come in clusters, `sd` is that of independent rows which would vary the mean as much; `design_effect`
    says how many clustered rows one independent row is worth, and `row_sd` is the plain one. `safe_sd` is the upper
    limit of `sd` with 80 % confidence: who plans with `sd` itself has too few rows every second time.
    """

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "pilot"}

    measure: str
    models: tuple[str, ...]
    n: int
    sd: float
    safe_sd: float
    row_sd: float
    design_effect: float = 1.0
    groups: int | None = None

    def behind(self, plan: SizePlan) -> SizePlan:
        """The plan with what the pilot says of the rows in the place of their independence."""
        if self.groups is None:
            return plan
        effect = f"design effect {self.design_effect:.3g}"
        clusters = f"independent clusters, with rows in them that vary like those of the pilot ({effect})"
        return replace(plan, assumptions=(clusters, *plan.assumptions[1:]))

    def __str__(self) -> str:
        of = f"differences between {' and '.join(self.models)}" if len(self.models) > 1 else "values"
        clusters = "" if self.groups is None else f" in {self.groups} clusters (design effect {self.design_effect:.3g})"
        return (
            f"pilot: the {of} on {self.n} rows{clusters} have standard deviation {self.sd:.4g}; "
            f"to be on the safe side of its own error, plan with {self.safe_sd:.4g}"
        )


@takes_words
def pilot(data: TableLike | Predictions | None = None, *, measure: str | None = None, **words: Unpack[Words]) -> Pilot:
    """The spread of the differences of two models on the same rows, or of one model's values, as `plan_size` needs it.

    `data` is anything that `read` takes, with its words: graded rows, or predictions by a `measure` that is a mean over
    rows. Where `groups` are named, whole clusters vary, and the plan is one of rows in clusters like these.

    >>> import probative as pv
    >>> values = {"A": [3.1, 2.0, 4.2, 3.3, 2.9, 3.8], "B": [3.0, 2.4, 3.9, 3.7, 2.7, 3.1]}
    >>> found = pv.pilot(values=values, better="lower")
    >>> round(found.safe_sd, 4), pv.plan_size("mean-loss", sd=found.safe_sd, difference=0.2, power=0.8).n
    (0.6227, 79)
    """
    said = read(data, **words)
    if not 1 <= len(said.spoke) <= 2:
        raise BadInput("a pilot is of one model or two.", found=", ".join(said.spoke), remedy="name one or two of them")
    name = said.default_measure() if measure is None else find(measure).name
    held = said.paired()
    kind = held.kind(name)
    if form_of(name, kind) not in ("mean", "right or wrong"):
        raise BadParameter(f"every row must add a number to it, and {name} is no such mean.", remedy="another measure")
    guesses = Guesses.of(held, name)
    columns = [row_losses(guesses.truth, guess, name, {}) for guess in guesses.models.values()]
    values = columns[0] if len(columns) == 1 else columns[0] - columns[1]
    return _of(name, tuple(guesses.models), np.asarray(values, np.float64), held.groups)


def _of(measure: str, models: tuple[str, ...], values: Floats, groups: Array | None) -> Pilot:
    n = len(values)
    if n < 2:
        raise BadInput("one row shows no spread.", found=f"{n} rows", remedy="a pilot of ten rows or more")
    plain = float(values.std(ddof=1))
    if groups is None:
        return Pilot(measure, models, n, plain, _safe(plain, n - 1), plain)
    labels, codes = encode(groups, "groups")
    parts: dict[Key, Moments] = {
        (label,): Moments.from_values(values[codes == code]) for code, label in enumerate(labels)
    }
    clusters, mean = NumberClusters(Ledger(("groups",), parts)), find("mean")
    sd = sqrt(max(clusters.variance(mean, {}) * n, plain**2))
    effect = (sd / plain) ** 2 if plain else nan
    return Pilot(measure, models, n, sd, _safe(sd, clusters.freedom(mean, {})), plain, effect, len(labels))


def _safe(sd: float, freedom: float) -> float:
    """The upper limit of a standard deviation: what as few degrees of freedom seldom hide."""
    from scipy.special import chdtri

    return sd * sqrt(freedom / float(chdtri(freedom, SURE)))
