"""Rows to evaluate."""

from __future__ import annotations

import numpy as np

import probative as pv

N = 120
GENERATOR = np.random.default_rng(20)
TRUTH = GENERATOR.integers(0, 2, N)
GOOD = np.round(1 / (1 + np.exp(-(GENERATOR.normal(0, 1, N) + 2 * TRUTH - 1))), 2)
POOR = np.round(1 / (1 + np.exp(-(GENERATOR.normal(0, 1, N) + 0.6 * TRUTH - 0.3))), 2)
SITE = np.array(["north", "south", "east"])[np.arange(N) % 3]
PATIENT = np.arange(N) // 4
WEIGHT = np.array([0.5, 1.0, 2.5])[np.arange(N) % 3]
TABLE = {"y": TRUTH, "score_good": GOOD, "score_poor": POOR, "site": SITE, "patient": PATIENT, "w": WEIGHT}


def codes(found: pv.Findings) -> set[str]:
    return {note.code for note in found.notes}


def measures(found: pv.Findings, model: str = "model") -> dict[str, pv.Estimate]:
    return found.models[model].measures


HALVES = np.array([1, 0] * 50)
CALLED = np.where(HALVES == 1, 0.8, 0.2)
