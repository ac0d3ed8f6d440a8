"""Costs: what wrong predictions cost, and how common positives are where the model will work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf, isinf, isnan, nan
from typing import ClassVar

import numpy as np

from probative.decisions.cost_weighting import CostWeighting
from probative.errors import BadInput, BadParameter
from probative.evidence import Ledger, Moments, Outcomes
from probative.evidence.arrays import Number, same_length, single
from probative.evidence.labels import positives
from probative.evidence.needed import a_number, need, need_each
from probative.inference import Estimate, estimate
from probative.inference.proportion import normal_quantile
from probative.measurement.binary_cost import expected_cost, require_costs
from probative.records import Record

COST = "expected_cost"
"""The measure that costs ask for."""


@dataclass(frozen=True, slots=True)
class Costs(Record):
    """Cost of a false positive and of a false negative; prior is the operating share of positives.

    A prior of None means the sample's.

    >>> Costs(fp=1, fn=5).threshold
    0.16666666666666666
    """

    fp: float = 1.0
    fn: float = 1.0
    prior: float | None = None

    def __post_init__(self) -> None:
        for name in ("fp", "fn", "prior"):
            given = getattr(self, name)
            if isinstance(given, np.number):
                # Plain numbers are what JSON holds.
                object.__setattr__(self, name, given.item())
        require_costs(self.fp, self.fn)
        if self.prior is not None and not (_plain(self.prior) and 0 < self.prior < 1):
            raise BadParameter(
                "the prior, the operating share of positives, lies between 0 and 1, both excluded.",
                found=repr(self.prior),
                remedy="prior=0.1 (--prior 0.1), or leave it out for the sample's share",
            )

    @property
    def unequal(self) -> bool:
        """Whether one kind of error costs more than the other."""
        return self.fp != self.fn

    @property
    def parameters(self) -> dict[str, float | None]:
        """The costs as the measure `expected_cost` takes them."""
        return {"fp": self.fp, "fn": self.fn, "prior": self.prior}

    def __str__(self) -> str:
        where = "the sample's share of positives" if self.prior is None else f"a share of positives of {self.prior:g}"
        return f"a false alarm costs {self.fp:g}, a miss {self.fn:g}, at {where}"

    @property
    def threshold(self) -> float:
        """The posterior probability above which calling positive is cheaper, for calibrated scores."""
        return self.fp / (self.fp + self.fn)

    def weighting(self, positives: float, negatives: float) -> CostWeighting:
        """Row weights that make a learner mind these costs, and what it then sees of so many rows.

        >>> round(Costs(fp=1, fn=5).weighting(positives=55, negatives=65).effective_prior, 6)
        0.808824
        """
        return CostWeighting.of(self.fp, self.fn, positives, negatives, self.prior)

    def of_point(self, fpr: Number, tpr: Number, prevalence: float | None = None) -> Number:
        """Expected cost of a point (FPR, TPR) of the ROC diagram at a share of positives, or at the prior.

        >>> round(Costs(fp=1, fn=5).of_point(0.1, 0.8, prevalence=0.5), 6), Costs(1, 5, prior=0.1).of_point(0.1, 0.8)
        (0.55, 0.19)
        """
        share = self.prior if prevalence is None else a_number(prevalence, "a prevalence")
        if share is None:
            raise BadParameter("the cost of a point needs the share of positives.", remedy="prevalence=, or a prior")
        if not (0 <= share <= 1 and all(0 <= rate <= 1 for rate in (*np.atleast_1d(fpr), *np.atleast_1d(tpr)))):
            raise BadParameter("rates and shares lie between 0 and 1.", found=(fpr, tpr, share))
        rates = Outcomes.trusted(tpr, 1 - tpr, fpr, 1 - fpr)
        return expected_cost(rates, fp=self.fp, fn=self.fn, prior=share)

    def share(self, prevalence: float) -> float:
        """The share of positives that costs are about: the prior, or else the one given."""
        return prevalence if self.prior is None else self.prior

    def slope(self, prevalence: float) -> float:
        """Slope of the lines of equal cost in the ROC diagram, at this share of positives (or the prior)."""
        share = self.share(prevalence)
        return self.fp * (1 - share) / (self.fn * share)

    def worst(self, prevalence: float) -> float:
        """The cost if every prediction were wrong, at this share of positives (or the prior)."""
        return sum(self.of_trivial(prevalence).values())

    def of_trivial(self, prevalence: float) -> dict[str, float]:
        """Cost of calling everything positive, and of calling everything negative, at this share (or the prior)."""
        share = self.share(prevalence)
        return {"all positive": self.fp * (1 - share), "all negative": self.fn * share}

    def cost(self, outcomes: Outcomes) -> Number:
        """Expected cost per prediction, as a plain number; of outcomes that are arrays, one for each entry."""
        return expected_cost(outcomes, fp=self.fp, fn=self.fn, prior=self.prior)

    def normalised(self, outcomes: Outcomes, prevalence: float) -> Number:
        """Expected cost as a share of the worst, at this share of positives (or the prior)."""
        return replace(self, prior=self.share(prevalence)).cost(outcomes) / self.worst(prevalence)

    def expected(self, outcomes: Outcomes | Ledger, level: float = 0.95) -> Estimate:
        """Expected cost per prediction; of a ledger by cluster, with an interval that lets whole clusters vary."""
        return estimate(COST, outcomes, level=level, fp=self.fp, fn=self.fn, prior=self.prior)

    def trivial(self, outcomes: Outcomes) -> dict[str, float]:
        """Cost of calling everything positive, and of calling everything negative."""
        return self.of_trivial(float(outcomes.positives / outcomes.n))


def _plain(value: object) -> bool:
    """Whether it is a number; True is none, however Python sees it."""
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class CostComparison:
    """Expected costs of several models at the operating prior and at the sample's, beside the trivial rules."""

    costs: Costs
    operating: dict[str, Estimate]
    sample: dict[str, Estimate]
    trivial: dict[str, float]

    @property
    def beaten_by_trivial(self) -> list[str]:
        """Models that cost more than the cheaper trivial rule."""
        least = min(self.trivial.values())
        return [name for name, found in self.operating.items() if found.value > least]


