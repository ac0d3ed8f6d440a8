"""What a permutation test found: the observed value beside what the same procedure reaches without structure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar

from probative.evidence.arrays import Floats
from probative.inference.permutation import PermutationP
from probative.records import SCATTERED, Document, Record
from probative.stats.meaning import P_MEANS, Spoken, decision

H0 = "inputs and targets are independent"
H1 = "the learner finds structure: true targets give a better value than permuted ones (one-sided)"
REQUIREMENT = r" \(R\d+\)$"
READINGS = (
    "a low p says that structure was found, not that the model is good; a high p has two readings: no more structure "
    "than chance (missing inputs, noise), or a learner too weak for it"
)

ALIKE = (
    "targets are permuted row by row: where those {of} are alike, and inputs too, they go together by chance more "
    "often than permuted ones do, and p is too small"
)


@dataclass(frozen=True, slots=True)
class PermutationTest(Spoken, Record):
    """The observed value, what the same procedure reaches without structure, and the p-value.

    H0: inputs and targets are independent. p is the probability, under H0, of a value at least as good as the one
    observed; it is not the probability of H0.
    """

    also: ClassVar[dict[str, str]] = {
        "p": "result.p",
        "p_low": "result.low",
        "p_high": "result.high",
        "strict_proportion": "result.strict",
        "at_least_as_good": "result.at_least",
        "permutations": "result.n",
        "h0": "h0",
        "h1": "h1",
    }

    measure: str
    better: str
    observed: float
    null: Floats
    result: PermutationP = field(metadata=SCATTERED)
    wanted: int
    labels: str
    mode: str
    alpha: float
    redrawn: int
    undefined: int
    seed: int
    notes: tuple[str, ...]
    model: str = ""
    """The learner that was tested, by name."""

    @classmethod
    def upgraded(cls, plain: Document) -> Document:
        """The plain values, with those of the p-value gathered from their keys."""
        keys = (path.removeprefix("result.") for path in cls.also.values())
        result = {name: plain.get(key) for name, key in zip(keys, cls.also, strict=True)}
        b = round((plain.get("at_least_as_good") or 0) * (plain.get("permutations") or 0))
        # The chance of a false alarm was called a level, which elsewhere is the confidence.
        alpha = plain.get("alpha", plain.get("level", 0.05))
        return plain | {"result": result | {"b": b}, "alpha": alpha}

    @property
    def h0(self) -> str:
        """The null hypothesis."""
        return H0

    @property
    def h1(self) -> str:
        """The alternative to it."""
        return H1

    @property
    def p(self) -> float:
        """(b + 1) / (B + 1)."""
        return self.result.p

    @property
    def stopped(self) -> bool:
        """Whether the answer was clear before all permutations were done."""
        return len(self.null) < self.wanted

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """The null distribution with the observed value (matplotlib, extra `plots`)."""
        from probative.curves.null_distribution import NullDistribution, null_chart
        from probative.pictures import draw

        facts = (self.measure, self.observed, self.p, self.null)
        found = NullDistribution(*facts, better=self.better, alpha=self.alpha)
        return draw(null_chart([found]), ax, below=True, **style)

    def words(self) -> list[str]:
        """What was asked and what the answer means: H0, p and the strict share, the usual levels, what to know."""
        notes = [f"note: {re.sub(REQUIREMENT, '', note)}" for note in self.notes]
        return [f"H0: {H0}; alternative: {H1}", str(self.result), P_MEANS, decision(self.p, self.alpha), *notes]

    @property
    def line(self) -> str:
        """The observed value and p in one line."""
        r = self.result
        early = f" (stopped after {len(self.null)} of {self.wanted})" if self.stopped else ""
        mixed = "draws of labels" if self.labels == "draw" else "permutations"
        return (
            f"{self.measure} {self.observed:.4g}; as good in {r.b} of {r.n} {mixed}{early}: p = {r.p:.3g} "
            f"(the exact p lies between {r.low:.3g} and {r.high:.3g} with 95 % confidence)"
        )
