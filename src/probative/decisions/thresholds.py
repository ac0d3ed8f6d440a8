"""Thresholds: where to cut the scores, for what aim, under which constraints, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from probative.decisions.aims import Aim, find_aim
from probative.decisions.best_rungs import best_rungs
from probative.decisions.choice import ConstrainedRate, ThresholdChoice
from probative.decisions.choosing_again import repeated
from probative.decisions.costs import Costs
from probative.decisions.umbrella import Umbrella
from probative.errors import BadInput, BadParameter, BadScores
from probative.evidence import Ladder, Ledger, Outcomes
from probative.evidence.arrays import single
from probative.evidence.cutting import cut
from probative.evidence.needed import need
from probative.inference import Estimate, estimate
from probative.inference.replicates import checked_replicates


def best_threshold(
    evidence: Ladder | Ledger,
    by: str | None = None,
    *,
    costs: Costs | None = None,
    at: str | Sequence[str] = (),
    confidence: float | None = None,
    validation: Ladder | None = None,
    level: float = 0.95,
    replicates: int = 500,
    random_state: int = 0,
    **parameters: Any,
) -> ThresholdChoice:
    """The threshold that is best by a measure, by cost, or under constraints.

    `by` is any binary measure ("accuracy", "youden", "f_beta" with beta=2, ...), "cost" (with `costs`), "closest"
    (to a perfect classifier in the ROC diagram), "equal_errors", or "calibrated" (C_FP / (C_FP + C_FN), for
    probabilities that can be trusted). `at` holds constraints such as "recall>=0.95" or "fpr<=0.01": they hold on these
    rows, and with `confidence` (0.95, say) with that probability on all others too. Without `validation` rows,
    `achieved` is corrected and widened by repeating the choice on resamples; with them, it is plain. A Ledger is taken
    as one ladder per cluster: whole clusters are resampled, and vary.

    >>> import probative as pv
    >>> ladder = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
    >>> pv.best_threshold(ladder, "accuracy", replicates=20).ties
    (0.8, 0.6)
    """
    need(evidence, Ladder, Ledger)
    replicates = checked_replicates(replicates)
    ladder: Ladder = evidence.total() if isinstance(evidence, Ledger) else evidence
    _require_both_classes(ladder)
    aim = find_aim(by, costs, at, parameters)
    if aim.name == "calibrated":
        assert costs is not None
        _require_calibrated(ladder, aim)
        return _analytic(evidence, ladder, costs, level, validation)
    if confidence is not None and isinstance(evidence, Ledger):
        raise BadInput("clustered rows have no exact order statistics.", remedy="leave confidence or groups out")
    allowed = None if confidence is None else Umbrella.over(ladder, aim.constraints, confidence).allows
    ties = best_rungs(ladder, aim, allowed)
    thresholds = [inf if rung < 0 else float(ladder.scores[rung]) for rung in ties.tolist()]
    # The largest threshold acts least often; all others are listed.
    chosen, threshold = int(ties[0]) + 1, thresholds[0]
    apparent = _estimate(aim, costs, cut(evidence, threshold), level, parameters)
    again = repeated(evidence, aim, allowed, replicates, random_state)
    if validation is not None:
        achieved = _estimate(aim, costs, validation.at(threshold), level, parameters)
    else:
        achieved = again.achieved(aim, apparent, level)
    below = float(ladder.scores[chosen]) if chosen < len(ladder.scores) else -inf
    seen = cut(evidence, threshold) if validation is None else validation.at(threshold)
    return ThresholdChoice(
        aim.name,
        threshold,
        tuple(thresholds),
        (below, threshold),
        ladder.at(threshold),
        apparent,
        achieved,
        again.chosen(threshold, level, ladder.effective_n, min(ladder.effective_totals)),
        tuple(ConstrainedRate(*c, estimate(c[0], seen, level=level)) for c in aim.constraints),
        confidence,
        random_state,
    )


def _require_both_classes(ladder: Ladder) -> None:
    positives, negatives = ladder.totals
    if not (positives and negatives):
        raise BadInput(
            "a threshold cannot be chosen on one class.", found=f"{positives:g} positives, {negatives:g} negatives"
        )


def _require_calibrated(ladder: Ladder, aim: Aim) -> None:
    """Refuse constraints, and scores that are no probabilities, where costs alone say where to cut."""
    if aim.constraints:
        raise BadParameter("the calibrated threshold follows from costs alone.", remedy="by='cost' with constraints")
    if not ladder.are_probabilities:
        raise BadScores(
            "the calibrated threshold is a probability, and these scores are none.",
            found=f"scores from {ladder.scores[-1]:g} to {ladder.scores[0]:g}",
            remedy="by='cost' (--threshold-by cost), which finds the threshold on the rows",
        )


def _estimate(
    aim: Aim, costs: Costs | None, outcomes: Outcomes | Ledger, level: float, parameters: dict[str, Any]
) -> Estimate:
    """The aim's value at one threshold, as if that had been fixed beforehand."""
    if aim.name in ("cost", "calibrated"):
        assert costs is not None
        return costs.expected(outcomes, level)
    if aim.name in ("closest", "equal_errors"):
        whole = outcomes.total() if isinstance(outcomes, Ledger) else outcomes
        return Estimate(float(aim.values(whole)), level=level, n=single(whole.n), why="a distance has no interval here")
    return estimate(aim.name, outcomes, level=level, **parameters)


def _analytic(
    evidence: Ladder | Ledger, ladder: Ladder, costs: Costs, level: float, validation: Ladder | None
) -> ThresholdChoice:
    """The threshold that theory gives for calibrated probabilities: nothing was chosen on these rows."""
    threshold = costs.threshold
    scores, place = ladder.scores, int(ladder.rungs_above(threshold))
    interval = (float(scores[place]) if place < len(scores) else -inf, float(scores[place - 1]) if place else inf)
    apparent = costs.expected(cut(evidence, threshold), level)
    achieved = apparent if validation is None else costs.expected(validation.at(threshold), level)
    return ThresholdChoice("calibrated", threshold, (threshold,), interval, ladder.at(threshold), apparent, achieved)