@dataclass(frozen=True, slots=True)
class ModelCosts(Record):
    """What one model costs per prediction, at the operating prior and at the sample's, beside the trivial rules."""

    also: ClassVar[dict[str, str]] = {"beaten_by_trivial": "beaten_by_trivial"}

    fp: float
    fn: float
    prior: float | None
    operating: Estimate
    sample: Estimate
    trivial: dict[str, float]

    @classmethod
    def of(cls, outcomes: Outcomes | Ledger, costs: Costs, level: float = 0.95) -> ModelCosts:
        """The costs of these outcomes, or of those of clusters of rows."""
        found = compare_costs({"model": outcomes}, costs, level)
        return cls(
            costs.fp, costs.fn, costs.prior, found.operating["model"], found.sample["model"], dict(found.trivial)
        )

    @property
    def beaten_by_trivial(self) -> bool:
        """Whether the cheaper trivial rule costs less."""
        return self.operating.value > min(self.trivial.values())


def compare_costs(models: Mapping[str, Outcomes | Ledger], costs: Costs, level: float = 0.95) -> CostComparison:
    """Expected cost of every model, at the operating prior and at the sample's, beside the two trivial rules.

    >>> from probative.evidence import Outcomes
    >>> found = compare_costs({"C1": Outcomes(tp=80, fn=20, fp=50, tn=50)}, Costs(fp=1, fn=5))
    >>> found.operating["C1"].value, found.trivial, found.beaten_by_trivial
    (0.75, {'all positive': 0.5, 'all negative': 2.5}, ['C1'])
    """
    need_each(models, Outcomes, Ledger)
    need(costs, Costs)
    if not models:
        raise BadInput("there are no models to compare.")
    plain, first = Costs(costs.fp, costs.fn), next(iter(models.values()))
    return CostComparison(
        costs,
        {name: costs.expected(outcomes, level) for name, outcomes in models.items()},
        {name: plain.expected(outcomes, level) for name, outcomes in models.items()},
        costs.trivial(first.total() if isinstance(first, Ledger) else first),
    )


def break_even(a: Outcomes, b: Outcomes, prior: float | None = None) -> float:
    """The ratio C_FN / C_FP at which two classifiers cost the same; nan if one is cheaper at every ratio.

    >>> from probative.evidence import Outcomes
    >>> break_even(Outcomes(tp=0, fn=4, fp=0, tn=96), Outcomes(tp=3, fn=1, fp=7, tn=89))
    2.3333333333333335
    """
    need(a, Outcomes)
    need(b, Outcomes)
    for outcomes in (a, b):
        if not (outcomes.positives and outcomes.negatives):
            raise BadInput("costs break even between classifiers seen on both classes.", found=outcomes)
    if prior is not None and not 0 < prior < 1:
        raise BadParameter("the prior lies between 0 and 1.", found=prior)
    share = float(a.positives / a.n) if prior is None else prior
    more_found = float(b.tp / b.positives - a.tp / a.positives) * share
    more_alarms = float(b.fp / b.negatives - a.fp / a.negatives) * (1 - share)
    if more_found == 0:
        return nan if more_alarms == 0 else inf
    ratio = more_alarms / more_found
    return ratio if ratio > 0 else nan


def cost_difference(
    y_true: object, a: object, b: object, costs: Costs, *, pos_label: object = None, level: float = 0.95
) -> Estimate:
    """Expected cost of A minus that of B on the same rows (predictions as booleans), with a paired interval.

    >>> cost_difference([1, 1, 0, 0], [1, 0, 0, 0], [1, 1, 1, 0], Costs(fp=1, fn=5)).value
    1.0
    """
    truth = positives(y_true, pos_label)
    first, second = positives(a, pos_label), positives(b, pos_label)
    same_length(y_true=truth, a=first, b=second)
    gap = np.where(truth, costs.fn * (~first * 1.0 - ~second), costs.fp * (first * 1.0 - second))
    if costs.prior is None:
        found = Moments.from_values(gap)
        return estimate("mean", found, level=level)
    of_positives, of_negatives = Moments.from_values(gap[truth]), Moments.from_values(gap[~truth])
    value = single(costs.prior * of_positives.mean + (1 - costs.prior) * of_negatives.mean)
    error = np.hypot(costs.prior * of_positives.standard_error, (1 - costs.prior) * of_negatives.standard_error)
    half = normal_quantile(level) * float(error)
    why = "a class of one row has no spread" if isnan(half) else None
    return Estimate(value, value - half, value + half, level, "delta", len(gap), why)


def thousand(cost: float) -> str:
    """What a thousand rows cost: whole, or with two digits where that would be next to nothing.

    >>> thousand(0.3374), thousand(2.042), thousand(-0.05), thousand(0.0012), thousand(0.001), thousand(0.00004)
    ('337', '2,042', '−50', '1.2', '1.0', '0.040')
    """
    per = 1000 * cost + 0.0  # no -0
    if isinf(per):
        return "∞" if per > 0 else "−∞"
    if isnan(per):
        return "?"
    if abs(per) >= 10 or per == 0:
        text = f"{per:,.0f}"
    else:
        text = f"{per:#.2g}".rstrip(".") if abs(per) >= 0.1 else f"{per:.3f}"
    return text.replace("-", "−")
