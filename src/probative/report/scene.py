"""The scene: where every model stands before anybody moves a slider, and the data with which the page moves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import Any

import numpy as np

from probative.curves.outline import Outline
from probative.decisions import Costs
from probative.evidence import Outcomes
from probative.findings import Findings, ModelFindings
from probative.findings.text import count, measure_cells
from probative.inference import Estimate
from probative.inference.prevalence import FREE, estimate_at
from probative.inference.proportion import normal_quantile
from probative.records import plain

MEASURES = (
    "recall",
    "specificity",
    "precision",
    "npv",
    "accuracy",
    "balanced_accuracy",
    "f1",
    "mcc",
    "kappa",
    "informedness",
    "prediction_rate",
    "expected_cost",
)
"""What is shown, and moves, at the current threshold."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The vertex of the hull with the least expected cost; among equals the one with the highest threshold."""

    vertex: int
    fpr: float
    tpr: float
    threshold: float
    cost: float
    lowest: float
    """The lowest threshold that costs as little: another one where a whole edge of the hull is optimal."""


class Scene:
    """The models that have scores, their outlines by class, costs, prevalence, and the current operating points."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.models = [name for name, model in findings.models.items() if _plain_outlines(model, findings)]
        self.series = {name: i for i, name in enumerate(findings.models)}
        plain = {name: _plain_outlines(findings.models[name], findings) for name in self.models}
        # A class that some model has no curve of could not be compared on one page.
        self.classes = ordered_classes(findings, list(next(iter(plain.values()), {})))
        self.classes = [label for label in self.classes if all(label in found for found in plain.values())]
        self.plain = {name: [found[label] for label in self.classes] for name, found in plain.items()}
        costs = findings.about.costs or Costs()
        self.fp, self.fn, self.prior = float(costs.fp), float(costs.fn), costs.prior
        self.clustered = findings.about.groups is not None
        known = all(self.evaluated(name) is not None for name in self.models)
        self.mode = "evaluated" if known else "optimum"

    @property
    def shown(self) -> bool:
        """Whether there is anything to move."""
        return bool(self.models and self.classes)

    @cached_property
    def outlines(self) -> dict[str, Outline]:
        """The outline of each model, of the class shown first."""
        return {name: Outline.from_dict(self.plain[name][0]) for name in self.models}

    def prevalence(self, name: str) -> float:
        """The share of positives that costs and precision are about."""
        o = self.outlines[name]
        return o.positives / (o.positives + o.negatives) if self.prior is None else self.prior

    def common_prevalence(self) -> float | None:
        """The prevalence that all models share; None where their rows differ."""
        found = {self.prevalence(name) for name in self.models}
        return found.pop() if len(found) == 1 else None

    def evaluated(self, name: str, place: int = 0) -> Outcomes | None:
        """The outcomes of the class as the findings have them; None where no threshold was known."""
        confusion = self.findings.models[name].confusion
        return confusion.outcomes(self.classes[place]) if self.classes and confusion is not None else None

    def optimum(self, name: str) -> Optimum:
        """The least cost that a threshold reaches on these rows."""
        o, prior = self.outlines[name], self.prevalence(name)
        fpr, tpr = o.hull_fp / o.negatives, o.hull_tp / o.positives
        # From the missed rows themselves: 1 - TPR would round away what makes two vertices equal.
        missed = (o.positives - o.hull_tp) / o.positives
        cost = self.fn * prior * missed + self.fp * (1 - prior) * fpr
        good = np.flatnonzero(cost <= cost.min() + 1e-12 * abs(cost.min()))
        best, at = int(good[0]), o.hull_thresholds
        return Optimum(
            best, float(fpr[best]), float(tpr[best]), float(at[best]), float(cost[best]), float(at[good[-1]])
        )

    def current(self, name: str) -> Outcomes:
        """The outcomes at the model's operating point."""
        found = self.evaluated(name) if self.mode == "evaluated" else None
        return found if found is not None else self._at_vertex(name, self.optimum(name).vertex)

    def threshold(self, name: str) -> float | None:
        """The threshold of the operating point; None where labels were given instead."""
        if self.mode == "optimum":
            return self.optimum(name).threshold
        return self.findings.models[name].threshold

    def _at_vertex(self, name: str, vertex: int) -> Outcomes:
        o = self.outlines[name]
        squares = None
        if o.squares is not None:
            n2, p2 = o.squares
            place = len(o.ticks) + vertex
            squares = Outcomes.trusted(p2[place], p2[-1] - p2[place], n2[place], n2[-1] - n2[place])
        tp, fp = o.hull_tp[vertex], o.hull_fp[vertex]
        return Outcomes.trusted(tp, o.positives - tp, fp, o.negatives - fp, squares)

    def estimates(self, name: str) -> dict[str, Estimate]:
        """The measures at the operating point, with intervals where rows may vary one by one."""
        at, known = self.current(name), self._by_cluster(name)
        found = {}
        for measure in MEASURES:
            costs = {"fp": self.fp, "fn": self.fn} if measure == "expected_cost" else {}
            made = estimate_at(measure, at, self.prior, level=self.findings.level, **costs)
            if self.clustered:
                # Stored costs are at the declared prior, other stored values at the sample's own.
                holds = self.prior is None or measure in (*FREE, "expected_cost")
                stored = known.get(measure) if self.mode == "evaluated" and holds else None
                made = stored or Estimate(made.value, nan, nan, made.level, None, made.n, made.why or CLUSTERED)
            found[measure] = made
        return found

    def _by_cluster(self, name: str, place: int = 0) -> dict[str, Estimate]:
        """Estimates of a class whose intervals let whole clusters vary; those of all classes are not about one."""
        model = self.findings.models[name]
        known = model.classes.get(self.classes[place], {}) if model.outlines else model.measures
        return {m: e for m, e in known.items() if m in MEASURES}

    def areas(self, name: str) -> list[str]:
        """The area under the ROC curve with its interval, as text, by class."""
        model = self.findings.models[name]
        found = [model.classes.get(label, model.measures).get("auc") for label in self.classes]
        return [" ".join(measure_cells(estimate)).strip() for estimate in found]

    def sizes(self, place: int) -> str:
        """How many rows the curves of a class are about."""
        found = {(plain[place]["positives"], plain[place]["negatives"]) for plain in self.plain.values()}
        level = f"{self.findings.level * 100:g} % intervals"
        if len(found) > 1:
            return f"rows differ by model; {level}"
        positives, negatives = found.pop()
        return f"{count(positives)} positives, {count(negatives)} negatives; {level}"

    def payload(self) -> dict[str, Any]:
        """What the page's script needs, as plain values."""
        findings = self.findings
        ticks = {plain[0]["ticks"] for plain in self.plain.values()}
        return {
            "z": normal_quantile(findings.level),
            "mode": self.mode,
            "costs": {"fp": self.fp, "fn": self.fn},
            "prior": self.prior,
            "ticks": ticks.pop(),
            "classes": self.classes,
            "clustered": CLUSTERED,
            "sizes": [self.sizes(i) for i in range(len(self.classes))],
            "models": [self._model(name) for name in self.models],
        }

    def _model(self, name: str) -> dict[str, Any]:
        model = self.findings.models[name]
        outlines = [{k: v for k, v in plain.items() if k != "ticks"} for plain in self.plain[name]]
        stored = None
        if self.clustered:
            stored = [
                {m: plain((e.value, e.low, e.high)) for m, e in self._by_cluster(name, i).items()}
                for i in range(len(self.classes))
            ]
        return {
            "name": name,
            "threshold": plain(model.threshold),
            "areas": self.areas(name),
            "outlines": outlines,
            "evaluated": [_numbers(self.evaluated(name, i)) for i in range(len(self.classes))],
            "clustered": stored,
        }


