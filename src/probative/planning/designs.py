"""From facts to the design of a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probative.errors import BadParameter
from probative.planning.design import Design
from probative.planning.facts import Facts
from probative.planning.mean_loss import MeanLoss
from probative.planning.one_rate import OneRate
from probative.planning.paired_rates import PairedRates
from probative.planning.two_areas import TwoAreas
from probative.planning.two_rates import TwoRates

KINDS: dict[str, Callable[..., Design]] = {
    "proportion": OneRate,
    "paired-proportions": PairedRates,
    "proportions": TwoRates,
    "auc": TwoAreas,
    "mean-loss": MeanLoss,
}
CHOICES = ("proportion", "paired-proportions", "auc")
"""Designs with more than one method."""


def designed(facts: Facts) -> Design:
    """The design that the facts describe, once its difference is known to be possible.

    >>> facts = Facts("mean-loss", {"sd": 1.0}, 50, 0.5, None, None, None, 0.95, None, None)
    >>> designed(facts)
    MeanLoss(level=0.95, side='two-sided', margin=None, sd=1.0)
    """
    base: dict[str, Any] = {"level": facts.level, "side": facts.side, "margin": facts.margin}
    base |= {name: value for name, value in facts.known.items() if name != "expected"}
    if facts.what in CHOICES:
        base["method"] = facts.method
    design = KINDS[facts.what](**base)
    _check_reach(facts, design)
    return design


def _check_reach(facts: Facts, design: Design) -> None:
    low, high = design.reach
    difference = facts.difference
    if difference is not None and not low - 1e-12 <= difference <= high + 1e-12:
        raise BadParameter(
            "so large a difference is not possible here.",
            found=f"difference {difference:g}, possible {low:g} to {high:g}",
            remedy="a smaller difference, or other rates",
        )
    b, share = facts.known.get("reference"), facts.known.get("discordance")
    if b is not None and share is not None:
        a = b + (difference or 0.0)
        if share > min(a + b, 2 - a - b) + 1e-12:
            raise BadParameter(
                "with these rates the two cannot be discordant so often.",
                found=f"discordance {share:g}, at most {min(a + b, 2 - a - b):g}",
                remedy="give the discordance or the rates",
            )
