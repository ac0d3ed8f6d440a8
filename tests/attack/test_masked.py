"""A masked entry is a missing one, everywhere: what lies under the mask is nobody's number."""

import numpy as np
import pytest

import probative as pv
from probative import losses
from probative.errors import BadCounts, BadLabels, EmptyData, MissingValues

GONE = np.array([0, 0, 0, 0, 0, 1], bool)
Y = np.array([0, 1, 0, 1, 1, 0])
S = np.array([0.1, 0.9, 0.6, 0.8, 0.4, 0.99])
LABELS, SCORES = np.ma.array(Y, mask=GONE), np.ma.array(S, mask=GONE)
TABLE = np.ma.array(np.arange(12.0).reshape(6, 2) ** 0.5, mask=np.c_[GONE, GONE])
CALLS = {
    "labels": lambda: pv.evaluate(truth=LABELS, scores=S),
    "scores": lambda: pv.evaluate(truth=Y, scores=SCORES),
    "columns": lambda: pv.evaluate({"y": LABELS, "s": S}, truth="y", scores="s"),
    "weights": lambda: pv.evaluate(truth=Y, scores=S, weight=SCORES),
    "compare": lambda: pv.compare(truth=Y, scores={"a": SCORES, "b": S}),
    "results": lambda: pv.compare(TABLE, of="folds"),
    "named results": lambda: pv.compare({"a": SCORES, "b": S}, of="folds"),
    "ladder": lambda: pv.Ladder.from_scores(LABELS, S),
    "matrix": lambda: pv.ConfusionMatrix.from_labels(LABELS, Y),
    "counts": lambda: pv.counts(np.ma.array([[40, 10], [5, 45]], mask=[[0, 1], [0, 0]])),
    "residuals": lambda: pv.Residuals.from_values(SCORES, S),
    "moments": lambda: pv.Moments.from_values(SCORES),
    "paired": lambda: pv.stats.paired_t(SCORES, S),
    "areas": lambda: pv.stats.delong(Y, SCORES, S),
    "any measure": lambda: pv.stats.paired_bootstrap("accuracy", LABELS, Y, Y, replicates=20),
    "folds": lambda: pv.stats.friedman(TABLE),
    "five by two": lambda: pv.stats.five_by_two_t(
        np.ma.array(np.eye(5)[:, :2], mask=np.eye(5)[:, :2]), np.eye(5)[:, 1:3]
    ),
    "square": lambda: pv.stats.bowker(np.ma.array(np.ones((3, 3)), mask=np.eye(3))),
    "loss": lambda: losses.quadratic(SCORES, S),
    "risk": lambda: losses.empirical_risk(SCORES, S, loss="absolute"),
}


@pytest.mark.parametrize("name", CALLS)
def test_masked_is_missing(name):
    with pytest.raises((MissingValues, BadCounts, BadLabels, EmptyData)):
        CALLS[name]()


@pytest.mark.parametrize("top", [1, 2**60], ids=["floats", "beyond floats"])
def test_dropped_rows_are_those_masked(top):
    """The same numbers as without these rows, and labels that floats would merge stay apart."""
    kept = ~GONE
    masked = pv.evaluate(truth=np.ma.array(Y + top, mask=GONE), predicted=1 - Y + top, missing="drop")
    plain = pv.evaluate(truth=(Y + top)[kept], predicted=(1 - Y + top)[kept])
    assert [found.models["model"].measures["accuracy"].value for found in (masked, plain)] == [0.0, 0.0]
    assert masked.n == plain.n == 5


def test_no_entry_masked_is_a_plain_array():
    assert pv.Moments.from_values(np.ma.array(S, mask=False)) == pv.Moments.from_values(S)
