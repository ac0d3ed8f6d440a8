"""The worked example about the significance of one model: the p-value of a permutation test."""

import pytest

from probative.inference.permutation import permutation_p

COVERED = set()


def covers(*ids):
    COVERED.update(ids)
    return pytest.mark.parametrize("case", ids, indirect=True)


@covers("000-permutation-p-estimators")
def test_estimators_of_the_permutation_p(case):
    inputs, expected = case["inputs"], case["expected"]
    found = permutation_p(inputs["n_strictly_better"], inputs["n_equal"], inputs["n_permutations"])
    assert found.strict == expected["strict_proportion"]
    assert found.at_least == pytest.approx(expected["at_least_as_good"], abs=1e-12)
    assert found.p == expected["recommended_(b+1)/(n+1)"]
    # The deck's proportion of strictly better outcomes is 0, which no p-value can be.
    assert case["deck_says"]["estimator"] == "proportion of strictly better outcomes"
    assert found.p > found.strict == 0
    assert found.low <= found.at_least <= found.high
