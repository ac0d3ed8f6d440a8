"""The paired bootstrap says where a class has too few rows for it."""

from __future__ import annotations

import numpy as np
import pytest

from probative.inference.doubting import doubted
from probative.stats import paired_bootstrap, paired_jackknife


@pytest.mark.parametrize(("positives", "told"), [(15, True), (20, False)])
def test_few_rows_of_a_class_are_told(positives: int, told: bool) -> None:
    rng = np.random.default_rng(0)
    truth = np.arange(300) < positives
    a, b = (np.where(rng.random(300) < 0.8, truth, ~truth) for _ in range(2))
    result = paired_bootstrap("mcc", truth, a, b, replicates=50)
    assert any(f"{positives} rows" in note for note in result.notes) == told


@pytest.mark.parametrize(("rare", "told"), [(6, True), (9, True), (10, False)])
def test_few_rows_of_one_of_several_classes_are_told(rare: int, told: bool) -> None:
    """Of classes that weigh alike the rarest decides: with 6 rows of it 0.90 of the intervals held the difference."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], [90, 30, rare])
    a, b = (np.where(rng.random(len(truth)) < 0.7, truth, rng.integers(0, 3, len(truth))) for _ in range(2))
    result = paired_jackknife("macro_f1", truth, a, b)
    assert doubted(*result.notes) == told
    assert any(f"a class has {rare} rows" in note for note in result.notes) == told


def test_numbers_have_no_classes() -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=12)
    result = paired_bootstrap("r2", truth, truth + rng.normal(size=12), truth + rng.normal(size=12), replicates=50)
    assert not any("class" in note for note in result.notes)
