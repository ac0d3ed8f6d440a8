"""Guards about scores that look like something else than what is needed: log-odds, percentages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.decisions.costs import Costs
from probative.evidence import Ladder
from probative.evidence.arrays import inner
from probative.evidence.steps import steps
from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.predictions.cut import Cut

OFF = 0.25
"""How far the mean of percentages may lie from the share of positives: they need not be calibrated."""

LOG_ODDS = Guard(
    "scores-like-log-odds",
    "warning",
    "",
    "costs ask for a threshold on probabilities, and the scores have both signs, as log-odds and margins do",
    "the threshold that follows from costs holds for probabilities; at 0 the costs are not heard at all",
    "give probabilities, of log-odds 1 / (1 + exp(-score)); or choose the threshold: threshold_by='cost' "
    "(--threshold-by cost)",
)
PERCENT = Guard(
    "scores-like-percentages",
    "warning",
    "",
    "scores lie between 0 and 100, some above 10, and their mean is not far from the share of positives times 100",
    "nothing that needs probabilities is evaluated: no threshold, no log loss, no calibration",
    "divide them by 100",
)


def of_log_odds(cuts: Mapping[str, Cut], costs: Costs | None) -> Iterator[Note]:
    """Scores of both signs where costs need probabilities."""
    if costs is None or not costs.unequal:
        return
    for model, cut in cuts.items():
        if cut.origin == "signed":
            yield LOG_ODDS(
                f"the costs ask for a threshold of {costs.threshold:.4g} on probabilities, and the scores have both "
                "signs, like log-odds or margins: they are cut at 0, as if errors cost the same.",
                model=model,
                threshold=costs.threshold,
            )


def like_percentages(ladder: Ladder) -> bool:
    """Whether scores look like probabilities times 100.

    >>> like_percentages(Ladder.from_scores([1, 0, 1, 0], [90, 20, 70, 10]))
    True
    >>> like_percentages(Ladder.from_scores([1, 0, 1, 0], [900, 20, 70, 10]))
    False
    """
    scores = ladder.scores
    positives, negatives = ladder.totals
    if not len(scores) or scores[-1] < 0 or not 10 < scores[0] <= 100:
        return False
    mean = sum(ladder.walked(_summed_scores)) / ladder.n
    return bool(abs(mean / 100 - positives / (positives + negatives)) <= OFF)


def _summed_scores(stretch: Ladder) -> float:
    return float(sum(inner(step.scores, step.p + step.n) for step in steps(stretch)))


def of_percentages(model: str, ladder: Ladder) -> Iterator[Note]:
    """Probabilities that were multiplied by 100."""
    if like_percentages(ladder):
        yield PERCENT(
            "the scores look like percentages.",
            model=model,
            each=f"from {ladder.scores[-1]:g} to {ladder.scores[0]:g}",
        )
