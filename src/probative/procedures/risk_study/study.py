"""study_estimators: how far estimates of the risk are off, where the risk is known."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt

import numpy as np

from probative.errors import BadParameter
from probative.evidence.arrays import Floats
from probative.evidence.needed import several
from probative.procedures.risk_study.judged import Judged
from probative.procedures.risk_study.plug_in import LinearPlugIn
from probative.procedures.risk_study.replicate import APPARENT, BOOTSTRAPS, Replicate, replicate, spread_within
from probative.procedures.risk_study.result import EstimatorStudy
from probative.procedures.risk_study.world import Task, TwoGaussians
from probative.resampling import Rows, plan
from probative.resampling.seeding import checked_seed
from probative.running.brought import Model
from probative.running.learner import learners
from probative.running.workers import side_by_side
from probative.theory.quadrature import whole

ESTIMATORS = (
    APPARENT,
    "hold-out 50/50",
    "hold-out 70/30",
    "hold-out 90/10",
    "2-fold",
    "5-fold",
    "10-fold",
    "10-fold stratified",
    "5x10-fold",
    "leave-one-out",
    *BOOTSTRAPS,
)
"""What the decks tell of."""


def study_estimators(
    model: Model | None = None,
    task: Task | None = None,
    *,
    n: int = 40,
    repeats: int = 500,
    estimators: Sequence[str] = ESTIMATORS,
    draws: int = 50,
    n_jobs: int | None = None,
    random_state: int = 0,
) -> EstimatorStudy:
    """Bias, standard deviation and RMSE of risk estimators against the true risk of the trained model.

    `task` is anything with `sample(n, random_state=)` and `risk(rule)`, such as `GaussianTask`, `ClassTask` and
    `TwoGaussians`, which it is by default. In each of `repeats` samples of n rows the model (by default a linear
    plug-in rule) is trained on all rows, its true error rate is looked up, and every estimator guesses it: a plan by
    name, "resubstitution", "out-of-bag bootstrap", ".632" or ".632+" (of `draws` draws).

    >>> import probative as pv
    >>> found = pv.study_estimators(n=20, repeats=20, estimators=["resubstitution", "2-fold"])
    >>> found["resubstitution"].bias < 0 < found["2-fold"].bias
    True
    """
    world = TwoGaussians() if task is None else task
    learner = learners(LinearPlugIn() if model is None else model)[0]
    size, count, base = whole(n, "n", 4), whole(repeats, "repeats", 2), checked_seed(random_state)
    names = tuple(dict.fromkeys(several(estimators, "estimators")))
    _require_known(names, size)
    given = [(world, learner, names, size, whole(draws, "draws", 1), base + 1_000_003 * i) for i in range(count)]
    found = list(side_by_side(replicate, given, n_jobs))
    risks = np.array([one.risk for one in found])
    judged = tuple(_judged(name, found, risks, size, draws) for name in names)
    about = (str(world), learner.name, size, count, base)
    return EstimatorStudy(*about, float(risks.mean()), float(risks.std(ddof=1)), judged)


def _require_known(names: Sequence[str], n: int) -> None:
    """Refuse at once what is no estimator, or takes what a study has not."""
    if not names:
        raise BadParameter("there is no estimator to study.", remedy="estimators=['10-fold', '.632+']")
    for name in names:
        if name in (APPARENT, *BOOTSTRAPS):
            continue
        scheme = plan(name)
        if scheme.grouped or scheme.ordered or scheme.nested:
            raise BadParameter(f"a study has no groups, times or grids for {name!r}.", remedy="'10-fold stratified'")
        if (scheme.k or 0) > n:
            raise BadParameter("there cannot be more folds than rows.", found=f"{name!r} of {n} rows")


def _judged(name: str, found: Sequence[Replicate], risks: Floats, n: int, draws: int) -> Judged:
    values = np.array([one.values[name] for one in found])
    off, root = values - risks, sqrt(len(found))
    inside = [one.risks.get(name, []) for one in found]
    own = np.array([np.mean(known) if known else nan for known in inside])
    miss = values - own
    return Judged(
        name,
        _trainings(name, n, draws),
        float(values.mean()),
        float(off.mean()),
        float(off.std(ddof=1) / root),
        float(off.std()),
        float(values.std(ddof=1)),
        float(np.sqrt((off**2).mean())),
        float(own.mean()),
        float(miss.mean()),
        float(miss.std(ddof=1) / root),
        spread_within(inside),
        float(own.std(ddof=1) / root),
    )


def _trainings(name: str, n: int, draws: int) -> int:
    if name == APPARENT:
        return 1
    if name in BOOTSTRAPS:
        return draws + (name != BOOTSTRAPS[0])
    return plan(name).count(Rows(n, np.arange(n) % 2))
