"""What is handed over in the place of evidence: refused by name, with the way to make it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from probative.errors import BadParameter, WrongEvidence

MADE = {
    "Ladder": "pv.Ladder.from_scores(y_true, y_score)",
    "Outcomes": "pv.Outcomes.from_labels(y_true, y_pred)",
    "ConfusionMatrix": "pv.ConfusionMatrix.from_labels(y_true, y_pred)",
    "ClassScores": "pv.ClassScores.from_probabilities(y_true, y_proba, labels=classes)",
    "Predictions": "pv.read(table, truth=..., scores=...)",
    "Costs": "pv.Costs(fp=1, fn=5)",
    "GaussianTask": "pv.GaussianTask(mean_pos, cov_pos, mean_neg, cov_neg)",
    "NoisyFunction": "pv.NoisyFunction(f, sigma)",
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


def several(given: Any, name: str) -> tuple[Any, ...]:
    """All of a list or another collection; a single thing, and a text, which is a list of letters, are refused.

    >>> several(["a", "b"], "names")
    ('a', 'b')
    >>> several(3, "names")
    Traceback (most recent call last):
    probative.errors.BadParameter: names must be a list.
      Found: int.   Try: put it into brackets: [...]
    """
    if isinstance(given, str | bytes) or not isinstance(given, Iterable) or (hasattr(given, "ndim") and not given.ndim):
        raise BadParameter(f"{name} must be a list.", found=type(given).__name__, remedy="put it into brackets: [...]")
    return tuple(given)


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
