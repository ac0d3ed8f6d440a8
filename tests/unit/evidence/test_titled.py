"""Probabilities in a frame: the names of its columns say which class is whose, wherever the frame comes in."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import log_loss

import probative as pv
from probative.errors import BadLabels
from probative.evidence import ClassScores

Y = np.array(["no", "yes", "maybe"] * 10)
SAID = np.random.default_rng(5).dirichlet([1, 2, 3], 30)
SORTED = ["maybe", "no", "yes"]


@pytest.mark.parametrize("prefix", ["", "proba_", "p_", "modell:"])
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_evidence_made_by_hand_reads_names_as_evaluate_does(prefix: str, order: list[int]) -> None:
    frame = pd.DataFrame(SAID[:, order], columns=[prefix + SORTED[i] for i in order])
    expected = log_loss(Y, SAID, labels=SORTED)
    assert pv.value("log_loss", ClassScores.from_probabilities(Y, frame, labels=SORTED)) == pytest.approx(expected)
    assert pv.evaluate(Y, frame).models["model"].measures["log_loss"].value == pytest.approx(expected)


def test_names_of_other_classes_are_refused_and_names_of_none_say_nothing() -> None:
    with pytest.raises(BadLabels, match="named after other classes"):
        ClassScores.from_probabilities(Y, pd.DataFrame(SAID, columns=["maybe", "no", "perhaps"]), labels=SORTED)
    plain = ClassScores.from_probabilities(Y, pd.DataFrame(SAID, columns=["first", "second", "third"]), labels=SORTED)
    assert pv.value("log_loss", plain) == pytest.approx(log_loss(Y, SAID, labels=SORTED))
