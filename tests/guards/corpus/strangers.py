"""What an auditor with a fresh mind brought: sound evaluations that raised alarms, broken ones that raised none."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, LeaveOneGroupOut, StratifiedGroupKFold, StratifiedKFold, TimeSeriesSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from statsmodels.datasets.fair import load_pandas

import probative as pv

from ..scenario import Scenario

RNG = np.random.default_rng(2024)
LINE = {"line": make_pipeline(StandardScaler(), LogisticRegression())}


def answers() -> pv.Findings:
    """A survey, whose questions have few answers that hang together: chance makes equal rows."""
    survey = load_pandas().data.sample(1200, random_state=1)
    said = np.where(survey.pop("affairs") > 0, "yes", "no")
    return pv.evaluate(pv.run(LINE, survey, said, plan="10-fold stratified", positive="yes"))


def stones() -> pv.Findings:
    """Stones of few weights and sizes, some twice: it is the price that shows the copies."""
    rng = np.random.default_rng(3)
    carat, cut = rng.gamma(4, 0.2, 900).round(2) + 0.2, rng.choice(["Fair", "Good", "Ideal"], 900)
    table = {"carat": carat, "cut": cut, "depth": rng.normal(61.7, 1.4, 900).round(1)}
    table |= {"width": rng.normal(57, 2.2, 900).round(), "price": np.exp(8 + 1.7 * carat + rng.normal(0, 0.2, 900))}
    rows = rng.permutation(np.r_[np.arange(900), np.arange(60)])
    return pv.audit({name: column[rows] for name, column in table.items()}, target="price")


@cache
def loans(rare: float = 0.3) -> tuple[Any, Any, Any]:
    """Inputs, defaults and the branch of each loan."""
    X, y = make_classification(800, 6, weights=[1 - rare], flip_y=0.05, random_state=1)
    return X * 3 + 2, y, np.random.default_rng(0).integers(0, 40, 800)


def ran(plan: Any, rare: float = 0.3, **more: Any) -> pv.Findings:
    X, y, _ = loans(rare)
    return pv.evaluate(pv.run(LINE, X, y, plan=plan, **more))


def pairs(splitter: Any, rare: float = 0.3) -> list[tuple[Any, Any]]:
    X, y, branches = loans(rare)
    return list(splitter.split(X, y, branches if "Group" in type(splitter).__name__ else None))


@cache
def patients(constant: bool = True) -> pd.DataFrame:
    """Eight visits each of 60 patients, whose age, weight and illness are theirs, and not the visit's."""
    rng = np.random.default_rng(3)
    who = np.repeat(np.arange(60), 8)
    own = rng.normal(size=60)
    frame = pd.DataFrame(
        {
            "age": rng.integers(20, 80, 60)[who],
            "weight": np.round(rng.normal(75, 12, 60)[who], 1),
            "pulse": np.round(70 + 8 * rng.normal(size=480) + 3 * own[who], 1),
            "pressure": np.where((rng.random(60) < 0.2)[who], np.nan, np.round(120 + 10 * rng.normal(size=480))),
            "patient": [f"P{i:03d}" for i in who],
            "ill": np.where(own[who] + rng.normal(size=60)[who] * constant > 0, "ill", "well"),
        }
    )
    return frame.sample(frac=1, random_state=0)


@cache
def demand() -> pd.DataFrame:
    """Two years of a seasonal demand, by day."""
    rng, days = np.random.default_rng(5), np.arange(700)
    sold = 50 + 10 * np.sin(days / 58) + rng.normal(size=700) * 3
    return pd.DataFrame(
        {
            "day": pd.date_range("2019-01-01", periods=700),
            "heat": np.round(10 + 8 * np.sin(days / 58 + 1) + rng.normal(size=700) * 2, 2),
            "price": np.round(rng.gamma(3, size=700), 2),
            "before": np.r_[50, sold[:-1]].round(2),
            "sold": sold.round(2),
        }
    )


@cache
def flats() -> pd.DataFrame:
    """Two columns of many values and two of few."""
    rng = np.random.default_rng(31)
    frame = pd.DataFrame(
        {
            "size": np.round(rng.gamma(8, 12, 900), 1),
            "floor": rng.integers(0, 9, 900),
            "heat": rng.choice(["gas", "oil", "pump"], 900),
            "way": np.round(rng.gamma(2, 3, 900), 2),
        }
    )
    return frame.assign(sold=np.where(rng.random(900) < expit((frame["size"] - 95) / 30), "yes", "no"))


def again(turned: bool) -> pd.DataFrame:
    """A hundred flats twice, with the other outcome where they are turned."""
    twice = flats().head(100)
    twice = twice.assign(sold=twice["sold"].map({"yes": "no", "no": "yes"})) if turned else twice
    return pd.concat([flats(), twice]).sample(frac=1, random_state=0)


