"""Scenarios of audits: real data that are sound, and one broken table for every guard."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import numpy as np
from sklearn import datasets

import probative as pv
from probative.guards import Note

from ..scenario import Scenario

Table = dict[str, Any]


def audited(make: Callable[[], Table], target: str = "y", **words: Any) -> list[Note]:
    table = make()
    given = {word: value(table) if callable(value) else value for word, value in words.items()}
    return list(pv.audit(table, target=target, **given).notes)


def bundled(name: str, *, column: int | None = None, drop: str = "", shuffled: bool = True) -> Table:
    """A data set that comes with scikit-learn; in random order, because some of them were written down in batches."""
    found = getattr(datasets, f"load_{name}")()
    y = found.target if column is None else found.target[:, column]
    order = np.random.default_rng(1).permutation(len(y)) if shuffled else np.arange(len(y))
    order = order[found.target_names[y[order]] != drop] if drop else order
    return {str(f): found.data[order, i] for i, f in enumerate(found.feature_names)} | {"y": y[order]}


def even_digits() -> Table:
    table = bundled("digits")
    return table | {"y": table["y"] % 2}


def halves(table: Table, seed: int = 2) -> Any:
    """A random half to train, the other to test."""
    n = len(table["y"])
    return np.where(np.random.default_rng(seed).permutation(n) < n // 2, "train", "test")


CLEAN = [
    Scenario("iris", partial(audited, partial(bundled, "iris")), set()),
    Scenario("iris as it comes, sorted by class", partial(audited, partial(bundled, "iris", shuffled=False)), set()),
    Scenario("versicolor and virginica", partial(audited, partial(bundled, "iris", drop="setosa")), set()),
    Scenario("wine as it comes", partial(audited, partial(bundled, "wine", shuffled=False)), set()),
    Scenario("wine in random parts", partial(audited, partial(bundled, "wine"), splits=halves), set()),
    Scenario("breast cancer", partial(audited, partial(bundled, "breast_cancer", shuffled=False)), set()),
    Scenario(
        "breast cancer in random parts",
        partial(audited, partial(bundled, "breast_cancer"), splits=halves),
        set(),
    ),
    Scenario("digits", partial(audited, partial(bundled, "digits")), set()),
    Scenario("even digits", partial(audited, even_digits), set()),
    Scenario("diabetes", partial(audited, partial(bundled, "diabetes", shuffled=False)), set()),
    Scenario("diabetes in random parts", partial(audited, partial(bundled, "diabetes"), splits=halves), set()),
    *(
        Scenario(
            f"linnerud, {name}",
            partial(audited, partial(bundled, "linnerud", column=i, shuffled=False), task="regression"),
            set(),
        )
        for i, name in enumerate(("weight", "waist", "pulse"))
    ),
]


def sound(n: int = 400, columns: int = 6, seed: int = 0) -> Table:
    """Independent rows, two classes that two inputs know something about."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, columns))
    y = (X[:, 0] + X[:, 1] + rng.normal(size=n) > 0).astype(int)
    return {f"x{i}": X[:, i] for i in range(columns)} | {"y": y}


def copied() -> Table:
    rows = np.r_[np.arange(400), np.arange(40)]
    order = np.random.default_rng(0).permutation(len(rows))
    return {name: column[rows][order] for name, column in sound().items()}


def few_copies() -> Table:
    """Fewer copies than matter inside one table, but not across parts."""
    rows = np.r_[np.arange(400), np.arange(3)]
    return {name: column[rows] for name, column in sound().items()}


def disagreeing() -> Table:
    table = copied()
    first = {value: i for i, value in reversed(list(enumerate(table["x0"].tolist())))}
    again = [i for i, value in enumerate(table["x0"].tolist()) if first[value] != i]
    y = table["y"].copy()
    y[again] = 1 - y[again]
    return table | {"y": y}


def nearly_copied() -> Table:
    table = copied()
    rng = np.random.default_rng(5)
    return table | {name: table[name] + 1e-6 * rng.normal(size=440) for name in table if name != "y"}


def leaking() -> Table:
    table = sound()
    return table | {"settled": np.where(table["y"] == 1, 7.0, 3.0) + np.random.default_rng(1).uniform(size=400)}


def leaking_category() -> Table:
    table = sound()
    return table | {"state": np.array(["open", "closed"], object)[table["y"]]}


def leaking_number() -> Table:
    table = sound()
    y = np.random.default_rng(1).normal(50, 10, 400)
    return table | {"y": y, "in_cents": 100 * y + 3}


def numbered() -> Table:
    return sound() | {"case": np.random.default_rng(3).permutation(400)}


def of_patients() -> Table:
    return sound() | {"patient_id": np.random.default_rng(3).integers(0, 60, 400)}


def dated() -> Table:
    days = np.random.default_rng(3).integers(0, 900, 400)
    return sound() | {"day": [str(date(2021, 1, 1) + timedelta(days=int(d))) for d in days]}


