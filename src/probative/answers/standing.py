"""The standing: models in the order of the measure that decides, and the tests of the first with the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isnan, nan

from probative.decisions.costs import COST
from probative.findings import Contest, Findings
from probative.findings.contest import in_units
from probative.findings.text import in_digits
from probative.findings.verdict import Verdict
from probative.inference import Estimate
from probative.measurement import find, leading


@dataclass(frozen=True, slots=True)
class Standing:
    """The models in the order of the measure that decides, and the tests of the first with each of the others."""

    measure: str
    better: str
    values: dict[str, Estimate]
    contests: dict[str, Contest]
    """By the other model."""
    noun: str = "rows"
    """What the tests count."""
    same: bool = True
    """Whether they count the same ones of both models, and not samples of their own."""

    @classmethod
    def of(cls, found: Findings) -> Standing | None:
        """The standing by the verdict's measure, or else by the headline measure; None where nobody has a value."""
        verdict = found.verdict
        measure = verdict.measure if verdict is not None else deciding(found)
        if measure is None:
            return None
        if verdict is None and all(COST in found.models[name].measures for name in found.rivals):
            # Nothing was tested (one model, or weights): what was declared is still what models are judged by.
            costs = found.about.costs
            measure = COST if costs is not None and (costs.unequal or len(found.rivals) > 1) else measure
        names = found.rivals if len(found.rivals) > 1 or verdict is None else list(found.models)
        values = {name: found.models[name].led(measure) for name in names if measure in found.models[name].measures}
        made = cls._ordered(measure, find(measure).better, values, found.comparisons)
        clusters = found.about.clusters
        return made if made is None or clusters is None else replace(made, noun=f"rows in {clusters:,} clusters")

    @classmethod
    def compared(cls, verdict: Verdict) -> Standing | None:
        """The standing of the models of a comparison, by the values that it compared."""
        values = {
            name: Estimate(value)
            for contest in verdict.contests
            for name, value in zip((contest.a, contest.b), contest.values, strict=True)
        }
        made = cls._ordered(verdict.measure, verdict.better, values, verdict.contests)
        of_rows = any("rows" in reason for reason in verdict.reasons)
        apart = any("independent samples" in reason for reason in verdict.reasons)
        return made if made is None or of_rows else replace(made, noun="results", same=not apart)

    @classmethod
    def _ordered(
        cls, measure: str, better: str, values: dict[str, Estimate], tested: Sequence[Contest]
    ) -> Standing | None:
        known = {name: value for name, value in values.items() if not isnan(value.value)}
        if not known or better == "neither":
            return None
        best_first = dict(sorted(known.items(), key=lambda item: item[1].value, reverse=better == "higher"))
        leader = next(iter(best_first))
        contests = {}
        for contest in tested:
            if contest.measure == measure and leader in (contest.a, contest.b):
                contests[contest.b if contest.a == leader else contest.a] = contest
        return cls(measure, better, best_first, contests)

    @property
    def leader(self) -> str:
        """The model with the best value."""
        return next(iter(self.values))

    @property
    def others(self) -> list[str]:
        """The other models, the best first."""
        return list(self.values)[1:]

    def beaten(self) -> list[str]:
        """The models that are told apart from the leader, and are worse."""
        return [name for name in self.others if name in self.contests and self.contests[name].winner == self.leader]

    def told(self, name: str) -> Estimate:
        """A model's value as sentences tell it: with the digits that its difference from the others is worth.

        Those are the same whoever asks: a comparison knows no intervals of the values themselves.
        """
        value = self.values[name].value
        contest = self.contests.get(name) or next(iter(self.contests.values()), None)
        half = nan if contest is None else (contest.result.high - contest.result.low) / 2
        return Estimate(value, value - half, value + half) if 0 < half < inf else self.values[name]

    def ahead(self, other: str) -> str:
        """How far the leader is ahead of another model, with the interval."""
        contest = self.contests[other]
        sign = 1.0 if contest.a == self.leader else -1.0
        better = 1.0 if contest.better_if == "higher" else -1.0
        scale, unit = (1.0, " ranks") if contest.unit == "ranks" else in_units(contest.measure)
        ends = sorted(sign * better * scale * end for end in (contest.result.low, contest.result.high))
        size, spread = in_digits(sign * better * scale * contest.gap, *ends, points=scale == 100)
        return f"{size}{unit}" + (f" ({spread})" if spread else "")


def deciding(found: Findings) -> str | None:
    """The measure that stands for models where none was compared by."""
    there = [name for name, value in next(iter(found.models.values())).measures.items() if value.defined]
    return leading("headline", there) if found.models else None
