"""The empirical risk with the way it took there: what a page shows of it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np

from probative.losses.convergence import Convergence, convergence
from probative.losses.declared import Loss
from probative.losses.empirical import EmpiricalRisk, empirical_risk, row_losses
from probative.pictures import Chart
from probative.records import Document


@dataclass(frozen=True, slots=True)
class RiskStudy(EmpiricalRisk):
    """An empirical risk, and how it converged with the rows; no view where a loss was infinite."""

    head: ClassVar[Document] = {"probative": 1, "kind": "empirical-risk"}

    view: Convergence | None = None

    def charts(self) -> list[Chart]:
        """How the estimate converged."""
        return [] if self.view is None else [self.view.picture()]


def risk_study(y: object, g: object, loss: str | Loss = "quadratic", *, level: float = 0.95) -> RiskStudy:
    """The mean loss of answers g to targets y, with its interval, and of the first m rows for growing m.

    >>> found = risk_study([1.0, 2.0, 3.0], [1.0, 2.5, 2.0])
    >>> round(found.value, 6), found.view.risk.round(3).tolist()
    (0.416667, [0.0, 0.125, 0.417])
    """
    found, lost = empirical_risk(y, g, loss, level=level), row_losses(loss, y, g)
    view = convergence(lost, title=found.title) if np.isfinite(lost).all() else None
    return RiskStudy(**{one.name: getattr(found, one.name) for one in fields(EmpiricalRisk)}, view=view)
