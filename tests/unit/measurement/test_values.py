"""Values that do not exist: undefined with a reason, or 0 where that is asked for, and flagged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import hmean
from sklearn.metrics import precision_score

import probative as pv
from probative.errors import BadParameter, BadScores, EmptyData
from probative.measurement.values import COUNTED

NOTHING = pv.Outcomes(tp=0, fn=10, fp=0, tn=90)
"""A model that calls nothing positive."""
OF_COUNTS = [measure.name for measure in pv.measures() if measure.needs is pv.Outcomes and not measure.parameters]


@pytest.mark.parametrize("name", OF_COUNTS)
def test_any_measure_of_counts_may_count_as_zero(name: str) -> None:
    plain, zero = pv.estimate(name, NOTHING), pv.estimate(name, NOTHING, undefined="zero")
    if plain.defined:
        assert zero == plain
        return
    assert (zero.value, pv.value(name, NOTHING, undefined="zero")) == (0, 0)
    assert np.isnan([zero.low, zero.high]).all()
    assert zero.why is not None
    assert COUNTED in zero.why
    assert plain.why is not None
    assert zero.why.startswith(plain.why)


def test_scores_and_numbers_too() -> None:
    one_class = pv.Ladder.from_scores([1, 1], [0.2, 0.4])
    assert pv.value("auc", one_class, undefined="zero") == 0
    constant = pv.Residuals.from_values([2.0, 2.0, 2.0], [1.0, 2.0, 3.0])
    assert pv.value("r2", constant, undefined="zero") == 0


def test_scikit_learn_says_the_same() -> None:
    oracle = precision_score([1, 0], [0, 0], zero_division=0)
    assert pv.value("precision", pv.Outcomes(tp=0, fn=1, fp=0, tn=1), undefined="zero") == oracle


def test_arrays_of_outcomes() -> None:
    several = pv.Outcomes(tp=np.array([0, 3]), fn=np.array([1, 1]), fp=np.array([0, 1]), tn=np.array([5, 5]))
    assert np.asarray(pv.value("precision", several, undefined="zero")).tolist() == [0, 0.75]


def test_a_loss_of_zero_is_no_merit() -> None:
    why = pv.estimate("false_discovery_rate", NOTHING, undefined="zero").why
    assert why == "no predicted positives: counted as 0, which would be its best value"


def test_other_options_are_refused() -> None:
    with pytest.raises(BadParameter, match="propagate"):
        pv.value("precision", NOTHING, undefined="drop")
    given: Any = {"truth": [1, 0], "predicted": [0, 0], "undefined": "drop"}
    with pytest.raises(BadParameter, match="undefined must be"):
        pv.evaluate(**given)


def test_averages_keep_their_own_option() -> None:
    matrix = pv.ConfusionMatrix.from_counts([[5, 0, 0], [1, 4, 0], [0, 2, 0]])
    values = [pv.value("macro_precision", matrix, undefined=how) for how in ("propagate", "drop", "zero")]
    assert np.isnan(values[0])
    assert values[1:] == pytest.approx([(5 / 6 + 4 / 6) / 2, (5 / 6 + 4 / 6) / 3])


def test_an_evaluation_flags_its_zeros() -> None:
    lines = {"y": [1] * 10 + [0] * 20, "pred": [0] * 30, "site": ["a", "b"] * 15}
    plain = pv.evaluate(lines, truth="y", by="site")
    zero = pv.evaluate(lines, truth="y", by="site", undefined="zero")
    assert not plain.models["model"].measures["precision"].defined
    assert zero.to_dict()["models"]["model"]["measures"]["precision"]["value"] == 0
    note = next(note for note in zero.notes if note.code == "undefined-as-zero")
    assert "precision" in note.message
    assert all(part.measures["precision"].value == 0 for part in zero.slices)
    assert "undefined-as-zero" not in {note.code for note in plain.notes}


@pytest.mark.parametrize("values", [[1, 0.2], [0.5, 0.25, 0.125], [3.0], [0.9, 0.8, 0.0]])
def test_harmonic_means_are_those_of_scipy(values: list[float]) -> None:
    assert pv.harmonic_mean(values) == pytest.approx(float(hmean(values)))


def test_what_has_no_harmonic_mean() -> None:
    with pytest.raises(EmptyData):
        pv.harmonic_mean([])
    with pytest.raises(BadScores):
        pv.harmonic_mean([1, -1])


@pytest.mark.parametrize("name", ["f0_5", "f1", "f2"])
def test_presets_of_f_are_in_evaluations(name: str) -> None:
    measures = pv.evaluate(truth=[1, 1, 0, 0, 1], predicted=[1, 0, 0, 1, 1]).models["model"].measures
    assert measures[name].value == pytest.approx(2 / 3)
