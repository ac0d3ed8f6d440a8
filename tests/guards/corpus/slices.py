"""Weak slices: models that are equally good everywhere, and models that are worse on some rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import probative as pv
from probative.guards import Note

from ..scenario import Scenario


def searched(make: Callable[[], dict[str, Any]], features: list[str], **words: Any) -> list[Note]:
    """The notes of a search, as findings hold them."""
    found = pv.weak_slices(make(), features=features, n_permutations=199, **words)
    return list(pv.Findings.of(found).notes)


def noise(n: int, losses: str, seed: int = 0) -> dict[str, Any]:
    """Losses that have nothing to do with what is known of the rows."""
    rng = np.random.default_rng(seed)
    drawn = {
        "errors": lambda: (rng.random(n) < 0.2) * 1.0,
        "rare": lambda: (rng.random(n) < 0.01) * 1.0,
        "nearly always": lambda: (rng.random(n) < 0.98) * 1.0,
        "heavy": lambda: rng.lognormal(0, 2, n),
    }
    common = rng.normal(size=n)
    return {
        "a": common + 0.3 * rng.normal(size=n),
        "b": common + 0.3 * rng.normal(size=n),
        "c": rng.choice(["x", "y", "z"], n),
        "who": rng.integers(0, n // 8, n),
        "w": rng.uniform(0.5, 3, n),
        "loss": drawn[losses](),
    }


def grouped_noise() -> dict[str, Any]:
    """Losses and a feature that both go with the patient: rows are not independent."""
    rng = np.random.default_rng(1)
    who = np.repeat(np.arange(150), 12)
    ward = rng.choice(["a", "b"], 150)[who]
    return {"ward": ward, "who": who, "loss": rng.exponential(size=150)[who] + 0.2 * rng.random(1800)}


def real(name: str) -> list[Note]:
    """A sensible model of real data, tested out of fold, and searched by the inputs that matter."""
    loaders = {"cancer": load_breast_cancer, "digits": load_digits, "diabetes": load_diabetes}
    data = loaders[name]()
    model = make_pipeline(StandardScaler(), LinearRegression() if name == "diabetes" else LogisticRegression())
    # Pixels that carry nothing of the digit: a model is no worse for them.
    places = {"cancer": [8, 9, 18, 19], "digits": [0, 32, 39], "diabetes": [1, 4]}[name]
    columns = {f"x{i}": data.data[:, i] for i in places}
    said = pv.run(model, data.data, data.target, plan="5-fold", random_state=0)
    return list(pv.weak_slices(said, features=columns, n_permutations=199).notes)


def planted(kind: str) -> dict[str, Any]:
    """A weak slice of the kind named."""
    rng = np.random.default_rng(2)
    n = 3000
    who = np.repeat(np.arange(n // 5), 5)
    table = {
        "age": rng.integers(18, 90, n),
        "site": rng.choice(["north", "south"], n),
        "income": np.where(rng.random(n) < 0.15, np.nan, rng.lognormal(10, 1, n)),
        "who": who,
        "w": rng.uniform(0.5, 3, n),
        "y": rng.integers(0, 2, n),
    }
    weak = {
        "one condition": table["age"] > 75,
        "two conditions": (table["age"] > 70) & (table["site"] == "south"),
        "missing": np.isnan(table["income"]),
    }[kind]
    wrong = rng.random(n) < np.where(weak, 0.4, 0.1)
    return table | {"said": np.where(wrong, 1 - table["y"], table["y"]), "loss": rng.exponential(size=n) + 2 * weak}


GRADED = {"values": "loss", "better": "lower"}
LABELS = {"truth": "y", "predicted": "said"}
WEAK = {"weak-slice"}


def of_noise(losses: str, n: int = 1500, **words: Any) -> Callable[[], list[Note]]:
    """A search in noise."""
    return partial(searched, partial(noise, n, losses), list("abc"), **GRADED, **words)


def of_planted(kind: str, **words: Any) -> Callable[[], list[Note]]:
    """A search where there is something to find."""
    return partial(searched, partial(planted, kind), ["age", "site", "income"], **words)


CLEAN = [
    *(
        Scenario(f"{losses} losses without weak slices", of_noise(losses), set())
        for losses in ("errors", "rare", "nearly always", "heavy")
    ),
    Scenario("halves of noise", of_noise("errors", 3000, method="halves"), set()),
    Scenario("weighted noise", of_noise("nearly always", 3000, weight="w"), set()),
    Scenario("noise of patients", partial(searched, grouped_noise, ["ward"], groups="who", **GRADED), set()),
    *(Scenario(f"{name} out of fold", partial(real, name), set()) for name in ("cancer", "digits", "diabetes")),
]
BROKEN = [
    *(
        Scenario(f"weak by {kind}", of_planted(kind, **LABELS), WEAK)
        for kind in ("one condition", "two conditions", "missing")
    ),
    Scenario("weak by a graded loss", of_planted("two conditions", **GRADED), WEAK),
    Scenario("weak by halves", of_planted("two conditions", method="halves", **LABELS), WEAK),
    Scenario("weak with weights", of_planted("one condition", weight="w", **LABELS), WEAK),
    Scenario("weak with groups", of_planted("one condition", groups="who", **LABELS), WEAK),
]
