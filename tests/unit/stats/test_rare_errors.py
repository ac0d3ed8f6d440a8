"""A winner by squared errors of few rows: what one more error would do is said, in compare and in the gate."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.inference.doubting import TOO_NORMAL, UNSEEN


def table(n, seed=0):
    """Errors of a spread of 1, and of a tenth."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=n)
    return {"y": truth, "rough": truth + rng.normal(size=n), "fine": truth + rng.normal(size=n) / 10}


WORDS = {"truth": "y", "predicted": ["rough", "fine"], "task": "regression"}


@pytest.mark.parametrize("measure", ["mse", "mae"])
def test_one_more_row_of_the_named_loss_levels_both(measure):
    data = table(40)
    verdict = pv.compare(data, measure=measure, **WORDS)
    assert "fine is better than rough on these rows" in verdict.sentences()[0]
    (note,) = [note for note in verdict.notes if UNSEEN in note]
    turning = float(note.partition("larger by ")[2].partition(" ")[0])
    power = 2 if measure == "mse" else 1
    losses = [np.abs(data[name] - data["y"]) ** power for name in ("rough", "fine")]
    level = np.append(losses[0], 1.0).mean() - np.append(losses[1], 1.0 + turning).mean()
    assert abs(level) < 0.01 * (losses[0].mean() - losses[1].mean())
    assert UNSEEN in verdict.to_json()


@pytest.mark.parametrize(
    ("measure", "n"), [("median_absolute_error", 40), ("mse", 240), ("spearman", 60), ("kendall_tau", 60)]
)
def test_enough_rows_and_what_no_error_moves_are_plain(measure, n):
    verdict = pv.compare(table(n), measure=measure, **WORDS)
    assert not [note for note in verdict.notes if UNSEEN in note]
    assert "on these rows" not in verdict.sentences()[0]


def test_a_model_that_wins_for_want_of_rare_errors_is_not_called_better():
    """Both are equally good, one but for 1 error in 50 that is large: of 236 rows it wins 1 time in 20, not more."""
    rng = np.random.default_rng(0)
    silent = 0
    for _ in range(60):
        truth = np.zeros(236)
        said = {"rough": rng.normal(size=236), "rare": 50**0.5 * rng.normal(size=236) * (rng.random(236) < 0.02)}
        found = pv.compare(
            {"y": truth, **said}, truth="y", predicted=["rough", "rare"], task="regression", measure="mse"
        )
        contest = found.contests[0]
        silent += contest.p_adjusted <= 0.05 and not any(UNSEEN in note for note in found.notes)
    assert silent <= 7


def test_measures_that_are_no_mean_name_no_loss():
    verdict = pv.compare(table(40), measure="rmse", **WORDS)
    assert [note for note in verdict.notes if UNSEEN in note and "neither p nor the interval" in note]


def test_the_gate_says_it_too():
    found = pv.gate(table(40), measure="mse", margin=0.5, **WORDS)
    assert found.passed
    assert UNSEEN in found.checks[0].doubt
    assert UNSEEN in str(found)
    assert UNSEEN in found.markdown()
    assert UNSEEN in found.to_json()
    assert pv.gate(table(240), measure="mse", margin=0.5, **WORDS).checks[0].doubt == ""


def test_areas_that_single_rows_decide_are_doubted():
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], 60)
    near, far = (y * apart + rng.normal(size=120) for apart in (6.0, 1.0))
    other = y * 1.2 + rng.normal(size=120)
    assert any(TOO_NORMAL in note for note in pv.stats.delong(y, near, far).notes)
    assert not pv.stats.delong(y, other, far).notes
    few = np.r_[0:12, 60:72]
    assert any(TOO_NORMAL in note for note in pv.stats.delong(y[few], other[few], far[few]).notes)