def discharged() -> Table:
    table = dated()
    stay = np.random.default_rng(4).integers(0, 12, 400)
    left = [str(date.fromisoformat(day) + timedelta(days=int(s))) for day, s in zip(table["day"], stay, strict=True)]
    return table | {"discharge": left}


def series() -> Table:
    rng = np.random.default_rng(0)
    y = np.cumsum(rng.normal(size=400)) * 0.3
    return {"x0": rng.normal(size=400), "x1": rng.normal(size=400), "y": y + rng.normal(size=400)}


def without_values() -> Table:
    return sound() | {"note": [None] * 400}


def rare() -> Table:
    table = sound()
    y = table["y"].copy()
    y[:4] = 2
    return table | {"y": y}


def telling_gaps() -> Table:
    table = sound()
    gaps = np.random.default_rng(6).uniform(size=400) < np.where(table["y"] == 1, 0.4, 0.1)
    return table | {"x5": np.where(gaps, np.nan, table["x5"])}


def without_target() -> Table:
    table = sound()
    return table | {"y": [None if i % 20 == 0 else int(label) for i, label in enumerate(table["y"])]}


def of_one_class() -> Table:
    table = sound()
    return table | {"y": np.zeros(len(table["y"]), int)}


def of_one_number() -> Table:
    table = sound()
    return table | {"y": np.full(len(table["y"]), 2.5)}


def shifted_parts(table: Table) -> Any:
    chance = 1 / (1 + np.exp(-3 * table["x5"]))
    return np.where(np.random.default_rng(7).uniform(size=400) < chance, "test", "train")


def mislabelled() -> Table:
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 600)
    X = rng.normal(size=(600, 4)) + 4 * y[:, None]
    wrong = rng.permutation(600)[:30]
    y[wrong] = 1 - y[wrong]
    return {f"x{i}": X[:, i] for i in range(4)} | {"y": y}


def perfect(table: Table) -> Table:
    return {"truth": table["y"], "predicted": table["y"]}


def shared(table: Table) -> Any:
    return [(np.arange(300), np.arange(280, 400))]


def rare_in_test(table: Table) -> Any:
    return np.where(table["y"] == 2, "test", halves(table))


def three_classes() -> Table:
    table = sound()
    y = table["y"].copy()
    y[:30] = 2
    return table | {"y": y}


BROKEN = [
    Scenario("one row in ten again", partial(audited, copied), {"rows-copied"}),
    Scenario("copies on both sides", partial(audited, few_copies, splits=halves), {"copies-across-parts"}),
    Scenario("copies with the other label", partial(audited, disagreeing), {"copies-disagree"}),
    Scenario("copies with a little noise", partial(audited, nearly_copied), {"rows-nearly-copied"}),
    Scenario("a number made from the target", partial(audited, leaking), {"column-tells-target"}),
    Scenario("a category made from the target", partial(audited, leaking_category), {"column-tells-target"}),
    Scenario("the target in another unit", partial(audited, leaking_number), {"column-tells-target"}),
    Scenario("numbers of rows among the inputs", partial(audited, numbered), {"column-names-rows"}),
    Scenario("patients among the inputs", partial(audited, of_patients), {"column-names-groups"}),
    Scenario("dates among the inputs", partial(audited, dated), {"column-tells-time"}),
    Scenario("a date after the prediction", partial(audited, discharged, time="day"), {"column-from-the-future"}),
    Scenario("a series about to be shuffled", partial(audited, series), {"rows-in-order"}),
    Scenario("a column without values", partial(audited, without_values), {"column-empty"}),
    Scenario("four rows of a class", partial(audited, rare), {"class-too-small"}),
    Scenario(
        "parts without a class to train on", partial(audited, three_classes, splits=rare_in_test), {"class-too-small"}
    ),
    Scenario("gaps that follow the target", partial(audited, telling_gaps), {"gaps-tell-target"}),
    Scenario("rows without a target", partial(audited, without_target), {"target-missing"}),
    Scenario("rows of one class", partial(audited, of_one_class), {"target-constant"}),
    Scenario("one number for all rows", partial(audited, of_one_number, task="regression"), {"target-constant"}),
    Scenario("test rows from elsewhere", partial(audited, sound, splits=shifted_parts), {"parts-differ"}),
    Scenario("one label in twenty wrong", partial(audited, mislabelled), {"labels-suspect"}),
    Scenario("predictions without an error", partial(audited, sound, predictions=perfect), {"results-too-good"}),
    Scenario("rows trained on and tested", partial(audited, sound, splits=shared), {"rows-on-both-sides"}),
    Scenario(
        "patients on both sides",
        partial(audited, of_patients, group="patient_id", splits=halves),
        {"groups-on-both-sides"},
    ),
    Scenario("training on what came later", partial(audited, dated, time="day", splits=halves), {"parts-out-of-time"}),
]
