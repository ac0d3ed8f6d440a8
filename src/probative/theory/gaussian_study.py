"""A study of a Gaussian task: what is known of it, and what a sample and models trained on it make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadParameter
from probative.evidence import Ladder
from probative.evidence.arrays import Array, Floats
from probative.evidence.needed import need
from probative.inference import Estimate, estimate
from probative.losses import Asymmetric, EmpiricalRisk, Thresholds, empirical_risk
from probative.pictures import Chart, draw
from probative.records import Document, Record
from probative.theory.computed import total
from probative.theory.gaussian_pictures import FIELDS, data_picture, field_picture
from probative.theory.gaussian_task import GaussianTask
from probative.theory.grids import Grid
from probative.theory.known import Known
from probative.theory.plug_in import PlugIn, excess_risk, plug_in
from probative.theory.quadric import Quadric
from probative.theory.regions import DecisionRegions, decision_regions
from probative.theory.sentences import ONLY_ESTIMATED

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Border(Record):
    """The function -½ x A xᵀ + b xᵀ + c and what kind of border it makes."""

    A: tuple[Row, ...]
    b: Row
    c: float
    kind: str
    centre: Row | None = None
    radius: float | None = None

    @classmethod
    def of(cls, quadric: Quadric) -> Border:
        """From a quadric."""
        centre = None if quadric.centre is None else tuple(quadric.centre.tolist())
        return cls(_rows(quadric.A), tuple(quadric.b.tolist()), quadric.c, quadric.kind, centre, quadric.radius)


@dataclass(frozen=True, slots=True)
class Trained(Record):
    """A rule made from the sample: its true risk, and how far that is above the least possible."""

    name: str
    risk: Known
    excess: float
    counts: dict[str, int]
    """TP, FN, FP and TN on the sample itself, on which it was trained: optimistic."""
    answers: tuple[str, ...] = ()
    """Of two features: what it says on a grid around the sample, + or -, the lowest row first."""
    said: str = ""
    """What it says of each row of the sample."""
    excess_error: float = 0.0
    """The standard error of the excess, where that was drawn."""

    @property
    def shown_excess(self) -> str:
        """The excess in words, with its error where it has one."""
        return f"{self.excess:.6f}" + (f" ± {self.excess_error:.6f}" if self.excess_error else "")


@dataclass(frozen=True, slots=True)
class Sample(Record):
    """Points and labels drawn from the task, and what they say about Bayes' rule."""

    x: tuple[Row, ...]
    y: tuple[int, ...]
    seed: int
    risk: EmpiricalRisk
    """The share of the sample that Bayes' rule gets wrong."""
    auc: Estimate


@dataclass(frozen=True, slots=True, eq=False)
class GaussianStudy(Record):
    """Everything that is known of a Gaussian task: border, risk, rates, area; and of a sample from it."""

    head: ClassVar[Document] = {"probative": 1, "kind": "gaussian"}

    title: str
    mean_pos: Row
    cov_pos: tuple[Row, ...]
    mean_neg: Row
    cov_neg: tuple[Row, ...]
    prior_pos: float
    border: Border
    risk: Known
    tpr: Known
    fpr: Known
    auc: Known
    fp: float
    fn: float
    thresholds: Thresholds
    sample: Sample | None = None
    plug_in: Trained | None = None
    models: tuple[Trained, ...] = ()
    notes: tuple[str, ...] = (ONLY_ESTIMATED,)

    @property
    def task(self) -> GaussianTask:
        """The task again."""
        return GaussianTask(
            np.array(self.mean_pos),
            np.array(self.cov_pos),
            np.array(self.mean_neg),
            np.array(self.cov_neg),
            self.prior_pos,
        )

    def charts(self) -> dict[str, Chart]:
        """The pictures there are: maps and data where there are two features, and the ROC curve."""
        task, made = self.task, {}
        if task.dimension == 2:
            made = {name: field_picture(task, name) for name in FIELDS}
            if self.sample is not None:
                x, y = self._drawn()
                found = plug_in(task, x, y) if self.plug_in is not None else None
                made["data"] = data_picture(task, x, y, found)
                made |= {f"regions of {one.name}": self._regions(one) for one in self.models if one.answers}
        return made | {"roc": task.roc().picture()}

    def _regions(self, one: Trained) -> Chart:
        x, y = self._drawn()
        grid = Grid.around(x)
        codes = [np.array([sign == "-" for sign in row], int) for row in one.answers]
        said = np.array([sign == "-" for sign in one.said], int)
        best = grid.of(self.task.g_hat)
        return DecisionRegions(grid, np.stack(codes), (1, -1), x, (y < 0).astype(int), said, best).picture(one.name)

    def plot(self, what: str | None = None, ax: Any = None, **style: Any) -> Any:
        """Draw one with matplotlib (extra `plots`): density, g_tilde, g_bar, g_hat, data, roc, regions (of a model)."""
        there = self.charts()
        name = ("data" if "data" in there else "roc") if what is None else what
        if name not in there:
            first = next((known for known in there if known.startswith(f"{name} of ")), "")
            name = first or name.replace("-", "_")
        if name not in there:
            raise BadParameter(f"this study has no picture {what!r}.", found=", ".join(there))
        return draw(there[name], ax, below=ax is None, **style)

    def _drawn(self) -> tuple[Floats, Array]:
        assert self.sample is not None
        return np.array(self.sample.x), np.array(self.sample.y)

    def __str__(self) -> str:
        weighed = "" if self.fp == self.fn == 1 else f" with losses {self.fp:g} (false alarm) and {self.fn:g} (miss)"
        cut = self.thresholds
        lines = [
            f"{self.title}: {len(self.mean_pos)} features, p(+1) = {self.prior_pos:.6g}",
            f"  border       {self.border.kind}: -½ x A xᵀ + b xᵀ + c = {cut.log_odds:.6g}",
            f"  A            {in_line(sum(self.border.A, ()))}",
            f"  b, c         {in_line(self.border.b)}; {self.border.c:.9g}",
            f"  Bayes risk   {self.risk}{weighed}",
            f"  TPR, FPR     {self.tpr}, {self.fpr}",
            f"  AUC          {self.auc}",
            f"  predict +1   where p(+1|x) ≥ {cut.posterior:.6g}, or odds ≥ {cut.odds:.6g}, or log odds ≥ "
            f"{cut.log_odds:.6g}, or p(+1|x) − p(−1|x) ≥ {cut.difference:.6g}",
        ]
        if self.sample is not None:
            found = self.sample
            lines.append(f"Sample of {len(found.y)} rows ({found.y.count(1)} positive), seed {found.seed}")
            lines.append(f"  Bayes' rule  {found.risk}")
            lines.append(f"  AUC          {found.auc}")
        for one in (*((self.plug_in,) if self.plug_in else ()), *self.models):
            cells = ", ".join(f"{name} {count}" for name, count in one.counts.items())
            lines.append(f"  {one.name}: true risk {one.risk}, excess {one.shown_excess}; on its own sample {cells}")
        return "\n".join([*lines, *self.notes])


