"""Public functions called with odd values."""

from __future__ import annotations

import contextlib
import inspect
from pathlib import Path
from typing import Any

import numpy as np

import probative as pv

from .odd import Rng, anything, labels, pick, scores, size

OPTIONS = [
    "level",
    "random_state",
    "measure",
    "positive",
    "threshold",
    "replicates",
    "method",
    "costs",
    "margin",
    "missing",
]


def called(rng: Rng, folder: Path) -> None:
    """One call; what it gives is looked at."""
    pick(rng, [_evaluated, _evaluated, _compared, _evidence, _tests, _curves, _decisions])(rng)


def _more(rng: Rng, function: Any) -> dict[str, Any]:
    """Sometimes an option with a value of a wrong kind, if the function has it."""
    if rng.random() < 0.6:
        return {}
    known = [name for name in OPTIONS if name in inspect.signature(function).parameters]
    return {pick(rng, known): anything(rng)} if known else {}


def _evaluated(rng: Rng) -> None:
    n = size(rng)
    said = pick(rng, ["scores", "predicted"])
    column = (
        scores(rng, n) if said == "scores" else pick(rng, [labels, scores])(rng, n if rng.random() < 0.95 else n + 1)
    )
    truth = pick(rng, [labels, labels, scores])(rng, n)
    words: dict[str, Any] = {"truth": truth, said: column} | _more(rng, pv.evaluate)
    if rng.random() < 0.2:
        words["weight"] = scores(rng, n)
    if rng.random() < 0.2:
        words["groups"] = labels(rng, n)
    if rng.random() < 0.3:
        words["missing"] = "drop"
    found = pv.evaluate(**words)
    for model in found.models.values():
        for name, estimate in model.measures.items():
            sound(name, estimate)
    assert pv.Findings.from_json(found.to_json()).to_json() == found.to_json()


def sound(name: str, estimate: Any) -> None:
    """A value inside its range, and inside its interval."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if np.isnan(value) or np.isnan(low) or np.isnan(high):
        return
    slack = 1e-6 * max(1.0, abs(value)) if np.isfinite(value) else 0.0
    assert low <= high, f"{name}: {low} to {high}"
    assert low - slack <= value <= high + slack, f"{name}: {value} outside {low} to {high}"


def _compared(rng: Rng) -> None:
    n = size(rng)
    words = {"truth": labels(rng, n), "scores": {"a": scores(rng, n), "b": scores(rng, n)}} | _more(rng, pv.compare)
    if rng.random() < 0.5:
        p = pv.compare(**words).to_dict()
        assert p["kind"] == "comparison"
    else:
        table = dict(words.pop("scores"), y=words.pop("truth"))
        assert pv.gate(table, truth="y", scores=["a", "b"], **words).exit_code in (0, 1, 3)


def _evidence(rng: Rng) -> None:
    n = size(rng)
    made = pick(
        rng,
        [
            lambda: pv.Outcomes(
                **{cell: pick(rng, [0, 1, 10**10, 2**62, anything(rng)]) for cell in ("tp", "fn", "fp", "tn")}
            ),
            lambda: pv.ConfusionMatrix.from_labels(labels(rng, n), labels(rng, n)),
            lambda: pv.Ladder.from_scores(labels(rng, n), scores(rng, n)),
            lambda: pv.Residuals.from_values(scores(rng, n), scores(rng, n)),
            lambda: pv.ValuePairs.from_values(scores(rng, n), scores(rng, n)),
            lambda: pv.Moments.from_values(scores(rng, n)),
        ],
    )()
    assert type(made).from_json(made.to_json()) == made
    assert (made + made).n == made.n * 2 or not np.isfinite(made.n)
    names = [measure.name for measure in pv.measures() if isinstance(made, measure.needs)]
    for name in rng.permutation(names)[:4]:
        sound(str(name), pv.estimate(str(name), made, **_more(rng, pv.estimate)))


def _tests(rng: Rng) -> None:
    n = size(rng)
    name = pick(
        rng, ["paired_t", "wilcoxon", "sign", "student_t", "welch_t", "mann_whitney", "mcnemar", "delong", "friedman"]
    )
    function = getattr(pv.stats, name)
    if name == "mcnemar":
        found = function(pick(rng, [0, 3, 10**12, anything(rng)]), pick(rng, [0, 5, anything(rng)]))
    elif name == "delong":
        found = function(labels(rng, n), scores(rng, n), scores(rng, n))
    elif name == "friedman":
        found = function(scores(rng, n))
    else:
        found = function(scores(rng, n), scores(rng, n))
    assert np.isnan(found.p) or 0 <= found.p <= 1


def _curves(rng: Rng) -> None:
    ladder = pv.Ladder.from_scores(rng.random(30) < 0.4, rng.integers(0, pick(rng, [1, 5, 1000]), 30))
    curve = pick(rng, [pv.roc, pv.precision_recall, pv.calibration, pv.cost_curve, pv.det, pv.corp, pv.decision_curve])
    curve(ladder, **_more(rng, curve))


def _decisions(rng: Rng) -> None:
    ladder = pv.Ladder.from_scores(rng.random(30) < 0.4, rng.random(30))
    with contextlib.suppress(TypeError):  # a cost that is no number at all
        costs = pv.Costs(fp=pick(rng, [1, 5.0, anything(rng)]), fn=pick(rng, [1, 1e100, anything(rng)]))
        pv.best_threshold(ladder, costs)
    pv.estimate(pick(rng, ["auc", "ks", "average_precision", anything(rng)]), ladder)
