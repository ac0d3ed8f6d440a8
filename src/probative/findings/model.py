"""What was found about one model, and about one slice of the rows: plain values, ready for JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from probative.curves.outline import Outline
from probative.inference import Estimate

CURVES = ("roc", "hull", "precision_recall", "calibration", "cost_curve", "outline", "errors")
"""The curves that a model may have, by their names in JSON."""


@dataclass(frozen=True, slots=True)
class ModelFindings:
    """What was found about one model. Curves, baselines and confusion are plain values, ready for JSON."""

    measures: dict[str, Estimate]
    threshold: float | None = None
    confusion: dict[str, Any] | None = None
    classes: dict[str, dict[str, Estimate]] = field(default_factory=dict)
    baseline: dict[str, Any] = field(default_factory=dict)
    curves: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Points by curve (see CURVES), thinned for display; in JSON they stand beside the measures."""
    decisions: dict[str, Any] = field(default_factory=dict)
    """The chosen operating point, costs beside trivial rules, ROC_n: what was asked for."""
    resampling: dict[str, Any] = field(default_factory=dict)
    """By measure: values per fold, their mean and the pooled value, where models were trained again and again."""
    outlines: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By class, against the rest: what a page needs to move a threshold; in JSON they stand with the classes."""

    @property
    def roc(self) -> dict[str, Any] | None:
        """Points of the ROC curve, if there is one."""
        return self.curves.get("roc")

    @property
    def precision_recall(self) -> dict[str, Any] | None:
        """Points of the precision-recall curve, if there is one."""
        return self.curves.get("precision_recall")

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "threshold": self.threshold,
            "confusion": self.confusion,
            "measures": plain_measures(self.measures),
            "classes": {
                label: {"measures": plain_measures(found), "outline": self.outlines.get(label)}
                for label, found in self.classes.items()
            },
            "baseline": self.baseline,
            "decisions": self.decisions,
            "resampling": self.resampling,
            **{name: self.curves.get(name) for name in CURVES},
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any], level: float) -> ModelFindings:
        """What `to_dict` described; parts that an older release did not know stay empty."""
        by_class = plain.get("classes", {})
        classes = {label: rich_measures(found["measures"], level) for label, found in by_class.items()}
        for outline in (plain.get("outline"), *(found.get("outline") for found in by_class.values())):
            if outline:
                # A damaged file is refused here, not where it is drawn.
                Outline.from_dict(outline)
        return cls(
            rich_measures(plain["measures"], level),
            plain.get("threshold"),
            plain.get("confusion"),
            classes,
            plain.get("baseline", {}),
            {name: plain[name] for name in CURVES if plain.get(name)},
            plain.get("decisions", {}),
            plain.get("resampling", {}),
            {label: found["outline"] for label, found in by_class.items() if found.get("outline")},
        )


@dataclass(frozen=True, slots=True)
class Slice:
    """The measures of one model on the rows that share a value of a column."""

    by: str
    value: Any
    model: str
    n: float
    measures: dict[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "by": self.by,
            "value": self.value,
            "model": self.model,
            "n": self.n,
            "measures": plain_measures(self.measures),
        }


def plain_measures(measures: dict[str, Estimate]) -> dict[str, Any]:
    """Estimates for JSON; their level is that of the findings."""
    return {name: {k: v for k, v in found.to_dict().items() if k != "level"} for name, found in measures.items()}


def rich_measures(measures: dict[str, Any], level: float) -> dict[str, Estimate]:
    """The estimates that `plain_measures` wrote."""
    return {name: Estimate.from_dict(found | {"level": level}) for name, found in measures.items()}
