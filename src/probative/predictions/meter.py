"""A meter for training loops: fed batch by batch, read at the end, and added up over workers."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np

from probative.errors import BadParameter, EmptyData
from probative.evidence import ClassScores, ConfusionMatrix, Ladder, Outcomes, Residuals
from probative.evidence.arrays import at_home
from probative.evidence.labels import Label
from probative.inference import Estimate, estimate
from probative.measurement import for_evidence, placed

Kind = Literal["scores", "labels", "probabilities", "values"]
KINDS: dict[str, type] = {
    "scores": Ladder,
    "labels": ConfusionMatrix,
    "probabilities": ClassScores,
    "values": Residuals,
}


class Meter:
    """Measures with intervals of rows that come in batches: `update(y_true, y_said)`, then `compute()`.

    `kind` says what a model says of a row: "scores" of the positive class, "labels", "probabilities" of all classes in
    the order of `labels`, or "values" of a regression. Only evidence is kept, no rows; two meters add up to that of all
    their rows (`a + b`), whatever process they come from.

    >>> import probative as pv
    >>> meter = pv.Meter("scores")
    >>> for batch in ([1, 0], [0.9, 0.3]), ([1, 0], [0.8, 0.85]):
    ...     meter.update(*batch)
    >>> round(float(meter.compute("auc")["auc"]), 3)
    0.75
    """

    def __init__(self, kind: Kind = "scores", *, labels: Any = None, pos_label: Label | None = None) -> None:
        if kind not in KINDS:
            raise BadParameter("there is no such kind.", found=repr(kind), remedy=", ".join(KINDS))
        if kind == "probabilities" and labels is None:
            raise BadParameter("the columns of probabilities need names.", remedy="labels=[...], in their order")
        self.kind, self.labels, self.pos_label = kind, labels, pos_label
        self._seen: Any = None

    def update(self, y_true: Any, y_said: Any, *, sample_weight: Any = None) -> None:
        """Add a batch: arrays, lists or tensors, one entry (or a row of probabilities) for each row."""
        truth, said, weight = (at_home(part) for part in (y_true, y_said, sample_weight))
        made = self._evidence(truth, said, weight)
        self._seen = made if self._seen is None else self._seen + made

    def _evidence(self, truth: Any, said: Any, weight: Any) -> Any:
        if self.kind == "scores":
            # A batch of one class alone is as good as any.
            positive = np.asarray(truth) == (1 if self.pos_label is None else self.pos_label)
            return Ladder.from_scores(positive, said, sample_weight=weight)
        if self.kind == "labels":
            return ConfusionMatrix.from_labels(truth, said, labels=self.labels, sample_weight=weight)
        if self.kind == "probabilities":
            return ClassScores.from_probabilities(truth, said, labels=self.labels, sample_weight=weight)
        return Residuals.from_values(truth, said, sample_weight=weight)

    @property
    def evidence(self) -> Any:
        """What was seen so far; `pv.roc`, `pv.estimate` and their kin take it."""
        if self._seen is None:
            raise EmptyData("the meter has seen no rows.", remedy="update(y_true, y_said) before compute()")
        return self._seen

    def compute(self, *measures: str, level: float = 0.95) -> dict[str, Estimate]:
        """The measures named, or those that lead, each with its interval."""
        seen = self.evidence
        if not measures:
            known = {measure.name for measure in for_evidence(type(seen))}
            measures = tuple(name for name in placed("summary") if name in known)
        return {name: estimate(name, self._behind(name, seen), level=level) for name in measures}

    def _behind(self, name: str, seen: Any) -> Any:
        """The evidence that a measure takes: counts of two labels are hits and errors where a positive is known."""
        if isinstance(seen, ConfusionMatrix) and self.pos_label is not None:
            known = {measure.name for measure in for_evidence(Outcomes)}
            return seen.outcomes(self.pos_label) if name in known else seen
        return seen

    def reset(self) -> None:
        """Forget everything that was seen."""
        self._seen = None

    def __add__(self, other: Meter) -> Self:
        """The meter of the rows of both."""
        if (self.kind, self.pos_label) != (other.kind, other.pos_label):
            raise BadParameter("meters of different kinds do not add up.", found=f"{self.kind} and {other.kind}")
        made = type(self)(self.kind, labels=self.labels, pos_label=self.pos_label)
        parts = [meter._seen for meter in (self, other) if meter._seen is not None]
        made._seen = parts[0] + parts[1] if len(parts) == 2 else parts[0] if parts else None
        return made

    def __repr__(self) -> str:
        return f"<Meter of {self.kind}: {'no rows' if self._seen is None else repr(self._seen)}>"
