"""The lead in every slice: the paired test of the slice's own rows, and Cochran's Q between them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import probative as pv

RNG = np.random.default_rng(2)
N = 1200
TRUTH = RNG.random(N) < 0.4
SITE = np.array(["north", "south", "west"])[np.arange(N) % 3]
STRONG = RNG.normal(size=N) + 1.6 * TRUTH
PULL = np.where(SITE == "west", 1.2, 0.0)
WEAK = STRONG - PULL * TRUTH + 0.7 * RNG.normal(size=N)


def evaluated(**more: object) -> pv.Findings:
    table = {"y": TRUTH, "score_strong": STRONG, "score_weak": WEAK, "site": SITE}
    return pv.evaluate(table, truth="y", by="site", measure="auc", **more)


def test_leads_are_compared_on_the_rows_of_the_slice() -> None:
    found = evaluated()
    assert [lead.value for lead in found.slice_leads] == ["north", "south", "west"]
    errors, gaps = [], []
    for lead in found.slice_leads:
        rows = lead.value == SITE
        test = pv.stats.delong(TRUTH[rows], STRONG[rows], WEAK[rows])
        sign = 1 if lead.a == "strong" else -1
        assert sign * lead.difference == pytest.approx(test.effect)
        assert lead.n == rows.sum()
        errors.append((lead.high - lead.low) / 2 / stats.norm.ppf(0.975))
        gaps.append(lead.difference)
        scores = {"score_strong": STRONG[rows], "score_weak": WEAK[rows]}
        alone = pv.compare({"y": TRUTH[rows], **scores}, truth="y", measure="auc").contests[0].difference
        assert (lead.low, lead.high) == pytest.approx((alone.low, alone.high))
        assert errors[-1] == pytest.approx(abs(test.effect / test.statistic), rel=0.1)
    [test] = found.lead_tests
    weight = np.array(errors) ** -2
    q = (weight * (np.array(gaps) - np.average(gaps, weights=weight)) ** 2).sum()
    assert (test.statistic, test.df) == pytest.approx((q, 2))
    assert test.p == test.p_adjusted == pytest.approx(stats.chi2.sf(q, 2))


def test_the_answer_says_on_what_the_lead_depends() -> None:
    found = evaluated()
    [said] = [answer for answer in found.answers if answer.question == "Is it so everywhere?"]
    assert said.headline.startswith("No: the lead depends on site.")
    assert "for west" in said.headline
    assert "ahead in all 3 slices" in said.evidence
    assert pv.Findings.from_dict(found.to_dict()).slice_leads == found.slice_leads


@pytest.mark.slow
def test_leads_that_are_alike_are_not_told_apart_too_often() -> None:
    rng, told = np.random.default_rng(3), 0
    for _ in range(20):
        truth = rng.random(300) < 0.5
        scores = {name: rng.normal(size=300) + pull * truth for name, pull in (("a", 1.5), ("b", 1.0))}
        table = {"y": truth, "site": rng.integers(0, 3, 300).astype(str)}
        table |= {f"score_{name}": known for name, known in scores.items()}
        found = pv.evaluate(table, truth="y", by="site", measure="auc")
        told += found.lead_tests[0].p <= 0.05
    # Of 20 at five per cent, more than five are seen less than once in a thousand times.
    assert told <= 5


def test_without_slices_there_are_no_leads() -> None:
    assert pv.evaluate(truth=TRUTH, scores={"a": STRONG, "b": WEAK}).slice_leads == ()
