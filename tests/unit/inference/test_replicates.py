"""Numbers of replicates: whole and at least two, by every door alike."""

import numpy as np
import pytest

import probative as pv
from probative.errors import BadParameter
from probative.inference import bootstrap
from probative.measurement import find

LADDER = pv.Ladder.from_scores([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
DOORS = {
    "estimate": lambda replicates: pv.estimate("auc", LADDER, method="bootstrap", replicates=replicates),
    "best_threshold": lambda replicates: pv.best_threshold(LADDER, "accuracy", replicates=replicates),
    "corp": lambda replicates: pv.corp(LADDER, replicates=replicates),
    "roc_band": lambda replicates: pv.roc_band(LADDER, replicates=replicates),
    "paired_bootstrap": lambda replicates: pv.stats.paired_bootstrap(
        "accuracy", [0, 1, 1], [0, 1, 0], [1, 1, 1], replicates=replicates
    ),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("wrong", [1, 0, -3, 2.5, "50", True, [50]], ids=repr)
def test_what_is_no_number_of_replicates(door, wrong):
    with pytest.raises(BadParameter, match="at least two replicates"):
        DOORS[door](wrong)


@pytest.mark.parametrize("door", DOORS)
def test_numbers_of_numpy_are_numbers(door):
    """As many resamples by the same seed: the same answer, to the last digit."""
    assert str(DOORS[door](np.int64(20))) == str(DOORS[door](20))


@pytest.mark.parametrize("replicates", [7, 2 * bootstrap.BLOCK + 3])
def test_large_matrices_are_drawn_as_often_as_asked(replicates):
    grades = np.arange(40).repeat(2)
    matrix = pv.ConfusionMatrix.from_labels(grades, np.roll(grades, 1))
    drawn = bootstrap.replicate_values(find("accuracy", matrix), matrix, {}, replicates=replicates, seed=0)
    assert len(drawn) == replicates
    assert np.mean(drawn) == pytest.approx(0.5, abs=0.1)
