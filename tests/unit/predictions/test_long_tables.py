"""Long tables whose columns of models and of rows nobody named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import probative as pv
from probative.errors import NotPaired


def long(models: str = "system", ids: str = "id") -> dict[str, Any]:
    """Two models of 60 rows, their lines mixed."""
    rng = np.random.default_rng(3)
    y, order = np.tile([1, 0, 0], 20), rng.permutation(120)
    scores = np.r_[rng.random(60) + y / 2, rng.random(60) + y / 5] / 2
    table = {ids: np.tile(np.arange(60), 2), models: np.repeat(["a", "b"], 60), "truth": np.tile(y, 2), "score": scores}
    return {name: column[order] for name, column in table.items()}


@pytest.mark.parametrize("models", ["system", "Classifier", "model"])
def test_several_models_in_one_column_are_no_single_model(models: str) -> None:
    """Taken for one, 120 lines would be 120 rows of a model that nobody has."""
    table = long(models)
    found = pv.evaluate(table)
    for name in ("a", "b"):
        mine = table[models] == name
        assert found.models[name].measures["auc"].value == pytest.approx(
            roc_auc_score(table["truth"][mine], table["score"][mine])
        )
    assert any(models in guess for guess in found.about.guesses)
    assert "rows are named in column 'id'" in found.about.guesses
    assert pv.compare(table).contests[0].result.n == 60


def test_a_column_of_systems_that_is_a_feature_is_one() -> None:
    """Rows of other patients on every system: nothing stands beside each id."""
    table = long()
    table["id"] = np.arange(120)
    assert list(pv.evaluate(table).models) == ["model"]


def test_an_id_that_stands_several_times_beside_a_model_is_none_of_rows() -> None:
    table = long("model", "patient_id")
    table["patient_id"] = table["patient_id"] // 3
    assert list(pv.evaluate(table).models) == ["a", "b"]
    with pytest.raises(NotPaired, match="by the id of their row"):
        pv.compare(table)


def test_columns_to_slice_by_hold_no_models() -> None:
    assert list(pv.evaluate(long(), by=["system"]).models) == ["model"]


def test_all_models_that_have_a_column_for_each_class_are_meant() -> None:
    rng = np.random.default_rng(1)
    y = rng.choice(["cat", "dog", "owl"], 60)
    shares = {head: rng.dirichlet([1, 1, 1], 60) for head in ("vit_", "net_")}
    table = {
        f"{head}{name}": said[:, i] for head, said in shares.items() for i, name in enumerate(("cat", "dog", "owl"))
    }
    found = pv.evaluate({"label": y} | table)
    for name in ("vit", "net"):
        right = np.array(["cat", "dog", "owl"])[shares[f"{name}_"].argmax(axis=1)] == y
        assert found.models[name].measures["accuracy"].value == pytest.approx(right.mean())


def test_pairs_of_columns_for_two_classes_are_not_guessed() -> None:
    rng = np.random.default_rng(1)
    table = {name: rng.random(40) for name in ("vit_a", "vit_b", "net_a", "net_b")}
    with pytest.raises(pv.errors.AmbiguousColumn, match="no column looks like a score"):
        pv.evaluate({"label": np.tile(["a", "b"], 20)} | table)


@pytest.mark.parametrize("pair", [("nein", "ja"), ("Non", "Oui"), ("no", "sí")])
def test_yes_is_said_in_other_languages_too(pair: tuple[str, str]) -> None:
    no, yes = pair
    found = pv.evaluate({"y": np.tile([yes, no], 20), "score": np.tile([0.9, 0.2], 20)})
    assert found.models["model"].measures["auc"].value == 1.0
    assert any(f"{yes} is positive" in guess for guess in found.about.guesses)
