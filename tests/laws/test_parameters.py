"""Limits of measures whose parameters are not the usual ones: as wide as values that leave one row out vary."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

import probative as pv
from probative.errors import ProbativeError

from . import kept

LINEAR: list[tuple[str, str, dict[str, Any]]] = [
    ("Outcomes", "f_beta", {"beta": 2.0}),
    ("Outcomes", "f_beta", {"beta": 0.4}),
    ("Outcomes", "expected_cost", {"fp": 2.0, "fn": 7.0}),
    ("Outcomes", "net_benefit", {"threshold_probability": 0.3}),
    ("ConfusionMatrix", "macro_f_beta", {"beta": 0.5}),
    ("ConfusionMatrix", "weighted_f_beta", {"beta": 2.0}),
    ("ConfusionMatrix", "micro_f_beta", {"beta": 2.0}),
    ("ConfusionMatrix", "weighted_kappa", {"weights": "quadratic"}),
    ("Ladder", "partial_auc", {"fpr": (0.0, 0.4)}),
    ("Ladder", "partial_auc", {"fpr": (0.1, 0.5)}),
    ("Ladder", "partial_auc", {"fpr": (0.1, 0.5), "corrected": False}),
    ("Ladder", "partial_auc", {"tpr": (0.5, 1.0)}),
    ("Ladder", "log_loss", {"clip": 0.05}),
    ("ClassScores", "log_loss", {"clip": 0.05}),
    ("ClassScores", "top_k_accuracy", {"k": 1}),
    ("Residuals", "adjusted_r2", {"n_features": 3}),
    ("Residuals", "pinball", {"alpha": 0.8}),
    ("ValuePairs", "tweedie_deviance", {"power": 1.2}),
    ("ValuePairs", "d2_pinball", {"alpha": 0.5}),
    ("ValuePairs", "d2_tweedie", {"power": 1.2}),
]


@pytest.mark.parametrize(("needs", "name", "told"), LINEAR, ids=str)
def test_limits_are_as_wide_as_rows_left_out_tell(needs: str, name: str, told: dict[str, Any]) -> None:
    rows = kept._rows("some")
    whole = kept._evidence(rows, getattr(pv, needs))
    found = pv.estimate(name, whole, method="delta", **told)
    n = len(rows["y"])
    without = []
    for left in range(n):
        part = {column: np.delete(values, left, axis=0) for column, values in rows.items()}
        without.append(pv.estimate(name, kept._evidence(part, getattr(pv, needs)), method="delta", **told).value)
    error = np.sqrt((n - 1) * np.var(without))
    assert (found.high - found.low) / 2 / norm.ppf(0.975) == pytest.approx(error, rel=0.1)


@pytest.mark.parametrize("most", [0.05, 0.3, 0.6, 1.0])
def test_partial_areas_are_scikit_learns(most: float) -> None:
    rows = kept._rows("some")
    ladder = pv.Ladder.from_scores(rows["y"], rows["scores"])
    found = pv.estimate("partial_auc", ladder, fpr=(0.0, most)).value
    assert found == pytest.approx(roc_auc_score(rows["y"], rows["scores"], max_fpr=most))


@pytest.mark.parametrize("name", ["e50", "e90", "integrated_calibration_index"])
def test_smooth_curves_have_two_to_five_knots(name: str) -> None:
    rows = kept._rows("some")
    ladder = pv.Ladder.from_scores(rows["y"], rows["scores"])
    found = [pv.estimate(name, ladder, knots=knots, replicates=kept.REPLICATES).value for knots in (2, 3, 4, 5)]
    assert len({round(value, 12) for value in found}) == 4
    for knots in (1, 6):
        with pytest.raises(ProbativeError, match="2 to 5 knots"):
            pv.estimate(name, ladder, knots=knots)
