"""The gate asked whether two models are equivalent: two one-sided tests by the gate's own intervals."""

from __future__ import annotations

import json

import numpy as np
import pytest

import probative as pv
from probative.errors import BadParameter

from .gated import NEW, NEW_VALUE, OLD, OLD_VALUE, TARGET, TRUTH, WORSE, N, gate, table


def test_two_one_sided_tests_decide() -> None:
    result = pv.stats.auc_difference(TRUTH, NEW, OLD, level=0.9)
    reach = max(-result.low, result.high)
    inside, outside = (gate(table(OLD), table(NEW), margin=m, equivalent=True) for m in (1.01 * reach, 0.99 * reach))
    assert (inside.status, outside.status) == ("passed", "inconclusive")
    assert (inside.question, inside.exit_code, outside.exit_code) == ("equivalent", 0, 3)
    (check,) = inside.checks
    assert max(-check.low, check.high) == pytest.approx(reach)


def test_losses_of_rows_are_stats_tost() -> None:
    losses = [np.abs(TARGET - x) for x in (NEW_VALUE, OLD_VALUE)]
    for margin in (0.05, 0.1, 0.2, 0.4):
        wanted = pv.stats.tost(*losses, margin=margin)
        old, new = (table(pred=x, y=TARGET) for x in (OLD_VALUE, NEW_VALUE))
        found = gate(old, new, measure="mae", margin=margin, equivalent=True)
        assert (found.status == "passed") == (wanted.p <= 0.05)


def test_a_better_candidate_is_not_equivalent() -> None:
    for old, new, word in ((WORSE, TRUTH + OLD, "better"), (TRUTH + OLD, WORSE, "worse")):
        found = gate(table(old), table(new), margin=0.02, equivalent=True)
        assert (found.status, found.exit_code) == ("failed", 1)
        assert f"got {word} by" in found.checks[0].sentence()
        assert "by at least" in found.checks[0].sentence()
        assert "allowed is a change of 2" in found.checks[0].sentence()
    assert gate(table(WORSE), table(TRUTH + OLD), margin=0.02).status == "passed"


def test_every_output_says_which_question_was_asked() -> None:
    found = gate(table(OLD), table(NEW), margin=0.05, equivalent=True)
    asked = "is the candidate equivalent to the baseline, within the margin in either direction?"
    plain = json.loads(found.to_json())
    assert (plain["question"], plain["checks"][0]["question"]) == ("equivalent", "equivalent")
    assert str(found).startswith(f"gate passed: {asked}")
    assert asked in found.markdown()
    assert asked in found.junit()
    assert "allowed change" in found.markdown()
    words = found.checks[0].sentence()
    assert "(between worse by" in words
    assert "with confidence; allowed is a change of 5 points;" in words
    assert type(found).from_dict(plain) == found


def test_the_same_predictions_are_equivalent_and_no_margin_is_refused() -> None:
    assert gate(table(OLD), table(OLD), margin=0.001, equivalent=True).status == "passed"
    with pytest.raises(BadParameter, match="above 0"):
        gate(table(OLD), table(NEW), equivalent=True)


@pytest.mark.slow
@pytest.mark.parametrize("side", [-1, 1])
def test_a_change_as_large_as_the_margin_passes_as_seldom_as_promised(side: int) -> None:
    rng = np.random.default_rng(3)
    passed, repeats = 0, 1500
    for _ in range(repeats):
        truth, u = np.arange(N) % 2, rng.random(N)
        # Accuracies are 0.8 and 0.875: rows that only the first gets right are 0.025 of all, only the second 0.1.
        old, new = (np.where(right, truth, 1 - truth) for right in (u < 0.80, (u < 0.775) | (u > 0.9)))
        first, second = (old, new) if side > 0 else (new, old)
        found = pv.gate(
            {"y": truth, "pred": first}, {"y": truth, "pred": second}, truth="y", positive=1, measure="accuracy",
            margin=0.075, equivalent=True,
        )  # fmt: skip
        passed += found.status == "passed"
    assert passed / repeats < 0.065