def batches() -> Any:
    """Two of three labs' patients are tested, and the third's trained on: the parts differ though groups are kept."""
    frame = patients().assign(lab=lambda f: (f["patient"].str[1:].astype(int) % 3 == 0).astype(int))
    frame["pulse"] = frame["pulse"] + 25 * frame["lab"]
    part = np.where(frame["lab"] == 1, "test", "train")
    return pv.audit(frame.drop(columns="lab"), target="ill", group="patient", splits=part)


def churn(**scores: Any) -> pv.Findings:
    rng = np.random.default_rng(99)
    y = rng.random(600) < 0.35
    told = {f"score_{name}": make(rng, y) for name, make in scores.items()}
    return pv.evaluate({"churned": np.where(y, "churn", "stay")} | told, truth="churned", positive="churn")


def sure(rng: Any, y: Any) -> Any:
    return expit(rng.normal(3 * y - 1.5, 1))


def gated(times: int) -> Any:
    """One candidate after another against the same rows."""
    import tempfile

    rng = np.random.default_rng(8)
    y = rng.permutation(np.arange(300) % 2)
    old = expit(rng.normal(2.0 * y - 1))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(times):
            new = {"y": y, "score": expit(rng.normal(2.0 * y - 1))}
            found = pv.gate({"y": y, "score": old}, new, truth="y", margin=0.2, ledger=f"{folder}/ledger.json")
    return found


CLEAN = [
    Scenario("a survey of few answers", answers),
    Scenario("given folds that are stratified", lambda: ran(pairs(StratifiedKFold(5, shuffle=True, random_state=0)))),
    Scenario(
        "given folds that keep groups together",
        lambda: ran(pairs(StratifiedGroupKFold(5, shuffle=True, random_state=0)), groups=loans()[2]),
    ),
    Scenario("groups left out one by one, as pairs", lambda: ran(pairs(LeaveOneGroupOut()), groups=loans()[2])),
    Scenario("given splits that go forward in time", lambda: ran(pairs(TimeSeriesSplit(5)), time=np.arange(800))),
    Scenario(
        "an audit of patients with traits, grouped",
        lambda: pv.audit(patients(), target="ill", group="patient", splits="5-fold grouped"),
    ),
    Scenario("an audit of patients with traits", lambda: pv.audit(patients(), target="ill", group="patient")),
    Scenario(
        "an audit of seasons, tested on later rows",
        lambda: pv.audit(demand(), target="sold", time="day", splits="time 5"),
    ),
    Scenario(
        "dates of a dataframe as times",
        lambda: pv.evaluate(pv.experiment(demand(), target="sold", time="day", models=["ridge"], plan="time 5")),
    ),
    Scenario("an audit of columns of few and of many values", lambda: pv.audit(flats(), target="sold")),
    Scenario("a gate that is passed once", lambda: gated(1)),
    Scenario("nine models side by side", lambda: churn(**{f"m{i}": sure for i in range(9)})),
]
BROKEN = [
    Scenario(
        "given folds that miss a rare class by chance",
        lambda: ran(pairs(KFold(5, shuffle=True, random_state=0), 0.07), 0.07),
        ("unstratified-unbalanced", "accuracy-unbalanced"),
    ),
    Scenario(
        "given folds that tear groups apart",
        lambda: ran(pairs(StratifiedKFold(5, shuffle=True, random_state=0)), groups=loans()[2]),
        ("groups-straddle",),
    ),
    Scenario(
        "given folds that break the order of time",
        lambda *, force: ran(pairs(StratifiedKFold(5, shuffle=True, random_state=0)), time=np.arange(800), force=force),
        ("time-order-broken",),
        forced=True,
    ),
    Scenario(
        "copies in columns of few and of many values", lambda: pv.audit(again(False), target="sold"), ("rows-copied",)
    ),
    Scenario(
        "copies that disagree in such columns", lambda: pv.audit(again(True), target="sold"), ("copies-disagree",)
    ),
    Scenario("patients of other labs are tested", batches, ("parts-differ",)),
    Scenario("twenty models side by side", lambda: churn(**{f"m{i}": sure for i in range(20)}), ("best-of-many",)),
    Scenario(
        "percentages that are not calibrated",
        lambda: churn(m=lambda rng, y: 100 * expit(rng.normal(3 * y - 0.8, 1))),
        ("scores-like-percentages",),
    ),
    Scenario("stones that stand there twice", stones, ("rows-copied",)),
    Scenario("one candidate after another", lambda: gated(3), ("used-for-selection",)),
]
