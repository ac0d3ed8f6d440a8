"""Bias and variance as a picture of the fits, against the closed forms of bias_variance and of the decks."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier

import probative as pv
from probative.errors import BadParameter
from probative.pictures import Band, Dots, Line, svg
from probative.procedures.decomposition.fits import FixedLine, polynomial

SINE = pv.NoisyFunction(lambda x: np.sin(2 * np.pi * x), 0.5)
DESIGN = np.linspace(0, 1, 6)


def test_the_two_extreme_cases_have_the_decks_bias_and_variance() -> None:
    line = pv.fits(FixedLine(), SINE, n=6, repeats=20, at=DESIGN).columns()
    assert line["variance"] == pytest.approx(0.0)
    assert line["bias2"] == pytest.approx((1 - 2 * DESIGN - np.sin(2 * np.pi * DESIGN)) ** 2)
    through = pv.fits(polynomial(5), SINE, n=6, repeats=4000, at=DESIGN).columns()
    assert through["variance"] == pytest.approx(0.25, rel=0.12)
    assert through["bias2"] == pytest.approx(0.0, abs=0.001)


def test_simulated_terms_are_those_of_bias_variance() -> None:
    found = pv.fits(LinearRegression(), SINE, n=8, repeats=50, at=SINE.design(8), random_state=4)
    wanted = pv.bias_variance(LinearRegression(), task=SINE, n=8, repeats=50, method="simulation", random_state=4)
    assert found.bias2 == pytest.approx(wanted["design"].means["bias2"])
    assert found.variance == pytest.approx(wanted["design"].means["variance"])


def test_columns_add_up() -> None:
    found = pv.fits(LinearRegression(), SINE, n=8, repeats=50)
    columns = found.columns()
    total = ((found.fits - found.f) ** 2).mean(axis=0)
    assert columns["bias2"] + columns["variance"] == pytest.approx(total)
    assert len(columns["x"]) == 201


def test_the_picture_shows_f_fits_mean_band_and_data() -> None:
    cases = pv.extreme_fits(repeats=40)
    assert cases["fixed line"].variance == 0.0
    chart = cases["through all points"].picture("through all points")
    kinds = [type(shape) for shape in chart.shapes]
    assert kinds.count(Band) == kinds.count(Dots) == 1
    assert sum(isinstance(shape, Line) and shape.thin for shape in chart.shapes) == 25
    assert chart.names() == ["mean of the fits", "f", "one training set"]
    assert chart.heading.startswith("through all points: bias² ")
    assert "<svg" in svg(chart)
    for shape in chart.shapes:
        if isinstance(shape, Line):
            inside = np.asarray(shape.y)[np.isfinite(shape.y)]
            assert inside.min() >= chart.y.low
            assert inside.max() <= chart.y.high


def test_records_come_back_from_json() -> None:
    found = pv.fits(LinearRegression(), SINE, n=5, repeats=3, at=[0.0, 0.5])
    assert type(found).from_json(found.to_json()) == found


def test_what_makes_no_sense_is_refused() -> None:
    for options in ({"n": 0}, {"n": 5, "repeats": 1}, {"n": 5, "random_state": -1}):
        with pytest.raises(BadParameter):
            pv.fits(LinearRegression(), SINE, **options)
    with pytest.raises(BadParameter, match="regressor"):
        pv.fits(KNeighborsClassifier(), SINE, n=5)
    with pytest.raises(BadParameter):
        polynomial(-1)
