"""The answers to findings, in the order in which readers ask."""

from __future__ import annotations

from probative.answers.close import how_close
from probative.answers.cut import where_it_errs, where_to_cut
from probative.answers.everywhere import is_it_so_everywhere
from probative.answers.probabilities import are_probabilities_true
from probative.answers.trust import how_far_to_trust
from probative.answers.which import Standing, on_one_class, which_model
from probative.findings import Findings
from probative.findings.answer import Answer


def answers_of(found: Findings) -> tuple[Answer, ...]:
    """Which model, where to cut or to err, whether it is so everywhere and true, and how far to trust it.

    >>> import probative as pv
    >>> y = [1, 0] * 50
    >>> found = pv.evaluate(truth=y, scores={"a": [0.8, 0.3] * 50, "b": [0.7, 0.6, 0.2, 0.4] * 25})
    >>> [answer.question for answer in answers_of(found)]
    ['Which model?', 'Where to cut?', 'Are the probabilities true?', 'How far to trust it?']
    """
    standing = Standing.of(found) if found.models else None
    if standing is None:
        return () if found.task == "theory" else (*on_one_class(found), how_far_to_trust(found))
    leader = standing.leader
    asked = (
        which_model(found),
        where_to_cut(found, leader),
        where_it_errs(found, leader),
        how_close(found, leader),
        are_probabilities_true(found, leader),
        is_it_so_everywhere(found, leader, standing.measure),
        how_far_to_trust(found),
    )
    return tuple(answer for answer in asked if answer is not None)
