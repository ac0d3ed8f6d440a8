"""One model's evidence to what is found about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import nan
from typing import Any

from probative.curves import calibration, cost_curve, decision_curve, precision_recall, roc, smooth_calibration
from probative.curves.hull import ladder_hull
from probative.curves.outline import Outline
from probative.curves.roc import thinned_ladder
from probative.curves.ticks import CLASS_TICKS, shared_ticks
from probative.decisions import Costs
from probative.decisions.class_costs import DeclaredCosts
from probative.decisions.costs import COST
from probative.errors import BadInput
from probative.evaluation.trivial_rule import (
    CHEAPEST,
    LARGER,
    LARGEST,
    MEAN,
    SHARES,
    constant,
    constant_values,
    each_class,
)
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Ledger, Moments, Outcomes
from probative.evidence.arrays import Floats
from probative.evidence.labels import plain
from probative.findings import ClassFindings, Confusion, Decisions, ModelFindings
from probative.inference import Estimate, estimate
from probative.measurement import find, for_evidence, placed, value
from probative.measurement.registry import Parameters
from probative.records import Document
from probative.records import plain as plain_value

DECISION_GRID = tuple(k / 50 for k in range(50))
"""Threshold probabilities of the decision curves that findings hold."""

ROUNDING = 1e-14
"""What is left of 1 - a / b where a and b are the same sum, added up in two ways."""


class Estimator:
    """Estimates of one model's evidence, whole or by cluster, under the settings of the evaluation."""

    def __init__(
        self,
        level: float,
        seed: int,
        costs: DeclaredCosts | None,
        undefined: str = "propagate",
        graded: str | None = None,
        requested: Mapping[str, Parameters] | None = None,
    ) -> None:
        self.level, self.seed, self.costs, self.undefined, self.graded = level, seed, costs, undefined, graded
        self.requested = requested or {}

    def at(self, level: float) -> Estimator:
        """The same with intervals at another level."""
        return Estimator(level, self.seed, self.costs, self.undefined, self.graded, self.requested)

    def all(self, evidence: Any, only: Iterable[str] | None = None) -> dict[str, Estimate]:
        """Every measure of this evidence (a ledger: by cluster), or only some."""
        return {
            name: estimate(name, evidence, level=self.level, random_state=self.seed, **parameters)
            for name, parameters in self._asked(total(evidence)).items()
            if only is None or name in only
        }

    def reached(self, evidence: Any, by_rule: Any) -> dict[str, Any]:
        """The same measures of what a trivial rule would have left of these rows, as plain values."""
        whole = total(evidence)
        # The larger class is no bar to beat where saying the other one costs less.
        return {
            name: _tidy(
                name, min(value(name, rule, **words) for rule in (each_class(whole) if name == COST else [by_rule]))
            )
            for name, words in self._asked(whole).items()
        }

    def _asked(self, whole: Any) -> dict[str, dict[str, Any]]:
        """The measures that are shown of such evidence, each with its parameters."""
        asked: dict[str, dict[str, Any]] = {}
        for measure in for_evidence(type(whole)):
            name = measure.name
            if measure.on_request and name not in self.requested:
                continue
            if measure.probabilities and isinstance(whole, Ladder) and not whole.are_probabilities:
                continue
            if isinstance(whole, Moments) and name != self.graded:
                # Whether a mean is one of losses or of grades is known to those who name the columns.
                continue
            asked[name] = {} if self.undefined == "propagate" else {"undefined": self.undefined}
            asked[name] |= self.requested.get(name, {})
            if name == COST:
                # Two costs describe two classes, a table the matrix of all.
                if self.costs is None or isinstance(self.costs, Costs) != isinstance(whole, Outcomes):
                    del asked[name]
                    continue
                asked[name] |= self.costs.parameters
        return asked


def _tidy(name: str, reached: float) -> Any:
    """A value as JSON has it; a share or a skill that is 0 but for the last bits of its difference is 0."""
    return 0.0 if find(name).high == 1 and abs(reached) < ROUNDING else plain_value(reached)


def total(evidence: Any) -> Any:
    """The evidence of all clusters together."""
    return evidence.total() if isinstance(evidence, Ledger) else evidence


