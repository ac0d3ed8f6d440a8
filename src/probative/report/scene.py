"""The scene: where every model stands before anybody moves a slider, and the data with which the page moves it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from math import isclose, isfinite, nan
from typing import Any

import numpy as np

from probative.answers.words import decimals
from probative.curves.outline import UNIT, Outline, drawn_line
from probative.curves.packing import falling, lighter, pack, unpack
from probative.curves.ticks import unit_ticks
from probative.decisions import Costs
from probative.decisions.optimum import Optimum, at_prevalence, cheapest
from probative.evidence import Outcomes
from probative.evidence.arrays import single
from probative.findings import Findings, ModelFindings
from probative.findings.tables.models import ordered_classes
from probative.findings.text import count, measure_cells, percent
from probative.inference import Estimate
from probative.inference.prevalence import estimate_at
from probative.inference.proportion import normal_quantile
from probative.measurement import find, placed
from probative.records import Document, Json, plain
from probative.report.charts.kind import ranked, series_of


class Scene:
    """The models that have scores, their outlines by class, costs, prevalence, and the current operating points."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        able = [name for name in ranked(findings) if _plain_outlines(findings.models[name], findings)]
        # A rule that looks at no input is compared with, and is not compared.
        self.models = [name for name in able if name != findings.about.baseline] or able
        self.series = series_of(findings)
        self._optima: dict[str, Optimum] = {}
        plain = {name: _plain_outlines(findings.models[name], findings) for name in self.models}
        # A class that some model has no curve of could not be compared on one page.
        self.classes = ordered_classes(findings, list(next(iter(plain.values()), {})))
        self.classes = [label for label in self.classes if all(label in found for found in plain.values())]
        self.plain = {name: [found[label] for label in self.classes] for name, found in plain.items()}
        costs = findings.about.costs or Costs()
        known = costs.prior if costs.prior is not None and 0 < costs.prior < 1 else None
        self.costs = Costs(float(costs.fp), float(costs.fn), known)
        self.clustered = findings.about.groups is not None
        self.cut = all(self.evaluated(name) is not None for name in self.models)
        # Where costs were declared the page opens where its answer stands: at the cheapest cuts.
        self.mode = "evaluated" if self.cut and (findings.about.costs is None or self.clustered) else "optimum"

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
        return self.costs.share(self.outlines[name].prevalence)

    def regret(self, name: str) -> float:
        """What the current operating point costs beyond the least."""
        priced = at_prevalence(self.costs, self.outlines[name].prevalence)
        return self.optimum(name).regret(float(priced.cost(self.current(name))))

    def normalised(self, name: str, outcomes: Outcomes) -> Any:
        """Expected cost of some outcomes of the model, as a share of the worst."""
        return self.costs.normalised(outcomes, self.outlines[name].prevalence)

    def common_prevalence(self) -> float | None:
        """The prevalence that all models share; None where their rows differ."""
        found = [self.prevalence(name) for name in self.models]
        return found[0] if all(isclose(share, found[0], rel_tol=1e-9) for share in found) else None

    def evaluated(self, name: str, place: int = 0) -> Outcomes | None:
        """The outcomes of the class as the findings have them; None where no threshold was known."""
        confusion = self.findings.models[name].confusion
        return confusion.outcomes(self.classes[place]) if self.classes and confusion is not None else None

    def optimum(self, name: str) -> Optimum:
        """The least cost that a threshold reaches on these rows."""
        if name not in self._optima:
            self._optima[name] = cheapest(self.outlines[name], self.costs)
        return self._optima[name]

    def current(self, name: str) -> Outcomes:
        """The outcomes at the model's operating point."""
        found = self.evaluated(name) if self.mode == "evaluated" else None
        return found if found is not None else self.outlines[name].at_vertex(self.optimum(name).vertex)

    def threshold(self, name: str) -> float | None:
        """The threshold of the operating point; None where labels were given instead."""
        if self.mode == "optimum":
            return self.optimum(name).threshold
        return self.findings.models[name].threshold

    def estimates(self, name: str) -> dict[str, Estimate]:
        """The measures at the operating point, with intervals where rows may vary one by one."""
        at, known = self.current(name), self._by_cluster(name)
        found = {}
        for measure in placed("operating"):
            costs = {"fp": self.costs.fp, "fn": self.costs.fn} if measure == "expected_cost" else {}
            made = estimate_at(measure, at, self.costs.prior, level=self.findings.level, **costs)
            if self.clustered:
                # Stored costs are at the declared prior, other stored values at the sample's own.
                holds = self.costs.prior is None or measure == "expected_cost" or find(measure, at).prevalence_free
                stored = known.get(measure) if self.mode == "evaluated" and holds else None
                made = stored or Estimate(made.value, nan, nan, made.level, None, made.n, made.why or CLUSTERED)
            found[measure] = made
        return found

    def _by_cluster(self, name: str, place: int = 0) -> dict[str, Estimate]:
        """Estimates of a class whose intervals let whole clusters vary; those of all classes are not about one."""
        model = self.findings.models[name]
        known = model.classes.get(self.classes[place], {}) if model.outlines else model.measures
        shown = placed("operating")
        found = {m: e for m, e in known.items() if m in shown}
        wrong, costs = known.get("error_rate"), self.costs
        if wrong is not None and costs.fp == costs.fn and costs.prior is None:
            # Where both errors cost the same, the cost is that of being wrong.
            value, low, high = (costs.fp * end for end in (wrong.value, wrong.low, wrong.high))
            found.setdefault("expected_cost", replace(wrong, value=value, low=low, high=high))
        return found

    def area(self, name: str) -> str:
        """The area under the ROC curve, as the strip of the model says it."""
        found = self.findings.models[name].led("auc")
        return decimals("auc", found)[0] if found.defined else ""

    def areas(self, name: str) -> list[str]:
        """The area under the ROC curve with its interval, as text, by class."""
        model = self.findings.models[name]
        found = [model.classes.get(label, model.measures).get("auc") for label in self.classes]
        of = f", mean of {folds} folds" if (folds := self.folds(name)) else ""
        return [_told(estimate) + of for estimate in found]

    def folds(self, name: str) -> int:
        """How many folds the areas of a model are means of; 0 where its curve is one model's."""
        found = self.findings.models[name]
        return max(found.mean_of("auc"), found.mean_of("auc_ovr"))

    @property
    def pooled(self) -> bool:
        """Whether the curves that a slider moves along mix scores of several fitted models."""
        return any(self.folds(name) for name in self.models)

    def sizes(self, place: int) -> str:
        """How many rows the curves of a class are about."""
        found = [(plain[place]["positives"], plain[place]["negatives"]) for plain in self.plain.values()]
        level = f"{percent(self.findings.level)} intervals"
        if not all(isclose(a, b, rel_tol=1e-9) for row in found for a, b in zip(row, found[0], strict=True)):
            return f"Rows differ by model; {level}"
        positives, negatives = found[0]
        of = "Weight of positives {}, of negatives {}" if self.findings.about.weight else "{} positives, {} negatives"
        return f"{of.format(count(positives), count(negatives))}; {level}"

    def payload(self) -> Document:
        """What the page's script needs, as plain values."""
        findings = self.findings
        ticks = [plain["ticks"] for plain in next(iter(self.plain.values()))]
        return {
            "z": normal_quantile(findings.level),
            "mode": self.mode,
            "costs": {"fp": self.costs.fp, "fn": self.costs.fn},
            "prior": self.costs.prior,
            "ticks": [packed if packed == UNIT else _thresholds(packed) for packed in ticks],
            "scale": list(self.scale),
            "unit": "in weights" if findings.about.weight else "rows",
            "unpaired": self.unpaired,
            "shared": [self._shared(name) for name in self.models],
            "classes": self.classes,
            "clustered": CLUSTERED,
            "sizes": [self.sizes(i) for i in range(len(self.classes))],
            "models": [self._model(name) for name in self.models],
        }

    @cached_property
    def scale(self) -> tuple[str, float, float]:
        """The axis of scores: straight, or stretched at the ends where probabilities crowd there."""
        outline = self.outlines[self.models[0]]
        low, high = float(outline.ticks[-1]), float(outline.ticks[0])
        if not (low >= 0 and high <= 1):
            low, high = (low, high) if low < high else (low - 0.5, high + 0.5)
            return "linear", low, high
        rows = outline.positives + outline.negatives
        beyond = [float(np.interp(-t, -outline.ticks, outline.fp + outline.tp)) for t in (0.95, 0.05)]
        if (beyond[0] + rows - beyond[1]) / rows < CROWD:
            return "linear", 0.0, 1.0
        inner = outline.ticks[(outline.ticks > 0) & (outline.ticks < 1)]
        ends = (float(inner[-1]), float(inner[0])) if len(inner) > 1 else (0.001, 0.999)
        return "logit", max(min(ends[0], 0.01), 1e-6), min(max(ends[1], 0.99), 1 - 1e-6)

    @property
    def unpaired(self) -> str:
        """Why a difference of two models has no interval, where it has none."""
        about = self.findings.about
        if about.weight:
            return "no paired interval: rows have weights"
        if self.clustered:
            return "no paired interval: rows come in clusters"
        if self.pooled or about.scheme is not None:
            return "no paired interval: the scores are of several fitted models"
        if len(self.classes) > 1:
            return "no paired interval: of one class among several"
        return "no paired interval at these cuts"

    def _shared(self, name: str) -> Document | None:
        """What the first model and this one call together, where intervals of single rows hold."""
        for pair in self.findings.shared_calls:
            if (pair.a, pair.b) == (self.models[0], name) and len(self.classes) == 1:
                return {key: value for key, value in pair.to_dict().items() if key not in ("a", "b")}
        return None

    def _model(self, name: str) -> Document:
        model = self.findings.models[name]
        outlines = [_lighter(plain, coarse=1 < len(self.classes) <= FEW) for plain in self.plain[name]]
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


