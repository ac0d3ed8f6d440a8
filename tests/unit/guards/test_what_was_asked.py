"""What was asked and could not be done is said; what is true of several models is said once."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv

RNG = np.random.default_rng(3)


@pytest.mark.parametrize(
    ("asked", "word"), [({"threshold_by": "cost"}, "--threshold-by"), ({"at": "fpr<=0.1"}, "--at")]
)
def test_one_class_lets_no_threshold_be_chosen_and_it_is_said(asked: dict[str, str], word: str) -> None:
    found = pv.evaluate(truth=[1] * 40, scores={"a": RNG.random(40), "b": RNG.random(40)}, positive=1, **asked)  # type: ignore[arg-type]
    (said,) = (note for note in found.notes if word in note.message)
    assert said.models == ("a", "b")
    plain = pv.evaluate(truth=[1] * 40, scores=RNG.random(40), positive=1)
    assert not [note for note in plain.notes if "nothing could be done" in note.message]


def test_models_that_lose_to_one_rule_are_told_of_together() -> None:
    truth = RNG.integers(0, 2, 200)
    scores = {name: RNG.random(200) for name in ("a", "b")}
    found = pv.evaluate(truth=truth, scores=scores, costs=pv.Costs(fp=1, fn=20))
    (note,) = (note for note in found.notes if note.code == "loses-to-trivial-rule")
    costs = [1000 * np.mean(np.where(truth == 1, 20 * (s < 0.5), s >= 0.5)) for s in scores.values()]
    assert note.models == ("a", "b")
    assert f"a: {costs[0]:,.0f} per 1,000 rows with it; b: {costs[1]:,.0f} per 1,000 rows with it." in note.message