def binary_model(
    estimator: Estimator,
    *,
    ladder: Any = None,
    outcomes: Any = None,
    labels: tuple[Any, Any],
    threshold: float | None = None,
    decisions: Decisions,
    ticks: Floats | None = None,
) -> ModelFindings:
    """Findings of a model with two classes: from its scores, its labels, or both."""
    measures = estimator.all(outcomes) if outcomes is not None else {}
    curves: dict[str, Any] = {}
    if ladder is not None:
        measures |= estimator.all(ladder)
        whole = total(ladder)
        if all(whole.totals):
            curves = _curves(ladder, whole, estimator, ticks)
    return ModelFindings(
        measures,
        threshold,
        None if outcomes is None else _confusion_of(total(outcomes), labels),
        baseline=_guessed(estimator, LARGER, outcomes, ladder),
        decisions=decisions,
        **curves,
    )


def _confusion_of(o: Outcomes, labels: tuple[Any, Any]) -> Confusion:
    negative, positive = labels
    squares = None if o.squares is None else _square(o.squares)
    return Confusion((plain(positive), plain(negative)), _square(o), squares)


def _square(o: Outcomes) -> tuple[tuple[float, float], tuple[float, float]]:
    tp, fn, fp, tn = o.cells()[0].tolist()
    return (tp, fn), (fp, tn)


def _guessed(estimator: Estimator, rule: str, labelled: Any, scored: Any) -> dict[str, Any]:
    """What the rule reaches that gives every row the larger class, and every class its share for a score."""
    found: dict[str, Any] = {"rule": rule if scored is None else rule + SHARES}
    for evidence in (labelled, scored):
        if evidence is not None:
            found |= estimator.reached(evidence, constant(total(evidence)))
    return found | ({"rule": found["rule"] + CHEAPEST} if COST in found else {})


PARTS = 5
"""Equal parts of 0 to 1 in which probabilities of one class are checked: most rows are of other classes."""


def in_order(matrix: Any) -> Any:
    """Confusion matrices by cluster, all against the same table: a cluster may lack a class."""
    if not isinstance(matrix, Ledger):
        return matrix
    labels = matrix.total().labels
    return matrix.map(lambda cm: cm.reordered(labels))


def class_model(
    estimator: Estimator, matrix: Any, scores: ClassScores | None, classes: dict[str, ClassFindings]
) -> ModelFindings:
    """Findings of a model with several classes, with those of each of them against the rest."""
    measures = estimator.all(matrix)
    if scores is not None:
        measures |= _without_clusters(estimator.all(scores), isinstance(matrix, Ledger))
    guessed = _guessed(estimator, LARGEST, matrix, scores)
    return ModelFindings(measures, None, Confusion.of(total(matrix)), classes, guessed)


def against_the_rest(
    estimator: Estimator, matrices: Mapping[str, Any], scores: Mapping[str, ClassScores | None]
) -> dict[str, dict[str, ClassFindings]]:
    """Each class against the rest, by model; one slider moves all models, so that they share the ticks of a class."""
    counted = {name: dict(_by_class(matrix, total(matrix).labels)) for name, matrix in matrices.items()}
    made: dict[str, dict[str, ClassFindings]] = {name: {} for name in matrices}
    for label in dict.fromkeys(label for found in counted.values() for label in found):
        told = {name: known for name, known in scores.items() if known is not None and label in counted[name]}
        ladders = {name: known.ladder(label) for name, known in told.items()}
        drawn = [name for name, ladder in ladders.items() if label in told[name].labels and all(ladder.totals)]
        ticks = shared_ticks([ladders[name] for name in drawn], most=CLASS_TICKS) if drawn else None
        for name, found in counted.items():
            if label in found:
                outline = Outline.of(ladders[name], ticks).to_dict() if name in drawn else None
                made[name][str(plain(label))] = _one_class(estimator, found[label], ladders.get(name), outline)
    return made


