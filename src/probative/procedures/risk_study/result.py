"""What a study of risk estimators found: bias, spread and error of each, and what the claims about them come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import isnan
from textwrap import wrap
from typing import Any, ClassVar

import numpy as np

from probative.curves.curve import Curve
from probative.errors import BadParameter
from probative.evidence.arrays import Array
from probative.pictures import Axis, Chart, Guide, Intervals, Marks
from probative.procedures.risk_study.claims import CLAIMS
from probative.procedures.risk_study.judged import Judged
from probative.records import Record
from probative.theory.sentences import ONLY_ESTIMATED


@dataclass(frozen=True, slots=True, eq=False)
class EstimatorStudy(Record, Curve):
    """Risk estimators on a task with known risk, judged by bias, standard deviation and RMSE."""

    head: ClassVar[dict[str, Any]] = {"probative": 1, "kind": "estimator study"}

    task: str
    model: str
    n: int
    repeats: int
    seed: int
    risk: float
    """The mean true risk of the models of all rows."""
    risk_sd: float
    """The standard deviation of the true risk over samples: the chance of the training set."""
    estimators: tuple[Judged, ...]

    def __getitem__(self, name: str) -> Judged:
        found = [one for one in self.estimators if one.estimator == name]
        if not found:
            known = ", ".join(one.estimator for one in self.estimators)
            raise BadParameter(f"{name!r} was not studied.", found=known)
        return found[0]

    def columns(self) -> dict[str, Array]:
        """A line for every estimator."""
        names = [field.name for field in fields(Judged)]
        return {name: np.array([getattr(one, name) for one in self.estimators]) for name in names}

    def claims(self) -> tuple[str, ...]:
        """What is said of risk estimators, as this study's numbers, where it has the estimators for it."""
        return tuple(claim for one in CLAIMS for claim in one(self))

    def picture(self, name: str = "") -> Chart:
        """A row for every estimator: its bias, and one standard deviation to both sides."""
        bias, sd = (np.array([getattr(one, key) for one in self.estimators]) for key in ("bias", "sd"))
        rows = np.arange(len(bias), dtype=np.float64)
        across = Axis.around("Estimate − true risk of the trained model", [*(bias - sd), *(bias + sd)], include=[0.0])
        beside = [(f"RMSE {one.rmse:.4f}",) for one in self.estimators]
        up = Axis.rows([one.estimator for one in self.estimators], beside=beside)
        shapes = (
            Guide([0.0, 0.0], [up.low, up.high]),
            Intervals(bias - sd, bias + sd, rows, series=0),
            Marks(bias, rows, series=0, name="bias", detail="± one standard deviation"),
        )
        title = f"Risk estimators: {self.model}, {self.n} rows of {self.task}, {self.repeats:,} samples"
        heading = "\n".join(wrap(title, 76))
        return Chart(title, across, up, shapes, title, heading, height=max(90.0, 24.0 * len(bias)))

    def __str__(self) -> str:
        truth = f"true risk {self.risk:.4f}, sd {self.risk_sd:.4f} over samples"
        head = f"{self.model} on {self.n} rows of {self.task}: {truth}"
        titles = ("estimator", "trainings", "mean", "bias", "± MC", "sd", "RMSE", "risk of its models", "sd of them")
        keys = ("mean", "bias", "bias_error", "sd", "rmse", "own_risk", "within")
        lines = [
            [one.estimator, f"{one.trainings:,}", *(_shown(getattr(one, key)) for key in keys)]
            for one in self.estimators
        ]
        widths = [max(map(len, column)) for column in zip(titles, *lines, strict=True)]
        rows = [_row(cells, widths) for cells in (titles, *lines)]
        drawn = f"{self.repeats:,} samples, seed {self.seed}"
        foot = f"{drawn}; bias, sd and RMSE of estimate - true risk of the model of all rows"
        return "\n".join([head, *rows, foot, *self.claims(), ONLY_ESTIMATED])


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.rjust(width) if i else cell.ljust(width) for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([first, *others])


def _shown(value: float) -> str:
    return "-" if isnan(value) else f"{value:.4f}"
