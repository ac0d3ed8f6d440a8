"""The paired bootstrap says where a class has too few rows for it."""

from __future__ import annotations

import numpy as np
import pytest

from probative.stats import paired_bootstrap


@pytest.mark.parametrize(("positives", "told"), [(15, True), (20, False)])
def test_few_rows_of_a_class_are_told(positives: int, told: bool) -> None:
    rng = np.random.default_rng(0)
    truth = np.arange(300) < positives
    a, b = (np.where(rng.random(300) < 0.8, truth, ~truth) for _ in range(2))
    result = paired_bootstrap("mcc", truth, a, b, replicates=50)
    assert any(f"{positives} rows" in note for note in result.notes) == told


def test_numbers_have_no_classes() -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=12)
    result = paired_bootstrap("r2", truth, truth + rng.normal(size=12), truth + rng.normal(size=12), replicates=50)
    assert not any("class" in note for note in result.notes)
