"""Rows within a tolerance: counted as NumPy counts them."""

from __future__ import annotations

import numpy as np
import pytest

import probative as pv
from probative.errors import BadFormat
from probative.report.tolerance import opening

RNG = np.random.default_rng(4)
TRUTH = np.round(RNG.normal(50, 20, 400), 1)
SAID = {"near": np.round(TRUTH + RNG.normal(0, 8, 400), 1), "far": np.round(TRUTH + RNG.normal(0, 11, 400), 1)}


def test_every_tolerance_has_the_counts_of_numpy() -> None:
    found = pv.evaluate(truth=TRUTH, predicted=SAID).tolerances
    at, away = found.at(), {name: np.abs(TRUTH - said) for name, said in SAID.items()}
    assert 80 <= len(at) <= 201
    assert at[0] == 0
    assert at[-1] >= np.quantile(away["far"], 0.99)
    both = found.both("near", "far")
    for place, t in enumerate(at):
        # Tenths that differ by exactly a tolerance are within it, as NumPy has their difference.
        for name in SAID:
            assert found.count(name, place) == (away[name] <= t).sum()
        assert both[place] == ((away["near"] <= t) & (away["far"] <= t)).sum()


WEIGHT = np.linspace(1, 2, 400)


@pytest.mark.parametrize("words", [{"weight": WEIGHT}, {"groups": np.arange(400) // 4}])
def test_weights_and_clusters_have_no_pairs(words: dict[str, object]) -> None:
    found = pv.evaluate(truth=TRUTH, predicted=SAID, **words).tolerances
    assert found.together == ()
    within = np.abs(TRUTH - SAID["near"]) <= found.at()[-1]
    assert found.shares("near")[-1] == pytest.approx(np.average(within, weights=words.get("weight")))


def test_what_is_always_right_has_no_tolerances() -> None:
    assert pv.evaluate(truth=[1.0, 2.0, 3.0], predicted=[1.0, 2.0, 3.0]).tolerances is None


def test_a_damaged_column_is_refused() -> None:
    plain = pv.evaluate(truth=TRUTH, predicted=SAID).to_dict()
    plain["tolerances"]["rule"] = "v:AAE="
    with pytest.raises(BadFormat, match="differ in length"):
        pv.Findings.from_dict(plain)


@pytest.mark.parametrize(("shift", "words"), [(-5, "5.00 too little"), (5, "5.00 too much")])
def test_what_is_said_too_low_is_said_too_little(shift: float, words: str) -> None:
    noise = np.tile([0.5, -0.5], 20)
    found = pv.evaluate(truth=np.arange(40.0), predicted=np.arange(40.0) + shift + noise)
    [close] = [answer for answer in found.answers if answer.question == "How close?"]
    assert words in close.evidence


def test_one_huge_error_does_not_crowd_all_others_at_nought() -> None:
    """The page opens at a tolerance of the size of the errors, and huge ones have places of their own."""
    truth, said = TRUTH[:60], SAID["near"][:60].copy()
    said[7] += 1e6
    made = pv.evaluate(truth=truth, predicted={"near": said})
    found, away = made.tolerances, np.abs(truth - said)
    at = found.at()
    assert opening(made) == pytest.approx(np.median(away), rel=0.1)
    assert 10 <= np.abs(at - np.median(away)).argmin() <= 150
    assert found.end <= 12 * np.quantile(away, 0.75)
    # The last place holds all rows, and every place counts as NumPy does.
    assert at[-1] >= away.max()
    assert [found.count("near", i) for i in range(len(at))] == [(away <= t).sum() for t in at]
    assert pv.Findings.from_dict(made.to_dict()).tolerances == found


def test_errors_of_one_size_have_no_places_beyond() -> None:
    assert pv.evaluate(truth=TRUTH, predicted=SAID).tolerances.beyond == ()
