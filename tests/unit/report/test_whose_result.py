"""Results of training that were added to a page say whose they are."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.theory import NoisyFunction

X = np.random.default_rng(0).normal(size=(24, 2))
Y = (X[:, 0] > 0).astype(int)
LINE = NoisyFunction(lambda x: x, 0.5)
RESULTS = {
    "GaussianNB": lambda: pv.permutation_test(GaussianNB(), X, Y, plan="2-fold", n_permutations=3),
    "DummyRegressor": lambda: pv.bias_variance(DummyRegressor(), task=LINE, n=4),
    "Dummies": lambda: pv.bias_variance_sweep({"a": DummyRegressor(), "b": DummyRegressor()}, task=LINE, n=4),
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_heading_of_a_result_names_its_model(name, tmp_path):
    result = RESULTS[name]()
    pv.Findings.of(result).save(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    headings = [part.split("</h3>")[0] for part in page.split("<h3>")[1:]]
    wanted = "DummyRegressor" if name == "Dummies" else name
    assert any(wanted in heading for heading in headings)
