"""Numbers of replicates: whole and at least two, by every door alike."""

import numpy as np
import pytest

import probative as pv
from probative.errors import BadParameter

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
