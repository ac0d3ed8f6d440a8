"""Doubts: what must be said of an interval that samples like this one make hold less often than it says.

Where a handful of events decide a value, every interval that rests on their number is coarse: one event more or less
moves it past the truth. The shares named here were simulated (docs/trust.md); no method does better for all of them.
"""

from __future__ import annotations

from probative.evidence import ConfusionMatrix, Ladder, Outcomes
from probative.evidence.arrays import single
from probative.evidence.kinds import Counted
from probative.inference.doubting import COARSE
from probative.inference.proportion import effective_trials
from probative.inference.skewed import RARE
from probative.inference.task import Task, squared_trials
from probative.inference.unseen import unseen
from probative.measurement.logistic import common_weight

FEW = 3
"""Events up to which Wilson's interval may be broken by a single one (Brown, Cai and DasGupta 2001)."""
FEW_OF_CLASS = 5
"""Rows of a class below which curves and lines of scores are coarse."""
FEW_WEIGHTED = 10
"""Events up to which their weights decide: heavy rows may be just those that are missing."""
OF_COUNTS = ("mover", "mover-predicted", "mover-remaining", "f-score", "koopman", "cornfield")
OF_SCORES = {"wilson-effective": 76, "linearised": 83, "mover-top": 87, "delta": 70, "widened": 90}
"""By method, of 100 samples with so few rows of a class, how many intervals held the truth where it was worst."""
OF_AREAS = ("area-score", "through-auc")
FEW_FOR_AREAS = 100
"""Weighted rows of a class below which the area may rest on the few heavy ones near the border: 0.83 were covered."""
FEW_FOR_SKILL = 30
"""Rows of a rare class below which the skill of probabilities is told coarsely: from 20 on it is told at all."""
OUTSIDE, FEW_OUTSIDE = ("weighted_specificity",), 20
"""Measures that rest on the rows outside of the largest class, and how many of these are few."""
WEIGHTED = 70
"""The same for weights that undo an unequal sampling."""


def doubt(task: Task, method: str) -> str | None:
    """A sentence where the default interval of such a sample holds less often than its level; else None.

    >>> import probative as pv
    >>> pv.estimate("recall", pv.Outcomes(tp=19, fn=1, fp=10, tn=70)).why[:38]
    'so few events make the interval coarse'
    >>> pv.estimate("recall", pv.Outcomes(tp=15, fn=5, fp=10, tn=70)).why
    """
    evidence, name = task.evidence, method.partition(",")[0]
    if task.given:
        return None
    if task.measure.trials is not None and name == "wilson":
        return _of_share(task)
    if isinstance(evidence, Outcomes) and name in OF_COUNTS:
        counts, squares = evidence.cells()
        cells = counts[counts > 0] ** 2 / squares[counts > 0]
        unequal = _unequal(evidence)
        # Of rows that weigh more than others, just those may be missing that a cell is empty of.
        events = 0.0 if unequal and not counts.all() else float(cells.min())
        return _few(events, unequal, "a cell of the matrix has", 87)
    if isinstance(evidence, Ladder) and name in OF_SCORES:
        fewer, unequal = min(evidence.effective_totals), common_weight(evidence) is None
        enough = FEW_FOR_AREAS if name in ("linearised", "mover-top") else 2 * FEW_WEIGHTED
        few = fewer < FEW_OF_CLASS * (1 - 1e-9) or (unequal and fewer < enough)
        return _sentence(fewer, unequal, "a class has", OF_SCORES[name]) if few else None
    if isinstance(evidence, Ladder) and name in OF_AREAS and common_weight(evidence) is None:
        fewer = min(evidence.effective_totals)
        return _sentence(fewer, True, "a class has", WEIGHTED) if fewer < FEW_FOR_AREAS else None
    if isinstance(evidence, Ladder) and name == "skill":
        return _of_skill(evidence)
    if isinstance(evidence, ConfusionMatrix) and task.measure.name in OUTSIDE:
        return _of_the_largest(evidence)
    return unseen(task, name)


def _of_skill(ladder: Ladder) -> str | None:
    """Of a rare class there is no interval with fewer than 20 rows: with a few more, there may be more than usual."""
    fewer = min(ladder.totals) / ladder.n * ladder.effective_n
    rare = min(ladder.totals) < RARE * ladder.n
    return _sentence(fewer, False, "a class has", 77) if rare and fewer < FEW_FOR_SKILL * (1 - 1e-9) else None


def _of_the_largest(cm: ConfusionMatrix) -> str | None:
    """Of a mean over classes by their size, whose largest is judged by the few rows that are of no other."""
    rows = cm.counts.sum(axis=1)
    outside = float((rows.sum() - rows.max()) / rows.sum() * cm.effective_n)
    return _sentence(outside, False, "outside the largest class there are", 86) if outside < FEW_OUTSIDE else None


def _of_share(task: Task) -> str | None:
    """Of the rarer of successes and failures."""
    assert task.measure.trials is not None
    part, whole = (single(x) for x in task.measure.trials(task.evidence, **task.parameters))
    squares = squared_trials(task.measure, task.evidence, task.parameters)
    successes, trials = effective_trials(part, whole, squares)
    unequal = squares is not None and isinstance(task.evidence, Counted) and _unequal(task.evidence)
    rarer = min(successes, trials - successes)
    if rarer <= 1e-9 and not unequal:  # rows of one kind only: of so few rows each may be the exception
        return _few(trials, unequal, "rows in all:", 79)
    said = _few(rarer, unequal, "the share rests on", 84)
    return said if said is None or unequal else f"{said}, 'modified-wilson' in 92 and more"


def _unequal(evidence: Counted) -> bool:
    """Whether rows weigh differently, as far as sums tell: a weight that all have changes nothing."""
    counts, squares = evidence.cells()
    weights = squares[counts > 0] / counts[counts > 0]
    return bool(weights.max() - weights.min() > 1e-9 * weights.max())


def _few(events: float, weighted: bool, where: str, least: int) -> str | None:
    """The sentence where there are few events; no event at all is well told by rows that all weigh the same."""
    most, fewest = (FEW_WEIGHTED, -1.0) if weighted else (FEW, 1e-9)
    return _sentence(events, weighted, where, least) if fewest < events <= most * (1 + 1e-9) else None


def _sentence(events: float, weighted: bool, where: str, least: int) -> str:
    if weighted:
        least, where = WEIGHTED, f"weights may go with what is measured, and {where}"
    return f"{COARSE} ({where} {events:.3g}): a 95 % one may hold the truth in as few as {least} of 100 samples"
