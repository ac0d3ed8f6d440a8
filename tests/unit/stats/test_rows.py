"""Replicates of rows measure what evidence of the same rows measures."""

from __future__ import annotations

import numpy as np
import pytest

from probative.evidence import Residuals, ValuePairs
from probative.measurement import measures
from probative.stats.rows import Rows

MEANS = [
    m for m in measures() if m.row_loss is not None and m.losses is not None and m.needs in (Residuals, ValuePairs)
]


@pytest.mark.parametrize("measure", MEANS, ids=lambda measure: measure.name)
def test_means_of_row_losses_are_the_measure(measure):
    rng = np.random.default_rng(5)
    truth = np.exp(rng.normal(size=40))
    a, b = (truth * np.exp(0.3 * rng.normal(size=40)) for _ in range(2))
    drawn = rng.integers(0, 40, 40)
    parameters = {"scale": 1.3} if "scale" in measure.parameters else {}
    found = Rows(measure, truth, a, b, None).values(parameters, rows=drawn)
    made = [measure(measure.needs.from_values(truth[drawn], x[drawn]), **parameters) for x in (a, b)]
    np.testing.assert_allclose(found, np.array(made, float), rtol=1e-9)
