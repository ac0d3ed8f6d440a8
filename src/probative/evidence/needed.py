"""What is handed over in the place of evidence: refused by name, with the way to make it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from probative.errors import BadParameter, WrongEvidence

MADE = {
    "Ladder": "pv.Ladder.from_scores(y_true, y_score)",
    "Outcomes": "pv.Outcomes.from_labels(y_true, y_pred)",
    "ConfusionMatrix": "pv.ConfusionMatrix.from_labels(y_true, y_pred)",
    "ClassScores": "pv.ClassScores.from_probabilities(y_true, y_proba, labels=classes)",
    "Predictions": "pv.read(table, truth=..., scores=...)",
}
"""How the evidence of each kind comes about."""


def need(given: Any, *kinds: type) -> None:
    """Refuse what is none of these kinds of evidence.

    >>> from probative.evidence import Ladder
    >>> need([0.9, 0.2], Ladder)
    Traceback (most recent call last):
    probative.errors.WrongEvidence: this is made of a Ladder.
      Found: list.   Try: pv.Ladder.from_scores(y_true, y_score)
    """
    if isinstance(given, kinds):
        return
    wanted = " or a ".join(kind.__name__ for kind in kinds)
    raise WrongEvidence(
        f"this is made of a {wanted}.", found=type(given).__name__, remedy=MADE.get(kinds[0].__name__, "")
    )


def need_each(given: Any, *kinds: type) -> None:
    """Refuse a collection that holds anything else than these kinds of evidence, or that is none.

    >>> need_each([], int)
    """
    if isinstance(given, str | bytes) or not isinstance(given, Mapping | Sequence):
        need(given, *kinds)
    for part in given.values() if isinstance(given, Mapping) else given:
        need(part, *kinds)


def a_number(value: Any, name: str) -> float:
    """One number; a whole column, a text, nothing at all and complex numbers are refused.

    >>> a_number(np.float64(0.5), "a share")
    0.5
    """
    try:
        if isinstance(value, str | bytes) or np.ndim(value):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, OverflowError):
        found = value if isinstance(value, str | int | complex) else type(value).__name__
        raise BadParameter(f"{name} is one number.", found=found) from None
