"""The paired differences of two models by the measures that a table shows and that did not decide between them."""

from __future__ import annotations

from collections.abc import Iterator

from probative.comparison.asked import Asked
from probative.comparison.choice import choose
from probative.comparison.comparing import by_fold, judged
from probative.comparison.counted import only_counted
from probative.comparison.facts import row_facts
from probative.comparison.judging import Wish
from probative.errors import ProbativeError
from probative.findings import Findings
from probative.findings.opened import groups, opened
from probative.findings.paired_gap import PairedGap
from probative.predictions import Predictions

MOST_ROWS = 50_000
"""Rows up to which they are worked out unasked: of 50,000 they take a tenth of a second, and of a million 4 seconds,
several times the evaluation."""


def paired_gaps(predictions: Predictions, found: Findings) -> tuple[PairedGap, ...]:
    """As `compare` finds them by each measure, where that resamples nothing; nothing of weights, clusters and folds."""
    roles, rivals = predictions.roles, found.rivals
    apart = roles.weight or roles.groups or roles.count or only_counted(predictions) or by_fold(predictions)
    if apart or predictions.far or len(rivals) != 2 or found.n > MOST_ROWS:
        return ()
    return tuple(_gaps(predictions, found, (rivals[0], rivals[1])))


def _gaps(predictions: Predictions, found: Findings, rivals: tuple[str, str]) -> Iterator[PairedGap]:
    decided = {contest.measure for contest in found.comparisons}
    wish = Wish(level=found.level, seed=found.seed)
    for measure in _shown(found):
        if measure in decided:
            continue
        try:
            if choose(row_facts(predictions.paired(*rivals), measure)).test.resamples:
                continue
            [contest] = judged(predictions, Asked(measure), wish).contests
        except ProbativeError:
            # What cannot be compared by this measure has no difference to be shown; compare says why.
            continue
        gap = PairedGap.of(contest)
        if gap is not None:
            yield gap


def _shown(found: Findings) -> list[str]:
    """The measures of the rows that stand in the open."""
    models = [found.models[name] for name in found.rivals]
    known = [measure for model in models for measure in model.measures]
    moves = any(model.outline for model in models)
    return list(dict.fromkeys(m for group in groups(found.task, moves) for m in opened(group, known)))
