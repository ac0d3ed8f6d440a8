"""Fresh audits, sound and broken, their codes written down before any was run."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import numpy as np

import probative as pv

from ..scenario import Scenario
from .fresh_data import moons, rng

Table = dict[str, Any]


def clinic(n: int = 600, seed: int = 11) -> Table:
    """Numbers, categories, few values and gaps at random; an outcome that some of them know a little of."""
    random = rng(seed)
    age, dose = np.round(random.uniform(20, 90, n)), random.gamma(3, 10, n).round(1)
    ward = random.choice(["A", "B", "C", "D"], n)
    logit = 0.04 * (age - 55) - 0.03 * (dose - 30) + (ward == "A") * 0.7
    table = {
        "age": age,
        "dose": dose,
        "ward": ward,
        "visits": random.poisson(2, n),
        "pulse": random.normal(70, 9, n).round(),
    }
    table["pulse"] = np.where(random.random(n) < 0.1, np.nan, table["pulse"])
    return table | {"ill": np.where(random.random(n) < 1 / (1 + np.exp(-logit)), "yes", "no")}


def prices(n: int = 500) -> Table:
    random = rng(12)
    size, rooms = random.gamma(9, 10, n).round(1), random.integers(1, 7, n)
    return {"size": size, "rooms": rooms, "price": (3 * size + 20 * rooms + random.normal(0, 40, n)).round(1)}


def diary(n: int = 500) -> Table:
    """A year and a half, day after day: the outcome is each day's own."""
    random = rng(13)
    table = clinic(n, 14)
    return table | {
        "day": [str(date(2022, 3, 1) + timedelta(days=int(i))) for i in range(n)],
        "dose": random.gamma(3, 10, n),
    }


def audited(table: Table, target: str = "ill", **more: Any) -> Any:
    return list(pv.audit(table, target=target, **more).notes)


def part(n: int, seed: int = 15) -> Any:
    return np.where(rng(seed).random(n) < 0.7, "train", "test")


def changed(**columns: Any) -> Table:
    return clinic() | columns


def twice(turned: bool = False) -> Table:
    table = clinic()
    rows = np.r_[np.arange(600), np.arange(80)]
    told = {name: column[rows] for name, column in table.items()}
    if turned:
        told["ill"][600:] = np.where(told["ill"][600:] == "yes", "no", "yes")
    order = rng(26).permutation(680)
    return {name: column[order] for name, column in told.items()}


def swapped() -> Table:
    """Two species far apart, and every thirtieth label wrong."""
    random = rng(27)
    y = random.integers(0, 2, 900)
    X = random.normal(size=(900, 3)) + 3.5 * y[:, None]
    y[::30] = 1 - y[::30]
    return {f"x{i}": X[:, i] for i in range(3)} | {"ill": np.where(y == 1, "yes", "no")}


def sensor() -> Table:
    level = np.cumsum(rng(28).normal(size=600)) * 0.5
    return {"x": rng(29).normal(size=600), "z": rng(30).gamma(2, size=600), "level": level + rng(31).normal(size=600)}


def of_yes(name: str = "ill") -> Any:
    return clinic()[name] == "yes"


def stays(table: Table) -> list[str]:
    return [
        str(date.fromisoformat(day) + timedelta(days=int(d)))
        for day, d in zip(table["day"], rng(32).integers(1, 9, 500), strict=True)
    ]


def forward() -> Any:
    return np.where(np.arange(500) < 150, "test", "train")


CLEAN = [
    Scenario("fresh: audit of a clinic", lambda: audited(clinic())),
    Scenario("fresh: audit of a clinic in random parts", lambda: audited(clinic(), splits=part(600))),
    Scenario("fresh: audit of prices", lambda: audited(prices(), "price")),
    Scenario("fresh: audit of a diary", lambda: audited(diary(), time="day", splits="time 5")),
    Scenario(
        "fresh: audit of moons", lambda: audited({"a": moons()[0][:, 0], "b": moons()[0][:, 1], "y": moons()[1]}, "y")
    ),
]
BROKEN = [
    Scenario("fresh: audit, patients twice", lambda: audited(twice()), ("rows-copied",)),
    Scenario("fresh: audit, twins disagree", lambda: audited(twice(True)), ("copies-disagree",)),
    Scenario(
        "fresh: audit, a bill",
        lambda: audited(changed(bill=np.where(of_yes(), 900, 100) + rng(35).integers(0, 99, 600))),
        ("column-tells-target",),
    ),
    Scenario(
        "fresh: audit, numbers of cases",
        lambda: audited(changed(case=[f"C{i:05}" for i in rng(36).permutation(600)])),
        ("column-names-rows",),
    ),
    Scenario(
        "fresh: audit, doctors",
        lambda: audited(changed(doctor_id=rng(37).integers(100, 140, 600))),
        ("column-names-groups",),
    ),
    Scenario("fresh: audit, undeclared days", lambda: audited(diary()), ("column-tells-time",)),
    Scenario(
        "fresh: audit, the future",
        lambda: audited(diary() | {"left": stays(diary())}, time="day"),
        ("column-from-the-future",),
    ),
    Scenario("fresh: audit, a sensor", lambda: audited(sensor(), "level"), ("rows-in-order",)),
    Scenario("fresh: audit, nothing in a column", lambda: audited(changed(remark=[None] * 600)), ("column-empty",)),
    Scenario(
        "fresh: audit, three of a kind",
        lambda: audited(changed(ill=np.r_[["maybe"] * 3, clinic()["ill"][3:]])),
        ("class-too-small",),
    ),
    Scenario(
        "fresh: audit, gaps of the ill",
        lambda: audited(changed(pulse=np.where(of_yes() & (rng(38).random(600) < 0.5), np.nan, clinic()["age"] + 10))),
        ("gaps-tell-target",),
    ),
    Scenario(
        "fresh: audit, outcomes missing",
        lambda: audited(changed(ill=np.where(rng(39).random(600) < 0.1, None, clinic()["ill"]))),
        ("target-missing",),
    ),
    Scenario("fresh: audit, wrong labels", lambda: audited(swapped()), ("labels-suspect",)),
    Scenario(
        "fresh: audit, older patients are tested",
        lambda: audited(clinic(), splits=np.where(clinic()["age"] > 70, "test", "train")),
        ("parts-differ",),
    ),
    Scenario(
        "fresh: audit, tested before they were trained on",
        lambda: audited(diary(), time="day", splits=forward()),
        ("parts-out-of-time",),
    ),
    Scenario(
        "fresh: audit, doctors on both sides",
        lambda: audited(changed(doctor=rng(40).integers(0, 50, 600)), group="doctor", splits=part(600)),
        ("groups-on-both-sides",),
    ),
]
