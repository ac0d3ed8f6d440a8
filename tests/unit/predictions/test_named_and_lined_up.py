"""Frames of scores say by name which column is whose, and by index which row: neither is overlooked."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.metrics import accuracy_score, log_loss, roc_auc_score

import probative as pv

RNG = np.random.default_rng(17)
Y = RNG.integers(0, 3, 60)
P = RNG.dirichlet([1, 1, 1], 60)
NAMES = np.array(["c10", "c2", "c1"])  # their order as text is c1, c10, c2
FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


def values(**words):
    return {name: found.value for name, found in pv.evaluate(**words).models["model"].measures.items()}


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
@pytest.mark.parametrize("prefix", ["", "proba_"])
def test_columns_are_whose_name_they_bear(make, prefix):
    said = make({prefix + name: P[:, at] for at, name in enumerate(NAMES)})
    found = values(truth=NAMES[Y], scores=said)
    assert found["accuracy"] == accuracy_score(Y, P.argmax(axis=1))
    assert found["log_loss"] == pytest.approx(log_loss(Y, P))


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
def test_of_two_classes_too(make):
    y, s = (Y > 0).astype(int), P[:, 1]
    for truth, names in ((y, ("1", "0")), (np.where(y, "yes", "no"), ("yes", "no"))):
        found = pv.evaluate(truth, make({names[0]: s, names[1]: 1 - s}), positive=names[0])
        assert found.models["model"].measures["auc"].value == pytest.approx(roc_auc_score(y, s))


def test_evidence_minds_names_as_well():
    said = pd.DataFrame({name: P[:, at] for at, name in enumerate(NAMES)})
    made = pv.ClassScores.from_probabilities(NAMES[Y], said, labels=sorted(NAMES))
    assert pv.value("log_loss", made) == pytest.approx(log_loss(Y, P))


def test_names_that_are_no_classes_leave_the_order_as_it_is():
    plain = values(truth=Y, scores=P)
    assert values(truth=Y, scores=pl.DataFrame({"p0": P[:, 0], "p1": P[:, 1], "p2": P[:, 2]})) == plain
    assert values(truth=Y + 1, scores=pd.DataFrame(P))["accuracy"] == plain["accuracy"]
    assert values(truth=Y + 1, scores=pl.DataFrame(P))["accuracy"] == plain["accuracy"]


def test_some_names_that_are_classes_are_refused():
    with pytest.raises(ValueError, match="other classes"):
        pv.evaluate(truth=Y, scores=pd.DataFrame({"0": P[:, 0], "1": P[:, 1], "3": P[:, 2]}))


def test_two_models_are_not_two_classes():
    with pytest.raises(ValueError, match=r"(?s)neither named after the classes.*scores=\{name: column\}"):
        pv.evaluate(truth=Y > 0, scores=pd.DataFrame({"a": P[:, 0], "b": P[:, 1]}))


def test_rows_in_another_order_are_refused():
    y, s = pd.Series(Y > 0), pd.Series(P[:, 1])
    shuffled = s[RNG.permutation(60)]
    for words in ({"scores": shuffled}, {"scores": {"m": shuffled}}, {"scores": s, "weight": shuffled + 1}):
        with pytest.raises(ValueError, match="in another order"):
            pv.evaluate(truth=y, **words)
    with pytest.raises(ValueError, match="in another order"):
        pv.compare(truth=y, scores={"a": s, "b": shuffled})
    aligned = pv.evaluate(truth=y, scores=shuffled.loc[y.index])
    assert aligned.models["model"].measures["auc"].value == pytest.approx(roc_auc_score(y, s))


def test_an_index_of_other_rows_says_nothing():
    y = pd.Series(Y > 0, index=np.arange(100, 160)[::-1])
    for scores in (pd.Series(P[:, 1]), P[:, 1], pl.Series(P[:, 1])):
        assert values(truth=y, scores=scores) == values(truth=(Y > 0), scores=P[:, 1])


@pytest.mark.parametrize(
    ("classes", "names"),
    [
        (("lapsed", "new_customer"), ("p_new_customer", "p_lapsed")),
        (("not_ok", "ok"), ("p_ok", "p_not_ok")),
        (("no", "not_sure"), ("p_not_sure", "p_no")),
        ((0, 1), ("p1", "p0")),
        ((0, 1), ("class 1", "class 0")),
    ],
)
def test_names_of_classes_are_found_behind_any_prefix(classes, names):
    rng = np.random.default_rng(0)
    first = rng.random(200) < 0.5
    share = np.clip(0.5 + 0.25 * np.where(first, 1, -1) + rng.normal(0, 0.2, 200), 0, 1)
    truth = np.where(first, *classes)
    frame = pd.DataFrame({names[0]: 1 - share, names[1]: share})
    found = pv.evaluate(truth, frame, positive=classes[0]).models["model"].measures["auc"]
    assert found.value == pv.evaluate(truth, share, positive=classes[0]).models["model"].measures["auc"].value
