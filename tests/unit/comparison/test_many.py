"""Of very many models each is compared with the best, at a price that allows for every pair."""

from math import comb

import numpy as np
import pytest

import probative as pv
from probative.comparison.judging import MANY

N = 60


def rows(models):
    rng = np.random.default_rng(5)
    y = np.arange(N) % 2
    return {"truth": y, "scores": {f"m{i}": rng.normal(size=N) + y * (1 + (i == 7)) for i in range(models)}}


def test_every_other_model_meets_the_best_once():
    made = rows(MANY + 5)
    found = pv.compare(**made)
    best = max(
        made["scores"], key=lambda name: pv.value("auc", pv.Ladder.from_scores(made["truth"], made["scores"][name]))
    )
    assert {contest.a for contest in found.contests} == {best}
    assert len({contest.b for contest in found.contests}) == MANY + 4
    assert any(f"all {comb(MANY + 5, 2)} pairs" in note for note in found.notes)


def test_p_is_that_of_all_pairs():
    """Bonferroni's inequality over all pairs: the best was chosen by the same rows, so that every pair may have led."""
    made = rows(MANY + 5)
    for contest in pv.compare(**made).contests[:6]:
        two = pv.compare(truth=made["truth"], scores={name: made["scores"][name] for name in (contest.a, contest.b)})
        assert contest.p_adjusted == pytest.approx(min(1.0, comb(MANY + 5, 2) * two.contests[0].result.p))
        assert contest.result.high - contest.result.low > two.contests[0].result.high - two.contests[0].result.low


def test_up_to_many_and_with_a_reference_nothing_changes():
    assert len(pv.compare(**rows(MANY)).contests) == comb(MANY, 2)
    made = pv.compare(**rows(MANY + 1), reference="m3")
    assert {contest.b for contest in made.contests} == {"m3"}
    assert made.adjustment == "max-t"


def test_an_evaluation_of_many_is_as_long_as_its_models():
    found = pv.evaluate(**rows(MANY + 5))
    assert len(found.comparisons) == MANY + 4
