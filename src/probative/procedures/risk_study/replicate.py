"""One sample of a known world: what every estimator says of the risk, and what the risk is."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan
from typing import Any

import numpy as np

from probative.errors import FitFailed, spoken
from probative.evidence.arrays import Array, Floats
from probative.procedures.bootstrap_error import weighed
from probative.procedures.risk_study.world import Task
from probative.resampling import Bootstrap, Plan, Rows, plan
from probative.running.brought import Model
from probative.running.learner import Learner
from probative.running.problem import take

APPARENT, OUTSIDE, E632, PLUS = "resubstitution", "out-of-bag bootstrap", ".632", ".632+"
BOOTSTRAPS = (OUTSIDE, E632, PLUS)
MOST = 5
"""Models of a plan whose true risk is looked up."""


@dataclass(frozen=True, slots=True)
class Replicate:
    """One sample: the true risk of the model of all rows, and by estimator its value and its models' true risks."""

    risk: float
    values: dict[str, float]
    risks: dict[str, list[float]] = field(default_factory=dict)
    """True risks of the models that the estimator tested, a few of each."""


def replicate(task: Task, learner: Learner, names: tuple[str, ...], n: int, draws: int, seed: int) -> Replicate:
    """Draw n rows, train on all of them, and let every estimator guess the risk of that model."""
    inputs, labels = task.sample(n, random_state=seed)
    y = np.asarray(labels)
    whole = _trained(learner, inputs, y, np.arange(n), seed)
    apparent = np.asarray(whole.predict(inputs)) != y
    values, risks = {}, {}
    for name in names:
        if name == APPARENT:
            values[name] = float(apparent.mean())
        elif name not in BOOTSTRAPS:
            values[name], risks[name] = _planned(task, learner, inputs, y, plan(name, random_state=seed), seed)
    wanted = [name for name in names if name in BOOTSTRAPS]
    if wanted:
        outside, known = _out_of_bag(task, learner, inputs, y, draws, seed)
        guess = _no_information(y, np.asarray(whole.predict(inputs)))
        found = dict(zip(BOOTSTRAPS, (outside, *weighed(float(apparent.mean()), outside, guess)), strict=False))
        values |= {name: found[name] for name in wanted}
        risks |= {OUTSIDE: known} if OUTSIDE in wanted else {}
    return Replicate(float(task.risk(whole)), {name: values[name] for name in names}, risks)


def _planned(task: Task, learner: Learner, inputs: Any, y: Array, scheme: Plan, seed: int) -> tuple[float, list[float]]:
    """The mean error of the test sets."""
    errors: list[float] = []
    risks: list[float] = []
    for part in scheme.parts_of(Rows(len(y), y, task="classification")):
        model = _trained(learner, inputs, y, part.train, learner.seed(seed, part.repeat, part.fold))
        errors.append(float((np.asarray(model.predict(take(inputs, part.test))) != y[part.test]).mean()))
        if len(risks) < MOST:
            risks.append(float(task.risk(model)))
    return float(np.mean(errors)), risks


def _out_of_bag(
    task: Task, learner: Learner, inputs: Any, y: Array, draws: int, seed: int
) -> tuple[float, list[float]]:
    """The leave-one-out bootstrap: every row's mean error over the draws that missed it, then over rows."""
    wrong, count = np.zeros(len(y)), np.zeros(len(y))
    risks: list[float] = []
    for part in Bootstrap(draws, random_state=seed).parts_of(Rows(len(y), y, task="classification")):
        model = _trained(learner, inputs, y, part.train, learner.seed(seed, part.repeat, part.fold))
        wrong[part.test] += np.asarray(model.predict(take(inputs, part.test))) != y[part.test]
        count[part.test] += 1
        if len(risks) < MOST:
            risks.append(float(task.risk(model)))
    tested = count > 0
    return float((wrong[tested] / count[tested]).mean()) if tested.any() else nan, risks


def _no_information(y: Array, said: Array) -> float:
    """The error rate if inputs and labels were independent."""
    labels = np.unique(np.concatenate([y, said]))
    return float(1 - sum((y == label).mean() * (said == label).mean() for label in labels))


def _trained(learner: Learner, inputs: Any, y: Array, rows: Array, seed: int) -> Model:
    model = learner.fresh(seed)
    try:
        model.fit(take(inputs, rows), y[rows])
    except Exception as error:
        raise FitFailed(
            f"{learner.name} could not be trained on {len(rows)} rows.",
            found=spoken(error),
            remedy="larger samples, or stratified plans",
        ) from error
    return model


def spread_within(found: list[list[float]]) -> float:
    """The standard deviation of true risks among the models of one sample, averaged over samples.

    >>> round(spread_within([[0.1, 0.3], [0.2, 0.2]]), 12)
    0.1
    """
    known: Floats = np.array([np.var(risks, ddof=1) for risks in found if len(risks) > 1])
    return float(np.sqrt(known.mean())) if len(known) else nan
