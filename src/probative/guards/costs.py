"""Guards about costs: measures that do not know them, rules that beat a model, priors other than the sample's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isclose, isnan, nan

from probative.decisions.class_costs import DeclaredCosts
from probative.decisions.costs import Costs, ModelCosts, thousand
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.some import some

UNEQUAL = Guard(
    "costs-declared",
    "warning",
    "R177",
    "errors were declared to cost differently",
    "accuracy takes all errors for equal, and may prefer the dearer model",
    "rank models by expected cost",
    "002, 004",
)
CUT = (
    "cut where it is cheapest: evaluate with threshold_by='cost' (--threshold-by cost), or name a cut with threshold= "
    "(--threshold)"
)
TRIVIAL = Guard(
    "loses-to-trivial-rule",
    "warning",
    "R75",
    "calling everything positive, or everything negative, would cost less than the model",
    "at these costs the model is worse than none",
    "move the threshold: evaluate with threshold_by='cost' (--threshold-by cost), or train with "
    "cost_methods=['threshold'] (--cost-method threshold of probative run); or find a better model",
    "004",
)
PRIOR = Guard(
    "prior-differs",
    "warning",
    "R200",
    "the declared prior of deployment is not the share of positives in the sample, nor that share in two digits",
    "accuracy, precision and costs at the sample's share are not those of deployment",
    "read the rates, which do not depend on it, or the cost at both priors",
    "004",
)


def of_costs(costs: DeclaredCosts | None, uncut: Sequence[str] = ()) -> Iterator[Note]:
    """Accuracy takes all errors for equal; where they are, nothing need be said. What is not cut has none yet."""
    if costs is not None and costs.unequal:
        fp, fn = (costs.fp, costs.fn) if isinstance(costs, Costs) else (nan, nan)
        if uncut:
            told = (
                f"{costs}, but scores of {some(uncut)} have no cut, and without one no costs: models are not compared "
                "by them. AUC does not know them."
            )
            yield UNEQUAL(told, fp=fp, fn=fn, remedy=CUT)
            return
        told = f"{costs}: models are compared by expected cost; accuracy, error rate and AUC do not know these costs."
        yield UNEQUAL(told) if isnan(fp) else UNEQUAL(told, fp=fp, fn=fn)


def of_trivial_rules(model: str, costs: ModelCosts) -> Iterator[Note]:
    """A model that loses to a rule that looks at nothing."""
    if costs.beaten_by_trivial:
        rule = min(costs.trivial, key=costs.trivial.__getitem__)
        yield TRIVIAL(
            f"calling {rule.replace('all ', 'everything ')} would cost {thousand(costs.trivial[rule])} per 1,000 rows, "
            "less than the model.",
            model=model,
            each=f"{thousand(costs.operating.value)} per 1,000 rows with it",
            trivial=costs.trivial[rule],
            cost=costs.operating.value,
        )


def of_prior(prior: float | None, share: float) -> Iterator[Note]:
    """A prior of deployment that is not the sample's share of positives, nor that share in two digits."""
    if prior is not None and not isclose(prior, share, rel_tol=1e-3) and prior != float(f"{share:.2g}"):
        yield PRIOR(
            f"costs are at an operating prior of {prior:g}, the evaluated measures at the sample's share of "
            f"positives, {share:.4g}: what depends on the share (accuracy, precision, F1) is not that of deployment.",
            prior=prior,
            share=share,
        )
