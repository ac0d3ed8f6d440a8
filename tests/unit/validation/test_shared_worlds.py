"""The binormal world of the simulations is the Gaussian task of `probative theory` in one dimension."""

import numpy as np
import pytest

import probative as pv
from probative.validation.worlds.binormal import Binormal


@pytest.mark.parametrize(("prevalence", "auc"), [(0.3, 0.8), (0.05, 0.95), (0.5, 0.6)])
def test_both_worlds_have_the_same_truth(prevalence, auc):
    world = Binormal(prevalence, auc)
    task = pv.GaussianTask(world.separation, 1.0, 0.0, 1.0, prior_pos=prevalence)
    assert float(task.auc) == pytest.approx(auc, abs=1e-8)
    at = np.linspace(-3, 5, 9)
    assert task.posterior(at[:, None]) == pytest.approx(world.score(at), abs=1e-12)
