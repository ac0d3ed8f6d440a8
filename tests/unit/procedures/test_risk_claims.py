"""Claims of a study: their words follow from the sign and the Monte Carlo error of the numbers beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

import probative as pv
from probative.procedures.risk_study.claims import CANNOT_TELL, CONTRADICTS, SHOWS

NAMES = ["hold-out 50/50", "hold-out 90/10", "2-fold", "10-fold", "leave-one-out"]
BASE = pv.study_estimators(n=20, repeats=3, estimators=NAMES)


def told(start: str, by: dict[str, dict[str, float]], repeats: int = 500) -> str:
    """The claim that starts so, of a study with these numbers."""
    judged = tuple(replace(one, **by.get(one.estimator, {})) for one in BASE.estimators)
    study = replace(BASE, estimators=judged, repeats=repeats, risk_sd=0.02)
    return next(claim for claim in study.claims() if claim.startswith(start))


@pytest.mark.parametrize(
    ("half", "most", "error", "verdict"),
    [(0.24, 0.22, 0.002, SHOWS), (0.2295, 0.2378, 0.002, CONTRADICTS), (0.2295, 0.2378, 0.02, CANNOT_TELL)],
)
def test_better_models_are_claimed_of_lower_risks_only(half: float, most: float, error: float, verdict: str) -> None:
    numbers = {
        "hold-out 50/50": {"own_risk": half, "own_risk_error": error},
        "hold-out 90/10": {"own_risk": most, "own_risk_error": error},
    }
    assert f", {verdict}:" in told("More training rows", numbers)


@pytest.mark.parametrize(
    ("bias", "error", "verdict"), [(0.02, 0.002, SHOWS), (-0.0227, 0.002, CONTRADICTS), (-0.0227, 0.05, CANNOT_TELL)]
)
def test_overstated_risks_are_claimed_of_positive_biases_only(bias: float, error: float, verdict: str) -> None:
    assert f", {verdict}:" in told("Few folds overstate", {"2-fold": {"bias": bias, "bias_error": error}})


@pytest.mark.parametrize(
    ("bias", "error", "verdict"),
    [(0.003, 0.003, SHOWS), (0.05, 0.01, CONTRADICTS), (0.0, 0.05, CANNOT_TELL), (0.03, 0.01, CANNOT_TELL)],
)
def test_no_bias_is_claimed_where_only_little_is_possible(bias: float, error: float, verdict: str) -> None:
    assert f", {verdict}:" in told("Nearly unbiased", {"10-fold": {"own_bias": bias, "own_error": error}})


def test_spreads_are_compared_by_the_number_of_samples() -> None:
    wide, narrow = {"within": 0.03, "sd": 0.13}, {"within": 0.01, "sd": 0.08}
    both = {
        "hold-out 50/50": narrow,
        "hold-out 90/10": wide,
        "2-fold": wide,
        "10-fold": narrow,
        "leave-one-out": narrow,
    }
    for start in ("Fewer test rows", "Few folds let", "Leave-one-out hides"):
        assert f", {SHOWS}:" in told(start, both)
        assert f", {CANNOT_TELL}:" in told(start, both, repeats=2)
    turned = {
        "hold-out 50/50": wide,
        "hold-out 90/10": narrow,
        "2-fold": narrow,
        "10-fold": wide,
        "leave-one-out": wide,
    }
    for start in ("Fewer test rows", "Few folds let", "Leave-one-out hides"):
        assert f", {CONTRADICTS}:" in told(start, turned)


def test_a_study_of_few_samples_claims_little() -> None:
    assert sum(CANNOT_TELL in claim for claim in BASE.claims()) >= 3
    assert "only ever estimated" in str(BASE)


@pytest.mark.slow
def test_a_study_of_many_samples_shows_what_the_decks_say() -> None:
    found = pv.study_estimators(n=40, repeats=1000, n_jobs=2, estimators=NAMES)
    assert all(f", {SHOWS}:" in claim for claim in found.claims())
