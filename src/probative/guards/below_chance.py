"""Guards about areas below a half: scores that rank worse than chance, which good scores do when turned round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.inference import Estimate
from probative.inference.estimate import not_rounded_up
from probative.inference.proportion import normal_quantile

BELOW_HALF = Guard(
    "auc-below-half",
    "warning",
    "R192",
    "the interval of an AUC lies below 0.5, of the positive class or of one of several against the rest",
    "the model ranks worse than chance, which is what a good model does whose scores or labels are turned round",
    "check that larger scores mean more positive, and which label is positive",
    "000, 004",
)
PERHAPS = Guard(
    "auc-perhaps-below-half",
    "note",
    "R192",
    "an AUC is below 0.5, but its interval includes 0.5",
    "chance alone explains it; so would scores that are turned round, of a weak model or on few rows",
    "check that larger scores mean more positive, and which label is positive; more rows would tell",
    "000, 004",
)


def of_area(model: str, auc: Estimate | None) -> Iterator[Note]:
    """The area of one positive class."""
    if auc is None or not auc.value < 0.5:
        return
    if surely_below(auc):
        yield BELOW_HALF(
            f"an AUC of {auc.value:.3f} ranks worse than chance; turned round, the scores would have "
            f"{1 - auc.value:.3f}.",
            model=model,
            auc=auc.value,
        )
    else:
        yield PERHAPS(
            "an AUC is below 0.5, which its interval includes:",
            model=model,
            each=f"{not_rounded_up(auc.value)} ({auc.low:.3f} to {auc.high:.3f})",
            auc=auc.value,
        )


def of_class_areas(model: str, classes: Mapping[str, Mapping[str, Estimate]]) -> Iterator[Note]:
    """The areas of several classes, each against the rest: those surely below a half, else those perhaps."""
    areas = {label: found["auc"] for label, found in classes.items() if "auc" in found and found["auc"].value < 0.5}
    surely = [label for label, auc in areas.items() if surely_below(auc, len(classes))]
    for guard, labels in ((BELOW_HALF, surely), (PERHAPS, [label for label in areas if label not in surely])):
        if labels:
            told = ", ".join(f"{areas[label].value:.3f} of class {label!r}" for label in labels[:5])
            yield guard(
                f"AUC of classes against the rest below 0.5: {told}.",
                "check that each column of probabilities is that of its class",
                model=model,
                auc=min(areas[label].value for label in labels),
            )


def surely_below(auc: Estimate, looked_at: int = 1) -> bool:
    """Whether an area lies below a half by its interval, widened for the number of areas that were looked at.

    >>> surely_below(Estimate(0.40, 0.31, 0.49)), surely_below(Estimate(0.40, 0.31, 0.49), looked_at=5)
    (True, False)
    """
    if isnan(auc.high):
        return auc.value < 0.5
    widened = normal_quantile(1 - (1 - auc.level) / looked_at) / normal_quantile(auc.level)
    return auc.value + (auc.high - auc.value) * widened < 0.5
