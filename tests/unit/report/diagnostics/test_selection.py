"""Selections: tables of candidates, choices and risk."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.neighbors import KNeighborsClassifier

import probative as pv


def test_a_selection_calls_its_scores_optimistic(page: Any, data: Any) -> None:
    found = pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, *data, plan="nested 3-fold/2-fold")
    shown = page(pv.Findings.of(found))
    risk, candidates, chosen = shown.tables
    for row, estimate in zip(risk[1:], (found.risk.fold_mean, found.risk.pooled), strict=True):
        digits = estimate.digits()
        assert row[1].startswith(f"{estimate.value:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]")
        assert estimate.method in row[1]
        assert row[2] == "3"
    assert "intervals at 95 %" in shown.tree.words
    assert "(optimistic)" in candidates[0][1]
    assert [float(row[1]) for row in candidates[1:]] == pytest.approx([c.score for c in found.candidates], rel=1e-3)
    assert [row[0] for row in candidates[1:] if row[2]] == [f"n_neighbors={found.final['n_neighbors']}"]
    assert [row[1] for row in chosen[1:]] == [f"n_neighbors={choice['n_neighbors']}" for choice in found.chosen]
    assert "never an estimate of the risk" in shown.tree.words


def test_many_candidates_are_folded_away(page: Any) -> None:
    candidates = [{"parameters": {"k": i}, "selection_score_optimistic": None if i == 3 else 0.5} for i in range(25)]
    found = {"kind": "selection", "criterion": "my_own", "candidates": candidates, "final": {"k": 0}}
    found["risk"] = {"pooled": {"value": 0.5, "low": None, "high": "inf", "why": "x"}}
    shown = page(pv.Findings("theory", 0, 0.95, {}, diagnostics=(found,)))
    assert [len(table) - 1 for table in shown.tables] == [1, 20, 5]
    assert "accuracy, or mean squared error for numbers" in shown.tree.words
