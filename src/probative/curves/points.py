"""Hard classifiers as points of the ROC diagram: dominance, hull, mirrors and mixtures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from probative.curves.curve import Curve
from probative.curves.hull import Hull, points_hull
from probative.curves.planes import roc_plane
from probative.errors import BadInput, BadParameter
from probative.evidence import Outcomes
from probative.evidence.arrays import Array, Floats
from probative.measurement.binary_cost import expected_cost
from probative.pictures import Chart, Guide, Marks


@dataclass(frozen=True, slots=True)
class Mixture:
    """Choosing at random between two classifiers: `second` with this probability, else `first`."""

    first: str
    second: str
    probability: float
    fpr: float
    tpr: float

    def choose(self, n: int, random_state: int = 0) -> Array:
        """For n rows, whether the second classifier decides."""
        return np.random.default_rng(random_state).random(n) < self.probability

    def predict(self, first: object, second: object, random_state: int = 0) -> Array:
        """Mixed predictions from the predictions of both.

        >>> Mixture("A", "B", 1.0, 0.5, 0.8).predict([0, 0], [1, 1]).tolist()
        [1, 1]
        """
        a, b = np.asarray(first), np.asarray(second)
        return np.where(self.choose(len(a), random_state), b, a)


@dataclass(frozen=True, slots=True)
class RocPoints(Curve):
    """Named points (FPR, TPR)."""

    names: tuple[str, ...]
    fpr: Floats
    tpr: Floats

    def columns(self) -> dict[str, Array]:
        """Names and coordinates."""
        return {"name": np.array(self.names, object), "fpr": self.fpr, "tpr": self.tpr}

    def picture(self, name: str = "") -> Chart:
        """A mark for each classifier, and their hull."""
        found = zip(self.names, self.fpr, self.tpr, strict=True)
        marks = (Marks([x], [y], series=i, name=known) for i, (known, x, y) in enumerate(found))
        hull = self.hull()
        return roc_plane("Classifiers in the ROC plane", *marks, Guide(hull.fpr, hull.tpr, hint="hull"))

    def dominance(self, *, strict: bool = False) -> list[tuple[str, str]]:
        """Pairs (better, worse): no worse in both rates and better in one; strict asks for better in both.

        It is a partial order: most pairs are not comparable without costs.
        """
        pairs = []
        for a in range(len(self.names)):
            for b in range(len(self.names)):
                less, more = self.fpr[a] - self.fpr[b], self.tpr[a] - self.tpr[b]
                if (less < 0 and more > 0) if strict else (less <= 0 and more >= 0 and (less < 0 or more > 0)):
                    pairs.append((self.names[a], self.names[b]))
        return pairs

    def hull(self) -> Hull:
        """The convex hull of the points with (0, 0) and (1, 1); it has no thresholds."""
        fpr, tpr = points_hull(self.fpr, self.tpr)
        return Hull(fpr, tpr, np.full(len(fpr), np.nan))

    def below_hull(self) -> list[str]:
        """The classifiers that no costs and class shares make optimal."""
        place = self.hull().place(self.fpr, self.tpr)
        return [name for name, where in zip(self.names, place, strict=True) if where == "below"]

    def costs(self, fp: float, fn: float, prior: float) -> dict[str, float]:
        """What each classifier costs per prediction where this share is positive.

        >>> roc_points({"C": (0.1, 0.8)}).costs(fp=1, fn=5, prior=0.5)
        {'C': 0.55}
        """
        rates = Outcomes.trusted(self.tpr, 1 - self.tpr, self.fpr, 1 - self.fpr)
        found = np.atleast_1d(expected_cost(rates, fp=fp, fn=fn, prior=prior))
        return dict(zip(self.names, found.round(15).tolist(), strict=True))

    def mirrored(self, name: str) -> tuple[float, float]:
        """Where a classifier would stand if its outputs were swapped: offered, never applied."""
        i = self._index(name)
        return float(1 - self.fpr[i]), float(1 - self.tpr[i])

    def mix(self, first: str, second: str, *, fpr: float | None = None, tpr: float | None = None) -> Mixture:
        """The mixture of two classifiers that reaches a rate between theirs."""
        a, b = self._index(first), self._index(second)
        if (fpr is None) == (tpr is None):
            raise BadParameter("name the rate to reach, fpr or tpr.", remedy="mix('A', 'B', fpr=0.35)")
        values, wanted = (self.fpr, fpr) if fpr is not None else (self.tpr, tpr)
        assert wanted is not None
        low, high = values[a], values[b]
        if low == high:
            raise BadParameter(
                f"{first} and {second} have the same rate there.", found=float(low), remedy="name the other rate"
            )
        share = float((wanted - low) / (high - low))
        if not -1e-12 <= share <= 1 + 1e-12:
            raise BadParameter(
                f"no mixture of {first} and {second} reaches {wanted:g}.",
                found=f"{min(low, high):g} to {max(low, high):g}",
            )
        share = min(max(share, 0.0), 1.0)
        x = float(self.fpr[a] + share * (self.fpr[b] - self.fpr[a]))
        y = float(self.tpr[a] + share * (self.tpr[b] - self.tpr[a]))
        return Mixture(first, second, share, x, y)

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise BadParameter(f"there is no classifier {name!r}.", found=", ".join(self.names))
        return self.names.index(name)


def roc_points(classifiers: Mapping[str, Any]) -> RocPoints:
    """Classifiers, given as outcomes or as (FPR, TPR), as points of one diagram.

    >>> from probative.evidence import Outcomes
    >>> points = roc_points({"C2": Outcomes(tp=60, fn=40, fp=20, tn=80), "C3": (0.3, 0.4)})
    >>> points.dominance()
    [('C2', 'C3')]
    """
    fpr, tpr = [], []
    for name, found in classifiers.items():
        if isinstance(found, Outcomes):
            if not (found.positives and found.negatives):
                raise BadInput(f"{name} was seen on one class only.", remedy="a ROC point needs both classes")
            x, y = found.fp / found.negatives, found.tp / found.positives
        else:
            x, y = found
        if not (0 <= x <= 1 and 0 <= y <= 1):
            raise BadParameter(f"the rates of {name} must lie in [0, 1].", found=(x, y))
        fpr.append(float(x))
        tpr.append(float(y))
    return RocPoints(tuple(map(str, classifiers)), np.array(fpr), np.array(tpr))
