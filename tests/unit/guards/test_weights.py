"""Weights that look like counts are asked about; others are not."""

from __future__ import annotations

from typing import Any

import pytest

import probative as pv

CELLS: dict[str, Any] = {"y": [1, 1, 0, 0], "pred": [1, 0, 1, 0]}


def _codes(weights: list[float]) -> dict[str, str]:
    found = pv.evaluate({**CELLS, "n": weights}, truth="y", weight="n")
    return {note.code: note.remedy for note in found.notes}


def test_whole_numbers_are_asked_about() -> None:
    assert "--count n" in _codes([40, 10, 5, 45])["weights-look-like-counts"]


@pytest.mark.parametrize("weights", [[0.4, 0.1, 0.05, 0.45], [1.0, 1.0, 0.0, 1.0], [40.5, 10, 5, 45], [7, 7, 7, 7]])
def test_other_weights_are_not(weights: list[float]) -> None:
    assert "weights-look-like-counts" not in _codes(weights)