def gaussian_study(
    task: GaussianTask,
    *,
    sample: int | tuple[int, int] | None = None,
    random_state: int = 0,
    loss: Asymmetric | None = None,
    models: Mapping[str, Any] | None = None,
    title: str = "Gaussian task",
) -> GaussianStudy:
    """What is known of a task; with a sample also what that shows, the plug-in border, and models trained on it.

    Models are trained here (`fit`) on the sample and judged by their true risk: that of Bayes' rule and an excess,
    which is drawn, where it has no closed form, on the same points for all of them.

    >>> from probative.theory import gaussian_example
    >>> study = gaussian_study(gaussian_example(1), sample=(55, 65))
    >>> round(study.risk.value, 10), study.border.kind, study.plug_in.excess > 0
    (0.0345468196, 'hyperbola', True)
    """
    need(task, GaussianTask)
    tpr, fpr = task.rates(loss)
    used = Asymmetric(1.0, 1.0) if loss is None else loss
    made: dict[str, Any] = {}
    if sample is not None:
        x, y = task.sample(sample, random_state=random_state)
        made = {"sample": _sampled(task, x, y, random_state, used), "plug_in": _plugged(task, x, y)}
        trained = {name: model.fit(x, y) for name, model in (models or {}).items()}
        made["models"] = tuple(_trained(task, name, model, x, y) for name, model in trained.items())
    elif models:
        raise BadParameter("models are trained on a sample.", remedy="sample=120 (--samples 120)")
    return GaussianStudy(
        title,
        tuple(task.mean_pos.tolist()),
        _rows(task.cov_pos),
        tuple(task.mean_neg.tolist()),
        _rows(task.cov_neg),
        task.prior_pos,
        Border.of(task.quadric),
        Known.of(task.minimal_risk(loss)),
        Known.of(tpr),
        Known.of(fpr),
        Known.of(task.auc),
        float(used.fp),
        float(used.fn),
        used.thresholds,
        **made,
    )


def _sampled(task: GaussianTask, x: Floats, y: Array, seed: int, loss: Asymmetric) -> Sample:
    equal = loss.fp == loss.fn == 1
    risk = empirical_risk(y, task.predict(x, loss), "zero_one" if equal else loss)
    auc = estimate("auc", Ladder.from_scores(y > 0, task.g_hat(x)))
    return Sample(_rows(x), tuple(int(label) for label in y), seed, risk, auc)


def _plugged(task: GaussianTask, x: Floats, y: Array) -> Trained:
    found: PlugIn = plug_in(task, x, y)
    counts = decision_counts(found.estimated, x, y)
    return Trained(
        "plug-in rule", Known.of(found.risk), float(found.excess), counts, excess_error=found.excess.standard_error
    )


def _trained(task: GaussianTask, name: str, model: Any, x: Floats, y: Array) -> Trained:
    excess = excess_risk(task, model)
    shown: dict[str, Any] = {}
    if task.dimension == 2:
        regions = decision_regions(model, x, y, pos_label=1)
        rows = ("".join("+-"[code] for code in row) for row in regions.answers)
        shown = {"answers": tuple(rows), "said": "".join("+-"[code] for code in regions.said)}
    counts = decision_counts(model, x, y)
    shown["excess_error"] = excess.standard_error
    return Trained(name, Known.of(total(task.bayes_risk, excess)), float(excess), counts, **shown)


def decision_counts(rule: Any, x: Floats, y: Array) -> dict[str, int]:
    """TP, FN, FP and TN of a rule on rows labelled +1 and -1."""
    said = np.asarray(rule.predict(x))
    cells = {"TP": (1, 1), "FN": (1, -1), "FP": (-1, 1), "TN": (-1, -1)}
    return {name: int(((y == truth) & (said == guess)).sum()) for name, (truth, guess) in cells.items()}


def in_line(values: Row) -> str:
    """Numbers with the digits that a rebuilt border needs.

    >>> in_line((1.0, -0.5))
    '1, -0.5'
    """
    return ", ".join(f"{value:.9g}" for value in values)


def _rows(values: Array) -> tuple[Row, ...]:
    return tuple(tuple(row) for row in np.asarray(values).tolist())
