"""Operating points: the threshold of a model, how it came about, and what follows from costs and constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from probative.curves import roc
from probative.decisions import Costs, ThresholdChoice, best_threshold, compare_costs
from probative.evidence import Ladder, Outcomes
from probative.inference.estimate import json_number


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user wants of the threshold: a number, an aim, constraints; and the n of a ROC_n."""

    threshold: float | None = None
    by: str | None = None
    at: tuple[str, ...] = ()
    roc_n: int | None = None

    @property
    def chooses(self) -> bool:
        """Whether a threshold has to be chosen on the data."""
        return self.by is not None or bool(self.at)


def choose(ladder: Ladder, wish: Wish, costs: Costs | None, level: float, seed: int) -> ThresholdChoice:
    """The threshold that the wish asks for."""
    return best_threshold(ladder, wish.by, costs=costs, at=wish.at, level=level, random_state=seed)


def described(choice: ThresholdChoice) -> dict[str, Any]:
    """A choice as plain values for JSON."""
    o = choice.outcomes
    return {
        "by": choice.by,
        "threshold": json_number(choice.threshold),
        "ties": [json_number(tie) for tie in choice.ties[:100]],
        "equivalent": [json_number(end) for end in choice.interval],
        "midpoint": json_number(choice.midpoint),
        "outcomes": {"tp": o.tp, "fn": o.fn, "fp": o.fp, "tn": o.tn},
        "apparent": choice.apparent.to_dict(),
        "achieved": choice.achieved.to_dict(),
    }


def first_false_positives(ladder: Ladder, n: int) -> dict[str, Any]:
    """ROC_n as plain values for JSON, in both normalisations."""
    found = {}
    for how in ("all", "found"):
        part = roc(ladder).roc_n(n, how)
        found[how] = {"area": json_number(part.area), "chance": json_number(part.chance), "why": part.why}
    return {"n": part.n, "positives_found": json_number(part.found), **found}


def cost_facts(outcomes: Outcomes, costs: Costs, level: float) -> dict[str, Any]:
    """Expected cost at the operating prior and at the sample's, beside the two trivial rules."""
    found = compare_costs({"model": outcomes}, costs, level)
    return {
        "fp": costs.fp,
        "fn": costs.fn,
        "prior": costs.prior,
        "operating": found.operating["model"].to_dict(),
        "sample": found.sample["model"].to_dict(),
        "trivial": found.trivial,
        "beaten_by_trivial": bool(found.beaten_by_trivial),
    }
