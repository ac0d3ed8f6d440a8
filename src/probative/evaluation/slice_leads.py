"""The lead of the best model over the next, slice by slice, and for every column whether it depends on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from probative.answers.which import Standing
from probative.comparison.judging import Wish, of_rows
from probative.errors import ProbativeError
from probative.evidence.labels import plain
from probative.findings import Findings, LeadTest, SliceLead
from probative.inference.proportion import normal_quantile
from probative.predictions import Predictions
from probative.predictions.same_rows import SameRows
from probative.stats import adjust

MOST = 60
"""Slices up to which pairs are compared in each."""


def slice_leads(predictions: Predictions, found: Findings) -> tuple[tuple[SliceLead, ...], tuple[LeadTest, ...]]:
    """By the same test as for all rows; nothing where models are not compared row by row."""
    standing, roles = Standing.of(found), predictions.roles
    if standing is None or not standing.contests or roles.fold or roles.count or not predictions.by:
        return (), ()
    rivals = [name for name in standing.others if name in standing.contests]
    contest = standing.contests[rivals[0]] if rivals else None
    if contest is None or contest.unit != "value" or standing.measure == "expected_cost":
        return (), ()
    try:
        held = predictions.paired(standing.leader, rivals[0])
    except ProbativeError:
        return (), ()
    leads = [lead for by in predictions.by if by in held.slices for lead in _leads(held, by, standing.measure, found)]
    tests = [_test(by, [lead for lead in leads if lead.by == by], found.level) for by in predictions.by]
    tests = [test for test in tests if isfinite(test.p)]
    adjusted = adjust([test.p for test in tests], "holm").tolist() if tests else []
    return tuple(leads), tuple(replace(test, p_adjusted=p) for test, p in zip(tests, adjusted, strict=True))


def _leads(held: SameRows, by: str, measure: str, found: Findings) -> Iterator[SliceLead]:
    """The difference of the two models in every slice of a column in which it is defined."""
    column = held.slices[by]
    seen = set(column.tolist())
    # In the order of the slices themselves, whatever that of the rows is.
    values = [value for value in dict.fromkeys(part.value for part in found.slices if part.by == by) if value in seen]
    wish = Wish(level=found.level, seed=found.seed)
    for value in values if len(values) <= MOST else ():
        rows = np.flatnonzero(column == value)
        try:
            [contest] = of_rows(held.only(rows), measure, wish, {}).contests
        except ProbativeError:
            continue
        gap = contest.difference
        if contest.unit == "value" and gap.defined and isfinite(gap.low) and isfinite(gap.high):
            yield SliceLead(by, plain(value), contest.a, contest.b, measure, len(rows), gap.value, gap.low, gap.high)


def _test(by: str, leads: Sequence[SliceLead], level: float) -> LeadTest:
    """Cochran's Q, from the standard errors that the intervals tell; slices without spread are left out."""
    from scipy.special import chdtrc

    known = [(lead.difference, (lead.high - lead.low) / (2 * normal_quantile(level))) for lead in leads]
    known = [(gap, error) for gap, error in known if error > 0]
    measure = leads[0].measure if leads else ""
    if len(known) < 2:
        return LeadTest(by, measure, len(known))
    gaps, errors = (np.array(part) for part in zip(*known, strict=True))
    weight = errors**-2.0
    statistic = float((weight * (gaps - np.average(gaps, weights=weight)) ** 2).sum())
    return LeadTest(by, measure, len(known), statistic, len(known) - 1.0, float(chdtrc(len(known) - 1, statistic)))
