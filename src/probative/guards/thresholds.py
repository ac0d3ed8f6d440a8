"""Guards about thresholds: where scores become labels, why there, and who chose it on which rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.decisions.choice import ThresholdChoice
from probative.decisions.costs import thousand
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.predictions.cut import Cut

NONE = Guard(
    "no-threshold",
    "warning",
    "R4",
    "scores are neither probabilities nor signed, and no threshold is given",
    "counts at a made-up threshold would measure the guess, not the model; what needs one is left out",
    "name one with threshold= (--threshold)",
)
FROM_COSTS = Guard(
    "threshold-from-costs",
    "note",
    "R73",
    "costs are declared, and the threshold follows from them",
    "that threshold is best for calibrated probabilities, and only for them",
    "look at the calibration, or choose on validation rows: threshold_by='cost' (--threshold-by cost)",
    "004",
)
DEFAULT = Guard(
    "threshold-default",
    "note",
    "R4",
    "scores become labels at a threshold that nobody named (0.5 of probabilities, 0 of signed scores)",
    "every count rests on it",
    "name another with threshold= (--threshold)",
)
CHOSEN_HERE = Guard(
    "threshold-chosen-here",
    "warning",
    "R193",
    "a threshold was chosen on the rows that it is evaluated on",
    "the best of many thresholds flatters itself: on other rows it does less well",
    "choose on validation rows and evaluate on others, or read the decision's 'achieved' interval",
    "003",
)
UNSURE = Guard(
    "constraint-unsure",
    "warning",
    "R193",
    "a bound is kept on these rows, but the interval of the rate reaches beyond it",
    "a bound that is just kept here is broken on other rows about every second time",
    "choose with confidence=0.95 (--confidence 0.95)",
    "003",
)


def of_thresholds(cuts: Mapping[str, Cut]) -> Iterator[Note]:
    """Which thresholds the counts rest on, and why: once where all models share one, else model by model."""
    shared = len(set(cuts.values())) == 1
    for model, cut in list(cuts.items())[: 1 if shared else None]:
        whose = None if shared else model
        if cut.origin == "none":
            yield NONE(f"{cut.why}, so no threshold suggests itself: what needs one is not evaluated.", model=whose)
        elif cut.origin == "costs" and cut.value is not None:
            yield FROM_COSTS(
                f"a row is called positive if its score is at least {cut.value:.6g}, the cost of a false alarm as a "
                "share of both costs: best for calibrated probabilities, and only for them.",
                model=whose,
                threshold=cut.value,
            )
        elif cut.origin in ("probabilities", "signed") and cut.value is not None:
            yield DEFAULT(
                f"a row is called positive if its score is at least {cut.value:g} ({cut.why}).",
                model=whose,
                threshold=cut.value,
            )


def of_chosen_threshold(model: str, by: str, apparent: Estimate, achieved: Estimate) -> Iterator[Note]:
    """A threshold chosen on the rows that it is evaluated on flatters itself."""
    here, expected = (thousand(x.value) if by == "cost" else f"{x.value:.4g}" for x in (apparent, achieved))
    unit = " per 1,000 rows" if by == "cost" else ""
    yield CHOSEN_HERE(
        f"the threshold was chosen on these rows (by {by}), so the counts at it are optimistic.",
        model=model,
        each=f"{here}{unit} here, about {expected} once the choice is allowed for",
        apparent=apparent.value,
        achieved=achieved.value,
    )


def of_constraints(model: str, choice: ThresholdChoice) -> Iterator[Note]:
    """A bound that is just kept on these rows is broken on others about every second time."""
    if choice.confidence is not None:
        return
    for kept in choice.constraints:
        if kept.rate.defined and not kept.sure:
            yield UNSURE(
                f"{kept.measure} {kept.sign} {kept.bound:g} holds on these rows ({kept.rate.value:.4g}), but its "
                f"interval is {kept.rate.low:.4g} to {kept.rate.high:.4g}: other rows may well break the bound.",
                model=model,
                bound=kept.bound,
                rate=kept.rate.value,
            )