def _by_class(matrix: Any, labels: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Each class with its outcomes against the rest, of all rows or by cluster."""
    if not isinstance(matrix, Ledger):
        yield from zip(labels, matrix.one_by_one(), strict=True)
        return
    for label in labels:
        yield label, matrix.map(partial(_outcomes, label))


def _outcomes(label: Any, matrix: ConfusionMatrix) -> Outcomes:
    return matrix.outcomes(label)


def _without_clusters(found: dict[str, Estimate], clustered: bool) -> dict[str, Estimate]:
    """Estimates whose intervals take rows for independent must not be shown where clusters were named."""
    return without_interval(found, "no interval by cluster for scores of several classes") if clustered else found


def without_interval(found: dict[str, Estimate], why: str) -> dict[str, Estimate]:
    """Estimates without their intervals, and the reason."""
    return {name: replace(e, low=nan, high=nan, method=None, why=e.why or why) for name, e in found.items()}


def _one_class(estimator: Estimator, outcomes: Any, ladder: Ladder | None, outline: Document | None) -> ClassFindings:
    """A class against the rest, with curves where its scores have an outline."""
    found, clustered = estimator.all(outcomes), isinstance(outcomes, Ledger)
    if ladder is None:
        return ClassFindings(found)
    found |= _without_clusters(estimator.all(ladder, only=placed("classes", of=Ladder)), clustered)
    if outline is None:
        return ClassFindings(found)
    return ClassFindings(found, outline, _class_bins(estimator, ladder, clustered))


def _class_bins(estimator: Estimator, ladder: Ladder, clustered: bool) -> dict[str, Any] | None:
    """The groups of a calibration curve of one class, with as many digits as a picture needs."""
    if not all(ladder.totals):
        return None
    bins = calibration(ladder, bins=PARTS, strategy="width", level=estimator.level).to_dict()
    kept = ("predicted", "observed", "n") if clustered else ("predicted", "observed", "low", "high", "n")
    return {part: [None if v is None else float(f"{v:.4g}") for v in bins[part]] for part in kept}


def regression_model(estimator: Estimator, residuals: Any, pairs: Any, errors: dict[str, Any]) -> ModelFindings:
    """Findings of a regression (ledgers: by cluster), with predicting the mean of these targets beside it."""
    by_rule = constant_values(total(residuals), total(pairs))
    baseline = {"rule": MEAN}
    for evidence, said in zip((residuals, pairs), by_rule, strict=True):
        baseline |= estimator.reached(evidence, said)
    return ModelFindings(estimator.all(residuals) | estimator.all(pairs), baseline=baseline, errors=errors)


def _curves(
    evidence: Ladder | Ledger, ladder: Ladder, estimator: Estimator, ticks: Floats | None
) -> dict[str, dict[str, Any]]:
    """The points of every curve of a ladder, few enough to draw; hull vertices and ends are always among them."""
    # The full curves of millions of rungs are never laid out; the display ladder runs through points of theirs.
    shown = thinned_ladder(ladder)
    names = {"threshold": "thresholds"}
    found = {
        "roc": roc(shown).to_dict(),
        "hull": ladder_hull(ladder).to_dict(),
        "precision_recall": precision_recall(shown).to_dict(),
        "cost_curve": cost_curve(ladder).to_dict(),
    }
    if ladder.are_probabilities:
        found |= _of_probabilities(evidence, ladder, estimator)
    marked = {curve: {names.get(k, k): v for k, v in points.items()} for curve, points in found.items()}
    for curve in ("roc", "precision_recall"):
        points = len(ladder.scores) + (curve == "roc")
        marked[curve] |= {"points": points, "thinned": shown.length < ladder.length}
    marked["outline"] = Outline.of(ladder, ticks).to_dict()
    return marked


def _of_probabilities(evidence: Ladder | Ledger, ladder: Ladder, estimator: Estimator) -> dict[str, dict[str, Any]]:
    """Curves that take scores for probabilities; where clusters were named, bins and bands have no limits."""
    bins: dict[str, Any] = calibration(evidence, level=estimator.level).to_dict()
    # Scores of exactly 0 or 1, or that separate the classes, have bins only.
    with suppress(BadInput):
        bins["smooth"] = _rounded(smooth_calibration(_drawable(evidence), points=40, level=estimator.level).to_dict())
    prior = None if estimator.costs is None else estimator.costs.prior
    decided = decision_curve(evidence, DECISION_GRID, prior=prior, level=estimator.level)
    return {"calibration": bins, "decision_curve": _rounded(decided.to_dict())}


def _drawable(evidence: Ladder | Ledger) -> Ladder | Ledger:
    """Evidence with as many rungs as a drawn curve can tell apart."""
    return evidence if isinstance(evidence, Ledger) else evidence.coarsen(5000)


def _rounded(points: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Points with as many digits as anybody sees."""
    return {
        name: [round(value, 6) if isinstance(value, float) else value for value in column]
        for name, column in points.items()
    }
