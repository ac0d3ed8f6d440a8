"""Selection and permutation of rows in time: never trained on what comes later, whatever the order of the table."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import probative as pv
from probative.errors import BadParameter

N = 60
TIME = np.random.default_rng(3).permutation(N)
X = TIME.reshape(-1, 1).astype(float)
Y = (np.arange(N) % 2)[np.argsort(np.random.default_rng(4).random(N))]


class Spy(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner whose only input is the time of a row, and which remembers what it saw."""

    seen: ClassVar[list[tuple[float, float]]] = []

    def __init__(self, flip: bool = False) -> None:
        self.flip = flip

    def fit(self, rows: Any, y: Any) -> Spy:
        self.classes_, self.latest_ = np.unique(y), float(np.max(rows))
        return self

    def predict(self, rows: Any) -> Any:
        Spy.seen.append((self.latest_, float(np.min(rows))))
        return np.full(len(rows), int(self.flip))


@pytest.fixture(autouse=True)
def forget() -> None:
    Spy.seen.clear()


@pytest.mark.parametrize("plan", [None, "nested time 4/time 2"])
def test_a_choice_is_made_on_later_rows(plan: str | None) -> None:
    found = pv.select(Spy(), {"flip": [False, True]}, X, Y, time=TIME, plan=plan)
    assert len(Spy.seen) > 10
    assert all(trained < tested for trained, tested in Spy.seen)
    assert "time" in found.plan


def test_a_run_of_a_tuned_model_too() -> None:
    tuned = pv.Tuned(Spy(), {"flip": [False, True]}, plan="time 2")
    pv.run({"spy": tuned}, X, Y, time=TIME, plan="time 3")
    assert all(trained < tested for trained, tested in Spy.seen)


def test_permutations_too() -> None:
    found = pv.permutation_test(Spy(), X, Y, time=TIME, n_permutations=9)
    assert all(trained < tested for trained, tested in Spy.seen)
    assert 0.1 <= found.p <= 1


@pytest.mark.parametrize("plan", ["5-fold", "nested 3-fold/3-fold"])
def test_plans_that_break_the_order_are_refused(plan: str) -> None:
    with pytest.raises(BadParameter, match="later rows"):
        pv.select(Spy(), {"flip": [False]}, X, Y, time=TIME, plan=plan)
    with pytest.raises(BadParameter, match="later rows"):
        pv.permutation_test(Spy(), X, Y, time=TIME, plan="5-fold", n_permutations=9)
    with pytest.raises(BadParameter, match="times"):
        pv.permutation_test(Spy(), X, Y, time=TIME, test=(X, Y), n_permutations=9)