def _told(estimate: Estimate | None) -> str:
    """Value and interval with the digits of the strips, in words."""
    if estimate is None or not estimate.defined:
        return " ".join(filter(None, measure_cells(estimate)))
    value, low, high = decimals("auc", estimate)
    return f"{value} ({low} to {high})" if isfinite(estimate.low) and isfinite(estimate.high) else value


CROWD = 0.5
"""The share of the rows within 0.05 of 0 and 1 from which on the axis of scores is stretched there."""
CLUSTERED = "by cluster: only as evaluated"
"""Why a moved number has no interval."""


def _plain_outlines(model: ModelFindings, findings: Findings) -> dict[str, Document]:
    """Outlines by class: of the positive class alone, or of every class against the rest."""
    if model.outlines:
        return model.outlines
    found = model.curves.get("outline")
    return {str(findings.positive): found} if found else {}


COARSE = 0.5
"""Pixels by which the curves of one class among several may miss their points."""
FEW = 20
"""Classes whose curves are thinned out: of more that would take longer than all the rest of a page."""
COUNTED, SPREAD, DRAWN = 30, 22, 16
"""Bits of a whole that the page's columns are rounded to where weights need doubles: of sums, which are read to a few
digits; of squares, which give intervals; and of what is only drawn."""


def _lighter(plain: Document, coarse: bool) -> Document:
    """An outline as the page needs it, of one class among several coarser; its ticks are those of all models."""
    whole = plain["negatives"], plain["positives"]
    made = {k: v for k, v in plain.items() if k not in ("ticks", "grid", "hull", "line", "bins", "span", "squares")}
    if coarse:
        fp, tp = map(unpack, plain["line"])
        plain = plain | {"line": list(map(pack, drawn_line(fp, tp, np.zeros(len(fp), bool), COARSE)))}
    for part, bits in (("grid", COUNTED), ("hull", COUNTED), ("line", DRAWN)):
        made[part] = [lighter(column, of, bits) for column, of in zip(plain[part], whole, strict=False)]
    made["hull"].append(_places(plain["hull"][2], plain["ticks"]) or _thresholds(plain["hull"][2]))
    if plain.get("squares"):
        ends = [float(unpack(plain["squares"][i])[-1]) for i in (1, 3)]
        made["squares"] = [lighter(column, ends[i // 2], SPREAD) for i, column in enumerate(plain["squares"])]
    return made


def _places(packed: str, ticks: str) -> Json:
    """Thresholds by their places among the ticks, the first of which is 1 and infinity 0; None if one is no tick."""
    found, known = unpack(packed), unit_ticks() if ticks == UNIT else unpack(ticks)
    places = np.searchsorted(-known, -found).clip(max=len(known) - 1)
    infinite = np.isposinf(found)
    return {"ticks": pack(np.where(infinite, 0, places + 1))} if (infinite | (known[places] == found)).all() else None


def _thresholds(packed: str) -> Json:
    """Thresholds as they are written: short decimals take less room than doubles."""
    written = falling(unpack(packed))
    return written if len(json.dumps(written)) < len(packed) else packed


def _numbers(o: Outcomes | None) -> list[float] | None:
    if o is None:
        return None
    both = (o,) if o.squares is None else (o, o.squares)
    return [single(cell) for cells in both for cell in (cells.tp, cells.fn, cells.fp, cells.tn)]
