"""Rows, thresholds and outlines to ask the page's script about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from scipy.stats import norm

import probative as pv
from probative.curves.outline import Outline
from probative.curves.ticks import quantile_ticks
from probative.measurement import placed

Z = float(norm.ppf(0.975))
MEASURES = placed("operating")
COSTS = {"fp": 2.0, "fn": 7.5}
CLOSE = {"rtol": 1e-9, "atol": 1e-12}


@dataclass
class Case:
    """Rows, and brute force on them."""

    truth: np.ndarray
    scores: np.ndarray
    weight: np.ndarray | None = None
    ticks: np.ndarray | None = None

    @cached_property
    def ladder(self) -> pv.Ladder:
        return pv.Ladder.from_scores(self.truth, self.scores, pos_label=1, sample_weight=self.weight)

    @cached_property
    def plain(self) -> dict[str, Any]:
        return Outline.of(self.ladder, self.ticks).to_dict()

    @cached_property
    def w(self) -> np.ndarray:
        return np.ones(len(self.truth)) if self.weight is None else self.weight

    @property
    def at(self) -> list[float]:
        """Thresholds from low to high, as the slider has them."""
        return [i / 1000 for i in range(1001)] if self.ticks is None else self.ticks[::-1].tolist()

    @property
    def share(self) -> float:
        return float(self.w[self.truth == 1].sum() / self.w.sum())

    def cells(self, cut: float | None) -> list[float]:
        """TP, FN, FP and TN when scores of at least this are called positive; None: nothing is."""
        called = np.zeros(len(self.scores), bool) if cut is None else self.scores >= cut
        parts = [(self.truth == 1) & called, (self.truth == 1) & ~called]
        parts += [(self.truth == 0) & called, (self.truth == 0) & ~called]
        return [float(self.w[part].sum()) for part in parts]

    def outcomes(self, cut: float | None) -> pv.Outcomes:
        tp, fn, fp, tn = self.cells(cut)
        if self.weight is None:
            return pv.Outcomes(tp=int(tp), fn=int(fn), fp=int(fp), tn=int(tn))
        squared = Case(self.truth, self.scores, self.weight**2).cells(cut)
        return pv.Outcomes(tp=tp, fn=fn, fp=fp, tn=tn, squares=squared)

    def rates(self) -> list[tuple[float | None, float, float]]:
        """Threshold, FPR and TPR of nothing and of every distinct score, from high to low."""
        found = []
        for cut in [None, *np.unique(self.scores)[::-1].tolist()]:
            tp, fn, fp, tn = self.cells(cut)
            found.append((cut, fp / (fp + tn), tp / (tp + fn)))
        return found


def made(seed: int, weighted: bool = False, raw: bool = False) -> Case:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 120))
    truth = (rng.random(n) < rng.uniform(0.1, 0.9)).astype(int)
    truth[:2] = 0, 1
    scores = 1 / (1 + np.exp(-rng.normal(rng.uniform(-1, 3) * truth, 1)))
    scores = scores.round(int(rng.integers(1, 6)))
    if raw:
        scores = np.exp(7 * scores) - 50
    weight = [rng.random(n) + 0.01, rng.choice([0.5, 1.0, 3.0], n), np.full(n, 1 / 3)][seed % 3] if weighted else None
    found = Case(truth, scores, weight)
    if raw:
        found.ticks = quantile_ticks([found.ladder])
    return found


def raw_case(truth: list[int], scores: list[float], weight: list[float] | None = None) -> Case:
    found = Case(np.array(truth), np.array(scores), None if weight is None else np.array(weight))
    found.ticks = quantile_ticks([found.ladder])
    return found


DEGENERATE = [
    Case(np.array([1, 0, 1, 0, 0]), np.full(5, 0.3)),
    Case(np.array([1, 0]), np.array([0.9, 0.1])),
    Case(np.array([1, 0]), np.array([0.1, 0.9])),
    Case(np.array([0, 0, 1, 0, 0, 0]), np.array([0.1, 0.6, 0.5, 0.2, 0.6, 0.5])),
    Case(np.array([1, 1, 0, 1, 1, 1]), np.array([0.1, 0.6, 0.5, 0.2, 0.6, 0.5])),
    Case(np.repeat([0, 1], 20), np.repeat([0.2, 0.7], 20)),
    Case(np.repeat([1, 0], 20), np.linspace(0, 1, 40)),
    Case(np.array([1, 0, 1, 0]), np.array([1.0, 1.0, 0.0, 0.0])),
    raw_case([1, 0, 1, 0, 1, 0, 0], [inf, 4.0, 6.0, -inf, 2.0, 5.0, 1.0]),
    raw_case([0, 0, 1, 1, 1, 0], [inf, 3.0, 6.0, 7.0, 2.0, -inf]),
    raw_case([0, 1, 1, 1, 0], [inf, inf, 6.0, -7.0, -inf], [0.3, 0.7, 2.0, 0.1, 0.1]),
    raw_case([1, 0, 1, 0], [inf, inf, -inf, -inf]),
]
PLAIN = [*DEGENERATE, *(made(seed) for seed in range(28)), *(made(seed, raw=True) for seed in range(40, 48))]
WEIGHTED = [made(seed, weighted=True, raw=seed % 4 == 0) for seed in range(60, 81)]
CASES = [*PLAIN, *WEIGHTED]


def spots(case: Case, how_many: int = 6) -> list[int]:
    """Slider positions to look at: both ends, and some between."""
    rng = np.random.default_rng(len(case.scores))
    return [0, 1000, *rng.integers(1, 1000, how_many).tolist()]
