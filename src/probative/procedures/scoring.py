"""A measure as scikit-learn's tools take it: called with a fitted model, rows and truth, higher is better."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from probative.errors import BadParameter
from probative.evidence.labels import Label
from probative.measurement import find, value
from probative.measurement.registry import Parameters
from probative.predictions import read


@dataclass(frozen=True, slots=True)
class Scorer:
    """One measure of a fitted model on some rows, with its sign turned where lower values are better."""

    measure: str
    positive: Label | None = None
    parameters: Parameters = field(default_factory=dict)

    def __call__(self, estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> float:  # noqa: N803
        """The value, to be made as high as possible; nan where it is undefined."""
        words = {} if sample_weight is None else {"weight": sample_weight}
        said = read(estimator, X, y, positive=self.positive, **words)
        found = value(self.measure, said.evidence(self.measure, said.spoke[0]).total(), **self.parameters)
        return float(found) * (-1.0 if find(self.measure).better == "lower" else 1.0)

    def __repr__(self) -> str:
        return f"pv.scorer({self.measure!r})"


def scorer(measure: str, *, positive: Label | None = None, **parameters: Any) -> Scorer:
    """A measure for `scoring=` of scikit-learn: `cross_val_score(model, X, y, cv=pv.plan("10-fold"), scoring=...)`.

    Higher is better there, so measures of which lower values are better come with a minus sign, as scikit-learn's own
    `neg_log_loss` does. `positive` names the positive of two classes; further words are parameters of the measure.

    >>> import probative as pv
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_score
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]] * 5, [0, 0, 1, 1] * 5
    >>> plan, scoring = pv.plan("2-fold stratified"), pv.scorer("accuracy")
    >>> cross_val_score(LogisticRegression(), X, y, cv=plan, scoring=scoring).tolist()
    [1.0, 1.0]
    """
    known = find(measure)
    if known.better == "neither":
        raise BadParameter(f"neither high nor low values of {known.name} are better.", remedy="another measure")
    return Scorer(known.name, positive, parameters)
