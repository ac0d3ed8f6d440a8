"""Rows on their ladder: beside the ladder that sorts them by itself, and beside counting by definition."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.evidence.placed import Placed
from probative.predictions.standing import KEPT, Standing


def rows(kind: str, n: int = 400) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    scores = rng.normal(size=n)
    if kind == "ties":
        scores = scores.round(1)
    elif kind == "odd":
        scores[:6] = [0.0, -0.0, np.inf, -np.inf, 5e-324, np.inf]
    return rng.random(n) < 0.4, scores


@pytest.mark.parametrize("kind", ["distinct", "ties", "odd"])
def test_rows_stand_where_their_score_is(kind: str) -> None:
    truth, scores = rows(kind)
    placed, ladder = Placed.of(truth, scores), pv.Ladder.from_scores(truth, scores)
    assert [c.tolist() for c in placed.ladder.columns] == [c.tolist() for c in ladder.columns]
    assert not np.signbit(placed.ladder.scores[placed.ladder.scores == 0]).any()
    assert (placed.ladder.scores[placed.rungs] == scores).all()
    counts = np.bincount(placed.cells, minlength=2 * len(ladder.scores))
    assert counts.tolist() == [*ladder.positives.tolist(), *ladder.negatives.tolist()]


@pytest.mark.parametrize("kind", ["distinct", "ties", "odd"])
def test_placements_are_counted_by_definition(kind: str) -> None:
    truth, scores = rows(kind)
    found = Placed.of(truth, scores).twice()
    for mine, others, side, counted in ((truth, ~truth, 1, found[0]), (~truth, truth, -1, found[1])):
        above, below = (ufunc.outer(scores[mine], scores[others]) for ufunc in (np.greater, np.less))
        apart = side * (above.astype(int) - below)
        assert counted.tolist() == (1 + apart).sum(axis=1).tolist()


def test_a_ladder_of_the_same_rows_is_taken_over_and_another_is_not() -> None:
    truth, scores = rows("ties")
    known, other = pv.Ladder.from_scores(truth, scores), pv.Ladder.from_scores(~truth, scores)
    assert Placed.of(truth, scores, known).ladder is known
    assert Placed.of(truth, scores, other).ladder is not other


def test_an_evaluation_sorts_every_model_once_and_few_models_stay_placed() -> None:
    truth, scores = rows("distinct")
    said = pv.read(truth=truth, scores={"A": scores, "B": scores**3})
    made = said.evidence("auc", "A").total()
    held = said.paired("A", "B")
    assert held.placed(truth, ["A"])[0].ladder is made
    assert said.paired("B", "A").placed(truth, ["A"])[0] is held.placed(truth, ["A"])[0]
    assert len(held.only(np.arange(100)).placed(truth[:100], ["A"])[0]) == 100
    standing = Standing()
    first = standing.of(truth, {"0": scores})[0]
    standing.of(truth, {str(i): scores for i in range(1, KEPT + 1)})
    assert standing.of(truth, {"0": scores})[0] is not first