CLUSTERED = "by cluster: only as evaluated"
"""Why a moved number has no interval."""


def ordered_classes(findings: Findings, labels: Sequence[str]) -> list[str]:
    """The classes, alternately the largest and the worst (by the least F1 of any model) of those that are left."""
    if len(labels) < 2:
        return list(labels)
    sizes, worst = dict.fromkeys(labels, 0.0), dict.fromkeys(labels, 1.0)
    for model in findings.models.values():
        if model.confusion is not None:
            rows = zip(model.confusion.labels, model.confusion.counts, strict=True)
            for label, counts in rows:
                if str(label) in sizes:
                    sizes[str(label)] = max(sizes[str(label)], float(sum(counts)))
        for label, found in model.classes.items():
            f1 = found.get("f1")
            if label in worst and f1 is not None and f1.defined:
                worst[label] = min(worst[label], f1.value)
    queues = [sorted(labels, key=lambda k: -sizes[k]), sorted(labels, key=lambda k: worst[k])]
    order: dict[str, None] = {}
    for pair in zip(*queues, strict=True):
        order.update(dict.fromkeys(pair))
    return list(order)


def _plain_outlines(model: ModelFindings, findings: Findings) -> dict[str, dict[str, Any]]:
    """Outlines by class: of the positive class alone, or of every class against the rest."""
    if model.outlines:
        return model.outlines
    found = model.curves.get("outline")
    return {str(findings.positive): found} if found else {}


def _numbers(o: Outcomes | None) -> list[float] | None:
    if o is None:
        return None
    cells = [o.tp, o.fn, o.fp, o.tn]
    return cells if o.squares is None else [*cells, o.squares.tp, o.squares.fn, o.squares.fp, o.squares.tn]
