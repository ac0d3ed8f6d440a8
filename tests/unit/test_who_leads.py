"""Who leads: models that tie, models on one class, one model with costs; and the same digits from every door."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv

RNG = np.random.default_rng(4)
N = 60
Y = RNG.integers(0, 2, N)
PERFECT = {f"m{k}": np.clip(0.1 * k * Y + 0.09 * RNG.random(N), 0, 1) for k in (4, 6, 8)}


def test_models_that_tie_lead_alike() -> None:
    answer = pv.evaluate(truth=Y, scores=PERFECT, positive=1).answers[0]
    assert answer.headline == "m4, m6 and m8 lead alike (AUC 1.000)."
    answer = pv.evaluate(truth=Y, scores=PERFECT | {"noise": RNG.random(N)}, positive=1).answers[0]
    assert answer.headline.startswith("m4, m6 and m8 lead alike (AUC 1.000); noise is worse")


def test_models_that_rank_are_not_judged_on_one_class_unless_asked_for_a_share() -> None:
    truth, scores = np.ones(50, int), {"a": np.repeat([0.9, 0.1], [45, 5]), "b": np.repeat([0.9, 0.1], [20, 30])}
    plain = pv.evaluate(truth=truth, scores=scores, positive=1).answers[0]
    assert plain.stress == "They cannot be judged on one class:"
    asked = pv.evaluate(truth=truth, scores=scores, positive=1, measure="accuracy").answers[0]
    assert asked.headline.startswith("a is better than b: 90.0 % right, 50 points more")


@pytest.mark.parametrize(("fn", "rule", "trivial"), [(5, "calling all rows positive", 500), (0.1, "calling none", 50)])
def test_one_model_with_costs_is_judged_by_them_against_the_cheaper_rule(fn: float, rule: str, trivial: int) -> None:
    truth, said = np.repeat([1, 0], 100), np.repeat([1, 0, 1, 0], [90, 10, 10, 90])
    found = pv.evaluate(truth=truth, predicted=said, positive=1, costs=pv.Costs(1, fn))
    answer = found.answers[0]
    assert answer.question == "How good?"
    assert f"is better than {rule}" in answer.stress or f"cannot be told from {rule}" in answer.stress
    assert f"{trivial} per 1,000 rows without any input" in answer.headline
    calls = np.full(200, int("rows" in rule))
    cost = {"fp": 1.0, "fn": fn}
    exact = pv.stats.paired_square_and_add("expected_cost", truth, said, calls, pos_label=1, **cost)
    assert ("is better" in answer.stress) == (exact.p <= 0.05)


@pytest.mark.parametrize(("n", "seed"), [(200, 19), (200, 21), (200, 33), (12, 12), (5000, 5000)])
def test_compare_prints_the_digits_of_evaluate(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 3, n)
    said = {"a": truth + rng.normal(0, 3, n), "b": truth + rng.normal(0, 3.3, n)}
    one, two = pv.evaluate(truth=truth, predicted=said).answers[0], pv.compare(truth=truth, predicted=said).answers[0]
    assert one.headline == two.headline
