"""Known classes described in plain words: a task made of them, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from probative.errors import BadParameter
from probative.evidence.labels import Label
from probative.pictures import Axis, Chart, Line, draw
from probative.records import Document, Record
from probative.theory.known import Known
from probative.theory.known_classes import ClassTask
from probative.theory.mixture import Mixture
from probative.theory.sentences import ONLY_ESTIMATED

POINTS = 400
EXAMPLE = '{"low": {"prior": 0.4, "norm": {"loc": -1}}, "high": {"prior": 0.6, "gamma": {"a": 3}}}'


@dataclass(frozen=True, slots=True)
class ClassStudy(Record):
    """The least risk of known classes, under costs if there are some; of two classes the area under the ROC curve."""

    head: ClassVar[Document] = {"probative": 1, "kind": "classes"}

    title: str
    classes: dict[str, Any]
    """Each class as it was described: its prior, and the distribution of SciPy by name with its parameters."""
    risk: Known
    costs: tuple[tuple[float, ...], ...] = ()
    least_cost: Known | None = None
    auc: Known | None = None
    notes: tuple[str, ...] = (ONLY_ESTIMATED,)

    @property
    def task(self) -> ClassTask:
        """The task again."""
        return described(self.classes)

    def charts(self) -> list[Chart]:
        """The joint densities p(x, y) of numbers, one line for each class; nothing of vectors."""
        task = self.task
        if task.dimension > 1:
            return []
        ends = [float(one.ppf(share)) for one in task.densities.values() for share in (0.002, 0.998)]
        x = np.linspace(min(ends), max(ends), POINTS)
        joint = np.exp(task.log_joint(x))
        top = joint[np.isfinite(joint)].max()
        lines = [
            Line(x, np.minimum(column, top), series=i, name=f"{label}", detail=f"prior {task.prior[i]:.4g}")
            for i, (label, column) in enumerate(zip(task.labels, joint.T, strict=True))
        ]
        title = "Joint densities p(x, y)"
        return [Chart(title, Axis.over("x", [x[0], x[-1]]), Axis.over("p(x, y)", [0.0, top]), tuple(lines), title)]

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draw the joint densities with matplotlib (extra `plots`), and return the axes."""
        drawn = self.charts()
        if not drawn:
            raise BadParameter("densities of vectors are not drawn.", found=str(self.task), remedy="classes of numbers")
        return draw(drawn[0], ax, below=ax is None, **style)

    def rows(self) -> list[tuple[str, str]]:
        """What is known, quantity by quantity."""
        found = [("Bayes risk", str(self.risk))]
        found += [("least expected cost", str(self.least_cost))] if self.least_cost else []
        return found + ([("AUC of the log odds", str(self.auc))] if self.auc else [])

    def __str__(self) -> str:
        known = [f"  {name:<20} {value}" for name, value in self.rows()]
        return "\n".join([f"{self.title}: {self.task}", *known, *self.notes])


def described(classes: Mapping[str, Any]) -> ClassTask:
    """A task from words: by class its prior, and a distribution of SciPy by name, or a mixture of them.

    >>> print(described({"a": {"norm": {"loc": 1}}, "b": {"mixture": [{"share": 0.5, "norm": {}},
    ...     {"share": 0.5, "norm": {"loc": -2}}]}}))
    2 known classes in 1 dimension, p(a) = 0.5, p(b) = 0.5
    """
    if not isinstance(classes, Mapping) or not all(isinstance(one, Mapping) for one in classes.values()):
        raise BadParameter("classes are described by name.", found=repr(classes), remedy=EXAMPLE)
    densities: dict[Label, Any] = {
        label: _density({k: v for k, v in one.items() if k != "prior"}) for label, one in classes.items()
    }
    priors: dict[Label, float] = {label: one["prior"] for label, one in classes.items() if "prior" in one}
    return ClassTask(densities, priors or None)


def class_study(classes: Mapping[str, Any], costs: object = None, *, title: str = "Known classes") -> ClassStudy:
    """What is known of classes described in words; costs are a table, rows actual, in the order of the classes.

    >>> found = class_study({"ill": {"norm": {"loc": 1}}, "well": {"norm": {"loc": -1}}}, [[0, 5], [1, 0]])
    >>> round(found.risk.value, 8), round(found.least_cost.value, 8)
    (0.15865525, 0.30019157)
    """
    task = described(classes)
    least = None if costs is None else Known.of(task.least_cost(costs))
    auc = Known.of(task.roc(task.labels[0]).auc) if len(task.labels) == 2 else None
    table = () if costs is None else tuple(tuple(map(float, row)) for row in np.asarray(costs, np.float64))
    return ClassStudy(title, dict(classes), Known.of(task.bayes_risk), table, least, auc)


def _density(one: Mapping[str, Any]) -> Any:
    from scipy import stats

    if len(one) != 1 or not isinstance(given := next(iter(one.values())), dict | list):
        raise BadParameter(
            "a class has one distribution, by name, and its parameters.", found=repr(dict(one)), remedy=EXAMPLE
        )
    name = next(iter(one))
    if name == "mixture" and isinstance(given, list) and all(isinstance(part, dict) for part in given):
        parts = [{k: v for k, v in part.items() if k != "share"} for part in given]
        return Mixture([_density(part) for part in parts], [float(part.get("share", 0)) for part in given])
    family: Any = getattr(stats, name, None)
    known = isinstance(family, stats.rv_continuous) or name in ("multivariate_normal", "multivariate_t")
    if not known or not isinstance(given, dict):
        raise BadParameter(
            f"SciPy has no continuous distribution {name!r}.",
            found=repr(dict(one)),
            remedy="norm, gamma, beta, t, lognorm, multivariate_normal, ..., or mixture",
        )
    try:
        return family(**given)
    except (TypeError, ValueError) as error:
        raise BadParameter(f"the parameters do not suit {name}.", found=str(error), remedy=EXAMPLE) from None
